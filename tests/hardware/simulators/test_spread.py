"""Where hands lay several cards at the simulated table."""

from __future__ import annotations

from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest

from companion.errors import AskError
from hardware.simulators.scenes import CardOnTable
from hardware.simulators.spread import MOST, MOST_FANNED, SHOWN, SKEW, Laid, spread
from hardware.simulators.tray import HEIGHT, WIDTH

SEEDS = range(12)


def laid(count: int, seed: int, *, fanned: bool = False) -> tuple[CardOnTable, ...]:
    cards = [Laid("riot", f"{place}", turned=place % 3 == 1) for place in range(count)]
    return spread(cards, np.random.default_rng(seed), fanned=fanned)


def covered(under: CardOnTable, over: CardOnTable) -> float:
    """The share of a card that another one covers."""
    below, above = (card.corners()[:, :2].astype(np.float32) for card in (under, over))
    return float(cv2.intersectConvexConvex(below, above)[0]) / float(cv2.contourArea(below))


def whole(cards: tuple[CardOnTable, ...]) -> bool:
    corners = np.concatenate([card.corners()[:, :2] for card in cards])
    return bool((corners > 0).all() and (corners < (WIDTH, HEIGHT)).all())


@pytest.mark.parametrize("count", range(1, MOST + 1))
def test_cards_side_by_side_lie_askew_whole_in_the_picture_and_apart(count: int) -> None:
    poses = set()
    for seed in SEEDS:
        cards = laid(count, seed)
        assert whole(cards)
        assert all(covered(one, other) == 0 for one, other in combinations(cards, 2))
        assert all(abs((card.angle + 90) % 180 - 90) <= SKEW for card in cards)
        poses |= {(card.x, card.y, card.angle) for card in cards}
    assert len(poses) == count * len(SEEDS)


def test_they_are_read_in_the_order_in_which_they_were_laid() -> None:
    """Row by row from the far edge, each from the left."""
    for seed in SEEDS:
        cards = laid(7, seed)
        assert [card.code for card in sorted(cards, key=lambda card: (card.y < HEIGHT / 2, card.x))] == [
            *"0123456"
        ]


def test_a_turned_card_lies_upside_down() -> None:
    up, down, again = (card.corners() for card in laid(3, 1))
    assert up[:2, 1].min() > up[2:, 1].max()
    assert down[:2, 1].max() < down[2:, 1].min()
    assert again[:2, 1].min() > again[2:, 1].max()


@pytest.mark.parametrize("count", range(2, MOST_FANNED + 1))
def test_one_over_another_each_shows_most_of_itself(count: int) -> None:
    for seed in SEEDS:
        cards = laid(count, seed, fanned=True)
        assert whole(cards)
        for under, over in pairwise(cards):
            assert under.lift < over.lift
            assert 1 - SHOWN - 0.12 < covered(under, over) < 1 - SHOWN + 0.02


@pytest.mark.parametrize(("count", "fanned"), [(MOST + 1, False), (MOST_FANNED + 1, True)])
def test_more_cards_than_there_is_room_for_are_refused(count: int, fanned: bool) -> None:
    with pytest.raises(AskError, match="no room"):
        laid(count, 0, fanned=fanned)
    laid(count - 1, 0, fanned=fanned)
