"""What lies on a card is left out; what is another card's print is not."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from companion.vision.cards.comparing import fit
from companion.vision.cards.covering import seen_cells
from companion.vision.cards.look import RIM, Floats, Look, tints
from companion.vision.cards.rectify import standard
from companion.vision.cards.taught import TaughtCards
from companion.vision.frame import Pixels
from tests.vision.cards.drawn import SIZE, families, varied

MAT = (40, 90, 60)


@cache
def faces() -> dict[str, Pixels]:
    rng = np.random.default_rng(11)
    drawn = varied(rng, 6) | families(rng, 1, 3)
    return {code: standard(face, SIZE) for code, (_, face) in drawn.items()}


def on_mat(picture: Pixels, gain: float = 1.0) -> Pixels:
    """A card with a rim of the mat around it, in brighter or dimmer light."""
    wide = cv2.copyMakeBorder(picture, RIM, RIM, RIM, RIM, cv2.BORDER_CONSTANT, value=MAT)
    return np.asarray(np.clip(wide * gain, 0, 255), np.uint8)


def covered(wide: Pixels, *corners: tuple[int, int], colour: tuple[int, int, int] = (200, 40, 160)) -> Pixels:
    """The picture with something on it that has these corners, in pixels of the card."""
    return np.asarray(cv2.fillPoly(wide.copy(), [np.array(corners, np.int32) + RIM], colour), np.uint8)


def seen(wide: Pixels, code: str) -> Floats | None:
    alone = np.ascontiguousarray(wide[RIM:-RIM, RIM:-RIM])
    known = Look(faces()[code])
    return seen_cells(wide, tints(known.picture), fit(Look(alone), known.details, None))


def look(wide: Pixels) -> Look:
    return Look(np.ascontiguousarray(wide[RIM:-RIM, RIM:-RIM]), wide)


@pytest.mark.parametrize("gain", [1.0, 0.4])
@pytest.mark.parametrize(
    ("corners", "hidden", "open_"),
    [
        (((-30, -30), (282, -30), (282, 100), (-30, 60)), np.s_[:2, :], np.s_[7:, :]),
        (((130, -30), (282, -30), (282, 160)), np.s_[:3, 9:], np.s_[:, :5]),
        (((-30, 250), (60, 200), (150, 382), (-30, 382)), np.s_[13:, :2], np.s_[:7, :]),
    ],
    ids=["from above", "over a corner", "from below"],
)
def test_what_comes_from_outside_is_left_out(
    corners: tuple[tuple[int, int], ...], hidden: tuple[slice, slice], open_: tuple[slice, slice], gain: float
) -> None:
    share = seen(covered(on_mat(faces()["V1"], gain), *corners), "V1")
    assert share is not None
    assert share.shape == (16, 11)
    assert share[hidden].max() == 0
    assert share[open_].min() == 1


def test_nothing_is_left_out_of_a_card_that_lies_free() -> None:
    assert seen(on_mat(faces()["V1"]), "V1") is None


def test_another_print_is_no_cover() -> None:
    """Not a title, not art, not a lower half of other colours: the outline round it is seen."""
    for code in ("V0", "V2", "F0-1"):
        assert seen(on_mat(faces()["V1"]), code) is None
    half = faces()["V1"].copy()
    half[200:] = (30, 60, 200)
    assert seen(on_mat(half), "V1") is None


def test_a_patch_of_colour_within_the_card_is_no_cover() -> None:
    assert seen(covered(on_mat(faces()["V1"]), (60, 100), (200, 100), (200, 260), (60, 260)), "V1") is None


def test_a_card_without_an_outline_tells_nothing() -> None:
    rim = cv2.copyMakeBorder(faces()["V1"], RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE)
    assert seen(covered(np.asarray(rim, np.uint8), (-30, -30), (282, -30), (282, 100), (-30, 100)), "V1") is None


def test_a_covered_card_is_read_by_what_is_seen_of_it() -> None:
    taught = TaughtCards([*faces().items()])
    art = covered(on_mat(faces()["V3"]), (-30, 210), (282, 260), (282, 400), (-30, 400))
    verdict = taught.recognise({0: look(art)})
    assert (verdict.candidates[0][0], verdict.reason) == ("V3", None)


def test_look_alikes_whose_difference_is_covered_are_asked_about() -> None:
    """The cards of a family differ in their titles and their lines."""
    taught = TaughtCards([*faces().items()])
    title = covered(on_mat(faces()["F0-1"]), (-30, -30), (282, -30), (282, 75), (-30, 75))
    both = covered(title, (-30, 230), (282, 230), (282, 400), (-30, 400))
    assert taught.recognise({0: look(both)}).reason is not None


def test_a_stranger_under_a_cover_stays_one() -> None:
    known = TaughtCards([(code, face) for code, face in faces().items() if code != "F0-2"])
    for corners in (
        ((-30, 230), (282, 230), (282, 400), (-30, 400)),
        ((150, -30), (282, -30), (282, 400), (190, 400)),
    ):
        verdict = known.recognise({0: look(covered(on_mat(faces()["F0-2"]), *corners))})
        assert verdict.reason is not None
