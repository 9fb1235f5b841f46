"""Reported readings: a button on each reading, and the page from which they are taken along."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, send_file
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.reports import Reports
from companion.state.view import Proposal
from web.fragments import context
from web.site import here

pages = Blueprint("reports", __name__)


@pages.post("/report/proposal/<int:proposal>")
def of_proposal(proposal: int) -> ResponseReturnValue:
    """Report the reading that is open; once people have corrected it, its dice or its card tell what lay there."""
    shown = here().host.view.proposal
    if shown is None or shown.id != proposal:
        raise NotFound
    if shown.card:
        code = shown.card.code
        return _made(shown.picture, (code,) if code else None, said=shown.card.by_hand)
    return _made(shown.picture, settled(shown), said=any(die.by_hand for die in shown.dice))


@pages.post("/report/line/<int:act>")
def of_line(act: int) -> ResponseReturnValue:
    """Report the reading of a past roll or card; what lay there is told by its line, corrected or not."""
    for line in here().host.view.log:
        if line.act == act and (line.fixable or line.picture):
            return _made(line.picture, line.faces if line.fixable else None, said=line.fixable)
    raise NotFound


@pages.get("/reports")
def listed() -> ResponseReturnValue:
    """All reports, each to be taken along as a file."""
    site = here()
    return render_template("reports.html", reports=_reports().listed(), **context(site, site.host.view))


@pages.get("/reports/<file>")
def file(file: str) -> ResponseReturnValue:
    """A report's file."""
    path = _reports().path(file)
    if path is None:
        raise NotFound
    return send_file(path.resolve(), mimetype="application/zip", as_attachment=True, download_name=file)


def settled(proposal: Proposal) -> tuple[str, ...] | None:
    """The faces of a proposal none of whose dice is in doubt any more, else None."""
    clear = all(die.sure or die.by_hand for die in proposal.dice)
    return tuple(die.face for die in proposal.dice) if clear and proposal.dice else None


def _made(picture: str, faces: tuple[str, ...] | None, *, said: bool) -> ResponseReturnValue:
    return redirect(f"/reports#{_reports().make(picture, faces, said=said).stem}", 303)


def _reports() -> Reports:
    reports = here().reports
    if reports is None:
        raise NotFound
    return reports
