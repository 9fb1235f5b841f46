"""Pictures of readings and icons of faces."""

from __future__ import annotations

import hashlib

from flask import Blueprint, Response, request, send_file
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from web.site import here

pages = Blueprint("media", __name__)


@pages.get("/pictures/<picture>.jpg")
def picture(picture: str) -> ResponseReturnValue:
    """The photograph of a reading by its id."""
    jpeg = here().host.picture(picture)
    if jpeg is None:
        raise NotFound
    response = Response(jpeg, mimetype="image/jpeg")
    response.set_etag(hashlib.sha256(jpeg).hexdigest()[:16])
    return response.make_conditional(request)


@pages.get("/faces/<die_set>/<face>.svg")
def face(die_set: str, face: str) -> ResponseReturnValue:
    """The icon of a face of a die set; a taught set may hold a PNG instead."""
    file = here().faces.icon(die_set, face)
    if file is None:
        raise NotFound
    return send_file(file.resolve(), mimetype="image/svg+xml" if file.suffix == ".svg" else "image/png")
