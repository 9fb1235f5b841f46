"""What a table tells the club of a View: plain JSON values, and only what lies open on the table.

What is not named here is never told: no hands, no choices, no pictures, no box. The fields:

```
v            1: this form; a field may be added without a new number
number       of the View
phase        home, play, looking, proposal, question, cannot-read or over
game         {"id", "title"}, or null when none is on the table
evening      its number in the table's journal
headline     the next step, in a sentence
turn         {"seat", "name", "colour"}, or null
players      [{"seat", "name", "colour", "score"}]; a score is a whole number, or null where the game counts none
clock        {"mode": off, up or down, "limit", "used": seconds, "running", "began_at", "ends_at": UTC or null}
last_roll    {"seat", "name", "faces", "text"}, or null
thefts       [{"name", "count"}], empty but for a game that has them
outcome      {"winners": [names], "text"}, or null
services     {name: state}
```
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.rules import GAMES
from companion.state.view import Clock, LogLine, View
from companion.words import Sentence

FORM = 1

Score = int | None
Board = Mapping[str, Any]

SCORES: Mapping[str, Callable[[Board], Sequence[Score]]] = {
    "yahtzee_jr": lambda board: board["totals"],
    "just_dice": lambda board: [one["sum"] for one in board["players"]],
    "monopoly": lambda board: [one["worth"] for one in board["players"]],
    "riot": lambda board: [one["full"] for one in board["players"]],
}
"""Everybody's score by the game's id: points, sum of pips, worth, full gangs; else all win or lose together."""


def told(view: View, moment: datetime, now: float) -> dict[str, Any]:
    """What is told of `view` at the UTC `moment`, when the monotonic clock shows `now` seconds."""
    return {
        "v": FORM,
        "number": view.number,
        "phase": view.phase,
        "game": _game(view.game),
        "evening": view.evening,
        "headline": text(view.prompt),
        "turn": None if view.active is None else seat(view, view.active),
        "players": _players(view),
        "clock": _clock(view.clock, moment.timestamp() - now),
        "last_roll": _last_roll(view),
        "thefts": _thefts(view.board),
        "outcome": _outcome(view),
        "services": {name: service.state for name, service in view.services.items()},
    }


def text(sentence: Sentence | None) -> str:
    """A sentence in English; an empty text for none."""
    return str(sentence or "")


def seat(view: View, index: int) -> dict[str, Any]:
    """A seat with its player."""
    return {"seat": index, "name": view.seats[index].name, "colour": view.seats[index].colour}


def line(view: View, one: LogLine) -> dict[str, Any]:
    """A line of the log: whose it was, what happened, and the faces of a roll."""
    words = " ".join(map(str, one.sentences))
    return {**seat(view, one.seat), "faces": list(one.faces), "text": words}


def _game(game: str) -> dict[str, str] | None:
    return {"id": game, "title": str(GAMES[game].title) if game in GAMES else game} if game else None


def _players(view: View) -> list[dict[str, Any]]:
    scores = _scores(view)
    return [{**seat(view, index), "score": scores[index]} for index in range(len(view.seats))]


def _scores(view: View) -> Sequence[Score]:
    if view.outcome and view.outcome.scores:
        return view.outcome.scores
    counted = SCORES.get(view.game)
    return counted(view.board) if counted else (None,) * len(view.seats)


def _clock(clock: Clock, boot: float) -> dict[str, Any]:
    """The turn clock; `boot` is the unix time at which the monotonic clock showed 0."""
    began = boot + clock.made_at - clock.used
    down = clock.running and clock.mode == "down"
    return {
        "mode": clock.mode,
        "limit": round(clock.limit),
        "used": round(clock.used),
        "running": clock.running,
        "began_at": _moment(began) if clock.running else None,
        "ends_at": _moment(began + clock.limit) if down else None,
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(round(seconds), UTC).isoformat()


def _last_roll(view: View) -> dict[str, Any] | None:
    return next((line(view, one) for one in reversed(view.log) if one.faces), None)


def _thefts(board: Board) -> list[dict[str, Any]]:
    names = [str(one["name"]) for one in board.get("ingredients", ())]
    return [{"name": name, "count": count} for name, count in zip(names, board.get("theft", ()), strict=True)]


def _outcome(view: View) -> dict[str, Any] | None:
    if view.outcome is None:
        return None
    winners = [view.seats[one].name for one in view.outcome.winners]
    return {"winners": winners, "text": text(view.outcome.sentence)}
