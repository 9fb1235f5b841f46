"""Codec and acts: what is written comes back the same, and what does not fit is refused."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import CodecError
from companion.rules import GAMES
from companion.rules.game import Action, Event, Game, Seat, Setup
from companion.state.act import Act, replay
from companion.state.clock import TurnClock, checked_clock
from companion.state.codec import decode_event, decode_setup, encode_event, encode_setup
from companion.state.journal import Entry
from tests.play import random_game, random_setup

GAME = GAMES["yahtzee_jr"]
ROLL = '0 roll faces=["SB","SB","PA","KR","SQ"]'


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_event_of_a_random_game_comes_back(game: Game[Any], seed: int) -> None:
    rng, seen = random.Random(seed), set()
    for _before, _action, events, _after in random_game(game, random_setup(game, rng), rng):
        for event in events:
            assert decode_event(game, json.loads(json.dumps(encode_event(event)))) == event
            seen.add(type(event))
    assert seen


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_kind_of_event_comes_back(game: Game[Any]) -> None:
    """Random games seldom meet some kinds: here each comes with whatever its fields may hold."""

    @settings(max_examples=10 * len(game.events), deadline=None)
    @given(st.one_of(*map(st.from_type, game.events)))
    def comes_back(event: Event) -> None:
        assert decode_event(game, json.loads(json.dumps(encode_event(event)))) == event

    comes_back()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32), limit=st.floats(5, 3600))
def test_a_setup_and_its_clock_come_back(game: Game[Any], seed: int, limit: float) -> None:
    setup = random_setup(game, random.Random(seed))
    clock = checked_clock("down", limit)
    assert decode_setup(encode_setup(setup, clock)) == (setup, clock)


def test_a_name_of_any_script_comes_back() -> None:
    setup = Setup((Seat("👩‍👩‍👧‍👦 نور", "red"), Seat('"\\', "blue")), {}, 5)
    assert decode_setup(encode_setup(setup, TurnClock()))[0] == setup


def test_the_box_comes_back_with_its_setup() -> None:
    setup = Setup((Seat("Ada", "red"),), {}, 5, {"cards": [{"name": "Ünlü", "symbols": {"E": 2}}]})
    assert decode_setup(encode_setup(setup, TurnClock()))[0] == setup


def test_a_start_from_before_there_were_boxes_has_none() -> None:
    setup = Setup((Seat("Ada", "red"),), {}, 5)
    assert "box" not in json.loads(encode_setup(setup, TurnClock()))
    assert decode_setup(encode_setup(setup, TurnClock()))[0] == setup


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"event": "Exploded"},
        {"event": None},
        {"event": "Scored"},
        {"event": "Scored", "seat": "x", "character": "SB", "value": 1, "column": 1},
        {"event": "Rolled", "seat": 0, "roll_no": 1, "thrown": [0], "faces": "SB"},
        {"event": "RolloffOpened", "tied": [0, None]},
    ],
)
def test_an_event_that_does_not_fit_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(CodecError) as refusal:
        decode_event(GAME, raw)
    assert "expected" in refusal.value.detail


def good_setup() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(encode_setup(Setup((Seat("Ada", "red"),), {"a": (1, 2)}), TurnClock()))
    return found


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", None),
        ("seats", [{"name": "Ada"}]),
        ("seats", [{"name": 3, "colour": "red"}]),
        ("options", []),
        ("options", None),
        ("seed", "x"),
        ("clock", None),
        ("clock", {"mode": "off"}),
        ("clock", {"mode": "off", "limit": "soon"}),
    ],
)
def test_a_setup_that_does_not_fit_is_refused(key: str, value: object) -> None:
    assert decode_setup(json.dumps(good_setup()))
    with pytest.raises(CodecError):
        decode_setup(json.dumps({**good_setup(), key: value}))
    with pytest.raises(CodecError):
        decode_setup(json.dumps({name: field for name, field in good_setup().items() if name != key}))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"text"'])
def test_a_setup_that_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(CodecError) as refusal:
        decode_setup(text)
    assert repr(text) in refusal.value.detail


# ---- acts


def good_act() -> dict[str, Any]:
    return Act(1, Action.parse(ROLL), (), 100.0, 2.5, "picture", True, 7.5).encode()


def test_an_act_comes_back() -> None:
    act = Act.decode(GAME, json.loads(json.dumps(good_act())))
    assert act == Act(1, Action.parse(ROLL), (), 100.0, 2.5, "picture", True, 7.5)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("number", "x"),
        ("action", "nonsense"),
        ("action", None),
        ("events", None),
        ("events", [3]),
        ("events", [{"event": "Exploded"}]),
        ("at", "yesterday"),
        ("at", None),
        ("used", []),
    ],
)
def test_an_act_that_does_not_fit_is_refused(key: str, value: object) -> None:
    with pytest.raises(CodecError):
        Act.decode(GAME, {**good_act(), key: value})
    with pytest.raises(CodecError):
        Act.decode(GAME, {name: field for name, field in good_act().items() if name != key})


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("acted", "{"),
        ("acted", "[]"),
        ("acted", "{}"),
        ("acted", "null"),
        ("undone", "{}"),
        ("undone", "[]"),
        ("corrected", "{}"),
        ("corrected", '{"number": 1, "acts": [{}]}'),
        ("corrected", '{"number": "1", "acts": []}'),
        ("vanished", "{}"),
    ],
)
def test_an_entry_that_does_not_fit_is_refused(kind: str, body: str) -> None:
    good = Entry(1, "acted", json.dumps(good_act()), 0.0)
    assert len(replay(GAME, [good])) == 1
    with pytest.raises(CodecError):
        replay(GAME, [good, Entry(2, kind, body, 0.0)])
