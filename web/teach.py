"""Teach my dice: the shelf of die sets, a new set, its faces and pictures, results, and the test."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Response, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import NotFound

from companion.errors import LessonError
from companion.vision.card import FaceCard
from companion.vision.teaching.figures import ENOUGH, FaceFigures
from companion.vision.teaching.tuning import Tuning
from companion.words import Sentence, say
from companion.workshop.lessons import MOST_FILES
from companion.workshop.names import LONGEST, MOST_FACES, face_cards
from companion.workshop.views import LessonView
from web import fields
from web.answers import described
from web.shop import PARCEL, PICTURES, files, is_part, led, offer, outcome, page, room, shop
from web.site import here

LENIENT = 0.01
"""By how much a face's threshold lies below the set's before that is told."""

pages = room("teach", "/teach")


@pages.get("")
def shelf() -> ResponseReturnValue:
    """Every die set: which were taught here, which ship."""
    return page("shelf.html", lines=shop().lessons.shelf.lines(), icons=here().faces)


@pages.get("/new")
def blank() -> ResponseReturnValue:
    """The form that names a new set's faces."""
    return page("new.html", title="", names=("",) * MOST_FACES, longest=LONGEST)


@pages.post("/new")
def begin() -> ResponseReturnValue:
    """Begin a set, or show the form again with what is wrong."""
    title, names = typed(request.form)
    try:
        name = outcome(shop().lessons.begin(checked(title), face_cards([one for one in names if one])))
    except LessonError as error:
        return page("new.html", 400, title=title, names=names, longest=LONGEST, wrong=described(error))
    return redirect(f"/teach/{name}" if name else "/teach", 303)


@pages.post("/begin")
def begin_shipped() -> ResponseReturnValue:
    """Begin to teach dice that take the place of shipped ones."""
    name = fields.word("set", fields.body_of(request).get("set", ()))
    outcome(shop().lessons.begin_shipped(name))
    return led(None, f"/teach/{name}")


@pages.post("/import")
def take_in() -> ResponseReturnValue:
    """Take in a packed set."""
    sent = files("parcel", PARCEL)
    if len(sent) != 1:
        raise LessonError(say("Choose the file of a packed die set first."), detail=f"got {len(sent)} files")
    replacing = request.form.get("replace") == "1"
    name = outcome(shop().lessons.take_in(sent[0], replacing=replacing))
    return led(None, f"/teach/{name}" if name else "/teach")


@pages.get("/<name>")
def one(name: str) -> ResponseReturnValue:
    """The set as a whole: its faces, how many pictures there are of each, and what comes next."""
    return of_lesson("set.html", name)


@pages.get("/<name>/names")
def naming(name: str) -> ResponseReturnValue:
    """The form that names the faces anew."""
    fixed = shop().lessons.shelf.line(name).shipped is not None
    return of_lesson("names.html", name, longest=LONGEST, most=MOST_FACES, fixed=fixed)


@pages.post("/<name>/names")
def rename(name: str) -> ResponseReturnValue:
    """Name the faces anew: a row keeps its pictures, a row without a name loses them."""
    title, names = typed(request.form)
    codes = request.form.getlist("code")
    faces = renamed(codes, names)
    return led(shop().lessons.rename(name, checked(title), faces), f"/teach/{name}")


@pages.get("/<name>/results")
def results(name: str) -> ResponseReturnValue:
    """How well the faces are known, and which are taken for each other."""
    return of_lesson("results.html", name)


@pages.get("/<name>/test")
def test(name: str) -> ResponseReturnValue:
    """Lay down any dice: what is seen is told."""
    return of_lesson("test.html", name, offered=partial(shop().lessons.look, name))


@pages.post("/<name>/look")
def look(name: str) -> ResponseReturnValue:
    """Read what lies on the table, or the picture file that was sent."""
    sent = files("picture", PICTURES)
    lessons = shop().lessons
    return led(lessons.look_at(name, sent[0]) if sent else lessons.look(name), f"/teach/{name}/test")


