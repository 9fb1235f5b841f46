"""The first run: one page for each step, from the camera to the first game; every step can be left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.firstrun import DONE, STEPS, FirstRun
from companion.vision.mat import MATS
from companion.words import Sentence, say
from web import fields
from web.answers import wants_json
from web.shop import is_part
from web.site import here
from web.words import text

pages = Blueprint("first", __name__, url_prefix="/first")


@dataclass(frozen=True)
class Step:
    """A step in words: its title, what to do, and what its button says when it is done."""

    title: Sentence
    what: Sentence
    finished: Sentence


WORDS: Mapping[str, Step] = {
    "camera": Step(
        say("The camera sees the tray"),
        say("Set the camera above the tray, look straight down, and switch on a lamp beside it."),
        say("I see the whole tray"),
    ),
    "mat": Step(
        say("A mat for the tray"),
        say("Print the mat at 100 % and lay it into the tray: then the companion measures in millimetres."),
        say("The mat lies in the tray"),
    ),
    "calibrate": Step(
        say("Calibrate the camera"),
        say("One picture of the mat, or four taps on the tray's corners, and a moved camera is noticed."),
        say("It is calibrated"),
    ),
    "button": Step(
        say("Try the button"),
        say("Press the button at the table: the shell below lights up with every press."),
        say("The button works"),
    ),
    "lights": Step(
        say("Try the lights"),
        say("Tap a light: it shines alone for two seconds. Look whether the right one does."),
        say("The lights work"),
    ),
    "dice": Step(
        say("Your dice"),
        say("Ordinary dice and printed symbols are known already. Dice with other pictures are taught once."),
        say("The dice are known"),
    ),
    "game": Step(
        say("The first game"),
        say("Begin with something short: throw a few dice and see them read."),
        say("We have played"),
    ),
}
"""Every step of `companion.firstrun.STEPS` in words."""


LAMPS = {"seat": say("Seat {number}"), "status": say("State"), "theft": say("Theft {number}")}
"""What each kind of light is called."""


@pages.get("")
def overview() -> ResponseReturnValue:
    """All steps, and how far the family is."""
    run = first_run()
    return render_template("first/overview.html", steps=WORDS, progress=run.progress)


@pages.get("/<step>")
def one(step: str) -> ResponseReturnValue:
    """A step; for a script that shows it already, its `<main>` alone, if that is news."""
    run = first_run()
    if step not in STEPS:
        raise NotFound
    if step == "button":
        run.listen()
    tag = f"{here().run}-{run.presses}-{here().host.view.number}"
    if is_part() and request.headers.get("X-After") == tag:
        return "", 204
    return render_template(f"first/{step}.html", part=is_part(), tag=tag, **_about(run, step))


def _about(run: FirstRun, step: str) -> dict[str, object]:
    site, place = here(), STEPS.index(step)
    view = site.host.view
    return {
        "step": step,
        "words": WORDS[step],
        "steps": WORDS,
        "place": place,
        "progress": run.progress,
        "run": run,
        "view": view,
        "before": STEPS[place - 1] if place else "",
        "after": STEPS[place + 1] if place + 1 < len(STEPS) else "",
        "camera": bool(site.workshop and site.workshop.supply.able),
        "tray": site.workshop.view.calibration.tray if site.workshop else None,
        "mats": MATS,
        "playground": site.playground is not None,
        "lamp_name": lamp_name,
        "sets": {name: site.faces.faces(name) for name in site.faces.sets()},
    }


@pages.post("/<step>")
def mark(step: str) -> ResponseReturnValue:
    """A step is done or left out; on to the one after it."""
    how = fields.word("how", fields.body_of(request).get("how", (DONE,)))
    run = first_run()
    run.mark(step, how)
    place = STEPS.index(step) + 1
    return redirect(f"/first/{STEPS[place]}" if place < len(STEPS) else "/first", 303)


@pages.post("/light")
def light() -> ResponseReturnValue:
    """Light one lamp alone for a moment."""
    first_run().light(fields.word("name", fields.body_of(request).get("name", ())))
    return {"to": "/first/lights"} if wants_json(request) else redirect("/first/lights", 303)


@pages.post("/enough")
def enough() -> ResponseReturnValue:
    """Show the first run on the home page no more, or again."""
    run = first_run()
    run.dismiss(not run.progress.dismissed)
    return redirect("/" if run.progress.dismissed else "/first", 303)


def lamp_name(name: str) -> str:
    """A light in words, from its name in the table's pins, such as `seat2`."""
    kind = name.rstrip("0123456789")
    told = LAMPS.get(kind)
    return text(Sentence(told.template, {"number": name.removeprefix(kind)})) if told else name


def first_run() -> FirstRun:
    """The first run; a table without one has no such pages."""
    run = here().first_run
    if run is None:
        raise NotFound
    return run
