"""What the club is told of a View, and what never."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.mqtt.told import FORM, SCORES, told
from companion.rules import GAMES
from companion.state.clock import TurnClock
from companion.state.view import Clock, Service, View
from companion.words import say
from tests.mqtt.views import Evening
from tests.play import random_game, setup_of

MOMENT = datetime(2026, 12, 24, 18, 0, tzinfo=UTC)


def seen(view: View, now: float = 100.0) -> dict[str, Any]:
    """What comes out at the other end of JSON."""
    found: dict[str, Any] = json.loads(json.dumps(told(view, MOMENT, now), ensure_ascii=False))
    return found


def test_a_turn_is_told_with_its_roll_and_everybodys_score(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.turn(0)
    view = seen(evening.view)
    assert view["v"] == FORM
    assert view["game"] == {"id": "yahtzee_jr", "title": str(GAMES["yahtzee_jr"].title)}
    assert view["turn"] == {"seat": 1, "name": "Bo 🦀", "colour": "blue"}
    assert [(one["name"], one["score"]) for one in view["players"]] == [("Ann", 3), ("Bo 🦀", 0)]
    assert view["last_roll"]["name"] == "Ann"
    assert view["last_roll"]["faces"] == ["SB", "SB", "SB", "PA", "KR"]
    assert "SpongeBob" in view["last_roll"]["text"]
    assert view["headline"] == str(evening.view.prompt)
    assert view["thefts"] == []


def test_at_home_there_is_no_game(tmp_path: Path) -> None:
    view = seen(Evening(tmp_path).home)
    assert (view["game"], view["turn"], view["players"], view["last_roll"], view["headline"]) == (
        None,
        None,
        [],
        None,
        "",
    )


def test_the_end_names_the_winners(tmp_path: Path) -> None:
    evening = Evening(tmp_path, turns_each=1)
    evening.turn(0)
    evening.do('1 roll faces=["PA","PA","PA","PA","KR"]', '1 score character="PA"')
    assert seen(evening.view)["outcome"] == {"winners": ["Bo 🦀"], "text": "Bo 🦀 wins!"}
    assert seen(evening.view)["turn"] is None


def test_a_clock_tells_when_it_began_and_when_it_ends() -> None:
    """The View was made at 90 of the monotonic clock, which shows 100 at six; 25 seconds were used then."""
    view = View(1, "play", clock=Clock("down", 60.0, 25.0, True, 90.0))
    assert seen(view)["clock"] == {
        "mode": "down",
        "limit": 60,
        "used": 25,
        "running": True,
        "began_at": "2026-12-24T17:59:25+00:00",
        "ends_at": "2026-12-24T18:00:25+00:00",
    }
    paused = seen(replace(view, clock=Clock("down", 60.0, 25.0, False, 90.0)))["clock"]
    assert (paused["began_at"], paused["ends_at"]) == (None, None)
    assert seen(replace(view, clock=Clock("up", 0.0, 25.0, True, 90.0)))["clock"]["ends_at"] is None


def test_thefts_have_their_ingredients_names(tmp_path: Path) -> None:
    view = seen(Evening(tmp_path, "plankton_rising").view)
    assert len(view["thefts"]) == 6
    assert all(one["name"] and one["count"] == 0 for one in view["thefts"])
    assert [one["score"] for one in view["players"]] == [None, None]


def test_services_are_told_by_their_states() -> None:
    view = View(1, "home", services={"camera": Service("retrying", say("Gone."))})
    assert seen(view)["services"] == {"camera": "retrying"}


def test_the_clock_runs_at_a_real_table(tmp_path: Path) -> None:
    evening = Evening(tmp_path, clock=TurnClock("down", 60.0))
    clock = told(evening.view, datetime.now(UTC), evening.view.clock.made_at)["clock"]
    assert clock["running"]
    assert datetime.fromisoformat(clock["ends_at"]) > datetime.now(UTC)


@pytest.mark.parametrize("name", [*GAMES])
def test_every_game_is_told_from_its_boards_whatever_happens(name: str) -> None:
    """No board of a random game lacks what scores and thefts are made of; an evening is valid JSON throughout."""
    game, rng = GAMES[name], random.Random(3)
    setup = setup_of(game, max(2, game.players[0]))
    for step, (_, _, _, state) in enumerate(random_game(game, setup, rng)):
        if step % 7 == 0:
            view = View(
                1, "play", name, 1, setup.seats, game.active(state), game.prompt(state), board=game.board(state)
            )
            players = seen(view)["players"]
            assert all(isinstance(one["score"], int) == (name in SCORES) for one in players)
        if step > 120:
            break


SECRET = "Q7-secret-card"


def test_nothing_but_what_is_named_is_told(tmp_path: Path) -> None:
    """Hands live in boards, choices and what was given: none of them is copied, whatever a game puts there."""
    view = Evening(tmp_path).view
    hidden = replace(
        view,
        board={**view.board, "hand": [SECRET], "players": [{"hand": [SECRET]}]},
        given={"card": SECRET},
        choices=tuple(replace(choice, name=SECRET, label=say(SECRET)) for choice in view.choices),
        services={"camera": Service("failed", say(SECRET), say(SECRET))},
    )
    assert SECRET not in json.dumps(told(hidden, MOMENT, 0.0))
    assert set(seen(view)) == set(seen(hidden))
