"""How hands lay cards into the simulated tray: side by side, each a little askew, or one over another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.decks import HEIGHT as TALL
from companion.decks import WIDTH as BROAD
from companion.errors import AskError
from companion.words import say
from hardware.simulators.scenes import CardOnTable
from hardware.simulators.tray import HEIGHT, WIDTH

SKEW = 20.0  # degrees that a card is laid askew at most
NARROW = 8.0  # degrees: the same where four lie in one row, or one over another
DRIFT = (64.0, 36.0)  # millimetres to the sides and up or down that a card may lie off its place
AIR = 2.0  # millimetres between a card and its neighbour's half of the tray
IN_ONE_ROW = 3  # cards that lie in one row; more lie in two
MOST, MOST_FANNED = 8, 6  # cards for which there is room
SHOWN = 0.7  # share of its width that is seen of a card on which another one lies
LIFT = 0.4  # millimetres from one card to the next one over it


@dataclass(frozen=True)
class Laid:
    """A card that a hand lays down: of which deck, its code, and whether its top is towards the near edge."""

    deck: str
    code: str
    turned: bool = False


def spread(cards: Sequence[Laid], rng: np.random.Generator, *, fanned: bool = False) -> tuple[CardOnTable, ...]:
    """Where the cards lie, in their order from the left, row by row from the far edge.

    `fanned`, each but the last lies partly under the next one; else none touches another.

    Raises:
        AskError: there is no room for so many.
    """
    most = MOST_FANNED if fanned else MOST
    if len(cards) > most:
        raise AskError(
            say("There is no room for another card: take the cards away first."),
            detail=f"expected at most {most} cards, got {len(cards)}",
        )
    lay = _fan if fanned and len(cards) > 1 else _rows
    return tuple(_placed(card, place) for card, place in zip(cards, lay(len(cards), rng), strict=True))


Place = tuple[float, float, float, float]
"""x and y in millimetres, degrees from upright, and millimetres above the table."""


def _placed(card: Laid, place: Place) -> CardOnTable:
    x, y, angle, lift = place
    laid = CardOnTable(card.deck, card.code, x, y, angle, lift=lift)
    return replace(laid, angle=angle + 180) if card.turned else laid


def _rows(count: int, rng: np.random.Generator) -> list[Place]:
    """A place for each card in a part of the tray that is its own."""
    rows = 1 if count <= IN_ONE_ROW else 2
    columns = max(1, -(-count // rows))
    cell = (WIDTH / columns, HEIGHT / rows)
    most = SKEW if columns <= IN_ONE_ROW else NARROW
    return [_within(cell, index % columns, rows - 1 - index // columns, most, rng) for index in range(count)]


def _within(cell: tuple[float, float], column: int, row: int, most: float, rng: np.random.Generator) -> Place:
    angle = float(rng.uniform(-most, most))
    free = [(room - taken) / 2 - AIR for room, taken in zip(cell, _extent(angle), strict=True)]
    x, y = (float(rng.uniform(-1, 1)) * min(one, drift) for one, drift in zip(free, DRIFT, strict=True))
    return (column + 0.5) * cell[0] + x, (row + 0.5) * cell[1] + y, angle, 0.0


def _extent(angle: float) -> tuple[float, float]:
    """The millimetres that a card takes up across and away, turned by so many degrees."""
    sine, cosine = abs(np.sin(np.radians(angle))), abs(np.cos(np.radians(angle)))
    return float(BROAD * cosine + TALL * sine), float(BROAD * sine + TALL * cosine)


def _fan(count: int, rng: np.random.Generator) -> list[Place]:
    """Places in one row, each partly over the one before it."""
    step = BROAD * SHOWN
    first = (WIDTH - step * (count - 1)) / 2
    lean, y = float(rng.uniform(-NARROW, NARROW)), HEIGHT / 2 + float(rng.uniform(-1, 1)) * DRIFT[1]
    return [(first + step * index, y, lean, LIFT * index) for index in range(count)]
