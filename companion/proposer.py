"""The proposer: makes proposals out of an evening's readings, and remembers the last that was accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.bundles import noted
from companion.cards import Learn, card_proposal, same_card
from companion.errors import CompanionError
from companion.eye import Look
from companion.pictures import Pictures
from companion.proposals import Judge, beside, card_doubt, propose, without_spare
from companion.state.view import Proposal, SeenCard
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from companion.words import say


class Proposer:
    """Keeps the picture of each reading, numbers its proposal, and knows what nobody has touched since.

    `untouched` says whether two readings show the same dice in the same places. `learn_dice` is given each reading
    that was accepted, `learn_card` each card that people have named.
    """

    def __init__(
        self,
        pictures: Pictures,
        untouched: Callable[[Reading, Reading], bool],
        learn_dice: Callable[[Reading], None],
        learn_card: Learn | None = None,
    ) -> None:
        self._pictures = pictures
        self._untouched = untouched
        self._learn_dice = learn_dice
        self._learn_card = learn_card
        self._made = 0
        self.forget()

    def forget(self) -> None:
        """Another evening begins: nothing was accepted in it yet."""
        self._dice: Reading | None = None
        self._card: SeenCard | None = None
        self._frame: Frame | None = None

    def answer(self, judge: Judge, look: Look) -> tuple[Reading | None, Proposal]:
        """The proposal of what a look has seen, and the reading of dice as it is understood.

        Raises:
            CompanionError: the look failed, and why.
        """
        if look.reading:
            return self._propose(judge, look.reading, look)
        if look.cards is None:
            raise look.error or CompanionError(say("The eye gave no answer."))
        return None, self._propose_card(judge, look.cards, look)

    def accept(self, shown: Proposal, reading: Reading | None) -> CompanionError | None:
        """What was accepted is learnt and remembered; gives the error when it cannot be learnt."""
        if shown.card:
            return self._accept_card(shown.card)
        if reading:
            self._dice = reading
            self._learn_dice(reading)
        return None

    def _accept_card(self, card: SeenCard) -> CompanionError | None:
        self._card = card
        try:
            if card.by_hand and self._learn_card and self._frame:
                self._learn_card(card, self._frame)
        except CompanionError as error:
            return error
        return None

    def _propose(self, judge: Judge, reading: Reading, look: Look) -> tuple[Reading, Proposal]:
        """The proposal of dice; without a picture when that cannot be kept."""
        note = noted(judge.game.id, judge.expects(), reading, look.tray)
        picture = self._pictures.keep(look.jpeg, note, look.frames)
        if not reading.why_not and self._is_known(reading):
            reading = replace(reading, why_not="not-moved")
        self._made += 1
        shown = without_spare(reading) if self._spare_is_known(reading) else reading
        return reading, propose(judge, shown, self._made, picture)

    def _propose_card(self, judge: Judge, seen: tuple[CardSighting, ...], look: Look) -> Proposal:
        """The proposal of a laid card; the one that was played last is none."""
        picture = self._pictures.keep(look.jpeg, None, look.frames)
        self._made, self._frame = self._made + 1, look.frames[-1]
        made = card_proposal(judge, seen, self._frame, self._made, picture)
        if made.card and self._card and same_card(self._card, made.card):
            asked = card_doubt("card-not-moved")[0]
            return replace(made, why_not="card-not-moved", question=asked, acceptable=False, card=None)
        return made

    def _is_known(self, reading: Reading) -> bool:
        last = self._dice
        return last is not None and bool(last.dice) and self._untouched(last, reading)

    def _spare_is_known(self, reading: Reading) -> bool:
        """Whether the dice beside the tray lay there before the last roll was accepted."""
        last = self._dice
        return last is not None and bool(reading.outside) and self._untouched(beside(last), beside(reading))
