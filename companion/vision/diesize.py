"""The side of the dice in use: told in the settings, and learnt from what people accept."""

from __future__ import annotations

import logging
from collections import deque
from pathlib import Path
from statistics import median

import msgspec

from companion.errors import CalibrationError
from companion.vision.reading import Reading
from companion.vision.scale import DIE
from companion.vision.stored import load, save

log = logging.getLogger(__name__)

SIDES = "dice.toml"
"""The file's name in the state folder."""
LEARNT = 10  # dice from which a set's side is known
REMEMBERED = 60  # dice; older ones are forgotten
NEWS = 0.02  # share by which a side must differ from what is on the disk to be written


class Sides(msgspec.Struct, frozen=True):
    """The sides in millimetres by die set, as they are kept on the disk."""

    sides: dict[str, float] = {}


class DieSize:
    """The sides of dice in millimetres, by die set; `told` holds until a set's own was learnt.

    What was learnt is kept in the file `path`, if there is one. Safe to ask while another thread lets it learn.
    """

    def __init__(self, told: float = DIE, path: Path | None = None) -> None:
        self._told = told
        self._path = path
        self._sides = dict(_kept(path).sides)
        self._seen: dict[str, deque[float]] = {}

    def of(self, die_set: str | None) -> float:
        """The side of a set's dice, or the told one where the set is not named or not known yet."""
        return self._sides.get(die_set or "", self._told)

    def learn(self, reading: Reading) -> None:
        """Take in the measured sides of a reading that people accepted."""
        for die in reading.dice:
            if die.side and die.sure:
                self._seen.setdefault(die.die_set, deque(maxlen=REMEMBERED)).append(die.side)
        for die_set in {die.die_set for die in reading.dice} & self._seen.keys():
            seen = self._seen[die_set]
            if len(seen) >= LEARNT:
                self._keep(die_set, median(seen))

    def _keep(self, die_set: str, side: float) -> None:
        if abs(side - self._sides.get(die_set, 0.0)) <= NEWS * side:
            return
        self._sides = {**self._sides, die_set: round(side, 2)}
        if self._path is None:
            return
        try:
            save(self._path, Sides(self._sides))
        except CalibrationError as error:
            log.warning("the side of the dice cannot be kept: %s", error)


def _kept(path: Path | None) -> Sides:
    if path is None or not path.exists():
        return Sides()
    try:
        return load(path, Sides)
    except CalibrationError as error:
        log.warning("what was learnt about the side of the dice cannot be used: %s", error)
        return Sides()
