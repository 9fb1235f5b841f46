"""Readings as an eye would give them, written as words."""

from __future__ import annotations

from companion.vision.reading import DieReading, Guess, Reading

JPEG = bytes.fromhex("ffd8ffd9")


def reading(
    faces: str = "", *, unsure: tuple[int, ...] = (), why_not: str = "", body: str = "", x: float = 50
) -> Reading:
    """A reading of 640 x 480 pixels whose dice lie in a row from `x` pixels on, 100 apart; `unsure` ones ask."""
    dice = tuple(
        DieReading(
            face,
            0.5 if place in unsure else 0.99,
            x + 100 * place,
            200,
            40,
            5,
            "characters",
            body,
            (Guess("SA", 0.2), Guess("9", 0.1)),
            place not in unsure,
        )
        for place, face in enumerate(faces.split())
    )
    return Reading(dice, 640, 480, 12.5, why_not)
