"""`companion teach`: teaches the eye a family's own dice from photographs, and shows how well they are known."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.commands.files import ended, photos
from companion.commands.read import default_models
from companion.config import state_folder
from companion.errors import LessonError, NotAPicture
from companion.vision.card import CARD, FaceCard, SetCard, read_card
from companion.vision.frame import Frame
from companion.vision.teaching.lesson import Learnt, Lesson
from companion.vision.teaching.parcel import pack, unpack
from companion.vision.teaching.sheet import lines, save_sheet
from companion.vision.teaching.store import LESSON, TAUGHT
from companion.vision.teaching.teacher import Teacher
from companion.words import say

EXAMPLES = """
  companion teach animals --faces CAT,DOG,COW --names "Cat,Dog,Cow"
  companion teach animals --face CAT cat1.jpg cat2.jpg     every die in these photographs shows the cat
  companion teach animals --show --report animals.html
"""


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it ran, 1 when a photograph taught nothing, 2 when it could not."""
    args = _parser().parse_intermixed_args(argv)
    return ended(lambda: _run(args))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion teach",
        description="Teaches the eye your own dice: name the faces, then give a few photographs of each.",
        epilog=f"examples:{EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("set", metavar="SET", help="the name of the dice, such as animals")
    parser.add_argument("photos", metavar="PHOTO", nargs="*", type=Path, help="a picture, or a folder of pictures")
    parser.add_argument("--faces", metavar="CODE,CODE,...", help="the codes of the faces; sets them anew")
    parser.add_argument("--names", metavar="NAME,NAME,...", help="the names of the faces, in the same order")
    parser.add_argument("--title", help="the name of the dice for people")
    parser.add_argument("--face", metavar="CODE", help="the face that every die in the photographs shows")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--undo", action="store_true", help="take the last step back")
    what.add_argument("--forget-face", metavar="CODE", help="forget all pictures of a face")
    what.add_argument("--import", dest="parcel", metavar="PATH", type=Path, help="take in a packed die set")
    parser.add_argument("--export", metavar="PATH", type=Path, help="pack the die set: a folder, or a .zip file")
    parser.add_argument("--show", action="store_true", help="show how well the faces are known")
    parser.add_argument("--report", metavar="OUT", type=Path, help="save a sheet with all pictures: .html or .png")
    parser.add_argument("--state", metavar="DIR", type=Path, help="the folder of journal, settings and pictures")
    parser.add_argument(
        "--models", metavar="DIR", type=Path, default=default_models(), help="the folder of models"
    )
    return parser


def _run(args: argparse.Namespace) -> int:
    teacher = Teacher(args.models)
    taught = (args.state or state_folder(os.environ)) / TAUGHT
    if args.photos and not args.face:
        raise LessonError(
            say("It is not said which face the photographs show."), advice=say("Name it with --face CODE.")
        )
    if args.parcel:
        lesson = unpack(args.parcel, taught, args.set, teacher)
        print(f"Taken in: {_summary(lesson)}")
    else:
        lesson = _lesson(args, taught, teacher)
    _change(lesson, args)
    failed = _learn(lesson, args)
    _tell(lesson, args)
    return 1 if failed else 0


def _lesson(args: argparse.Namespace, taught: Path, teacher: Teacher) -> Lesson:
    """The lesson as it is, with the faces that the arguments name; a new one where they name some."""
    shipped = _shipped(args.models / args.set) if (args.models / args.set / CARD).is_file() else None
    exists = (taught / args.set / LESSON).is_file()
    if not exists and not args.faces and (shipped is None or not args.photos):
        raise LessonError(
            say("Nothing was taught of the dice {name} yet.", name=args.set),
            advice=say("Name their faces first, with --faces CODE,CODE,..."),
        )
    if exists and not args.faces and not args.title:
        return Lesson.open(taught, args.set, teacher)
    lesson = Lesson.open(taught, args.set, teacher) if exists else None
    faces = lesson.record.faces if lesson else shipped.faces if shipped else ()
    title = args.title or (lesson.record.title if lesson else shipped.title if shipped else args.set)
    wanted = _faces(args, {face.code: face.name for face in faces}) or tuple(faces)
    if shipped:
        _check_codes(wanted, shipped)
    if lesson is None:
        return Lesson.begin(taught, args.set, title, wanted, teacher)
    lesson.name_faces(title, wanted)
    return lesson


