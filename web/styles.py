"""The style sheets that every page has, as one file: a tablet asks once instead of a dozen times."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

FOLDER = Path(__file__).parent / "static" / "css"
SHEETS = (
    "tokens",
    "base",
    "parts",
    "table",
    "clock",
    "reveal",
    "reading",
    "games",
    "riot",
    "monopoly",
    "plankton_rising",
    "decks",
    "watching",
    "forms",
    "home",
    "playground",
)
"""The sheets of every page, in their order; a page of its own kind links its own beside them."""

pages = Blueprint("styles", __name__)


@pages.get("/style.css")
def style() -> ResponseReturnValue:
    """All of `SHEETS`, one after another, packed for browsers that take it so."""
    text = "".join((FOLDER / f"{sheet}.css").read_text(encoding="utf-8") for sheet in SHEETS)
    packs = request.accept_encodings.quality("gzip") > 0
    answer = Response(packed(text) if packs else text, mimetype="text/css")
    if packs:
        answer.content_encoding = "gzip"
    answer.vary.add("Accept-Encoding")
    answer.set_etag(f"{hashlib.sha256(text.encode()).hexdigest()[:16]}{'-gzip' if packs else ''}")
    return answer.make_conditional(request)


@lru_cache(maxsize=2)
def packed(text: str) -> bytes:
    """The gzip of `text`, made once for each text."""
    return gzip.compress(text.encode(), mtime=0)
