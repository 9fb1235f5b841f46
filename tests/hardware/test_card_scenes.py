from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.decks import HEIGHT, WIDTH, NoSuchCard, drawn_deck, face
from hardware.simulators.scenes import CardOnTable, Die, Scene, card_corners, render

SIZE = (640, 480)  # pixels of a table of 320 x 240 mm: two per millimetre
FOX = CardOnTable("riot", "CHERRY", 100, 130)
DENSITY = 2.0


def rectified(scene: Scene, card: CardOnTable) -> np.ndarray:
    width, height = round(WIDTH * DENSITY), round(HEIGHT * DENSITY)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    corners = card_corners(scene, card, *SIZE).astype(np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(corners, target)
    return cv2.warpPerspective(render(scene, *SIZE), homography, (width, height))


def difference(scene: Scene, card: CardOnTable) -> float:
    """Grey levels by which a card in the picture differs from its drawing, on the mean."""
    printed = face(drawn_deck(card.deck).card(card.code), DENSITY).astype(np.float32)
    return float(np.abs(rectified(scene, card).astype(np.float32) - printed).mean())


@pytest.mark.parametrize("angle", [0.0, 33.0, 180.0, -90.0])
@pytest.mark.parametrize("tilt", [0.0, 25.0])
def test_a_card_lies_where_its_corners_say_the_right_way_round(angle: float, tilt: float) -> None:
    card = replace(FOX, angle=angle, x=160, y=120)
    scene = Scene((), cards=(card,), tilt=tilt)
    assert difference(scene, card) < 16
    turned = replace(card, angle=angle + 180)
    assert difference(replace(scene, cards=(turned,)), card) > 30


def test_from_aside_near_things_are_larger() -> None:
    near, far = replace(FOX, y=60, x=160), replace(FOX, y=180, x=160)
    scene = Scene((), cards=(near, far), tilt=30)
    widths = [np.linalg.norm(np.diff(card_corners(scene, card, *SIZE)[:2], axis=0)) for card in (near, far)]
    assert widths[0] > 1.1 * widths[1]
    flat = replace(scene, tilt=0.0)
    straight = [np.linalg.norm(np.diff(card_corners(flat, card, *SIZE)[:2], axis=0)) for card in (near, far)]
    assert straight[0] == pytest.approx(straight[1])


def test_a_sleeve_stands_out_and_a_lamp_whitens() -> None:
    bare = Scene((), cards=(FOX,))
    sleeved = replace(FOX, sleeve=True)
    assert difference(replace(bare, cards=(sleeved,)), sleeved) > difference(bare, FOX)
    shining = replace(FOX, glare=1.0, spot=(0.5, 0.5))
    seen, plain = rectified(replace(bare, cards=(shining,)), FOX), rectified(bare, FOX)
    white = (seen.min(axis=2) > 235).mean() - (plain.min(axis=2) > 235).mean()
    assert 0.03 < white < 0.5


def test_later_cards_dice_and_hands_lie_over_earlier_cards() -> None:
    over = CardOnTable("plankton_rising", "cork", 120, 150, 20, lift=0.4)
    scene = Scene((), cards=(FOX, over))
    assert difference(scene, over) < 16
    assert difference(scene, FOX) > 30
    upside = replace(scene, cards=(over, FOX))
    assert difference(upside, FOX) < 16
    die = Die("pips", "6", FOX.x, FOX.y, 0)
    lone = Scene((), cards=(FOX,))
    assert difference(replace(lone, dice=(die,)), FOX) > difference(lone, FOX) + 2
    middle = replace(FOX, x=160, y=120)
    covered = Scene((), cards=(middle,), hand=True)
    assert difference(covered, middle) > difference(replace(covered, hand=False), middle) + 5


def test_a_card_casts_a_thin_shadow() -> None:
    bare, laid = Scene(()), Scene((), cards=(FOX,))
    darker = render(bare, *SIZE).astype(int) - render(laid, *SIZE).astype(int)
    corners = card_corners(laid, FOX, *SIZE)
    low, right = int(corners[:, 1].max()) + 1, int(corners[:, 0].mean())
    assert darker[low : low + 2, right - 20 : right + 20].mean() > 1


def test_the_same_scene_is_the_same_picture() -> None:
    scene = Scene((), cards=(replace(FOX, sleeve=True, glare=0.5),), seed=3)
    assert np.array_equal(render(scene, *SIZE), render(scene, *SIZE))


def test_a_card_that_nobody_has_drawn_is_refused() -> None:
    with pytest.raises(NoSuchCard):
        render(Scene((), cards=(replace(FOX, code="ACE"),)), *SIZE)
