"""The proposer: makes proposals out of an evening's readings, and remembers the last that was accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.bundles import noted
from companion.eye import Look
from companion.pictures import Pictures
from companion.proposals import Judge, beside, propose, without_spare
from companion.state.view import Proposal
from companion.vision.reading import Reading


class Proposer:
    """Keeps the picture of each reading, numbers its proposal, and knows dice that nobody has touched since.

    `accepted` is the last reading that was accepted this evening; `untouched` says whether two readings show the
    same dice in the same places.
    """

    def __init__(self, pictures: Pictures, untouched: Callable[[Reading, Reading], bool]) -> None:
        self._pictures = pictures
        self._untouched = untouched
        self._made = 0
        self.accepted: Reading | None = None

    def propose(self, judge: Judge, reading: Reading, look: Look) -> tuple[Reading, Proposal]:
        """The reading as it is understood, and its proposal; without a picture when that cannot be kept."""
        note = noted(judge.game.id, judge.expects(), reading, look.tray)
        picture = self._pictures.keep(look.jpeg, note, look.frames)
        if not reading.why_not and self._is_known(reading):
            reading = replace(reading, why_not="not-moved")
        self._made += 1
        shown = without_spare(reading) if self._spare_is_known(reading) else reading
        return reading, propose(judge, shown, self._made, picture)

    def _is_known(self, reading: Reading) -> bool:
        last = self.accepted
        return last is not None and bool(last.dice) and self._untouched(last, reading)

    def _spare_is_known(self, reading: Reading) -> bool:
        """Whether the dice beside the tray lay there before the last roll was accepted."""
        last = self.accepted
        return last is not None and bool(reading.outside) and self._untouched(beside(last), beside(reading))
