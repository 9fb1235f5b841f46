"""What is due and what things are worth, in dollars: rents, tenths, and everybody's worth."""

from __future__ import annotations

from companion.rules.monopoly.box import Space
from companion.rules.monopoly.state import State


def rent(state: State, pos: int, dice: int, special: str = "") -> int:
    """What a visitor owes the owner at `pos` with the sum `dice` (R11, R12, R43, A4-A6); 0 when nothing is due."""
    deed = state.deeds[pos]
    if deed.owner is None or deed.mortgaged:
        return 0
    due = _plain(state, state.space(pos), deed.owner, dice, special)
    return 2 * due if planktons(state, pos) else due


def _plain(state: State, space: Space, owner: int, dice: int, special: str) -> int:
    number = sum(state.deeds[other.pos].owner == owner for other in state.box.groups[space.group])
    if space.kind == "utility":
        return dice * (10 if special == "ten_times" else space.rent[number - 1])
    if space.kind == "transport":
        return space.rent[number - 1] * (2 if special == "double" else 1)
    level = state.deeds[space.pos].level
    bare = 2 if level == 0 and state.holds_group(owner, space.group) else 1
    return space.rent[level] * bare


def planktons(state: State, pos: int) -> bool:
    """Whether the coin stands on this deed and counts there (A4)."""
    streets_only = state.rule("plankton_scope") == "streets"
    return state.plankton == pos and not (streets_only and state.space(pos).kind != "street")


def tenth(state: State, amount: int) -> int:
    """A tenth in whole dollars, rounded as the house rule says (A12)."""
    extra = {"up": 9, "half": 5, "down": 0}[str(state.rule("round_tenth"))]
    return (amount + extra) // 10


def buildings(state: State, pos: int) -> int:
    """What the buildings on a street cost: a Krab counts with the pineapples that were handed in (R45)."""
    return state.rank(pos) * state.space(pos).building


def refund(state: State, pos: int) -> int:
    """What the bank gives for the buildings on a street: half their price, piece by piece (R30)."""
    return state.rank(pos) * (state.space(pos).building // 2)


def taxable(state: State, seat: int) -> int:
    """The worth that the tax asks a tenth of: cash, printed values of all deeds, cost of buildings (R17)."""
    owned = state.owned(seat)
    return state.players[seat].cash + sum(space.price + buildings(state, space.pos) for space in owned)


def worth(state: State, seat: int) -> int:
    """The worth that wins: cash, unmortgaged deeds at price, mortgaged ones at half, cost of buildings (R45)."""
    deeds = (
        space.price // (2 if state.deeds[space.pos].mortgaged else 1) + buildings(state, space.pos)
        for space in state.owned(seat)
    )
    return 0 if state.players[seat].out else state.players[seat].cash + sum(deeds)


def worths(state: State) -> tuple[int, ...]:
    """Everybody's worth, in seat order."""
    return tuple(worth(state, seat) for seat in range(len(state.players)))


def raisable(state: State, seat: int) -> int:
    """All cash that a seat can come to without anybody else: buildings at half price, then mortgages (R36)."""
    sold = sum(refund(state, space.pos) for space in state.owned(seat))
    lent = sum(space.mortgage for space in state.owned(seat) if not state.deeds[space.pos].mortgaged)
    return state.players[seat].cash + sold + lent


def lifting(state: State, pos: int) -> int:
    """What lifting a mortgage costs: its value and a tenth, which a new owner has just paid (R33, R34)."""
    value = state.space(pos).mortgage
    return value if pos in state.fresh else value + tenth(state, value)


def interest(state: State, deeds: tuple[int, ...]) -> int:
    """The tenth that a new owner pays at once on each mortgaged deed (R34)."""
    return sum(tenth(state, state.space(pos).mortgage) for pos in deeds if state.deeds[pos].mortgaged)
