"""Teach a deck: a card is known from its first picture on; every step is written down and can be taken back."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from companion.errors import LessonError
from companion.vision.cards import store
from companion.vision.cards.deck import (
    CARD_CODE,
    DECK_ID,
    MOST_CARDS,
    MOST_SAMPLES,
    Deck,
    DeckCard,
    Sample,
    open_deck,
)
from companion.vision.cards.edges import fitted
from companion.vision.cards.finder import EYE, CardFinder
from companion.vision.cards.lettering import suggest_title as suggest_title  # part of teaching's face
from companion.vision.cards.look import Look
from companion.vision.cards.rectify import likely_turns, rectified, standard, turned
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.taught import TaughtCards
from companion.vision.frame import Frame, Pixels
from companion.vision.teaching.record import hashed
from companion.words import say

CLEAR = 0.5  # the score from which on a second card in a picture is no mistake of the finder's
LEAST_SIDE, MOST_SIDE = 20.0, 400.0  # millimetres of a card
LEAST_PIXELS = 48  # of a picture of the card alone


def begin(folder: Path, title: str, size_mm: tuple[float, float]) -> Deck:
    """A new deck without cards in `folder`, whose name is its id; `size_mm` is a card's width and height.

    Raises:
        LessonError: the name cannot be an id, the size is none of a card, or there is a deck already.
        LessonBusy: the folder cannot be written to.
    """
    if not DECK_ID.fullmatch(folder.name):
        raise LessonError(
            say("{name} cannot be the name of a deck.", name=folder.name),
            detail=f"expected {DECK_ID.pattern!r}, got {folder.name!r}",
            advice=say("Use small letters, digits and dashes only, such as my-deck."),
        )
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in size_mm):
        raise LessonError(
            say("That is no size of a card."),
            detail=f"expected {LEAST_SIDE:.0f} to {MOST_SIDE:.0f} mm, got {size_mm!r}",
            advice=say("Give width and height in millimetres, such as 63 and 88."),
        )
    return store.begin(folder, Deck(folder.name, title[:200] or folder.name, size_mm, ()))


def teach(folder: Path, code: str, title: str, picture: Frame | Pixels, source: str = "") -> Deck:
    """The deck in `folder` after it learnt that a picture shows the card `code`, which is added where it is new.

    A Frame shows one card on the table, upright as its viewer reads it (or any way round, once the card is known);
    pixels (h, w, 3) uint8 RGB are the rectified card itself: a drawn picture, or a sighting `rectified`. An empty
    `title` keeps the one that the card has. `source` tells the picture from others. A picture that this card was
    taught before changes nothing.

    Raises:
        LessonError: there is no such deck, the code cannot be used, no card or several are seen, or there are too
            many cards or pictures.
        LessonBusy: somebody else has taught the deck meanwhile, or the folder cannot be written to.
        ModelError: the network that finds cards is missing or damaged.
    """
    return teach_all(folder, [(code, title, picture)], source)


def teach_all(folder: Path, shown: Sequence[tuple[str, str, Frame | Pixels]], source: str = "") -> Deck:
    """The deck after it learnt several cards (code, title, picture) in one step; raises and does as `teach`."""
    before = open_deck(folder)
    deck = before
    files: dict[Sample, bytes] = {}
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    for code, title, picture in shown:
        deck = replace(deck, cards=_with_card(deck, code, title))
        data = store.jpeg(_card_alone(before, code, picture))
        if (code, sha256 := hashed(data)) not in {(one.code, one.sha256) for one in deck.samples}:
            _check_room(deck, code)
            sample = Sample(code, sha256, source[:200], now)
            files[sample] = data
            deck = replace(deck, samples=(*deck.samples, sample))
    if deck == before:
        return before
    codes = ", ".join(dict.fromkeys(code for code, _, _ in shown))
    return store.save(folder, before, deck.after(f"learnt {codes} from {source}"), files)


def undo(folder: Path) -> Deck:
    """The deck in `folder` after its last step was taken back.

    Raises:
        LessonError: there is no deck, or nothing to take back.
        LessonBusy: the folder cannot be written to.
    """
    return store.undo(folder)


def forget(folder: Path, code: str) -> Deck:
    """The deck after a card and all its pictures were forgotten; raises as `teach` does."""
    deck = open_deck(folder)
    deck.card(code)
    cards = tuple(card for card in deck.cards if card.code != code)
    samples = tuple(sample for sample in deck.samples if sample.code != code)
    return store.save(folder, deck, deck.after(f"forgot {code}", cards=cards, samples=samples))


def forget_sample(folder: Path, sha256: str) -> Deck:
    """The deck after one picture was forgotten, by its hash; its card stays; raises as `teach` does."""
    deck = open_deck(folder)
    one = _sample(deck, sha256)
    kept = tuple(sample for sample in deck.samples if sample != one)
    return store.save(folder, deck, deck.after(f"forgot a picture of {one.code}", samples=kept))


def relabel(folder: Path, sha256: str, code: str) -> Deck:
    """The deck after a picture was said to show another of its cards; raises as `teach` does."""
    deck = open_deck(folder)
    deck.card(code)
    old = _sample(deck, sha256)
    if old.code == code:
        return deck
    _check_room(deck, code)
    new = replace(old, code=code)
    samples = tuple(new if sample == old else sample for sample in deck.samples)
    data = store.sample_bytes(folder, old)
    return store.save(folder, deck, deck.after(f"said that a picture shows {code}", samples=samples), {new: data})


def retitle(folder: Path, code: str, title: str) -> Deck:
    """The deck after a card got another title; raises as `teach` does."""
    deck = open_deck(folder)
    deck.card(code)
    named = _with_card(deck, code, title)
    return deck if named == deck.cards else store.save(folder, deck, deck.after(f"named {code}", cards=named))


def _with_card(deck: Deck, code: str, title: str) -> tuple[DeckCard, ...]:
    """The deck's cards with this one among them."""
    if not CARD_CODE.fullmatch(code):
        raise LessonError(
            say("{code} cannot be the code of a card.", code=code),
            detail=f"expected {CARD_CODE.pattern!r}, got {code!r}",
            advice=say("Use letters, digits and dashes only, such as red-dragon."),
        )
    known = {card.code: card for card in deck.cards}
    if code not in known and len(known) >= MOST_CARDS:
        raise LessonError(say("The deck is full."), detail=f"expected at most {MOST_CARDS} cards")
    kept = known[code].title if code in known else code
    known[code] = DeckCard(code, title.strip()[:200] or kept)
    return tuple(known.values())


