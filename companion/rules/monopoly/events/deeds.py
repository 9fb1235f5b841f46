"""Events of deeds and buildings; `space` is a place 0-39 of the board, money is in dollars."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.game import Event


@dataclass(frozen=True)
class Dealt(Event):
    """A seat was dealt a deed before the first turn, for `price` or for nothing."""

    seat: int
    space: int
    price: int


@dataclass(frozen=True)
class Bought(Event):
    """A seat took the deed where it stands, for `price` or, from Plankton, for nothing."""

    seat: int
    space: int
    price: int


@dataclass(frozen=True)
class Declined(Event):
    """A seat did not want the deed where it stands."""

    seat: int
    space: int


@dataclass(frozen=True)
class LotOpened(Event):
    """An auction: a `deed`, or a last `pineapple` or `krab`; `seats` may bid, `high` has bid already or is -1."""

    kind: str
    space: int
    seats: tuple[int, ...]
    high: int = -1
    bid: int = 0


@dataclass(frozen=True)
class BidMade(Event):
    """A seat bid."""

    seat: int
    amount: int


@dataclass(frozen=True)
class BidderPassed(Event):
    """A seat left the auction."""

    seat: int


@dataclass(frozen=True)
class LotSold(Event):
    """The highest bidder pays and has the lot."""

    seat: int
    kind: str
    space: int
    price: int


@dataclass(frozen=True)
class LotUnsold(Event):
    """Nobody bid."""

    kind: str
    space: int


@dataclass(frozen=True)
class Built(Event):
    """A seat set a piece on a street, now at `level` (`KRAB` is a Krab), for `price`."""

    seat: int
    space: int
    level: int
    price: int


@dataclass(frozen=True)
class BuildingSold(Event):
    """A seat gave a piece back to the bank for `price`; the street is at `level` now."""

    seat: int
    space: int
    level: int
    price: int


@dataclass(frozen=True)
class GroupSold(Event):
    """A seat gave all buildings of a group back at once for `price`."""

    seat: int
    group: str
    spaces: tuple[int, ...]
    price: int


@dataclass(frozen=True)
class Mortgaged(Event):
    """A seat turned a deed over and got `value` from the bank."""

    seat: int
    space: int
    value: int


@dataclass(frozen=True)
class Lifted(Event):
    """A seat lifted a mortgage for `price`."""

    seat: int
    space: int
    price: int
