"""The shelf of boxes: see, download, write anew and throw away what is printed on a family's own cards."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.errors import BoxError, CompanionError, SetupError
from companion.rules import game_of
from web.answers import described, status_of
from web.site import here

pages = Blueprint("boxshelf", __name__)


@pages.get("/boxes/<game>")
def shelf(game: str) -> ResponseReturnValue:
    """Every box of a game."""
    return _page(game)


@pages.get("/boxes/<game>/<name>")
def one(game: str, name: str) -> ResponseReturnValue:
    """A box opened for writing: the family's own under its name, one that ships under a new one."""
    own = here().boxes.is_own(game, name)
    return _page(game, name if own else f"our-{name}", here().boxes.text(game, name))


@pages.get("/boxes/<game>/<name>.toml")
def file(game: str, name: str) -> ResponseReturnValue:
    """The file of a box, to keep or to share."""
    if name not in here().boxes.names(game):
        raise NotFound
    answer = Response(here().boxes.text(game, name), mimetype="application/toml")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{game}-{name}.toml")
    return answer


@pages.post("/boxes/<game>")
def keep(game: str) -> ResponseReturnValue:
    """Keep a box, from the text or from a file that was sent; or show what is wrong with it."""
    name, text = request.form.get("name", "").strip(), request.form.get("text", "")
    try:
        here().boxes.write(game, name, _sent() or text)
    except (BoxError, SetupError) as error:
        return _page(game, name, text, error), status_of(error)
    return redirect(f"/boxes/{game}", 303)


@pages.post("/boxes/<game>/<name>/remove")
def remove(game: str, name: str) -> ResponseReturnValue:
    """Throw a box of the family's own away."""
    here().boxes.remove(game, name)
    return redirect(f"/boxes/{game}", 303)


def _sent() -> str:
    """The text of the file that came with the form, or an empty one."""
    sent = request.files.get("file")
    return sent.read().decode("utf-8", errors="replace") if sent else ""


def _page(game: str, name: str = "", text: str = "", error: CompanionError | None = None) -> str:
    boxes = here().boxes
    return render_template(
        "boxes.html",
        game=game_of(game),
        titles=boxes.titles(game),
        own=[one for one in boxes.names(game) if boxes.is_own(game, one)],
        name=name,
        text=text,
        trouble=described(error) if error else None,
    )
