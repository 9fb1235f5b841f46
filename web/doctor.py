"""The doctor's page: what is well with this machine, what is not, and what to do about it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import cast

from flask import Blueprint, Flask, current_app, render_template
from flask.typing import ResponseReturnValue

from companion.doctor.report import Report

FRESH = 60.0
"""Seconds for which a report is shown again; an examination starts programs, and takes some seconds."""

pages = Blueprint("doctor", __name__)


class Practice:
    """One examination at a time, and its report for a while; `now` is monotonic seconds."""

    def __init__(self, examine: Callable[[], Report], now: Callable[[], float] = time.monotonic) -> None:
        self._examine = examine
        self._now = now
        self._busy = threading.Lock()
        self._last: Report | None = None
        self._at = 0.0

    def visit(self) -> Report | None:
        """The report, made now unless the last one is fresh; None while somebody else waits for the first one."""
        if self._last and self._now() - self._at < FRESH:
            return self._last
        if not self._busy.acquire(blocking=False):
            return self._last
        try:
            self._last, self._at = self._examine(), self._now()
        finally:
            self._busy.release()
        return self._last


def install(app: Flask, examine: Callable[[], Report]) -> None:
    """Give `app` the doctor's page, which shows what `examine` finds, and the home page its link."""
    app.jinja_env.globals["doctor"] = True
    app.extensions["doctor"] = Practice(examine)
    app.register_blueprint(pages)


@pages.get("/doctor")
def report() -> ResponseReturnValue:
    """The report for people."""
    found = _practice().visit()
    return render_template("doctor.html", report=found), 200 if found else 503


@pages.get("/doctor.json")
def plain() -> ResponseReturnValue:
    """The report for programs; 503 while it is being made."""
    found = _practice().visit()
    return found.plain() if found else ({"well": None, "findings": []}, 503)


def _practice() -> Practice:
    return cast(Practice, current_app.extensions["doctor"])
