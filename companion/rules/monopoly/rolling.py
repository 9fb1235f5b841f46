"""Rolls: the coin first, then jail or the third double, then the token; and all ways out of jail."""

from __future__ import annotations

from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import SPACES
from companion.rules.monopoly.course import Course, Move, Refusal
from companion.rules.monopoly.ending import finish, unpaid
from companion.rules.monopoly.payments import SETTLE, charge, lapse, owe_rent, settled, till
from companion.rules.monopoly.start import shown, two_dice
from companion.rules.monopoly.state import FEE, State
from companion.rules.monopoly.walking import walk
from companion.words import say

LAST = SPACES - 1
"""The space that ends the game when the coin reaches it (R44)."""


def tries(state: State) -> int:
    """The turns in jail: three, in the short game one."""
    return 1 if state.short else 3


def _rolls(state: State) -> tuple[Choice, ...]:
    if state.phase != "ROLL" or state.unpaid:
        return ()
    label = say("Roll again") if state.again else say("Roll both dice")
    return (Choice((state.active,), "roll", label, {"faces": two_dice()}, chance=True),)


def _roll(state: State, action: Action) -> tuple[Event, ...]:
    course, faces = Course(state), shown(action)
    lapse(course)
    course.happen(e.Rolled(action.seat, faces))
    _plankton(course, action.seat, faces)
    if course.state.result is None:
        _token(course, action.seat)
    return course.events


def _token(course: Course, seat: int) -> None:
    if course.state.players[seat].jailed:
        _from_jail(course, seat)
    elif course.state.doubles == 3:
        course.happen(e.Jailed(seat, "doubles"))  # R6
    else:
        walk(course, seat, sum(course.state.dice))


def _plankton(course: Course, seat: int, faces: tuple[str, ...]) -> None:
    """The coin goes one space for each 1 before the token moves; on the last space the game ends (R39-R44)."""
    state = course.state
    if state.plankton is None or not _counts(state, seat):
        return
    ones = min(faces.count("1"), int(str(state.rule("plankton_double_one"))))  # A1
    steps = min(ones, LAST - state.plankton)  # A9
    if steps:
        course.happen(e.PlanktonMoved(steps, state.plankton + steps))
    if course.state.plankton == LAST:
        finish(course, "plankton")


def _counts(state: State, seat: int) -> bool:
    """Whether this roll moves the coin: each one, or by a house rule only those that move the token (A3)."""
    player, double = state.players[seat], state.dice[0] == state.dice[1]
    moves = double or player.tries + 1 >= tries(state) if player.jailed else state.doubles < 3
    return bool(state.rule("plankton_counts_all_rolls")) or moves


def _from_jail(course: Course, seat: int) -> None:
    """A double goes free without a further roll; the last failure pays and moves (R21, R24)."""
    steps, number = sum(course.state.dice), course.state.players[seat].tries + 1
    if course.state.dice[0] == course.state.dice[1]:
        course.happen(e.LeftJail(seat, "double"))
        walk(course, seat, steps)
        return
    last = number >= tries(course.state)
    course.happen(e.JailFailed(seat, number, steps if last else 0))
    if last:
        charge(course, seat, till(course.state), FEE, "fee", course.state.players[seat].at)
        _released(course, seat)


def _released(course: Course, seat: int) -> None:
    """Let a token that has paid its fee after the last failure move; it stays while it owes."""
    steps = course.state.hold
    if steps and not course.state.debts:
        course.happen(e.LeftJail(seat, "paid"))
        walk(course, seat, steps)


def _settle(state: State, action: Action) -> tuple[Event, ...]:  # noqa: ARG001
    course = settled(state)
    _released(course, course.state.active)
    return course.events


def _in_jail_before_rolling(state: State) -> bool:
    return state.phase == "ROLL" and state.players[state.active].jailed


def _paying(state: State) -> tuple[Choice, ...]:
    seat = state.active
    if not _in_jail_before_rolling(state) or _too_late(state) or state.free_cash(seat) < FEE:
        return ()
    return (Choice((seat,), "pay_jail", say("Pay {fee} to leave jail", fee=state.money(FEE))),)


def _too_late(state: State) -> bool:
    """Whether it is the last of several turns in jail: then the roll decides (R23, A15)."""
    last = state.players[state.active].tries + 1 >= tries(state) > 1
    return last and not state.rule("jail_pay_third")


def _pay_jail(state: State, action: Action) -> tuple[Event, ...]:
    paid = e.Paid(action.seat, till(state), FEE, "fee", state.players[action.seat].at)
    return (paid, e.LeftJail(action.seat, "paid"))


def _no_paying(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    if not _in_jail_before_rolling(state):
        return None
    if _too_late(state):
        return Refusal("R23", "roll-decides", say("On the third turn in jail the roll decides."))
    return Refusal("R23", "not-enough-money", say("Leaving jail costs {fee}.", fee=state.money(FEE)))


def _using(state: State) -> tuple[Choice, ...]:
    if not _in_jail_before_rolling(state) or not state.players[state.active].cards:
        return ()
    return (Choice((state.active,), "use_card", say("Use the card that opens the jail")),)


def _use_card(state: State, action: Action) -> tuple[Event, ...]:
    deck, card = state.players[action.seat].cards[0]
    return (e.LeftJail(action.seat, "card", deck, card),)


def _no_card(state: State, action: Action) -> Refusal | None:  # noqa: ARG001
    if not _in_jail_before_rolling(state):
        return None
    return Refusal("R22", "no-card", say("You have no card that opens the jail; you may buy one from a player."))


def _throws(state: State) -> tuple[Choice, ...]:
    if state.phase != "THROW":
        return ()
    label = say("Throw for the rent of {space}", space=state.space(state.players[state.active].at).name)
    return (Choice((state.active,), "throw", label, {"faces": two_dice()}, chance=True),)


def _throw(state: State, action: Action) -> tuple[Event, ...]:
    """Ten times this throw; the coin does not move for it (A3)."""
    course, faces = Course(state), shown(action)
    course.happen(e.Thrown(action.seat, faces))
    owe_rent(course, action.seat, state.players[action.seat].at, sum(map(int, faces)), state.special)
    return course.events


def _no_throw(state: State, action: Action) -> Refusal | None:
    if state.phase != "THROW" or "faces" in action.args:
        return None
    sentence = say("The {deck} card asks for a throw of both dice.", deck=state.box.names.deck("life_preserver"))
    return Refusal("R15", "throw-needed", sentence)


MOVES = {
    "roll": Move("R4", _rolls, _roll, unpaid),
    "throw": Move("R15", _throws, _throw, _no_throw),
    "pay_jail": Move("R23", _paying, _pay_jail, _no_paying),
    "use_card": Move("R22", _using, _use_card, _no_card),
    "settle": Move("R36", SETTLE[0], _settle, SETTLE[1]),
}
"""What dice and the jail allow."""
