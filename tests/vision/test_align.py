from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.align import Aligner
from companion.vision.fiducials import Grey

EVERYWHERE = np.full((480, 640), 255, np.uint8)


def soft(strength: float, size: float, seed: int = 0) -> Grey:
    """A picture (480, 640) in which nothing stands out."""
    spots = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 1, (480, 640)), (0, 0), size)
    return np.asarray(np.clip(120 + strength * spots / spots.std(), 0, 255), np.uint8)


def noisy(grey: Grey, light: float, noise: float) -> Grey:
    grain = np.random.default_rng(3).normal(0, noise, grey.shape)
    return np.clip(grey * light + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("strength", [4.0, 20.0])
def test_a_shift_is_told_to_a_part_of_a_pixel(strength: float) -> None:
    before = soft(strength, 8)
    shift = np.array([[1, 0, 7.5], [0, 1, -4.25], [0, 0, 1.0]])
    now = np.asarray(cv2.warpPerspective(before, shift, (640, 480), borderMode=cv2.BORDER_REFLECT), np.uint8)
    found = Aligner(before, EVERYWHERE, None).motion(noisy(now, 0.7, 2))
    assert found is not None
    assert found == pytest.approx(shift, abs=0.35)


@pytest.mark.parametrize("strength", [1.0, 1.5, 2.0, 3.0])
def test_noise_alone_is_no_motion(strength: float) -> None:
    before = soft(strength, 8)
    found = Aligner(before, EVERYWHERE, None).motion(noisy(before, 0.7, 5))
    assert found is None or np.array_equal(found, np.eye(3))


def test_too_faint_a_pattern_is_known_to_be_of_no_use() -> None:
    assert not Aligner(noisy(np.full((480, 640), 120, np.uint8), 1, 3), EVERYWHERE, None).able
    assert Aligner(soft(10, 8), EVERYWHERE, None).able


def test_a_pattern_in_its_old_place_is_seen_under_noise_and_under_covers() -> None:
    before = soft(10, 6)
    aligner = Aligner(before, EVERYWHERE, None)
    covered = before.copy()
    covered[:, :400] = 60
    assert aligner.faintly_same(covered)
    assert aligner.faintly_same(noisy(before, 0.7, 20))
    assert not aligner.faintly_same(soft(10, 6, seed=1))
    assert not aligner.faintly_same(np.roll(before, 40, axis=1))


def test_phases_are_not_asked_where_features_should_have_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    aligner = Aligner(soft(40, 2), EVERYWHERE, None)

    def asked(*_: object) -> None:
        raise AssertionError("phases were asked")

    monkeypatch.setattr(cv2, "phaseCorrelate", asked)
    assert aligner.motion(soft(40, 2, seed=1)) is None


def test_what_is_masked_is_not_looked_at() -> None:
    before, around = soft(12, 6), EVERYWHERE.copy()
    around[100:-100, 130:-130] = 0
    now = before.copy()
    now[100:-100, 130:-130] = np.roll(before, 25, axis=1)[100:-100, 130:-130]
    found = Aligner(before, around, None).motion(now)
    assert found is not None
    assert np.array_equal(found, np.eye(3))
