"""Conditions: each spoils in its own way, always alike, and keeps the picture's size."""

from __future__ import annotations

import numpy as np
import pytest

from companion.evaluation.conditions import CONDITIONS
from companion.vision.frame import Pixels


@pytest.fixture(scope="module")
def picture() -> Pixels:
    rng = np.random.default_rng(1)
    return rng.integers(40, 216, (240, 320, 3), np.uint8)


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_is_always_the_same_and_leaves_the_picture_alone(picture: Pixels, name: str) -> None:
    before = picture.copy()
    one, other = CONDITIONS[name](picture), CONDITIONS[name](picture)
    assert (one == other).all()
    assert (picture == before).all()
    assert one.shape == picture.shape
    assert one.dtype == np.uint8
    assert (one == picture).all() == (name == "clean")


def contrast(pixels: Pixels, axis: int) -> float:
    return float(np.abs(np.diff(pixels.astype(float), axis=axis)).mean())


def test_each_spoils_in_its_own_way(picture: Pixels) -> None:
    seen = {name: spoil(picture).astype(float) for name, spoil in CONDITIONS.items()}
    plain = seen["clean"]
    assert seen["glare"][120, 176].mean() > 200
    assert np.abs(seen["glare"][:10, :10] - plain[:10, :10]).max() < 2
    assert seen["dark"].mean() == pytest.approx(0.3 * plain.mean(), rel=0.05)
    assert seen["shadow"][:, :60].mean() < 0.5 * plain[:, :60].mean()
    assert (seen["shadow"][:, -60:] == plain[:, -60:]).all()
    assert seen["tint"][..., 2].mean() == pytest.approx(0.6 * plain[..., 2].mean(), rel=0.02)
    assert contrast(CONDITIONS["blur"](picture), 0) < 0.7 * contrast(picture, 0)
    moved = CONDITIONS["moved"](picture)
    assert contrast(moved, 1) < 0.5 * contrast(picture, 1)
    assert contrast(moved, 0) > contrast(moved, 1)
