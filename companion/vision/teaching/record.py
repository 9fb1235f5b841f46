"""The record of a lesson: what was taught, by which pictures, one step after another."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.errors import LessonError
from companion.vision.card import FaceCard
from companion.vision.dieset import BASE, OTHER
from companion.words import say

FORMAT = 1
MOST_FACES = 24
MOST_SAMPLES = 40  # of one face
SET_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
FACE_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,11}")

Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Short = Annotated[str, msgspec.Meta(max_length=200)]


class Sample(msgspec.Struct, frozen=True):
    """A labelled crop: the hash of its PNG file, where its picture came from, and when (ISO 8601, UTC)."""

    face: Annotated[str, msgspec.Meta(pattern=f"^{FACE_CODE.pattern}$")]
    sha256: Hash
    source: Short
    when: Short

    @property
    def file(self) -> str:
        """Its PNG file below the lesson's folder."""
        return f"samples/{self.face}/{self.sha256[:24]}.png"


class Record(msgspec.Struct, frozen=True):
    """All that was taught of a die set after `step` steps, the last of which `did` something.

    `reader` is the hash of the network whose embeddings the prototypes are.
    """

    set: Annotated[str, msgspec.Meta(pattern=f"^{SET_NAME.pattern}$")]
    title: Short
    faces: Annotated[tuple[FaceCard, ...], msgspec.Meta(max_length=MOST_FACES)]
    samples: Annotated[tuple[Sample, ...], msgspec.Meta(max_length=MOST_FACES * MOST_SAMPLES)] = ()
    reader: str = ""
    step: int = 0
    did: Short = ""
    format: int = FORMAT

    def after(self, did: str, **changes: object) -> Record:
        """The record one step later."""
        return replace(self, step=self.step + 1, did=did[:200], **changes)

    def of(self, face: str) -> tuple[Sample, ...]:
        """The samples of a face."""
        return tuple(sample for sample in self.samples if sample.face == face)

    @property
    def complete(self) -> bool:
        """Whether every face was taught: only then may games read the set."""
        return bool(self.faces) and {face.code for face in self.faces} == {one.face for one in self.samples}

    def face(self, code: str) -> FaceCard:
        """The face of that code; raises LessonError when the set has none."""
        for face in self.faces:
            if face.code == code:
                return face
        raise LessonError(
            say("These dice have no face {code}.", code=code),
            detail=f"expected one of {[face.code for face in self.faces]}, got {code!r}",
            advice=say("Choose one of: {codes}", codes=", ".join(face.code for face in self.faces) or "-"),
        )


def new_record(name: str, title: str, faces: tuple[FaceCard, ...]) -> Record:
    """The record of a die set of which nothing was taught yet.

    Raises:
        LessonError: a name or code cannot be used, is there twice, or there are too many faces.
    """
    codes = [face.code for face in faces]
    bad = [code for code in codes if not FACE_CODE.fullmatch(code) or code == OTHER]
    if not SET_NAME.fullmatch(name) or name == BASE:
        raise LessonError(
            say("{name} cannot be the name of a die set.", name=name),
            detail=f"expected {SET_NAME.pattern!r} and not {BASE!r}, got {name!r}",
            advice=say("Use small letters and digits only, such as animals or my-dice."),
        )
    if bad or len({*codes}) < len(codes) or len(codes) > MOST_FACES:
        raise LessonError(
            say("These codes cannot be used for faces: {codes}", codes=", ".join(bad or codes)),
            detail=f"expected at most {MOST_FACES} different {FACE_CODE.pattern!r}, got {codes!r}",
            advice=say("Use one to twelve letters or digits for each face, each only once."),
        )
    return Record(name, title, faces)


def hashed(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()
