"""Pictures that wait to be kept: their dice as the teacher sees them, and the crops that would be learnt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from companion.errors import LessonError
from companion.vision.classifier import Look
from companion.vision.frame import Frame, Pixels
from companion.vision.quality import has_glare, is_blurred
from companion.vision.teaching.lesson import DOUBT, Lesson
from companion.vision.teaching.store import png
from companion.vision.teaching.teacher import Teacher
from companion.words import Sentence, say
from companion.workshop.supply import Pictures
from companion.workshop.views import FoundDie, Shot, WorkshopView

BLURRED = say("Blurred: a sharper picture teaches more.")
GLARE = say("A lamp is mirrored in it.")


class Shots:
    """Makes shots and remembers their crops until they are kept or put away."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._crops: dict[str, Pixels] = {}

    def made(self, teacher: Teacher, lesson: Lesson, face: str, frame: Frame, source: str) -> Shot:
        """The shot of a frame.

        Raises:
            LessonError: no die is seen.
        """
        dice = []
        for found, look in teacher.dice(frame):
            crop = self._pictures.keep(png(look.crop))
            self._crops[crop] = look.crop
            like, told = looks_like(lesson, face, look), remarks(look, teacher.reader.top_side)
            dice.append(FoundDie(found.x, found.y, found.size, look.angle, crop, like=like, remarks=told))
        if not dice:
            raise LessonError(
                say("No die is seen in this picture."),
                detail=f"in {source!r}",
                advice=say("Lay the dice in the middle, in good light, and try again. Nothing was changed."),
            )
        return Shot(face, source, self._pictures.photo(frame), tuple(dice))

    def crops(self, shot: Shot) -> list[Pixels]:
        """The crops of the chosen dice.

        Raises:
            LessonError: none is chosen.
        """
        chosen = [self._crops[die.crop] for die in shot.dice if die.chosen]
        if not chosen:
            raise LessonError(
                say("No die is ticked."), advice=say("Tick the dice that show the face, or put the picture away.")
            )
        return chosen

    def forget_all_but(self, shots: Sequence[Shot]) -> None:
        """Forget the crops of other shots."""
        named = {die.crop for shot in shots for die in shot.dice}
        self._crops = {crop: pixels for crop, pixels in self._crops.items() if crop in named}


def looks_like(lesson: Lesson, face: str, look: Look) -> str:
    """The face that a die looks more like than like `face`, by more than chance; empty when there is none.

    A face of which nothing was taught yet counts as well as the set's threshold.
    """
    if not lesson.record.samples:
        return ""
    matcher = lesson.known.matcher
    scores = dict(zip(matcher.faces, matcher.scores(look).tolist(), strict=True))
    best = max(scores, key=lambda one: scores[one])
    own = scores.get(face, lesson.known.tuning.threshold)
    return best if best != face and scores[best] > own + DOUBT else ""


def remarks(look: Look, top_side: float) -> tuple[Sentence, ...]:
    """What spoils the picture of a die whose top side is `top_side` pixels long in its crop."""
    blurred, glare = is_blurred(look.crop, top_side), has_glare(look.crop, top_side)
    return (BLURRED,) * blurred + (GLARE,) * glare


def waiting(view: WorkshopView, name: str) -> Shot:
    """The first picture of the set `name` that waits to be kept.

    Raises:
        LessonError: none does.
    """
    lesson = view.lesson
    if lesson is None or lesson.record.set != name or not lesson.shots:
        raise LessonError(say("No picture waits to be kept."), advice=say("Take one first."))
    return lesson.shots[0]


def chosen(view: WorkshopView, name: str, places: Collection[int]) -> WorkshopView:
    """The View with these dice of the first waiting picture chosen and no others; raises as `waiting` does."""
    first = waiting(view, name)
    dice = tuple(replace(die, chosen=place in places) for place, die in enumerate(first.dice))
    rest = view.lesson.shots[1:] if view.lesson else ()
    return with_shots(view, (replace(first, dice=dice), *rest))


def without_first(view: WorkshopView, name: str) -> WorkshopView:
    """The View without the first waiting picture; raises as `waiting` does."""
    waiting(view, name)
    return with_shots(view, view.lesson.shots[1:] if view.lesson else ())


def with_shots(view: WorkshopView, shots: Sequence[Shot]) -> WorkshopView:
    """The View with these pictures waiting in the open lesson."""
    return replace(view, lesson=replace(view.lesson, shots=tuple(shots))) if view.lesson else view
