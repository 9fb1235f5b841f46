"""What everybody sees of the workshop: frozen values under a number that grows with every change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.state.view import Notice
from companion.vision.card import FaceCard
from companion.vision.cards.deck import Deck
from companion.vision.reading import DieReading, Reading
from companion.vision.teaching.figures import ENOUGH, Confusion, FaceFigures, Figures
from companion.vision.teaching.record import Record, Sample
from companion.vision.tray import Tray
from companion.words import Sentence

Point = tuple[float, float]


@dataclass(frozen=True)
class Photo:
    """A picture of the table: the id of its JPEG, and the `width` x `height` pixels in which places are told."""

    picture: str
    width: int
    height: int


@dataclass(frozen=True)
class FoundDie:
    """A die in a picture that may be kept, as the teacher sees it.

    `x`, `y` are the centre of its top face and `size` that face's side, in pixels of the photo; `angle` is in
    degrees. `crop` is the id of its PNG file, `chosen` says that it is to be kept. `like` is another face that it
    looks more like, or empty; `remarks` are for people.
    """

    x: float
    y: float
    size: float
    angle: float
    crop: str
    chosen: bool = True
    like: str = ""
    remarks: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Shot:
    """A picture whose dice are said to show `face` and wait to be kept; `source` tells it from others."""

    face: str
    source: str
    photo: Photo
    dice: tuple[FoundDie, ...]


@dataclass(frozen=True)
class Look:
    """What was read in a picture, as a game would read it."""

    photo: Photo
    reading: Reading


@dataclass(frozen=True)
class LessonView:
    """The lesson that is open: what was taught, how well it is known (None: nothing was taught yet), what waits.

    `shots` are pictures that wait to be kept, `look` is the last test.
    """

    record: Record
    figures: Figures | None = None
    can_undo: bool = False
    shots: tuple[Shot, ...] = ()
    look: Look | None = None

    @property
    def faces(self) -> tuple[FaceView, ...]:
        """Every face of the set in its own order."""
        known = {face.code: face for face in self.figures.faces} if self.figures else {}
        return tuple(FaceView(face, self.record.of(face.code), known.get(face.code)) for face in self.record.faces)

    @property
    def confusions(self) -> tuple[tuple[Sample, Sample, Confusion], ...]:
        """The samples that were taken for another face, each with the sample of that face that it resembles."""
        found = self.figures.confusions if self.figures else ()
        return tuple((self.record.samples[one.sample], self.record.samples[one.like], one) for one in found)

    @property
    def odd(self) -> frozenset[str]:
        """The hashes of samples that fit badly with the others of their face."""
        faces = self.figures.faces if self.figures else ()
        return frozenset(self.record.samples[row].sha256 for face in faces for row in face.odd)

    @property
    def next_face(self) -> str:
        """The first face that has too few pictures, or an empty text."""
        return next((face.card.code for face in self.faces if face.pictures < ENOUGH), "")


@dataclass(frozen=True)
class FaceView:
    """A face with its samples and figures."""

    card: FaceCard
    samples: tuple[Sample, ...]
    figures: FaceFigures | None = None

    @property
    def pictures(self) -> int:
        """The number of pictures that its samples come from."""
        return len({sample.source for sample in self.samples})


@dataclass(frozen=True)
class FoundCard:
    """A card in a picture that waits to be named: the id of its own picture, and what it seems to be.

    `code` is its code in the deck and `confidence` 0-1 how sure that is; empty and 0 for one that is new. `title`
    is its name, or what was read on it.
    """

    picture: str
    code: str
    title: str
    confidence: float


@dataclass(frozen=True)
class DeckView:
    """The deck that is open, whether it is the family's own, whether a step can be taken back, and what waits."""

    deck: Deck
    own: bool
    can_undo: bool = False
    found: tuple[FoundCard, ...] = ()


@dataclass(frozen=True)
class Candidate:
    """A tray that waits to be used, or the picture in which none was found.

    `outlines` are the found fiducials' corners and `missing` says where others lie; of the mat's border `marks` of
    `marks_printed` were seen. `worst` is the largest error in millimetres. `grid` are lines in pixels to draw.
    """

    photo: Photo
    tray: Tray | None = None
    outlines: tuple[tuple[Point, ...], ...] = ()
    missing: tuple[Sentence, ...] = ()
    marks: int = 0
    marks_printed: int = 0
    worst: float = 0.0
    grid: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True)
class PlacedDie:
    """A die on the tray's plan.

    `right` and `away` are millimetres from the near-left corner, `side` is the top face's in millimetres, `angle`
    is in degrees counter-clockwise.
    """

    die: DieReading
    right: float
    away: float
    side: float
    angle: float


@dataclass(frozen=True)
class Plan:
    """What was read in a picture, and where it lies in the dice area of `tray`."""

    look: Look
    tray: Tray
    dice: tuple[PlacedDie, ...]


@dataclass(frozen=True)
class CalibrationView:
    """The camera's calibration: the tray in use, the one that waits to be used, and the last test.

    `watched` says whether a bump of the camera would be noticed; None where nobody has looked yet.
    """

    tray: Tray | None = None
    watched: bool | None = None
    candidate: Candidate | None = None
    plan: Plan | None = None


@dataclass(frozen=True)
class WorkshopView:
    """The whole visible state of the workshop.

    `doing` is the task that runs now, at step `step` of `steps` where it has several. `trouble` is why the last
    one failed, `told` what it has done.
    """

    number: int = 0
    doing: Sentence | None = None
    step: int = 0
    steps: int = 0
    trouble: Notice | None = None
    told: Sentence | None = None
    lesson: LessonView | None = None
    deck: DeckView | None = None
    calibration: CalibrationView = CalibrationView()