def _shipped(folder: Path) -> SetCard:
    return read_card(folder, SetCard)


def _faces(args: argparse.Namespace, known: dict[str, str]) -> tuple[FaceCard, ...]:
    codes = _listed(args.faces)
    names = _listed(args.names)
    if names and len(names) != len(codes):
        raise LessonError(
            say("There are {names} names for {codes} faces.", names=len(names), codes=len(codes)),
            advice=say("Give --faces and --names with as many entries each, in the same order."),
        )
    return tuple(
        FaceCard(code, name) for code, name in zip(codes, names or [known.get(c, c) for c in codes], strict=True)
    )


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _check_codes(faces: Sequence[FaceCard], shipped: SetCard) -> None:
    """Dice that take the place of shipped ones must have their codes, or no game would know them."""
    codes = [face.code for face in shipped.faces]
    strange = [face.code for face in faces if face.code not in codes]
    if strange:
        raise LessonError(
            say(
                "Games know no such faces of the dice {name}: {codes}", name=shipped.set, codes=", ".join(strange)
            ),
            advice=say("Choose among {codes}, or another name for the dice.", codes=", ".join(codes)),
        )


def _change(lesson: Lesson, args: argparse.Namespace) -> None:
    if args.undo:
        print(f"Taken back: {lesson.undo() or 'the last step'}. {_summary(lesson)}")
    if args.forget_face:
        lesson.forget_face(args.forget_face)
        print(f"Forgotten: {args.forget_face}. {_summary(lesson)}")


def _learn(lesson: Lesson, args: argparse.Namespace) -> int:
    """How many photographs taught nothing."""
    failed = 0
    for photo in [*photos(args.photos)]:
        try:
            learnt = lesson.learn(Frame.load(photo), args.face, photo.name)
        except (NotAPicture, LessonError) as error:
            lesson.record.face(args.face)  # a wrong code is wrong for all: it ends the command
            failed += 1
            print(f"{photo}: {error.sentence} {error.advice}", file=sys.stderr)
        else:
            print(f"{photo}: {_learnt(learnt, args.face)}", flush=True)
    return failed


def _learnt(learnt: Learnt, face: str) -> str:
    told = [f"learnt {len(learnt.samples)} x {face}"]
    if learnt.known:
        told.append(f"{len(learnt.known)} known already as {', '.join({one.face for one in learnt.known})}")
    if learnt.doubts:
        likely = ", ".join(doubt.looks_like for doubt in learnt.doubts)
        told.append(f"looks more like {likely}: if it is no {face}, take it back with --undo")
    told += [str(remark) for remark in learnt.remarks]
    return "; ".join(told)


def _tell(lesson: Lesson, args: argparse.Namespace) -> None:
    if args.show:
        _show(lesson)
    if args.report:
        save_sheet(lesson, args.report)
    if args.export:
        pack(lesson, args.export)


def _summary(lesson: Lesson) -> str:
    return f"{lesson.record.title}: {len(lesson.record.samples)} pictures of {len(lesson.record.faces)} faces"


def _show(lesson: Lesson) -> None:
    figures = lesson.known.figures
    print(_summary(lesson))
    for name, value in lines(figures):
        print(f"  {name:52} {value}")
    print(f"  {'face':20} {'dice':>5} {'photos':>7}  {'right':18} {'most like':12} {'gap':>5} {'least':>6}")
    for face in figures.faces:
        print(
            f"  {face.code + ' ' + face.name:20} {face.samples:5} {face.pictures:7}  {face.right!s:18} "
            f"{face.nearest or '-':12} {face.gap:5.2f} {face.least:6.2f}"
        )
    for confusion in figures.confusions:
        sample = lesson.record.samples[confusion.sample]
        print(f"  {confusion.face} taken for {confusion.said}: {sample.file} ({sample.source})")
    for one in figures.advice:
        print(f"- {one}")
