"""What happened between two Views, as the club is told it: `event_type` and plain JSON values.

After an outage the same text may come twice: the broker is told each at least once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.mqtt.told import line, seat, text
from companion.state.view import View

KINDS = ("began", "continued", "left", "rolled", "done", "corrected", "taken-back", "over")
"""Every `event_type`: an evening begins, goes on or is put away; a roll, another action; one that was read
otherwise, one that no longer holds; the game ends."""

Happening = dict[str, Any]


def happenings(before: View, after: View) -> Iterator[Happening]:
    """What happened from one View to a later one; Views between them may be missing."""
    if before.evening != after.evening:
        yield from _changed_evening(before, after)
        return
    yield from _changed_log(before, after)
    if after.outcome and not before.outcome:
        winners = [seat(after, winner) for winner in after.outcome.winners]
        yield {**_about("over", after), "winners": winners, "text": text(after.outcome.sentence)}


def _changed_evening(before: View, after: View) -> Iterator[Happening]:
    if before.evening:
        yield _about("left", before)
    if after.evening:
        yield _about("continued" if after.log else "began", after)


def _changed_log(before: View, after: View) -> Iterator[Happening]:
    known = {one.act: one for one in before.log}
    held = {one.act for one in after.log}
    for one in before.log:
        if one.act not in held:
            yield {**_about("taken-back", after), "act": one.act, **line(before, one)}
    for one in after.log:
        if one.act not in known:
            yield {**_about("rolled" if one.faces else "done", after), "act": one.act, **line(after, one)}
        elif one.sentences != known[one.act].sentences or one.faces != known[one.act].faces:
            yield {**_about("corrected", after), "act": one.act, **line(after, one)}


def _about(kind: str, view: View) -> Happening:
    return {"event_type": kind, "number": view.number, "evening": view.evening, "game": view.game}
