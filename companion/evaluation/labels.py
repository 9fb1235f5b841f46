"""Labelled photographs: a folder of pictures beside a file that tells which dice they show.

The project's own format is `labels.jsonl`, a line per picture:

    {"file": "tray/1.jpg", "source": "kitchen", "dice": [{"x": 310, "y": 205, "size": 64, "face": "5"}]}

or `labels.csv`, a line per die, and one with nothing after the file for a picture without dice:

    file,x,y,size,face,source,set

`file` lies below the folder. `x`, `y` and `size` are pixels of the upright picture: a die is found when the centre
of its top face is seen within the square of that size round that point, so a box round the whole die will do.
A die that is not square in the picture may have a `height` beside its `size`. `source` (whose dice, which camera;
without it the folder's name) is what figures are told by; `set` is the die set, without which `--die-set` decides.
In `labels.jsonl` a picture may have a `tray`, corners [x, y] round the dice area: nothing outside counts as found.

`index.jsonl` is the format of the project's collection of free photographs of dice with pips: `file` lies below
the folder `dice`, `repo` is the source, and `dice` are boxes `{"x", "y", "w", "h", "value"}`, a corner at x, y.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from companion.errors import LabelError
from companion.words import say

Corners = tuple[tuple[float, float], ...]
Side = Annotated[float, msgspec.Meta(gt=0)]

JSON_LINES, CSV, INDEX = "labels.jsonl", "labels.csv", "index.jsonl"
FILES = (JSON_LINES, CSV, INDEX)
"""The names of label files, in the order in which a folder is searched for them."""
PICTURES_OF_INDEX = "dice"  # the folder beside index.jsonl that its files lie in
ROUND_THE_PIPS = frozenset({"matteop65/Dice_Detection_Recognition"})
"""Sources of an index whose boxes enclose the pips alone, which says little of the die's size."""
OF_ONE, OF_SEVERAL = 2.8, 43.0
"""How many times the box of a single pip is as large there as one round four to six, where a picture shows both;
and such a box's usual pixels: no box grows beyond, for some round one pip enclose the whole top face."""


class TrueDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die as it lies in the picture: `face`, and the centre and sides in pixels of where its top face may be."""

    x: float
    y: float
    size: Side
    face: str
    height: Side | None = None

    @property
    def reach(self) -> tuple[float, float]:
        """Pixels from the centre to the edges, across and down."""
        return self.size / 2, (self.height or self.size) / 2


class Labels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of `labels.jsonl`."""

    file: str
    dice: tuple[TrueDie, ...] = ()
    source: str = ""
    set: str = ""
    tray: Corners = ()


@dataclass(frozen=True)
class Photo:
    """A labelled photograph: its file, its source, its dice, and their die set or an empty text.

    `tray` are the corners (x, y) in pixels round the dice area, or none where all of the picture is.
    """

    path: Path
    source: str
    dice: tuple[TrueDie, ...]
    die_set: str = ""
    tray: Corners = ()


def labelled(folder: Path) -> dict[str, list[Photo]]:
    """The labelled photographs of a folder by source, in the order of the labels.

    Raises:
        LabelError: there is no file of labels, or a line of it is wrong.
    """
    file = next((folder / name for name in FILES if (folder / name).is_file()), None)
    if file is None:
        raise LabelError(
            say("There are no labels beside these photographs."),
            detail=f"expected one of {', '.join(FILES)} in {str(folder)!r}",
        )
    sources: dict[str, list[Photo]] = {}
    for photo in _read(file):
        sources.setdefault(photo.source, []).append(photo)
    return sources


def _read(file: Path) -> list[Photo]:
    read = {JSON_LINES: _of_json, CSV: _of_csv, INDEX: _of_index}[file.name]
    try:
        return [*read(file)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise _wrong(file, 0, error) from error


def _of_json(file: Path) -> Iterator[Photo]:
    for number, line in _lines(file):
        try:
            yield _photo(file, msgspec.json.decode(line, type=Labels))
        except msgspec.DecodeError as error:
            raise _wrong(file, number, error) from error


def _of_csv(file: Path) -> Iterator[Photo]:
    pictures: dict[str, Labels] = {}
    with file.open(encoding="utf-8", newline="") as text:
        rows = csv.DictReader(text)
        for row in rows:
            try:
                one = _of_row(row)
            except msgspec.ValidationError as error:
                raise _wrong(file, rows.line_num, error) from error
            before = pictures.get(one.file, one)
            dice = before.dice + one.dice if one.file in pictures else one.dice
            pictures[one.file] = msgspec.structs.replace(before, dice=dice)
    return (_photo(file, labels) for labels in pictures.values())


def _of_row(row: Mapping[str | None, str | list[str] | None]) -> Labels:
    """A row of labels.csv as the labels of a picture with one die, or with none."""
    given = {name: value for name, value in row.items() if value}
    picture = {name: given.pop(name) for name in ("file", "source", "set") if name in given}
    return msgspec.convert(picture | {"dice": [given] if given else []}, Labels, strict=False)


class _Box(msgspec.Struct, frozen=True):
    x: float
    y: float
    w: Side
    h: Side
    value: int


class _Entry(msgspec.Struct, frozen=True):
    file: str
    repo: str
    dice: tuple[_Box, ...] = ()


def _of_index(file: Path) -> Iterator[Photo]:
    """The pictures with boxes of an index: corners, sides and values 1-6 of dice with pips.

    Boxes round the pips alone are made as large as the picture's largest would be round several pips.
    """
    for number, line in _lines(file):
        try:
            entry = msgspec.json.decode(line, type=_Entry)
        except msgspec.DecodeError as error:
            raise _wrong(file, number, error) from error
        if entry.dice:
            least = max(map(_round_several, entry.dice)) if entry.repo in ROUND_THE_PIPS else 0.0
            dice = tuple(_true(box, least) for box in entry.dice)
            yield Photo(file.parent / PICTURES_OF_INDEX / entry.file, entry.repo, dice, "pips")


def _round_several(box: _Box) -> float:
    """The longer side of a box round pips, were it one round more than one."""
    side = max(box.w, box.h)
    return max(side, min(OF_ONE * side, OF_SEVERAL)) if box.value == 1 else side


def _true(box: _Box, least: float) -> TrueDie:
    width, height = max(box.w, least), max(box.h, least)
    return TrueDie(box.x + box.w / 2, box.y + box.h / 2, width, str(box.value), height)


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    with file.open(encoding="utf-8") as lines:
        yield from ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _photo(file: Path, labels: Labels) -> Photo:
    source = labels.source or file.parent.resolve().name
    return Photo(file.parent / labels.file, source, labels.dice, labels.set, labels.tray)


def thinned(sources: Mapping[str, list[Photo]], every: int, names: Iterable[str] = ()) -> dict[str, list[Photo]]:
    """Each `every`-th photograph of the sources whose names hold one of `names`; of all sources without these."""
    wanted = tuple(names)
    return {
        name: photos[::every]
        for name, photos in sources.items()
        if not wanted or any(part in name for part in wanted)
    }


def _wrong(file: Path, number: int, error: Exception) -> LabelError:
    return LabelError(
        say("Line {number} of {file} is no label.", number=number, file=file.name)
        if number
        else say("The labels in {file} cannot be read.", file=file.name),
        detail=f"{error}, in {str(file)!r}",
    )
