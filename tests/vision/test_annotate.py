from __future__ import annotations

import numpy as np

from companion.vision.annotate import ASKED, SURE, annotate
from companion.vision.frame import Frame
from companion.vision.reading import DieReading, Reading


def count(frame: Frame, colour: tuple[int, int, int]) -> int:
    return int((np.abs(frame.pixels.astype(int) - colour).max(axis=2) < 60).sum())


def test_each_die_is_boxed_in_the_colour_of_its_certainty() -> None:
    frame = Frame(np.full((480, 640, 3), 90, np.uint8), 3.0)
    sure = DieReading("5", 0.98, 200, 200, 60, 20, "pips")
    asked = DieReading("Ä", 0.4, 500, 300, 60, -30, "toys", sure=False)
    shown = annotate(frame, Reading((sure,), 640, 480, 1.0))
    assert (count(shown, SURE) > 100, count(shown, ASKED)) == (True, 0)
    both = annotate(frame, Reading((sure, asked), 640, 480, 1.0))
    assert count(both, ASKED) > 100
    assert (frame.pixels == 90).all()  # the frame itself stays as it was
    assert both.taken_at == 3.0
    assert (both.pixels[185:215, 185:215] == 90).all()  # and the face can be seen


def test_boxes_at_the_border_and_reasons_do_no_harm() -> None:
    frame = Frame(np.zeros((40, 40, 3), np.uint8), 0.0)
    dice = tuple(DieReading("FF", 0.5, x, y, 60, 45, "friends") for x, y in ((0, 0), (39, 39), (500, -80)))
    assert annotate(frame, Reading(dice, 40, 40, 1.0)).pixels.shape == (40, 40, 3)
    assert count(annotate(frame, Reading((), 40, 40, 1.0, "dark")), ASKED) > 0
