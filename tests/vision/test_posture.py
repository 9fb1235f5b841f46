"""Postures: dice that lean or lie on others are told from those that lie flat."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.commands.read import default_models
from companion.errors import ModelError
from companion.vision import posture as module
from companion.vision.dieset import BASE
from companion.vision.posture import CARD, Posture


class RedLeans:
    """A network of numpy: the redder a crop, the likelier it leans."""

    def run(self, names: list[str], inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
        assert names == ["probabilities"]
        red = inputs["crops"][:, 0].mean(axis=(1, 2))
        return [np.stack([1 - red, 0.9 * red, 0.1 * red], axis=1)]


@pytest.fixture
def posture(monkeypatch: pytest.MonkeyPatch) -> Posture:
    monkeypatch.setattr(module, "session", lambda *_: RedLeans())
    return Posture(default_models() / BASE)


def crops(*reds: float) -> list[np.ndarray]:
    return [np.full((64, 64, 3), round(255 * red), np.uint8) for red in reds]


def test_the_odd_one_out_is_told(posture: Posture) -> None:
    assert posture.tell(crops(0.1, 0.05, 0.8, 0.1), [50] * 4, [0.1] * 4, 5.0) == ["", "", "leaning", ""]


def test_where_all_look_alike_it_is_the_camera_that_looks_from_aside(posture: Posture) -> None:
    assert posture.tell(crops(0.85, 0.9, 0.95), [50] * 3, [0.1] * 3, 5.0) == ["", "", ""]
    assert posture.tell(crops(0.1, 0.05, 0.8, 0.1), [50] * 4, [0.1] * 4, 40.0) == [""] * 4


def test_at_the_pictures_corners_the_sides_of_flat_dice_show(posture: Posture) -> None:
    assert posture.tell(crops(0.1, 0.05, 0.8, 0.1), [50] * 4, [0.9] * 4, 5.0) == [""] * 4


def test_of_dice_smaller_than_it_has_learnt_nothing_is_said(posture: Posture) -> None:
    told = posture.tell(crops(0.1, 0.8, 0.1, 0.8, 0.1), [27] * 3 + [29] * 2, [0.1] * 5, 5.0)
    assert told == ["", "", "", "leaning", ""]


def test_one_die_has_none_to_be_compared_with(posture: Posture) -> None:
    assert posture.tell(crops(0.95), [50], [0.1], 5.0) == ["leaning"]
    assert posture.tell(crops(0.3), [50], [0.1], 5.0) == [""]
    assert posture.tell([], [], [], 5.0) == []


def test_models_without_this_network_take_every_die_for_flat(tmp_path: Path) -> None:
    assert Posture.of(tmp_path) is None


def test_a_damaged_card_is_a_model_error(tmp_path: Path) -> None:
    (tmp_path / CARD).write_text('{"file": "posture.onnx"}')
    with pytest.raises(ModelError, match="missing or damaged"):
        Posture.of(tmp_path)