@pages.post("/<name>/undo")
def undo(name: str) -> ResponseReturnValue:
    """Take the last step back."""
    return led(shop().lessons.undo(name), f"/teach/{name}")


@pages.post("/<name>/away")
def put_away(name: str) -> ResponseReturnValue:
    """Take the set off the shelf."""
    return led(shop().lessons.put_away(name), "/teach")


@pages.get("/<name>/<file>.zip")
def parcel(name: str, file: str) -> ResponseReturnValue:
    """The set packed for another table."""
    if file != name or not shop().lessons.shelf.has_lesson(name):
        raise NotFound
    data = shop().lessons.parcel(name)
    answer = Response(data, mimetype="application/zip", headers={"Cache-Control": "no-store"})
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name}.zip")
    return answer


@pages.get("/<name>/face/<code>")
def face(name: str, code: str) -> ResponseReturnValue:
    """Take pictures of one face."""
    return of_lesson(
        "face.html",
        name,
        code=code,
        most_files=MOST_FILES,
        camera=shop().supply.able,
        offered=partial(shop().lessons.take_or_keep, name, code),
    )


def of_lesson(template: str, name: str, **more: Any) -> ResponseReturnValue:
    """A page of the lesson `name`, opened if need be; meanwhile the table button does what is `offered`."""
    lesson = opened(name)
    offer(more.pop("offered", None))
    if lesson is None:
        return page("opening.html", name=name)
    code = more.get("code")
    if code is not None and code not in {one.code for one in lesson.record.faces}:
        raise NotFound
    return page(
        template,
        name=name,
        lesson=lesson,
        enough=ENOUGH,
        face_name_of=face_name,
        threshold=threshold,
        **more,
    )


def face_name(lesson: LessonView, code: str) -> str:
    """The name of a face of the lesson."""
    return next((face.name for face in lesson.record.faces if face.code == code), code)


def threshold(face: FaceFigures, tuning: Tuning) -> Sentence:
    """What a face's threshold means: from which likeness on a die is taken for it."""
    percent = round(100 * face.least)
    if face.least < tuning.threshold - LENIENT:
        return say(
            "A die counts as {face} from a likeness of {percent} % on: less than others, as its pictures differ.",
            face=face.name,
            percent=percent,
        )
    return say("A die counts as {face} from a likeness of {percent} % on.", face=face.name, percent=percent)


def opened(name: str) -> LessonView | None:
    """The lesson of the set as it is; opened when a page is opened, not when an open one asks for news."""
    workshop = shop()
    if not workshop.lessons.shelf.has_lesson(name):
        raise NotFound
    if not _is_open(name) and not workshop.view.doing and not is_part():
        outcome(workshop.lessons.open(name))
    return workshop.view.lesson if _is_open(name) else None


def _is_open(name: str) -> bool:
    lesson = shop().view.lesson
    return lesson is not None and lesson.record.set == name


def typed(form: MultiDict[str, str]) -> tuple[str, list[str]]:
    """The title and the faces' names of a form, without space around them."""
    names = [" ".join(name.split())[:LONGEST] for name in form.getlist("name")]
    return " ".join(form.get("title", "").split())[:LONGEST], names[:MOST_FACES]


def checked(title: str) -> str:
    """The title, if there is one."""
    if not title:
        raise LessonError(say("The dice need a name."), advice=say("Write it into the first line."))
    return title


def renamed(codes: Sequence[str], names: Sequence[str]) -> tuple[FaceCard, ...]:
    """Faces that keep their codes, and new ones for rows that have none; rows without a name are left out."""
    rows = [(code, name) for code, name in zip(codes, names, strict=False) if name]
    fresh = face_cards([name for _, name in rows])
    taken = {code for code, _ in rows if code}
    return tuple(
        FaceCard(code or _free(new.code, taken), name) for (code, name), new in zip(rows, fresh, strict=True)
    )


def _free(code: str, taken: set[str]) -> str:
    while code in taken:
        code = f"{code[:10]}X"
    taken.add(code)
    return code
