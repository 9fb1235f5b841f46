"""How a print speaks: its language, its time zone, and the names of faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from companion.words import Sentence


def _local(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds).astimezone()


def _code(die_set: str, face: str) -> str:  # noqa: ARG001  (a set without names)
    return face


@dataclass(frozen=True)
class Spoken:
    """Sentences as text, unix seconds as a moment of the family's time zone, a face of a die set by its name."""

    text: Callable[[Sentence | str], str] = str
    local: Callable[[float], datetime] = _local
    face: Callable[[str, str], str] = _code
