"""What the workshop's pages share: how they are drawn, answers to forms, files and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Any, TypeVar

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.errors import (
    CalibrationError,
    CameraError,
    CompanionError,
    HostStopped,
    LessonBusy,
    LessonError,
    NotAPicture,
)
from companion.words import say
from companion.workshop import Task, Workshop, WorkshopBusy
from web.answers import described, status_of, wants_json
from web.site import here

PATIENCE = 8.0
"""Seconds that an answer waits for a task; later the page shows how far it is."""

PICTURES = 48 * 1024 * 1024
"""The largest body with picture files, in bytes: ten photographs of a telephone."""

PARCEL = 32 * 1024 * 1024
"""The largest body with a packed die set, in bytes: a full one has 960 samples of at most 32 kB."""

STATUS: tuple[tuple[type[CompanionError], int], ...] = (
    (LessonBusy, 409),
    (LessonError, 400),
    (NotAPicture, 400),
    (CalibrationError, 400),
    (WorkshopBusy, 409),
    (CameraError, 503),
)
"""The status of each kind of error that only the workshop has."""

T = TypeVar("T")
pages = Blueprint("shop", __name__, url_prefix="/workshop")


@pages.get("/pictures/<name>")
def picture(name: str) -> ResponseReturnValue:
    """A picture that the workshop shows, by its id; it never changes."""
    data = shop().pictures.get(name)
    if data is None:
        raise NotFound
    kind = "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"
    return Response(data, mimetype=kind, headers={"Cache-Control": "private, max-age=3600, immutable"})


def shop() -> Workshop:
    """The workshop; a table without one has no such pages."""
    workshop = here().workshop
    if workshop is None:
        raise NotFound
    return workshop


def page(template: str, status: int = 200, **more: Any) -> ResponseReturnValue:
    """A page of the workshop; for a script that shows View `X-After` its `<main>` alone, if it is news."""
    view = shop().view
    tag = f"{here().run}-{view.number}"
    part = is_part()
    if part and request.headers.get("X-After") == tag:
        return "", 204
    button = not here().host.view.game
    return render_template(f"workshop/{template}", shop=view, tag=tag, part=part, button=button, **more), status


def is_part() -> bool:
    """Whether a script on an open page asks for news, which no other site's page can."""
    return request.headers.get("X-Part") == "main"


def offer(task: Task | None) -> None:
    """Let the table button do this while a page that somebody looks at asks for news and no game has it."""
    if task and is_part() and not here().host.view.game:
        shop().offer(task)


def led(future: Future[None] | None, target: str) -> ResponseReturnValue:
    """The answer to a form whose task was begun: on to the page `target`, which shows what became of it."""
    if future is not None:
        outcome(future, silent=True)
    if wants_json(request):
        return {"to": target, "number": shop().view.number}
    return redirect(target, 303)


def outcome(future: Future[T], *, silent: bool = False) -> T | None:
    """What a task gives, waited for a while; None while it runs or, if `silent`, when it failed.

    Raises:
        CompanionError: the task failed, and not silently.
    """
    try:
        return future.result(PATIENCE)
    except CancelledError as error:
        raise HostStopped(say("The companion is closing.")) from error
    except TimeoutError:
        return None
    except CompanionError:
        if silent:
            return None  # the View tells it
        raise


def files(name: str, most: int) -> Sequence[tuple[str, bytes]]:
    """The files of a form's field, names and bytes; to be called before anything else of the body is asked for.

    A body of more than `most` bytes is refused with status 413.
    """
    request.max_content_length = most
    sent = request.files.getlist(name)
    return [(file.filename or "picture", file.read()) for file in sent if file.filename]


def refused(error: CompanionError, back: str) -> ResponseReturnValue:
    """An error of the workshop's pages, as a page with a way `back` or as JSON."""
    status = next((code for kind, code in STATUS if isinstance(error, kind)), status_of(error))
    if wants_json(request):
        return described(error), status
    return render_template("workshop/trouble.html", trouble=described(error), back=back), status


def room(name: str, prefix: str) -> Blueprint:
    """A blueprint whose errors are told as the workshop's are."""
    made = Blueprint(name, __name__, url_prefix=prefix)
    made.register_error_handler(CompanionError, partial(refused, back=prefix))
    return made
