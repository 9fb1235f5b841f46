"""The proposer: makes proposals out of an evening's readings, and remembers the last that was accepted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.bundles import Note, noted, noted_cards
from companion.cards import Decks, card_proposal, same_card, sealed, sealed_proposal
from companion.errors import CompanionError
from companion.eye import Look
from companion.pictures import Pictures
from companion.proposals import Judge, beside, card_doubt, propose, without_spare
from companion.rules.game import Action
from companion.state.view import Proposal, SeenCard
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from companion.words import say


class Proposer:
    """Keeps the picture of each reading, numbers its proposal, and knows what nobody has touched since.

    `untouched` says whether two readings show the same dice in the same places. `learn_dice` is given each reading
    that was accepted, the `decks` learn each card that people have named. The last look is `secret` if it was for
    cards that nobody may see: then no picture is kept.
    """

    def __init__(
        self,
        pictures: Pictures,
        untouched: Callable[[Reading, Reading], bool],
        learn_dice: Callable[[Reading], None],
        decks: Decks | None = None,
    ) -> None:
        self._pictures = pictures
        self._untouched = untouched
        self._learn_dice = learn_dice
        self._decks = decks
        self._made = 0
        self.forget()

    def forget(self) -> None:
        """Another evening begins: nothing was accepted in it yet."""
        self._dice: Reading | None = None
        self._card: SeenCard | None = None
        self._frame: Frame | None = None
        self._sealed, self.secret = "", False

    def answer(self, judge: Judge, look: Look) -> tuple[Reading | None, Proposal]:
        """The proposal of what a look has seen, and the reading of dice as it is understood.

        Raises:
            CompanionError: the look failed, and why.
        """
        self.secret = sealed(judge) is not None
        if look.reading:
            return self._propose(judge, look.reading, look)
        if look.cards is None:
            raise look.error or CompanionError(say("The eye gave no answer."))
        return None, self._propose_card(judge, look.cards, look)

    def action(self, judge: Judge, shown: Proposal, chosen: str) -> Action:
        """What a proposal that is accepted means; raises as `Judge.accepted` does."""
        return Action.parse(self._sealed) if shown.sealed else judge.accepted(shown, chosen)

    def accept(self, shown: Proposal, reading: Reading | None) -> CompanionError | None:
        """What was accepted is learnt and remembered; gives the error when it cannot be learnt."""
        if shown.card:
            self._pictures.played(shown.picture, shown.card.row or (shown.card.code,))
            return self._accept_card(shown.card)
        if reading:
            self._dice = reading
            self._learn_dice(reading)
        return None

    def _accept_card(self, card: SeenCard) -> CompanionError | None:
        self._card = card
        try:
            if card.by_hand and self._decks and self._frame:
                self._decks.learn(card, self._frame)
        except CompanionError as error:
            return error
        return None

    def _propose(self, judge: Judge, reading: Reading, look: Look) -> tuple[Reading, Proposal]:
        """The proposal of dice; without a picture when that cannot be kept."""
        note = noted(judge.game.id, judge.expects(), reading, look.tray)
        picture = "" if self.secret else self._pictures.keep(look.jpeg, note, look.frames)
        if not reading.why_not and self._is_known(reading):
            reading = replace(reading, why_not="not-moved")
        self._made += 1
        shown = without_spare(reading) if self._spare_is_known(reading) else reading
        return reading, propose(judge, shown, self._made, picture)

    def _propose_card(self, judge: Judge, seen: tuple[CardSighting, ...], look: Look) -> Proposal:
        """The proposal of a laid card; the one that was played last is none."""
        self._made, self._frame = self._made + 1, look.frames[-1]
        if self.secret:
            made, self._sealed = sealed_proposal(judge, seen, self._frame, self._made)
            return made
        picture = self._pictures.keep(look.jpeg, self._noted(judge, seen, look), look.frames)
        made = card_proposal(judge, seen, self._frame, self._made, picture)
        if made.card and self._card and same_card(self._card, made.card):
            asked = card_doubt("card-not-moved")[0]
            return replace(made, why_not="card-not-moved", question=asked, acceptable=False, card=None)
        return made

    def _noted(self, judge: Judge, seen: tuple[CardSighting, ...], look: Look) -> Note | None:
        if judge.cards is None or self._decks is None:
            return None
        networks = self._decks.networks(judge.cards.deck)
        return noted_cards(judge.game.id, judge.cards, seen, look.frames[-1], look.tray, networks)

    def _is_known(self, reading: Reading) -> bool:
        last = self._dice
        return last is not None and bool(last.dice) and self._untouched(last, reading)

    def _spare_is_known(self, reading: Reading) -> bool:
        """Whether the dice beside the tray lay there before the last roll was accepted."""
        last = self._dice
        return last is not None and bool(reading.outside) and self._untouched(beside(last), beside(reading))
