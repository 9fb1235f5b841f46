"""Buildings: built evenly, auctioned when they run short, sold back evenly."""

from __future__ import annotations

from companion.rules.args import OneOf, Pick
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import Space
from companion.rules.monopoly.buying import close
from companion.rules.monopoly.course import Course, Move, Refusal, begun, number
from companion.rules.monopoly.state import KRAB, State
from companion.rules.monopoly.worth import refund
from companion.words import Sentence, say


def next_level(state: State, pos: int) -> int:
    """What the next piece makes of a street: one more pineapple, or a Krab after the last (R28)."""
    level = state.deeds[pos].level
    return KRAB if level == state.full else level + 1


def kind_of(state: State, pos: int) -> str:
    """The piece that comes next on a street."""
    return "krab" if next_level(state, pos) == KRAB else "pineapple"


def stock(state: State, kind: str) -> int:
    """The pieces of a kind in the bank."""
    return state.krabs if kind == "krab" else state.pineapples


def unbuildable(state: State, seat: int, pos: int) -> Refusal | None:
    """Why no piece can come on a street now, money and pieces aside; None when one can."""
    space, group = state.space(pos), state.space(pos).group
    if space.kind != "street" or not state.holds_group(seat, group):
        return Refusal("R26", "no-group", say("Own every street of the colour first."))
    if any(state.deeds[other.pos].mortgaged for other in state.box.groups[group]):
        return Refusal("R35", "mortgaged", say("Lift the mortgages of this colour first."))
    if state.deeds[pos].level == KRAB:
        return Refusal("R28", "full", say("A street carries one Krab and no more."))
    if state.rank(pos) > min(state.rank(other.pos) for other in state.box.groups[group]):
        return Refusal("R26", "uneven", say("Build evenly: another street of this colour has less."))
    return None


def _unbuyable(state: State, seat: int, pos: int) -> Refusal | None:
    if not stock(state, kind_of(state, pos)):
        return Refusal("R29", "no-pieces", say("The bank has none left: wait until somebody gives some back."))
    if state.free_cash(seat) < state.space(pos).building:
        return Refusal("R26", "not-enough-money", say("There is not enough cash for this building."))
    return None


def auctioning(state: State) -> Refusal | None:
    """Nothing is built or sold while an auction is open (R29)."""
    if not state.lots and not state.placing:
        return None
    return Refusal("R29", "auction-open", say("Finish the auction first."))


def offered(state: State, seat: int) -> Refusal | None:
    """What lies in an offer stays as it is until the offer is answered (R31)."""
    trade = state.trade
    if trade is None or not trade.offered or seat not in (trade.by, trade.partner):
        return None
    return Refusal("R31", "offer-open", say("Answer the offer first, or take it off the table."))


def streets(state: State, seat: int) -> tuple[Space, ...]:
    """The streets of a seat, in order."""
    return tuple(space for space in state.owned(seat) if space.kind == "street")


def _buildable(state: State, seat: int) -> tuple[Space, ...]:
    return tuple(
        space
        for space in streets(state, seat)
        if unbuildable(state, seat, space.pos) is None and _unbuyable(state, seat, space.pos) is None
    )


def piece(kind: str) -> Sentence:
    """The name of a piece."""
    return say("Krab") if kind == "krab" else say("pineapple")


def _builds(state: State) -> tuple[Choice, ...]:
    if not begun(state) or auctioning(state):
        return ()
    return tuple(
        Choice((seat,), "build", say("Build"), {"space": OneOf(tuple(_built(state, one) for one in found))})
        for seat in state.solvent
        if not offered(state, seat) and (found := _buildable(state, seat))
    )


def _built(state: State, space: Space) -> Pick:
    kind = piece(kind_of(state, space.pos))
    label = say("{piece} on {space}", piece=kind, space=space.name)
    return Pick(space.pos, label, state.priced(space.building))


def _build(state: State, action: Action) -> tuple[Event, ...]:
    """A piece for its price; an auction when several want the last ones (R26-R29)."""
    course, pos = Course(state), number(action, "space")
    kind, price = kind_of(state, pos), state.space(pos).building
    if rivals := _rivals(state, kind):
        course.happen(e.LotOpened(kind, pos, rivals, action.seat, price))
        close(course)
    else:
        course.happen(e.Built(action.seat, pos, next_level(state, pos), price))
    return course.events


def _rivals(state: State, kind: str) -> tuple[int, ...]:
    """The seats that could build such a piece now, when they are several and could use more than there are."""
    able = tuple(
        seat
        for seat in state.solvent
        if any(kind_of(state, space.pos) == kind for space in _buildable(state, seat))
    )
    wanted = sum(_room(state, space.pos, kind) for seat in able for space in streets(state, seat))
    return able if len(able) > 1 and wanted > stock(state, kind) else ()


