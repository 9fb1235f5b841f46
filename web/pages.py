"""The pages that people open: home, the table, its log, and the sheets to correct a die."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.state.view import LogLine, Proposal, View
from web.fragments import context, sheet_faces
from web.site import here

pages = Blueprint("pages", __name__)


@pages.get("/")
def home() -> ResponseReturnValue:
    """Choose a game, or go on with an evening."""
    return _live("home")


@pages.get("/table")
def table() -> ResponseReturnValue:
    """The live board."""
    return _live("table")


def _live(page: str) -> ResponseReturnValue:
    site = here()
    event = site.fragments.event(page, site.host.view)
    return render_template(
        "live.html", page=page, event=event, playground=site.playground, first_run=site.first_run
    )


@pages.get("/log")
def log() -> ResponseReturnValue:
    """Every line of the evening."""
    site = here()
    return render_template("log.html", **context(site, site.host.view))


@pages.get("/proposal/<int:proposal>/<int:die>")
def proposed_die(proposal: int, die: int) -> ResponseReturnValue:
    """The sheet for one die of a proposal: its faces, likeliest first."""
    view = here().host.view
    dice = _proposal(view, proposal).dice
    if die >= len(dice):
        raise NotFound
    faces = sheet_faces(here(), view, (dice[die].face, *dice[die].others))
    return _sheet("sheets/die.html", die=die, now=dice[die].face, faces=faces)


@pages.get("/proposal/<int:proposal>/add")
def another_die(proposal: int) -> ResponseReturnValue:
    """The sheet for a die that was not seen."""
    view = here().host.view
    _proposal(view, proposal)
    return _sheet("sheets/add.html", faces=sheet_faces(here(), view))


@pages.get("/fix/<int:act>/<int:die>")
def fixed_die(act: int, die: int) -> ResponseReturnValue:
    """The sheet for one die of a past roll."""
    view = here().host.view
    line = _line(view, act)
    if die >= len(line.faces):
        raise NotFound
    return _sheet("sheets/fix.html", line=line, die=die, faces=sheet_faces(here(), view))


def _sheet(template: str, **more: object) -> str:
    site = here()
    part = request.headers.get("X-Part") == "sheet"
    return render_template(template, **{**context(site, site.host.view), **more, "part": part})


def _proposal(view: View, proposal: int) -> Proposal:
    if view.proposal is None or view.proposal.id != proposal:
        raise NotFound
    return view.proposal


def _line(view: View, act: int) -> LogLine:
    for line in view.log:
        if line.act == act and line.fixable:
            return line
    raise NotFound
