"""A trial of the eye: `python -m companion.doctor.trial MODELS STATE` reads a drawn die and prints what it saw.

It runs in a process of its own, for on some processors the networks' program part dies of an illegal instruction.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from companion.errors import CompanionError
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.teaching.store import TAUGHT

SHOWN = "5"
"""The face that is drawn."""


def drawn() -> Frame:
    """A white die with five pips on green cloth, 640 x 480 pixels."""
    y, x = np.mgrid[0:480, 0:640]
    pixels = np.random.default_rng(1).normal((60, 90, 60), 4.0, (480, 640, 3))
    pixels[(abs(x - 320) <= 40) & (abs(y - 240) <= 40)] = (235, 235, 230)
    for across, down in ((-20, -20), (20, -20), (0, 0), (-20, 20), (20, 20)):
        pixels[(x - 320 - across) ** 2 + (y - 240 - down) ** 2 <= 64] = (20, 20, 20)
    return Frame(np.clip(pixels, 0, 255).astype(np.uint8), 0.0)


def main(models: str, state: str) -> int:
    """Read the drawn die; 0 when it could be read, 1 with a sentence when the models cannot be used."""
    try:
        reading = DiceReader(Path(models), Path(state) / TAUGHT).read(drawn(), die_set="pips", expectation=None)
    except CompanionError as error:
        print(f"{error.sentence} {error.advice}", file=sys.stderr)
        return 1
    print(json.dumps({"faces": [die.face for die in reading.dice], "ms": round(reading.ms, 1)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
