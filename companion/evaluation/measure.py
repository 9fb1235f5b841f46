"""Measuring: reads labelled photographs, clean or spoiled, and keeps what the figures and the report need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import cv2
import numpy as np

from companion.errors import NotAPicture
from companion.evaluation.conditions import CONDITIONS
from companion.evaluation.counting import Counts, Fate, counts_of, fates, wilson
from companion.evaluation.labels import Corners, Photo, TrueDie
from companion.evaluation.reliability import calibration_error, reliability
from companion.vision.frame import Frame, Pixels
from companion.vision.reader import scaled
from companion.vision.reading import Reading, most_telling
from companion.vision.teaching.figures import Share

CROP = 96  # pixels of a picture of a die that went wrong
AROUND = 2.2  # sides of the die that it shows


class Reader(Protocol):
    """What reads a frame: the shipped eye, or another way to compare it with."""

    def read(self, frame: Frame, *, die_set: str | None = None) -> Reading:
        """The dice in `frame`."""
        ...


@dataclass(frozen=True)
class Exhibit:
    """A die that went wrong: its photograph's name, its fate and its picture (CROP, CROP, 3) uint8 RGB."""

    photo: str
    fate: Fate
    crop: Pixels


@dataclass
class Group:
    """The photographs of one source in one condition: counts, the fates of all dice, and what went wrong."""

    source: str
    condition: str
    counts: Counts = field(default_factory=Counts)
    dice: list[Fate] = field(default_factory=list)
    exhibits: list[Exhibit] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def add(self, reading: Reading, truth: Sequence[TrueDie]) -> list[Fate]:
        """Count one picture; gives the fates of its dice."""
        dice = fates(reading, truth)
        self.counts += counts_of(dice, refused=bool(reading.why_not), ms=reading.ms)
        self.dice += dice
        return dice

    @property
    def confusion(self) -> Counter[tuple[str, str]]:
        """How often each true face was read as each other one."""
        return Counter(
            (die.truth.face, die.die.face) for die in self.dice if die.truth and die.die and not die.right
        )

    @property
    def calibration_error(self) -> float:
        """The expected calibration error 0-1 of the found dice."""
        return calibration_error(reliability(self.dice))

    def figures(self) -> dict[str, Any]:
        """Counts, shares with their 95 % intervals, and confusions, as plain JSON values."""
        counts = self.counts
        shares = {
            "precision": counts.precision,
            "recall": counts.recall,
            "value": counts.value,
            "value_named": counts.value_named,
            "pictures_right": counts.pictures_right,
            "silent": counts.silent,
            "asks": counts.asks,
        }
        return {
            "source": self.source,
            "condition": self.condition,
            **vars(counts),
            "ms": round(counts.ms / max(1, counts.pictures), 1),
            "shares": {name: _plain(share) for name, share in shares.items()},
            "calibration_error": round(self.calibration_error, 4),
            "confusion": {f"{true}->{said}": n for (true, said), n in self.confusion.most_common()},
            "unread": self.unread,
        }


def _plain(share: Share) -> dict[str, float]:
    low, high = wilson(share)
    return {"value": round(share.value, 5), "low": round(low, 5), "high": round(high, 5)}


def measured(
    reader: Reader,
    source: str,
    photos: Iterable[Photo],
    condition: str,
    *,
    die_set: str | None = None,
    done: Callable[[], object] = lambda: None,
    missed: Callable[[Photo, Frame, Reading], object] = lambda _photo, _frame, _reading: None,
) -> Group:
    """What `reader` makes of the photographs in one condition.

    `done` is called after each, and `missed` for each that was not right as a whole, with what was read in it.

    Dice are read as of the set that the label names, else of `die_set`, else as the reader finds fit. A photograph
    that is no picture counts with all its dice missed. Dice outside the label's tray do not count.
    """
    group = Group(source, condition)
    for photo in photos:
        try:
            frame = Frame.load(photo.path)
        except NotAPicture as error:
            group.unread.append(photo.path.name)
            group.add(Reading((), 0, 0, 0.0, error.slug), photo.dice)
        else:
            spoiled = Frame(CONDITIONS[condition](frame.pixels), frame.taken_at, frame.scale)
            reading = reader.read(spoiled, die_set=photo.die_set or die_set)
            dice = group.add(_inside(scaled(reading, frame.scale), photo.tray), photo.dice)
            group.exhibits += _exhibits(photo.path.name, spoiled, dice)
            if not all(die.right for die in dice):
                missed(photo, spoiled, reading)
        done()
    return group


def _inside(reading: Reading, tray: Corners) -> Reading:
    """The reading without the dice whose centres lie outside the tray, and without what only they put in doubt."""
    if not tray:
        return reading
    around = np.array(tray, np.float32)
    inside = [die for die in reading.dice if cv2.pointPolygonTest(around, (die.x, die.y), measureDist=False) >= 0]
    told = {die.doubt for die in reading.dice}
    doubt = most_telling(die.doubt for die in inside) if reading.doubt in told else reading.doubt
    return replace(reading, dice=tuple(inside), doubt=doubt)


def _exhibits(name: str, frame: Frame, dice: Sequence[Fate]) -> Iterator[Exhibit]:
    for fate in dice:
        if not fate.right:
            yield Exhibit(name, fate, _crop(frame, fate))


def _crop(frame: Frame, fate: Fate) -> Pixels:
    """The surroundings of a die; where the frame ends, its border is drawn out."""
    x, y, side = _place(fate)
    reach = max(1.0, side * AROUND / 2 / frame.scale)
    scale = 2 * reach / CROP
    shift = np.array([[scale, 0, x / frame.scale - reach], [0, scale, y / frame.scale - reach]])
    flags = (cv2.INTER_AREA if scale > 1 else cv2.INTER_LINEAR) | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(frame.pixels, shift, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)


def _place(fate: Fate) -> tuple[float, float, float]:
    """Centre and side in pixels of the photograph."""
    if fate.die is not None:
        return fate.die.x, fate.die.y, fate.die.size
    assert fate.truth is not None  # one of both is there
    return fate.truth.x, fate.truth.y, max(fate.truth.reach)
