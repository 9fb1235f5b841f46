"""Figures of a deck: how well its cards are told from each other, each picture read as if it were not taught."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vision.cards import store
from companion.vision.cards.deck import Deck
from companion.vision.cards.taught import TaughtCards

SHOWN = 5  # pairs of cards that look most alike


@dataclass(frozen=True)
class CardFigures:
    """What leaving out one picture after another shows.

    Of the pictures of cards that have several, `right` were recognised, `asked` would have been a question, and
    `wrong` names the others: the card and what it was taken for. `single` cards have one picture, `untaught` none.
    `alike` are the pairs of cards that look most alike, with their likeness up to 1.
    """

    right: int
    asked: int
    wrong: tuple[tuple[str, str], ...]
    single: tuple[str, ...]
    untaught: tuple[str, ...]
    alike: tuple[tuple[str, str, float], ...]


def figures(deck: Deck) -> CardFigures:
    """The figures of a deck that was read from its folder.

    Raises:
        LessonError: its pictures are missing or damaged.
    """
    samples = store.read_samples(deck)
    taught = TaughtCards(samples)
    counts = {card.code: len(deck.of(card.code)) for card in deck.cards}
    right, asked, wrong = 0, 0, []
    for number, (code, picture) in enumerate(samples):
        if counts[code] < 2:
            continue
        verdict = taught.left_out(number, picture)
        taken_for = verdict.candidates[0][0] if verdict.reason is None else None
        right += taken_for == code
        asked += taken_for is None
        if taken_for not in (code, None):
            wrong.append((code, str(taken_for)))
    single = tuple(code for code, count in counts.items() if count == 1)
    untaught = tuple(code for code, count in counts.items() if not count)
    return CardFigures(right, asked, tuple(wrong), single, untaught, tuple(taught.most_alike(SHOWN)))
