"""Teach my dice, picture by picture: take, tick, keep, relabel and forget."""

from __future__ import annotations

import re

from flask import Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.vision.teaching.record import Sample
from web import fields
from web.shop import PICTURES, files, led, outcome, room, shop
from web.teach import of_lesson, opened

DATED = re.compile(r" \S+T\S+ [0-9a-f]{6}$")
"""What makes a sample's source unlike any other: it tells people nothing."""

pages = room("teach_samples", "/teach")


@pages.post("/<name>/face/<code>/take")
def take(name: str, code: str) -> ResponseReturnValue:
    """Take a picture with the table's camera."""
    return led(shop().lessons.take(name, code), _face(name, code))


@pages.post("/<name>/face/<code>/send")
def send(name: str, code: str) -> ResponseReturnValue:
    """Look at picture files."""
    sent = files("pictures", PICTURES)
    return led(shop().lessons.add(name, code, sent), _face(name, code))


@pages.post("/<name>/face/<code>/choose")
def choose(name: str, code: str) -> ResponseReturnValue:
    """Which dice of the picture are kept."""
    shop().lessons.choose(name, _ticked())
    return led(None, _face(name, code))


@pages.post("/<name>/face/<code>/keep")
def keep(name: str, code: str) -> ResponseReturnValue:
    """Learn the ticked dice of the picture."""
    shop().lessons.choose(name, _ticked())
    return led(shop().lessons.keep(name), _face(name, code))


@pages.post("/<name>/face/<code>/drop")
def drop(name: str, code: str) -> ResponseReturnValue:
    """Put the picture away."""
    shop().lessons.drop(name)
    return led(None, _face(name, code))


@pages.post("/<name>/face/<code>/forget")
def forget_face(name: str, code: str) -> ResponseReturnValue:
    """Forget all pictures of a face."""
    return led(shop().lessons.forget_face(name, code), _face(name, code))


@pages.get("/<name>/sample/<sha256>")
def sample(name: str, sha256: str) -> ResponseReturnValue:
    """One sample: what it is, and what it may be made."""
    found = _sample(name, sha256)
    return of_lesson("sample.html", name, sample=found, where=DATED.sub("", found.source))


@pages.get("/<name>/sample/<sha256>.png")
def sample_picture(name: str, sha256: str) -> ResponseReturnValue:
    """The crop of a sample; it never changes."""
    data = shop().lessons.shelf.crop(name, sha256)
    if data is None:
        raise NotFound
    return Response(data, mimetype="image/png", headers={"Cache-Control": "private, max-age=3600, immutable"})


@pages.post("/<name>/sample/<sha256>/relabel")
def relabel(name: str, sha256: str) -> ResponseReturnValue:
    """Say that a sample shows another face."""
    face = fields.word("face", fields.body_of(request).get("face", ()))
    return led(shop().lessons.relabel(name, sha256, face), f"/teach/{name}/results")


@pages.post("/<name>/sample/<sha256>/forget")
def forget(name: str, sha256: str) -> ResponseReturnValue:
    """Forget a sample."""
    was = _sample(name, sha256)
    outcome(shop().lessons.forget_sample(name, sha256))
    return led(None, _face(name, was.face))


def _sample(name: str, sha256: str) -> Sample:
    lesson = opened(name)
    for one in lesson.record.samples if lesson else ():
        if one.sha256 == sha256:
            return one
    raise NotFound


def _face(name: str, code: str) -> str:
    return f"/teach/{name}/face/{code}"


def _ticked() -> set[int]:
    """The places of the dice that are ticked; the empty text keeps the field alive when none is."""
    return set(fields.numbers("chosen", fields.body_of(request).get("chosen", ())))
