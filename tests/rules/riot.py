"""Helpers for the tests of Plant-Based Riot: states that begin in the middle, and actions in few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.rules.args import OneOf, Value
from companion.rules.card_args import OneFor
from companion.rules.game import Action, Choice, Setup
from companion.rules.riot import GAME, State
from companion.rules.riot.deck import UNKNOWN, shipped
from companion.rules.riot.turf import Group, Turf
from companion.rules.setup import checked_setup
from tests.play import fold, setup_of

BOX = shipped("box")
PAPER = shipped("paper")


def riot_setup(players: int = 2, box: dict[str, Any] | None = None, **options: Value) -> Setup:
    return checked_setup(GAME, replace(setup_of(GAME, players, **options), box=box or BOX))


def turf(*groups: str, loose: str = "") -> Turf:
    """A turf of groups such as `TJK: TJK TJK MEGA + PEAR`, or just `KER KER` for plain cards."""
    made = Turf(loose=tuple(loose.split()))
    for text in groups:
        gang, _, rest = text.rpartition(":")
        cards, _, security = rest.partition("+")
        gang = gang or cards.split()[0]
        number = 1 + sum(group.gang == gang for group in made.groups)
        group = Group(gang, number, tuple(cards.split()), tuple(security.split()))
        made = replace(made, groups=(*made.groups, group))
    return made


def midgame(
    *turfs: Turf, hands: tuple[str, ...] = (), moves: int = 3, box: dict[str, Any] | None = None, **more: Any
) -> State:
    """A state of the first seat's turn; a hand is a row of cards, five unknown ones where nothing is said.

    `more` are fields of the state and house rules.
    """
    players = max(2, len(turfs), len(hands))
    fields = {name: more.pop(name) for name in [*more] if name in State.__dataclass_fields__}
    state = GAME.new(riot_setup(players, box, **more))
    rows = (*hands, *("? ? ? ? ?",) * (players - len(hands)))
    return replace(
        state,
        turfs=(*turfs, *(Turf(),) * (players - len(turfs))),
        hands=tuple(tuple(row.split()) for row in rows),
        **{"phase": "MOVES", "moves": moves, "pile": 40, **fields},
    )


def act(state: State, name: str, seat: int | None = None, **args: Any) -> State:
    """The state after an action of a seat, by default of the active one."""
    doer = state.active if seat is None else seat
    after: State = fold(GAME, state, GAME.decide(state, Action(doer, name, args)))
    return after


def play(state: State, card: str, **args: Any) -> State:
    """The state after an action card that nobody blocks."""
    return act(pend(state, card, **args), "resolve")


def pend(state: State, card: str, **args: Any) -> State:
    """The state while an action card may still be blocked."""
    name = next(choice.name for choice in GAME.choices(state) if card in picks(choice, "card"))
    return act(state, name, card=card, **args)


def picks(choice: Choice, arg: str) -> tuple[Value, ...]:
    """The values of an argument that is a pick; none for any other."""
    found = choice.args.get(arg)
    return tuple(pick.value for pick in found.picks) if isinstance(found, OneOf) else ()


def ways(state: State, name: str, arg: str, of: str) -> tuple[Value, ...]:
    """The values of an argument that depends on another one, when that one is `of`."""
    found = choice(state, name).args[arg]
    assert isinstance(found, OneFor)
    return tuple(pick.value for pick in found.picks.get(of, ()))


def choice(state: State, name: str) -> Choice:
    return next(one for one in GAME.choices(state) if one.name == name)


def names(state: State) -> set[str]:
    return {one.name for one in GAME.choices(state)}


def refused(state: State, name: str, seat: int | None = None, **args: Any) -> tuple[str, str]:
    """The rule point and the reason with which an action is refused."""
    doer = state.active if seat is None else seat
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(state, Action(doer, name, args))
    assert str(refusal.value.sentence)
    return refusal.value.point, refusal.value.reason


def lying(state: State, seat: int) -> dict[str, str]:
    """A seat's groups as texts: the cards, and the security after a plus sign."""
    return {
        group.ref: " ".join(group.cards) + (" + " + " ".join(group.security) if group.security else "")
        for group in state.turfs[seat].groups
    }


def cards_of(state: State) -> int:
    """All cards of the game but the Cartel's."""
    turfs = sum(len(one.cards) for one in state.turfs)
    return sum(len(hand) for hand in state.hands) + state.pile + len(state.discard) + turfs


def unknown(count: int) -> str:
    return " ".join([UNKNOWN] * count)
