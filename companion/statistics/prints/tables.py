"""A summary as a table (CSV) and as data (JSON)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime

import msgspec

from companion.statistics.prints.spoken import Spoken
from companion.statistics.told import Dice, Line, Series, Summary
from companion.words import Sentence

FORMAT = "table-companion summary"
VERSION = 1
COLUMNS = ("section", "what", "turn", "who", "value", "unit")
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would take for a formula."""


class Seat(msgspec.Struct, frozen=True):
    """A player: name, colour, score (null where the game counts nothing), seconds on turn, and whether it won."""

    name: str
    colour: str
    score: int | None
    seconds: float
    won: bool


class Values(msgspec.Struct, frozen=True):
    """A line of a series: its name, the number of its seat from 0 or null, and a value per moment."""

    name: str
    seat: int | None
    values: tuple[int, ...]


class Course(msgspec.Struct, frozen=True):
    """A series: its slug and title, what is counted, and its lines; moment 0 is before the first turn."""

    slug: str
    title: str
    unit: str
    lines: tuple[Values, ...]


class Test(msgspec.Struct, frozen=True):
    """A chi-square test: its figures, the chance of fair dice to stray so far, and whether throws were enough."""

    chi2: float
    df: int
    p: float
    enough: bool


class Throws(msgspec.Struct, frozen=True):
    """Dice that cannot be told apart: counts by face code, those that are not tested, and the test or null."""

    die_set: str
    body: str
    counts: dict[str, int]
    untested: dict[str, int]
    fairness: Test | None


class Tale(msgspec.Struct, frozen=True):
    """A small fact."""

    title: str
    sentence: str


class SummaryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; moments are in ISO 8601 with their offset, spans in seconds."""

    format: str
    version: int
    evening: int
    game: str
    began: datetime
    ended: datetime
    over: bool
    how: str
    moves: int
    turns: int
    rounds: int
    seconds: float
    breaks: float
    clocked: bool
    scored: str
    seats: tuple[Seat, ...]
    series: tuple[Course, ...]
    dice: tuple[Throws, ...]
    facts: tuple[Tale, ...]


ISOLATES = str.maketrans("", "", "\u2066\u2067\u2068\u2069")
"""The marks that keep names in another direction apart on a page: of no use in a table."""


def _told(spoken: Spoken, sentence: Sentence | None) -> str:
    return spoken.text(sentence).translate(ISOLATES) if sentence else ""


def json_file(summary: Summary, spoken: Spoken) -> bytes:
    """The summary as JSON text in UTF-8."""
    return msgspec.json.format(msgspec.json.encode(_data(summary, spoken)), indent=1)


def schema() -> dict[str, object]:
    """The JSON Schema of the data."""
    return msgspec.json.schema(SummaryFile)


def _data(summary: Summary, spoken: Spoken) -> SummaryFile:
    return SummaryFile(
        format=FORMAT,
        version=VERSION,
        evening=summary.evening,
        game=summary.game,
        began=spoken.local(summary.began),
        ended=spoken.local(summary.ended),
        over=summary.over,
        how=_told(spoken, summary.how),
        moves=summary.moves,
        turns=summary.turns,
        rounds=summary.rounds,
        seconds=summary.times.total,
        breaks=summary.times.breaks,
        clocked=summary.times.clocked,
        scored=_told(spoken, summary.scored),
        seats=tuple(_seat(summary, number) for number in range(len(summary.seats))),
        series=tuple(_course(series, spoken) for series in summary.series),
        dice=tuple(_throws(dice) for dice in summary.dice),
        facts=tuple(Tale(_told(spoken, one.title), _told(spoken, one.sentence)) for one in summary.facts),
    )


def _seat(summary: Summary, number: int) -> Seat:
    seat, score = summary.seats[number], summary.scores[number] if summary.scores else None
    return Seat(seat.name, seat.colour, score, summary.times.seats[number], number in summary.winners)


def _course(series: Series, spoken: Spoken) -> Course:
    lines = tuple(Values(_name(line, spoken), line.seat, line.values) for line in series.lines)
    return Course(series.slug, _told(spoken, series.title), _told(spoken, series.unit), lines)


def _name(line: Line, spoken: Spoken) -> str:
    return line.name if isinstance(line.name, str) else _told(spoken, line.name)


def _throws(dice: Dice) -> Throws:
    fair = dice.fairness
    test = Test(fair.chi2, fair.df, fair.p, fair.enough) if fair else None
    return Throws(dice.die_set, dice.body, dict(dice.counts), dict(dice.beside), test)


Row = tuple[str, str, int | str, str, int | float | str, str]


def csv_file(summary: Summary, spoken: Spoken) -> bytes:
    """The summary as one long table, a number per row, in UTF-8 with a mark that spreadsheets know it by.

    A text that a spreadsheet would take for a formula has an apostrophe before it; the JSON file has it as it is.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    writer.writerows([_harmless(value) for value in row] for row in _rows(summary, spoken))
    return out.getvalue().encode("utf-8-sig")


def _harmless(value: int | float | str) -> int | float | str:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def _rows(summary: Summary, spoken: Spoken) -> Iterator[Row]:
    yield from _evening(summary, spoken)
    for number, seat in enumerate(summary.seats):
        if summary.scores:
            yield "score", "", "", seat.name, summary.scores[number], _told(spoken, summary.scored)
        yield "time", "", "", seat.name, round(summary.times.seats[number], 1), "s"
    for series in summary.series:
        yield from _moments(series, spoken)
    for dice in summary.dice:
        yield from _faces(dice, spoken)
    for fact in summary.facts:
        yield "fact", _told(spoken, fact.title), "", "", _told(spoken, fact.sentence), ""


def _evening(summary: Summary, spoken: Spoken) -> Iterator[Row]:
    told: dict[str, tuple[int | float | str, str]] = {
        "number": (summary.evening, ""),
        "game": (summary.game, ""),
        "began": (spoken.local(summary.began).isoformat(timespec="seconds"), ""),
        "ended": (spoken.local(summary.ended).isoformat(timespec="seconds"), ""),
        "moves": (summary.moves, ""),
        "turns": (summary.turns, ""),
        "rounds": (summary.rounds, ""),
        "time played": (round(summary.times.total, 1), "s"),
        "breaks": (round(summary.times.breaks, 1), "s"),
    }
    for what, (value, unit) in told.items():
        yield "evening", what, "", "", value, unit
    for seat in summary.winners:
        yield "evening", "won", "", summary.seats[seat].name, 1, ""


def _moments(series: Series, spoken: Spoken) -> Iterator[Row]:
    title, unit = _told(spoken, series.title), _told(spoken, series.unit)
    for line in series.lines:
        for turn, value in enumerate(line.values):
            yield "over time", title, turn, _name(line, spoken), value, unit


def _faces(dice: Dice, spoken: Spoken) -> Iterator[Row]:
    for face, count in {**dice.counts, **dice.beside}.items():
        yield "dice", spoken.face(dice.die_set, face), "", dice.body, count, ""
    if dice.fairness:
        for what, value in (("chi2", dice.fairness.chi2), ("df", dice.fairness.df), ("p", dice.fairness.p)):
            yield "dice test", what, "", dice.body, value, "" if dice.fairness.enough else "too few throws"
