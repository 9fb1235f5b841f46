"""What can happen in Plankton Rising, and what the table may have to wait for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Event


@dataclass(frozen=True)
class Task:
    """Something that is to be done before the turn goes on, by the app or by people.

    `source` is the card, tile, token or team card that asks; of its effects in `role` (`branch` of a choice) the
    one at `step` is next, and `picked` has been chosen for it. `left` counts what is drawn.
    """

    kind: str
    source: str = ""
    role: str = ""
    step: int = 0
    branch: str = ""
    picked: tuple[str, ...] = ()
    left: int = 0
    team: int = 0


@dataclass(frozen=True)
class Stood(Event):
    """The turn has come to a phase, and these tasks are open in it."""

    phase: str
    tasks: tuple[Task, ...] = ()


@dataclass(frozen=True)
class TeamTaken(Event):
    """A player took a Home Base card with its leader."""

    team: int
    home: str
    leader: str
    dice: tuple[str, ...]


@dataclass(frozen=True)
class HomeDescribed(Event):
    """A team told the three dice of its Home Base card."""

    team: int
    dice: tuple[str, ...]


@dataclass(frozen=True)
class CardMet(Event):
    """A card came up that the box does not list."""

    card: str
    kind: str


@dataclass(frozen=True)
class CardDescribed(Event):
    """People told what is printed on a card; an empty name leaves it as it was."""

    card: str
    capacity: int
    symbols: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True)
class Mistaken(Event):
    """A card in a row was taken for another one; an unlisted one was none of its own."""

    card: str


@dataclass(frozen=True)
class LeftOut(Event):
    """A Villain stays in the box for an easier game; an empty card is one that the box does not list."""

    card: str
    number: int = 1


@dataclass(frozen=True)
class Dealt(Event):
    """A card was laid into a gap of a row."""

    row: str
    slot: int
    card: str


@dataclass(frozen=True)
class Placed(Event):
    """A team put its token into a place."""

    team: int
    place: str


@dataclass(frozen=True)
class Revealed(Event):
    """A Plankton card was turned up."""

    ingredient: str
    place: str


@dataclass(frozen=True)
class TheftChanged(Event):
    """The Theft counters of a tile changed `by` some to `now`."""

    ingredient: str
    by: int
    now: int


@dataclass(frozen=True)
class Stolen(Event):
    """A tile with a full theft track was turned to its computer side."""

    ingredient: str


@dataclass(frozen=True)
class PlanktonMoved(Event):
    """Plankton went to a place."""

    place: str


@dataclass(frozen=True)
class TimeChanged(Event):
    """The Time counters of a card changed `by` some to `now`."""

    card: str
    by: int
    now: int


@dataclass(frozen=True)
class VillainHit(Event):
    """A Villain got a Time counter from the players: once a turn."""

    card: str
    now: int


@dataclass(frozen=True)
class Activated(Event):
    """An Order, a Villain or a computer side acts."""

    source: str


@dataclass(frozen=True)
class Flagged(Event):
    """Something is forbidden for the rest of the turn."""

    flag: str


@dataclass(frozen=True)
class Returned(Event):
    """A card went back to the deck."""

    card: str


@dataclass(frozen=True)
class Shuffled(Event):
    """A pile was shuffled: `cards`, `plankton` or `tokens`; `order` is the new one where the app deals."""

    pile: str
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class TokenSpent(Event):
    """A team used a Spatula token that it had drawn in turn `drawn`."""

    team: int
    kind: str
    drawn: int


@dataclass(frozen=True)
class TokenBack(Event):
    """A token that was taken for another one goes back to the supply."""

    team: int
    kind: str
    drawn: int


@dataclass(frozen=True)
class TokenDrawn(Event):
    """A team drew a Spatula token."""

    team: int
    kind: str


@dataclass(frozen=True)
class Recruited(Event):
    """A Friend joined a team."""

    card: str
    team: int


@dataclass(frozen=True)
class OrderDone(Event):
    """An Order was completed."""

    card: str
    team: int


@dataclass(frozen=True)
class Lost(Event):
    """A card whose Time ran out was discarded, from a row or from a team."""

    card: str
    team: int = -1


@dataclass(frozen=True)
class TurnBegun(Event):
    """The next team is on."""

    team: int
    turn: int


@dataclass(frozen=True)
class Finished(Event):
    """The players have won or lost together, and why: orders, stolen, friends or team."""

    won: bool
    reason: str
