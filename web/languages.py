"""The languages of the pages: each tablet has its own, by its cookie or by what its browser asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.pofile import read_po
from flask import Flask, Response, request

LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"}
"""Every language by its code (BCP 47), under its own name."""

SOURCE = "en"
"""The language in which the program's sentences are written: it needs no catalogue."""

COOKIE = "lang"
FOLDER = Path(__file__).parent / "locale"
"""A catalogue `<code>.po` for each language."""

_spoken: ContextVar[str] = ContextVar("language", default=SOURCE)


def install(app: Flask) -> None:
    """Answer every request to `app` in its own language."""
    app.before_request(_listen)
    app.after_request(_with_language)
    app.teardown_request(_forget)
    app.jinja_env.globals |= {"language": spoken, "direction": direction, "languages": LANGUAGES}


def spoken() -> str:
    """The code of the language that is spoken here and now."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Sentences inside come in `language`; what was spoken before is spoken again afterwards."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


def direction() -> str:
    """`ltr` or `rtl`: the way in which the language spoken now is written."""
    return str(Locale.parse(spoken(), sep="-").text_direction)


def translated(template: str) -> str:
    """The template of a sentence in the language spoken now; itself where nobody has translated it."""
    return catalogue(spoken()).get(template) or template


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """The translations of every template in `language`; those marked fuzzy do not count."""
    if language == SOURCE:
        return {}
    with (FOLDER / f"{language}.po").open("rb") as file:
        return {str(one.id): str(one.string) for one in read_po(file) if one.id and not one.fuzzy}


def asked_for() -> str:
    """The language of the present request: the cookie's, else the browser's best that there is, else English."""
    wanted = [
        request.cookies.get(COOKIE, ""),
        *(tag.partition("-")[0] for tag in request.accept_languages.values()),
    ]
    return next((tag for tag in wanted if tag in LANGUAGES), SOURCE)


def _listen() -> None:
    _spoken.set(asked_for())


def _forget(_error: BaseException | None) -> None:
    """The thread serves somebody else next."""
    _spoken.set(SOURCE)


def _with_language(response: Response) -> Response:
    """Tell caches that the same address answers in several languages."""
    if response.mimetype in ("text/html", "application/json"):
        response.vary.update(("Accept-Language", "Cookie"))
        response.content_language.add(spoken())
    return response
