"""Laws that every game obeys, as plain functions over one random game; `tests/rules/test_laws.py` runs them."""

from __future__ import annotations

import json
import pickle
import random
from typing import Any

import pytest

from companion.errors import IllegalAction
from companion.rules.game import Action, Choice, Game, Setup
from companion.state.codec import decode_event, encode_event
from companion.state.view import View
from tests.play import fold, random_action, random_game

SOME = 3
"""Changed actions that are tried at each step of a game: in hundreds of steps each kind comes often."""


def choices_until_the_end(game: Game[Any], setup: Setup, seed: int) -> None:
    """There is a choice exactly until there is an outcome, and every random game ends."""
    state = game.new(setup)
    for before, _action, _events, after in random_game(game, setup, random.Random(seed)):
        assert game.outcome(before) is None
        assert game.active(before) is not None
        state = after
    assert game.outcome(state) is not None
    assert game.choices(state) == ()
    assert game.active(state) is None


def offered_is_accepted(game: Game[Any], setup: Setup, seed: int) -> None:
    """Every offered choice is accepted, whatever its legal arguments."""
    rng = random.Random(seed)
    for before, *_ in random_game(game, setup, random.Random(seed)):
        for choice in game.choices(before):
            action = random_action(choice, rng)
            assert choice.allows(action)
            assert game.decide(before, action)


def anything_else_is_refused(game: Game[Any], setup: Setup, seed: int) -> None:
    """A changed action is accepted exactly when an offered choice allows it; a refusal names a rule point."""
    rng = random.Random(seed)
    for before, action, *_ in random_game(game, setup, random.Random(seed)):
        choices = game.choices(before)
        openings = _openings(choices)
        for twisted in rng.sample(_twists(action, rng), SOME):
            if any(choice.allows(twisted) for choice in choices):
                assert game.decide(before, twisted)
                continue
            with pytest.raises(IllegalAction) as refusal:
                game.decide(before, twisted)
            assert refusal.value.point[:1] in "RAD"
            assert str(refusal.value.sentence)
            assert {text.split(" ")[0] for text in refusal.value.legal} <= openings
            assert refusal.value.legal


def _openings(choices: tuple[Choice, ...]) -> set[str]:
    """How the texts of what is open begin: with a choice's name, or with a seat."""
    return {choice.name for choice in choices} | {str(seat) for choice in choices for seat in choice.seats}


def _twists(action: Action, rng: random.Random) -> list[Action]:
    strange: list[Any] = ["XX", 99, (), ("XX",), (0, 0), (9,), True, ("SB",) * 6, ("PL", "PL"), ("GA",) * 5]
    found = [
        Action((action.seat + 1) % 6, action.name, action.args),
        Action(-1, action.name, action.args),
        Action(action.seat, "no-such-thing", action.args),
        Action(action.seat, action.name, {**action.args, "extra": 1}),
    ]
    for name in action.args:
        found.append(Action(action.seat, action.name, {**action.args, name: rng.choice(strange)}))
        found.append(Action(action.seat, action.name, {key: v for key, v in action.args.items() if key != name}))
    return found


def deciding_changes_nothing(game: Game[Any], setup: Setup, seed: int) -> None:
    """`decide` and `choices` leave the state as it was, and decide the same a second time."""
    for before, action, events, _after in random_game(game, setup, random.Random(seed)):
        kept = pickle.dumps(before)
        assert game.decide(before, action) == events
        game.choices(before)
        game.board(before)
        assert pickle.dumps(before) == kept


def events_make_the_state(game: Game[Any], setup: Setup, seed: int) -> None:
    """The state is the fold of all events, also after they went through JSON."""
    state = game.new(setup)
    again = game.new(setup)
    for _before, _action, events, after in random_game(game, setup, random.Random(seed)):
        texts = [json.dumps(encode_event(event)) for event in events]
        decoded = tuple(decode_event(game, json.loads(text)) for text in texts)
        assert decoded == events
        again = fold(game, again, decoded)
        state = after
    assert again == state


def texts_go_both_ways(game: Game[Any], setup: Setup, seed: int) -> None:
    """An action's text form gives the action again; every event can be told; the board is plain JSON."""
    for _before, action, events, after in random_game(game, setup, random.Random(seed)):
        assert Action.parse(str(action)) == action
        assert all(str(game.tell(setup, event)) for event in events)
        assert str(game.prompt(after))
        json.dumps(game.board(after), default=str)


def the_eye_knows_what_to_expect(game: Game[Any], setup: Setup, seed: int) -> None:
    """The eye expects dice exactly when a chance choice is open, and what lies there leads to that choice."""
    rng = random.Random(seed)
    for before, *_ in random_game(game, setup, random.Random(seed)):
        chance = [choice for choice in game.choices(before) if choice.chance and "faces" in choice.args]
        expected = game.expects(before, {})
        assert (expected is not None) == bool(chance)
        if expected is not None:
            action = random_action(chance[0], rng)
            tray = game.tray(before, action)
            assert expected.complaint(tray) is None
            assert chance[0].allows(game.rolled(before, tray, {}))


def a_roll_corrected_to_what_it_was_is_the_same(game: Game[Any], setup: Setup, seed: int) -> None:
    """Every roll tells its tray; the roll of that tray is the roll itself, and other faces give another tray."""
    rng = random.Random(seed)
    for before, action, *_ in random_game(game, setup, random.Random(seed)):
        if "faces" in action.args:
            tray = game.tray(before, action)
            assert game.corrected(before, action, tray) == action
            other = tuple(rng.sample(tray, len(tray)))
            assert game.tray(before, game.corrected(before, action, other)) == other


LAWS = (
    choices_until_the_end,
    offered_is_accepted,
    anything_else_is_refused,
    deciding_changes_nothing,
    events_make_the_state,
    texts_go_both_ways,
    the_eye_knows_what_to_expect,
    a_roll_corrected_to_what_it_was_is_the_same,
)


def view_without_number(view: View) -> dict[str, Any]:
    """A View's fields but its number and the moment of its clock: equal when people see the same."""
    return {name: value for name, value in vars(view).items() if name not in ("number", "clock")}
