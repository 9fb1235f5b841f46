"""Across the table: whose turn it is, the time, the dice and the scores, for people three metres away."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.rules.game import Seat
from web.site import here

WIDE, LARGE, SMALL = 104, 80, 68
"""Widths in hundredths of an em, generous for any font: ideographs and W, capitals and digits, the rest."""

LONG = 300
"""The breadth from which a name is not as large as the others, in the same unit."""

pages = Blueprint("across", __name__)


@pages.get("/across")
def across() -> ResponseReturnValue:
    """The live page."""
    site = here()
    return render_template("across.html", page="across", event=site.fragments.event("across", site.host.view))


def called(seats: Sequence[Seat], seat: Seat) -> str:
    """What a seat is called in large letters: a long name's first word where nobody else's name begins with it."""
    first = seat.name.split()[0]
    alike = sum(one.name.split()[0].casefold() == first.casefold() for one in seats)
    return first if breadth(seat.name) > LONG and alike == 1 else seat.name


def breadth(text: str) -> int:
    """The room that `text` needs in a line, in hundredths of its letters' size; scripts measure it anew."""
    return max(100, sum(_breadth(char) for char in text))


def _breadth(char: str) -> int:
    if unicodedata.east_asian_width(char) in "WF" or char in "WMmw@—":
        return WIDE
    if unicodedata.category(char) in ("Mn", "Cf"):
        return 0  # it stands on another letter
    return LARGE if char.isupper() or char.isdecimal() else SMALL
