"""Laid cards: from what the eye sees of them to a proposal that the rules have judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from companion.bundles import Networks
from companion.errors import AskError
from companion.proposals import Judge, card_doubt
from companion.rules.card_args import Spread
from companion.rules.card_game import CardExpectation
from companion.rules.game import Choice
from companion.rules.laid import Way, spreads, together, ways
from companion.state.view import Proposal, SeenCard
from companion.vision.cards.sighting import UNKNOWN, CardSighting
from companion.vision.frame import Frame
from companion.words import Sentence, listed, say

Sealed = tuple[Proposal, str]
"""A proposal that shows nothing, and the text of the action that it means."""


class Decks(Protocol):
    """The taught decks, as a desk needs them."""

    def expects(self, game: object, box: Mapping[str, Any], choices: tuple[Choice, ...]) -> CardExpectation | None:
        """The cards that can be laid now; None when none means anything, or no deck of this box was taught."""
        ...

    def learn(self, card: SeenCard, frame: Frame) -> None:
        """Keep a card that people have named, as it lies in the frame, for the next time.

        Raises:
            CompanionError: it cannot be kept.
        """
        ...

    def networks(self, deck: str) -> Networks | None:
        """What reads the cards of a deck now, with the hashes of its files; None where that cannot be told."""
        ...


ASKED = 3
"""So many likely cards are offered as buttons; all others are in the list."""
STAYED = 12.0
"""Pixels that a card's corners may wander in the picture while it lies still."""


def card_proposal(judge: Judge, seen: Sequence[CardSighting], frame: Frame, number: int, picture: str) -> Proposal:
    """What the cards in a frame propose; the rules are its prior: a card that means nothing now is passed over.

    Raises:
        AskError: no card can be laid now.
    """
    expected = _expected(judge)
    blank = Proposal(number, (), picture, frame.width, frame.height, acceptable=False)
    row = _row(judge, seen)
    if len(row) > 1 and (way := next(together(judge.game.choices(judge.state), codes_of(row)), None)):
        return judge.judged(replace(blank, card=_laid_row(expected, row, way)))
    if not seen:
        return replace(blank, why_not="no-card", question=card_doubt("no-card")[0])
    shown = meaning(seen, expected.codes)
    if len(shown) > 1:
        likely = [code for one in shown for code in _likely(one)]
        return judge.judged(replace(blank, card=_asked(expected, shown[0], likely), doubt="several-cards"))
    (one,) = shown
    if one.code:
        return named(judge, replace(blank, card=_asked(expected, one, _likely(one))), one.code, by_hand=False)
    return judge.judged(replace(blank, card=_asked(expected, one, _likely(one)), doubt=one.reason or ""))


def sealed(judge: Judge) -> Spread | None:
    """The cards that nobody but the companion may see, where such are laid now."""
    return next((one for one in spreads(judge.game.choices(judge.state)) if one.sealed), None)


def sealed_proposal(judge: Judge, seen: Sequence[CardSighting], frame: Frame, number: int) -> Sealed:
    """What cards propose that nobody but the companion may see, and the action that stays with the companion."""
    blank = Proposal(number, (), "", frame.width, frame.height, acceptable=False)
    way = next(together(judge.game.choices(judge.state), codes_of(_row(judge, seen))), None)
    if way is None:
        slug = "cards-unclear" if seen else "no-card"
        return replace(blank, why_not=slug, question=card_doubt(slug)[0]), ""
    return replace(blank, sealed=way.label, acceptable=True), way.action


def _row(judge: Judge, seen: Sequence[CardSighting]) -> list[CardSighting]:
    """The cards of a spread among those that are seen, if as many are there as it has; else none."""
    for spread in spreads(judge.game.choices(judge.state)):
        row = [one for one in seen if one.code in spread.values]
        if len(row) == spread.count:
            return row
    return []


def codes_of(row: Iterable[CardSighting]) -> list[str]:
    """The codes of cards that are sure."""
    return [one.code for one in row if one.code]


def _laid_row(expected: CardExpectation, row: Sequence[CardSighting], way: Way) -> SeenCard:
    """Several cards that are laid together, as one proposal."""
    codes = tuple(codes_of(row))
    every = np.concatenate([one.corners for one in row])
    (left, top), (right, bottom) = every.min(axis=0).tolist(), every.max(axis=0).tolist()
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    least = min(one.confidence for one in row)
    name = listed((name_of(expected, code) for code in codes), ", ")
    return SeenCard(expected.deck, codes[0], name, corners, least, ways=(way,), row=codes)


def meaning(seen: Sequence[CardSighting], codes: Sequence[str]) -> list[CardSighting]:
    """The cards in a frame that a proposal is about: one for each of the `codes` that is seen, else all."""
    playable: dict[str | None, CardSighting] = {}
    for one in seen:
        if one.code in codes:
            playable.setdefault(one.code, one)  # its copies say the same
    return [*playable.values()] or list(seen)


def _expected(judge: Judge) -> CardExpectation:
    if judge.cards is None:
        raise AskError(say("No card can be laid now."))
    return judge.cards


def _likely(one: CardSighting) -> list[str]:
    """The codes that a sighting may be, likeliest first."""
    return list(dict.fromkeys([*([one.code] if one.code else []), *(code for code, _ in one.candidates)]))


def _asked(expected: CardExpectation, one: CardSighting, likely: Iterable[str]) -> SeenCard:
    """A card that nobody knows yet: those that mean something now are asked about first.

    One that the deck does not know is likely one of those that were never taught.
    """
    strangers = [code for code in expected.codes if code not in expected.known and one.reason == UNKNOWN]
    likely = sorted(dict.fromkeys(likely), key=lambda code: code not in expected.codes)
    first = [*strangers, *likely][:ASKED]
    corners = tuple((float(x), float(y)) for x, y in one.corners)
    others = tuple((code, name_of(expected, code)) for code in dict.fromkeys((*first, *expected.codes)))
    return SeenCard(expected.deck, "", say("A card"), corners, one.confidence, others, len(first))


def name_of(expected: CardExpectation, code: str) -> Sentence:
    """What people call the card with this code."""
    return expected.names.get(code, Sentence("{code}", {"code": code}))


def named(judge: Judge, proposal: Proposal, code: str, *, by_hand: bool = True) -> Proposal:
    """The proposal with its card told: by the eye, or by hand.

    Raises:
        AskError: there is no card in it, or the box has no such card.
    """
    expected, card = _expected(judge), proposal.card
    if card is None or (by_hand and code not in expected.names):
        raise AskError(say("This box has no such card."), detail=f"got {code!r}")
    told = replace(
        card,
        code=code,
        name=name_of(expected, code),
        ways=ways(judge.game.choices(judge.state), code),
        by_hand=by_hand,
    )
    return judge.judged(replace(proposal, card=told))


def same_card(one: SeenCard, other: SeenCard) -> bool:
    """Whether two proposals show the same card in the same place."""
    away = np.linalg.norm(np.array(one.corners) - np.array(other.corners), axis=1)
    return (one.code, one.row) == (other.code, other.row) and bool(away.max() < STAYED)
