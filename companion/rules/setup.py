"""The check of a setup: players, names, colours and house rules, before a game starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import SetupError
from companion.rules.args import Value
from companion.rules.game import Game, Seat, Setup
from companion.rules.names import heard, tidy
from companion.words import Sentence, say

COLOURS = ("yellow", "green", "blue", "purple", "red", "orange")


def checked_setup(game: Game[Any], setup: Setup) -> Setup:
    """The `setup` with names tidied and house rules filled in.

    Raises:
        SetupError: wrong number of players, a bad or doubled name or colour, an unknown house rule or value,
            or a box that is not this game's.
    """
    least, most = game.players
    if not least <= len(setup.seats) <= most:
        raise SetupError(
            say("{game} is for {least} to {most} players.", game=game.title, least=least, most=most),
            detail=f"got {len(setup.seats)} seats",
        )
    seats = tuple(Seat(tidy(seat.name), _colour(seat.colour)) for seat in setup.seats)
    _distinct([heard(seat.name) for seat in seats], say("Two players have the same name."))
    _distinct([seat.colour for seat in seats], say("Two players have the same colour."))
    return Setup(seats, _options(game, setup.options), setup.seed, game.checked_box(setup.box))


def no_box(game: Game[Any], box: Mapping[str, Any]) -> Mapping[str, Any]:
    """The `box` of a game whose rules name all that it is played with: empty.

    Raises:
        SetupError: there is something in it.
    """
    if box:
        raise SetupError(
            say("{game} needs no description of its box.", game=game.title),
            detail=f"expected nothing, got {box!r}",
        )
    return {}


def _colour(colour: str) -> str:
    if colour not in COLOURS:
        raise SetupError(say("This colour is not known."), detail=f"expected one of {COLOURS}, got {colour!r}")
    return colour


def _distinct(values: list[str], sentence: Sentence) -> None:
    if len(set(values)) < len(values):
        raise SetupError(sentence, detail=f"got {values!r}")


def _options(game: Game[Any], given: Mapping[str, Value]) -> Mapping[str, Value]:
    known = {option.name: option for option in game.options}
    for name, value in given.items():
        if name not in known:
            raise SetupError(
                say("This house rule is not known."), detail=f"expected one of {[*known]}, got {name!r}"
            )
        if not known[name].values.allows(value, {}):
            raise SetupError(
                say("This house rule cannot be set so: {rule}", rule=known[name].label),
                detail=f"expected {known[name].values!r}, got {value!r} for {name!r}",
            )
    return {name: given.get(name, option.default) for name, option in known.items()}