def _check_room(deck: Deck, code: str) -> None:
    if len(deck.of(code)) >= MOST_SAMPLES:
        raise LessonError(
            say("There are enough pictures of this card."),
            detail=f"expected at most {MOST_SAMPLES} of {code!r}",
            advice=say("Forget some of them first."),
        )


def _sample(deck: Deck, sha256: str) -> Sample:
    for sample in deck.samples:
        if sample.sha256 == sha256:
            return sample
    raise LessonError(say("There is no such picture."), detail=f"got {sha256!r}")


def _card_alone(deck: Deck, code: str, picture: Frame | Pixels) -> Pixels:
    """The rectified picture of the card that is to be learnt."""
    if isinstance(picture, Frame):
        corners = _only_card(picture, deck.size_mm)
        looks = {k: Look(rectified(picture, turned(corners, k), deck.size_mm)) for k in range(4)}
        return looks[_turn(deck, code, corners, looks)].picture
    if (
        picture.ndim != 3
        or picture.shape[2] != 3
        or picture.dtype != np.uint8
        or min(picture.shape[:2]) < LEAST_PIXELS
    ):
        raise LessonError(
            say("This is no picture of a card."),
            detail=f"expected (h, w, 3) uint8 of {LEAST_PIXELS} pixels, got {picture.shape} {picture.dtype}",
        )
    return standard(picture, deck.size_mm)


def _only_card(frame: Frame, size_mm: tuple[float, float]) -> NDArray[np.float64]:
    found = CardFinder(shipped_cards() / EYE).find(frame, size_mm)
    if not found:
        raise LessonError(
            say("No card is seen in this picture."),
            advice=say("Nothing was changed. Lay the card in the middle, in good light, and try again."),
        )
    if len(found) > 1 and found[1].score >= CLEAR:
        raise LessonError(
            say("Several cards are seen in this picture."),
            detail=f"got {len(found)} of scores {[round(one.score, 2) for one in found]}",
            advice=say("Nothing was changed. Show one card alone and try again."),
        )
    return fitted(frame, found[0].corners, size_mm)


def _turn(deck: Deck, code: str, corners: NDArray[np.float64], looks: dict[int, Look]) -> int:
    """By how many corners the first is off from the card's own top left: as its pictures say, or as it lies."""
    likely = likely_turns(corners, deck.size_mm)
    if deck.of(code):
        shown = [pair for pair in store.read_samples(deck) if pair[0] == code]
        return TaughtCards(shown).recognise({k: looks[k] for k in likely}).turn
    return min(likely, key=lambda k: _downward(turned(corners, k)))


def _downward(corners: NDArray[np.float64]) -> float:
    """How far the upper side lies below the lower one, in pixels."""
    return float(corners[:2, 1].sum() - corners[2:, 1].sum())
