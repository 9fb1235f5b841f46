"""The rule books: each point with its sentence, the house rules of this evening, and why something is refused."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from companion.rules import GAMES, game_of
from companion.rules.args import Name, OneOf, Value
from companion.rules.game import Game, Option
from companion.rules.rulebook import Chapter, rulebook_of
from companion.words import Sentence, say
from web.site import here
from web.words import name, text

pages = Blueprint("rulebook", __name__)

SWITCHES = (say("off"), say("on"))


@pages.get("/rules")
def shelf() -> ResponseReturnValue:
    """The rule book of each game."""
    return render_template("rulebook/shelf.html", games=GAMES)


@pages.get("/rules/<game>")
def book(game: str) -> ResponseReturnValue:
    """One rule book; a word that was looked for leaves the rules that hold it."""
    chosen, wanted = game_of(game), request.args.get("q", "").strip()
    evening, options = _evening(chosen)
    return render_template(
        "rulebook/book.html",
        game=chosen,
        chapters=found(rulebook_of(game), wanted),
        wanted=wanted,
        evening=evening,
        switches=_switches(chosen, options),
        view_game=here().host.view.game,
    )


def found(chapters: tuple[Chapter, ...], wanted: str) -> list[tuple[Chapter, dict[str, str]]]:
    """The chapters with the rules that have every word of `wanted` in them or in their chapter's title.

    Words are compared in the language spoken now.
    """
    words = _plain(wanted).split()
    shown = []
    for chapter in chapters:
        rules = {point: text(sentence) for point, sentence in chapter.rules.items()}
        title = text(chapter.title)
        rules = {point: told for point, told in rules.items() if _holds(f"{title} {point} {told}", words)}
        if rules:
            shown.append((chapter, rules))
    return shown


def _holds(told: str, words: list[str]) -> bool:
    plain = _plain(told)
    return all(word in plain for word in words)


def _plain(told: str) -> str:
    """Letters without accents and cases, so that a search forgives."""
    apart = unicodedata.normalize("NFD", told.casefold())
    return "".join(char for char in apart if unicodedata.category(char) != "Mn")


def _evening(game: Game[Any]) -> tuple[int, Mapping[str, Value]]:
    """The evening whose house rules are shown (the one asked for, else the one on the table), or 0."""
    site = here()
    evening = request.args.get("evening", site.host.view.evening, type=int)
    try:
        played, setup = site.chronicle.setup(evening) if site.chronicle and evening else ("", None)
    except CompanionError:
        return 0, {}
    return (evening, setup.options) if setup and played == game.id else (0, {})


def _switches(game: Game[Any], options: Mapping[str, Value]) -> dict[str, list[tuple[Sentence, str, bool]]]:
    """By rule point the house rules that hang on it: label, how it is set, and whether that is the usual."""
    known: dict[str, list[tuple[Sentence, str, bool]]] = {}
    for option in game.options:
        value = options.get(option.name, option.default)
        row = (option.label, told(option, value), value == option.default)
        known.setdefault(option.point, []).append(row)
    return known


def told(option: Option, value: Value) -> str:
    """A house rule's value in words."""
    if isinstance(value, bool):
        return text(SWITCHES[value])
    if isinstance(option.values, OneOf):
        return next((text(pick.label) for pick in option.values.picks if pick.value == value), str(value))
    if isinstance(option.values, Name):
        return name(here().faces.title(str(value)))
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def place_of(game: str, point: str) -> str:
    """The address at which the rule `point` of a game is told; an empty text where it has no such rule."""
    books = rulebook_of(game) if game in GAMES else ()
    return f"/rules/{game}#{point}" if any(point in chapter.rules for chapter in books) else ""
