"""Calibrate the camera: print the mat, look at it, or point at the tray's corners; then use it and try it."""

from __future__ import annotations

import re

from flask import Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.errors import CalibrationError
from companion.vision.mat import MATS, RULER
from companion.words import say
from web import fields
from web.shop import led, offer, page, room, shop
from web.site import here

KINDS = {"pdf": "application/pdf", "svg": "image/svg+xml"}
NUMBER = r"-?\d+(?:[.,]\d+)?"

pages = room("calibration", "/calibrate")


@pages.get("")
def start() -> ResponseReturnValue:
    """The mat, what the camera sees, and the calibration in use."""
    offer(shop().calibration.take)
    return page("calibrate.html", mats=MATS, ruler=RULER, camera=shop().supply.able)


@pages.get("/mat-<paper>.<kind>")
def mat(paper: str, kind: str) -> ResponseReturnValue:
    """The mat to print."""
    sheet = next((one.sheet() for one in MATS if one.paper.name == paper), None)
    if sheet is None or kind not in KINDS:
        raise NotFound
    answer = Response(sheet.pdf() if kind == "pdf" else sheet.svg(), mimetype=KINDS[kind])
    answer.headers.set("Content-Disposition", "attachment", filename=f"mat-{paper}.{kind}")
    return answer


@pages.get("/preview.jpg")
def preview() -> ResponseReturnValue:
    """What the camera sees now; not beside a game, whose looks come first."""
    if here().host.view.game:
        raise NotFound
    return Response(shop().supply.preview(), mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.post("/take")
def take() -> ResponseReturnValue:
    """Look at the mat."""
    return led(shop().calibration.take(_number("ruler", request.form.get("ruler", str(RULER)))), "/calibrate")


@pages.get("/corners")
def corners() -> ResponseReturnValue:
    """Point at the tray's corners in a picture."""
    return page("corners.html", camera=shop().supply.able)


@pages.post("/picture")
def picture() -> ResponseReturnValue:
    """Take the picture to point at."""
    return led(shop().calibration.picture(), "/calibrate/corners")


@pages.post("/corners")
def measure() -> ResponseReturnValue:
    """Work the tray out from four corners and the millimetres between them."""
    points = [_pair(text) for text in request.form.getlist("corner")]
    area = _number("width", request.form.get("width", "")), _number("depth", request.form.get("depth", ""))
    return led(shop().calibration.corners(points, area), "/calibrate/corners")


@pages.post("/use")
def use() -> ResponseReturnValue:
    """Use what was found."""
    stays = fields.word("mat", fields.body_of(request).get("mat", ("stays",))) == "stays"
    return led(shop().calibration.use(mat_stays=stays), "/calibrate")


@pages.post("/forget")
def forget() -> ResponseReturnValue:
    """Go on without a calibration."""
    return led(shop().calibration.forget(), "/calibrate")


@pages.post("/look")
def look() -> ResponseReturnValue:
    """Show where dice lie."""
    return led(shop().calibration.look(), "/calibrate")


def _number(name: str, text: str) -> float:
    if not re.fullmatch(NUMBER, text.strip()):
        raise CalibrationError(
            "size",
            say("A number of millimetres is needed."),
            detail=f"got {text!r} in {name!r}",
            advice=say("Write it in digits, such as 300."),
        )
    return float(text.strip().replace(",", "."))


def _pair(text: str) -> tuple[float, float]:
    """Two numbers of pixels with a comma or a space between, such as `120, 85.5`."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*[,; ]\s*(\d+(?:\.\d+)?)\s*", text)
    if found is None:
        raise CalibrationError(
            "corners",
            say("A corner is missing."),
            detail=f"expected 'x, y', got {text!r}",
            advice=say("Tap the four corners of the tray in the picture, or write each as two numbers."),
        )
    return float(found[1]), float(found[2])
