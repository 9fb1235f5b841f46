"""Codec: the values of the rules to plain JSON and back, checked on the way in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from companion.errors import CodecError
from companion.rules.args import Value
from companion.rules.game import Event, Game, Seat, Setup
from companion.state.clock import TurnClock
from companion.words import say

T = TypeVar("T")


def encode_event(event: Event) -> dict[str, Any]:
    """An event as plain values under its name."""
    return {"event": type(event).__name__, **msgspec.to_builtins(event, str_keys=True)}


def decode_event(game: Game[Any], raw: Mapping[str, Any]) -> Event:
    """The event of `game` that `encode_event` wrote.

    Raises:
        CodecError: no event of this game, or fields of another kind.
    """
    kinds = {kind.__name__: kind for kind in game.events}
    fields = dict(raw)
    name = fields.pop("event", None)
    if name not in kinds:
        raise CodecError(
            say("The journal holds something that {game} does not know.", game=game.title),
            detail=f"expected an event of {[*kinds]}, got {name!r}",
        )
    return _convert(fields, kinds[name])


def encode_setup(setup: Setup, clock: TurnClock) -> str:
    """How an evening starts, as JSON text: its setup, and the kind and limit of its turn clock."""
    seats = msgspec.to_builtins(setup.seats)
    kind = {"mode": clock.mode, "limit": clock.limit}
    raw: dict[str, Any] = {"seats": seats, "options": dict(setup.options), "seed": setup.seed, "clock": kind}
    if setup.box:
        raw["box"] = dict(setup.box)
    return json.dumps(raw, ensure_ascii=False)


def decode_setup(text: str) -> tuple[Setup, TurnClock]:
    """The setup and the clock, at zero, that `encode_setup` wrote.

    Raises:
        CodecError: the text is no such setup.
    """
    try:
        raw = json.loads(text)
        options = plain_values(raw["options"])
        clock = TurnClock(raw["clock"]["mode"], float(raw["clock"]["limit"]))
        seats = _convert(raw["seats"], tuple[Seat, ...])
        return Setup(seats, options, int(raw["seed"]), dict(raw.get("box", {}))), clock
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise CodecError(
            say("The start of this evening cannot be read."), detail=f"got {text!r}: {error}"
        ) from error


def plain_values(raw: Mapping[str, Any]) -> dict[str, Value]:
    """House rules as they come out of JSON: a list becomes a tuple; whether they are legal is not checked."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()}


def _convert(raw: Any, kind: type[T]) -> T:
    try:
        return msgspec.convert(raw, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise CodecError(
            say("A record of the journal does not fit."), detail=f"expected {kind}, got {raw!r}: {error}"
        ) from error
