"""The events of Plant-Based Riot. A card that nobody has shown is `?`."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Event


@dataclass(frozen=True)
class Aim:
    """A gang card in a turf: the seat, the group, the card, and the gang that it is used as afterwards."""

    seat: int
    group: str
    card: str
    gang: str


@dataclass(frozen=True)
class Peeked(Event):
    """A seat looked at one Cartel card and shuffled them (R6)."""

    seat: int


@dataclass(frozen=True)
class Reshuffled(Event):
    """The draw pile was used up, and the discard pile of `cards` cards is the new one (R19)."""

    cards: int


@dataclass(frozen=True)
class Drew(Event):
    """A seat drew cards; `opening` marks the draw that opens a turn."""

    seat: int
    cards: tuple[str, ...]
    opening: bool


@dataclass(frozen=True)
class Laid(Event):
    """A seat laid a gang or wild card into its turf, used as `gang` (R10)."""

    seat: int
    card: str
    gang: str


@dataclass(frozen=True)
class Secured(Event):
    """A seat laid a security card from its hand on a group (R11)."""

    seat: int
    card: str
    group: str


@dataclass(frozen=True)
class Moved(Event):
    """A seat moved a wild card from a group to a gang, or a security card to a group (R12)."""

    seat: int
    card: str
    source: str
    target: str


@dataclass(frozen=True)
class Played(Event):
    """A seat laid an action card open: what it `take`s and gives, or the `way` of a rotation (R14)."""

    seat: int
    card: str
    take: Aim | None = None
    give: Aim | None = None
    way: str = ""


@dataclass(frozen=True)
class WarCalled(Event):
    """A seat called a Turf War (R15)."""

    seat: int


@dataclass(frozen=True)
class Blocked(Event):
    """A seat laid No You Don't! (R35)."""

    seat: int


@dataclass(frozen=True)
class Passed(Event):
    """A seat lets it happen."""

    seat: int


@dataclass(frozen=True)
class Stopped(Event):
    """What a seat had played does not happen; card and move are spent (R36)."""

    seat: int


@dataclass(frozen=True)
class Took(Event):
    """A seat took a gang card from another turf into its own (R27, R28), or was given it (R29)."""

    seat: int
    card: Aim


@dataclass(frozen=True)
class PearUsed(Event):
    """Pear-tection stopped an attack on a group and was used up (A13)."""

    seat: int
    victim: int
    group: str


@dataclass(frozen=True)
class TookGang(Event):
    """A seat took a whole group from another turf into its own (R30)."""

    seat: int
    victim: int
    group: str


@dataclass(frozen=True)
class Traded(Event):
    """A seat gave a card of its turf for one of another's (R32)."""

    seat: int
    take: Aim
    give: Aim


@dataclass(frozen=True)
class Spun(Event):
    """Every turf moved one player on, left (clockwise) or right, but for the seats that were spared (R26)."""

    way: str
    spared: tuple[int, ...]


@dataclass(frozen=True)
class GiftsDue(Event):
    """Each of these seats owes the active one a gang card (R29)."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class Named(Event):
    """A seat says what a wild card that it was given is used as (A15)."""

    seat: int
    card: Aim


@dataclass(frozen=True)
class DrawDue(Event):
    """A seat may draw two cards (R33)."""

    seat: int


@dataclass(frozen=True)
class RecruitDue(Event):
    """A seat may look at the top three cards (R34)."""

    seat: int


@dataclass(frozen=True)
class Recruited(Event):
    """A seat looked at the top cards, kept one and put `back` others (R34)."""

    seat: int
    card: str
    back: int


@dataclass(frozen=True)
class CartelSeen(Event):
    """These seats looked at all Cartel cards (R31, R42)."""

    seats: tuple[int, ...]


@dataclass(frozen=True)
class WarDue(Event):
    """The Turf War of a seat takes place: it compares its full gangs with the Cartel cards."""

    seat: int


@dataclass(frozen=True)
class WarLost(Event):
    """The Turf War of a seat failed; the gangs of `groups` go to the discard pile (A4)."""

    seat: int
    groups: tuple[str, ...]


@dataclass(frozen=True)
class TurnEnded(Event):
    """A seat's turn is over; `cards` are those that it discarded down to the hand limit (R18)."""

    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Finished(Event):
    """A seat has won with these gangs (R38)."""

    winner: int
    gangs: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    Peeked,
    Reshuffled,
    Drew,
    Laid,
    Secured,
    Moved,
    Played,
    WarCalled,
    Blocked,
    Passed,
    Stopped,
    Took,
    PearUsed,
    TookGang,
    Traded,
    Spun,
    GiftsDue,
    Named,
    DrawDue,
    RecruitDue,
    Recruited,
    CartelSeen,
    WarDue,
    WarLost,
    TurnEnded,
    Finished,
)
"""Every event of the game."""
