"""The summary of an evening: who won, how it went, whether the dice were fair; as a page and to take along."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.rules.game import Seat
from companion.statistics.chronicle import Chronicle
from companion.statistics.dice import verdict
from companion.statistics.plot import columns, plot
from companion.statistics.prints import KINDS, printed
from companion.statistics.prints.spoken import Spoken
from companion.statistics.roster import RosterError
from companion.statistics.times import span
from companion.statistics.told import Dice, Series, Summary
from web.charts import figures
from web.site import Site, here
from web.words import name, text

ROWS = 24
"""At most so many rows of a table beside a chart; the files to take along hold every one."""

pages = Blueprint("summary", __name__)


def chronicle() -> Chronicle:
    """What the journal tells, where this site has it."""
    return chronicle_of(here())


def chronicle_of(site: Site) -> Chronicle:
    """What the journal tells, where `site` has it."""
    if site.chronicle is None:
        raise NotFound
    return site.chronicle


@pages.get("/evening/<int:evening>/summary")
def page(evening: int) -> ResponseReturnValue:
    """Everything that is told of an evening; while it goes on, the page follows."""
    site, name = here(), f"summary-{evening}"
    game, _ = chronicle().setup(evening)
    event = site.fragments.event(name, site.host.view)
    return render_template("summary/page.html", page=name, event=event, game=game)


def context(site: Site, found: Summary) -> dict[str, Any]:
    """What the template of a summary may use."""
    return {
        "summary": found,
        "avatars": _avatars(chronicle_of(site), found.seats),
        "plots": [(series, plot(series)) for series in found.series],
        "dice": [(one, columns(one.counts, _expected(one))) for one in found.dice],
        "rows": rows,
        "span": lambda seconds: text(span(seconds)),
        "verdict": lambda one: text(verdict(one)),
        "figures": dice_figures,
        "kinds": [*KINDS],
    }


@pages.get("/evening/<int:evening>/summary.<kind>")
def file(evening: int, kind: str) -> ResponseReturnValue:
    """The summary as a file to take along."""
    if kind not in KINDS:
        raise NotFound
    found = chronicle().summary(evening)
    began = datetime.fromtimestamp(found.began)
    spoken = Spoken(text, face=lambda die_set, face: name(here().faces.name(die_set, face)))
    answer = Response(printed(found, kind, spoken), mimetype=KINDS[kind])
    answer.headers.set(
        "Content-Disposition",
        "inline" if kind in ("png", "pdf") else "attachment",
        filename=f"{found.game}-{began:%Y-%m-%d}-{evening}.{kind}",
    )
    return answer


def _avatars(told: Chronicle, seats: tuple[Seat, ...]) -> Mapping[str, str]:
    """The avatar of each name; none while the file of players cannot be used."""
    try:
        known = told.sitters()
    except RosterError:
        return {}
    return {seat.name: one.avatar for seat in seats for one in known if one.profile.is_called(seat.name)}


def _expected(dice: Dice) -> dict[str, float]:
    found = {face: dice.expected(face) for face in dice.counts}
    return {face: count for face, count in found.items() if count is not None}


def rows(series: Series) -> list[int]:
    """The moments of a table: all of them, or evenly some, and always the first and the last."""
    last, every = series.moments - 1, -(-series.moments // ROWS) or 1
    return [*range(0, last, every), last]


def dice_figures(dice: Dice) -> str:
    """The test's figures for people who know it; nothing where there is no test or it means nothing."""
    fair = dice.fairness
    if fair is None or not fair.enough:
        return ""
    return figures({"p": fair.p, "chi2": fair.chi2, "df": fair.df})
