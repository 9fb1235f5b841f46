from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision import classifier as module
from companion.vision.classifier import BATCH, Classifier, edge_turn, rectified, softmax
from companion.vision.detector import Found
from companion.vision.frame import Pixels

from .oracle import BASE, CLASSES, ColourReader, Square, picture


@pytest.fixture
def classifier(monkeypatch: pytest.MonkeyPatch, colour_reader: ColourReader) -> Classifier:
    monkeypatch.setattr(module, "session", lambda *_: colour_reader)
    return Classifier(Path("base"), BASE.reader)


def marked(size: float, angle: float, x: float, y: float) -> Pixels:
    """A white square on black with a red corner, turned by `angle` degrees clockwise round its middle."""
    art = np.zeros((90, 90, 3), np.uint8)
    art[15:75, 15:75] = 255
    art[15:35, 15:35] = (255, 0, 0)
    scale = size / 60
    cos, sin = np.cos(np.radians(angle)) * scale, np.sin(np.radians(angle)) * scale
    turn = np.array([[cos, -sin], [sin, cos]])
    shift = np.array([x, y]) - 0.5 - turn @ (44.5, 44.5)
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.warpAffine(art, np.column_stack([turn, shift]), (640, 480), flags=method), np.uint8)


@pytest.mark.parametrize("angle", [-44.0, -20.0, 0.0, 7.0, 30.0, 45.0])
@pytest.mark.parametrize("size", [20.0, 36.0, 60.0, 150.0])
def test_a_crop_shows_the_top_face_upright_in_its_middle(size: float, angle: float) -> None:
    pixels = marked(size, angle, 321.3, 222.8)
    crop = rectified(pixels, Found(321.3, 222.8, size, 1.0), angle, 64, 36)
    want = rectified(marked(36, 0, 320, 240), Found(320, 240, 36, 1.0), 0.0, 64, 36)
    assert np.abs(crop.astype(int) - want).mean() < 6
    assert want[16, 16].tolist() == [255, 0, 0]
    assert want[12, 32].tolist() == [0, 0, 0]
    assert want[47, 47].tolist() == [255, 255, 255]


@pytest.mark.parametrize(("x", "y"), [(3.0, 3.0), (638.0, 200.0), (320.0, 479.0), (0.0, 0.0)])
def test_a_die_at_the_border_still_gives_a_crop(x: float, y: float) -> None:
    for size in (8.0, 40.0, 300.0):
        assert rectified(marked(60, 0, 320, 240), Found(x, y, size, 1.0), 20.0, 64, 36).shape == (64, 64, 3)


@pytest.mark.parametrize("angle", range(-40, 45, 10))
def test_edges_tell_the_angle_even_when_the_detector_does_not(classifier: Classifier, angle: float) -> None:
    pixels = marked(48, angle, 300, 200)
    crop, found = classifier.crop(pixels, Found(300, 200, 48, 1.0, turn=(0.0, 0.0)))
    assert abs((found - angle + 45) % 90 - 45) < 2.5
    assert np.abs(crop[0:12].astype(int)).mean() < 8  # nothing of the square is left outside


def test_nothing_to_see_has_no_direction() -> None:
    assert edge_turn(np.full((64, 64, 3), 90, np.uint8), 36) == (0.0, 0.0)


def test_each_die_gets_its_own_look_whatever_the_batch(
    classifier: Classifier, colour_reader: ColourReader
) -> None:
    squares = [Square(30 + 60 * (k % 10), 40 + 60 * (k // 10), 40, 0.0, k % 14) for k in range(37)]
    looks = classifier.look(picture(640, 480, squares), [Found(s.x, s.y, s.size, 0.9) for s in squares])
    assert [int(look.probabilities.argmax()) for look in looks] == [s.shows for s in squares]
    assert max(colour_reader.seen) <= 4 * BATCH
    assert sum(colour_reader.seen) == 4 * len(squares)  # each in its four quarter turns
    for look in looks:
        assert look.probabilities.shape == (len(CLASSES),)
        assert look.probabilities.sum() == pytest.approx(1, abs=1e-5)
        assert np.linalg.norm(look.embedding) == pytest.approx(1, abs=1e-5)


def test_no_dice_need_no_network(classifier: Classifier, colour_reader: ColourReader) -> None:
    assert classifier.look(picture(64, 64, []), []) == []
    assert colour_reader.seen == []


def test_softmax_keeps_order_and_does_not_overflow() -> None:
    assert softmax(np.array([[1000.0, 1001.0]], np.float32))[0].tolist() == pytest.approx(
        [0.2689, 0.7311], abs=1e-3
    )