def _room(state: State, pos: int, kind: str) -> int:
    """The pieces of a kind that a street of a whole, unmortgaged colour can still take."""
    group, owner = state.space(pos).group, state.deeds[pos].owner
    lent = any(state.deeds[other.pos].mortgaged for other in state.box.groups[group])
    if owner is None or lent or not state.holds_group(owner, group) or state.deeds[pos].level == KRAB:
        return 0
    return 1 if kind == "krab" else state.full - state.rank(pos)


def _no_building(state: State, action: Action) -> Refusal | None:
    pos = _deed(state, action)
    if not begun(state) or pos is None or state.players[action.seat].out:
        return None
    return (
        auctioning(state)
        or offered(state, action.seat)
        or unbuildable(state, action.seat, pos)
        or _unbuyable(state, action.seat, pos)
    )


def _deed(state: State, action: Action) -> int | None:
    """The deed that an action names, when the seat is one and the space is a deed."""
    pos = action.args.get("space")
    known = type(pos) is int and pos in state.deeds and 0 <= action.seat < len(state.players)
    return int(str(pos)) if known else None


def _placings(state: State) -> tuple[Choice, ...]:
    if state.phase != "PLACE" or state.placing is None:
        return ()
    seat, kind = state.placing
    found = (
        space
        for space in streets(state, seat)
        if unbuildable(state, seat, space.pos) is None and kind_of(state, space.pos) == kind
    )
    picks = tuple(Pick(space.pos, say("{space}", space=space.name)) for space in found)
    return (Choice((seat,), "place", say("Where does it stand"), {"space": OneOf(picks)}),)


def _place(state: State, action: Action) -> tuple[Event, ...]:
    pos = number(action, "space")
    return (e.Built(action.seat, pos, next_level(state, pos), 0),)


# ---- selling back


def _unsellable(state: State, seat: int, pos: int) -> Refusal | None:
    if state.deeds[pos].owner != seat or not state.deeds[pos].level:
        return Refusal("R30", "no-building", say("There is no building of yours to give back."))
    group = state.box.beside(pos)
    if state.rank(pos) < max(state.rank(other.pos) for other in group):
        return Refusal("R30", "uneven", say("Sell evenly: another street of this colour has more."))
    if state.deeds[pos].level == KRAB and state.pineapples < state.full:
        sentence = say("The bank lacks pineapples for the Krab: sell all buildings of the colour at once.")
        return Refusal("R30", "no-pieces", sentence)
    return None


def _sales(state: State) -> tuple[Choice, ...]:
    if not begun(state) or auctioning(state):
        return ()
    return tuple(
        Choice((seat,), "sell_building", say("Sell a building"), {"space": OneOf(picks)})
        for seat in state.solvent
        if not offered(state, seat) and (picks := _sellable(state, seat))
    )


def _sellable(state: State, seat: int) -> tuple[Pick, ...]:
    return tuple(
        Pick(space.pos, say("{space}", space=space.name), state.priced(space.building // 2))
        for space in streets(state, seat)
        if _unsellable(state, seat, space.pos) is None
    )


def _sell(state: State, action: Action) -> tuple[Event, ...]:
    """Half the price; a Krab becomes the pineapples under it (R30)."""
    pos = number(action, "space")
    level = state.deeds[pos].level
    left = state.full if level == KRAB else level - 1
    return (e.BuildingSold(action.seat, pos, left, state.space(pos).building // 2),)


def _no_sale(state: State, action: Action) -> Refusal | None:
    pos = _deed(state, action)
    if not begun(state) or pos is None:
        return None
    return auctioning(state) or offered(state, action.seat) or _unsellable(state, action.seat, pos)


def _clearances(state: State) -> tuple[Choice, ...]:
    if not begun(state) or auctioning(state):
        return ()
    return tuple(
        Choice((seat,), "sell_group", say("Sell all buildings of a colour"), {"group": OneOf(picks)})
        for seat in state.solvent
        if not offered(state, seat) and (picks := _clearable(state, seat))
    )


def _clearable(state: State, seat: int) -> tuple[Pick, ...]:
    """The colours of a seat with more than one step built."""
    found = []
    for group in dict.fromkeys(space.group for space in streets(state, seat)):
        spaces = state.box.groups[group]
        if sum(state.rank(space.pos) for space in spaces) > 1:
            names = " + ".join(space.name for space in spaces)
            amount = sum(refund(state, space.pos) for space in spaces)
            found.append(Pick(group, say("{names}", names=names), state.priced(amount)))
    return tuple(found)


def _clear(state: State, action: Action) -> tuple[Event, ...]:
    group = str(action.args["group"])
    spaces = tuple(space.pos for space in state.box.groups[group])
    return (e.GroupSold(action.seat, group, spaces, sum(refund(state, pos) for pos in spaces)),)


MOVES = {
    "build": Move("R26", _builds, _build, _no_building, anybody=True),
    "place": Move("R29", _placings, _place),
    "sell_building": Move("R30", _sales, _sell, _no_sale, anybody=True),
    "sell_group": Move("R30", _clearances, _clear),
}
"""What can be done with buildings."""
