"""Drawn decks as taught ones, and a stand-in for the eye that says what a test tells it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from companion.decks import drawn_deck, face
from companion.vision.cards.deck import DECK, POKER, Deck, DeckCard, Sample, encoded
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.tray import Tray

DENSITY = 4.0  # pixels per millimetre of a sample
CORNERS = ((300.0, 200.0), (489.0, 200.0), (489.0, 464.0), (300.0, 464.0))


def taught(root: Path, drawn: str, *codes: str, name: str = "") -> Path:
    """The folder of a deck below `root` to which these cards of a drawn deck were taught; by default all."""
    deck = drawn_deck(drawn)
    cards = [card for card in deck.cards if not codes or card.code in codes]
    folder = root / (name or drawn)
    samples = []
    for card in cards:
        jpeg = Frame(np.array(face(card, DENSITY)), 0.0).jpeg()
        sample = Sample(card.code, hashlib.sha256(jpeg).hexdigest(), "drawn", "2026-01-01T00:00:00+00:00")
        (folder / sample.file).parent.mkdir(parents=True)
        (folder / sample.file).write_bytes(jpeg)
        samples.append(sample)
    listed = tuple(DeckCard(card.code, str(card.title)) for card in cards)
    told = Deck(folder.name, str(deck.title), POKER, listed, tuple(samples), step=len(cards))
    (folder / DECK).write_bytes(encoded(told))
    return folder


def sighting(
    code: str | None, *likely: str, reason: str | None = None, shift: float = 0.0, confidence: float = 0.99
) -> CardSighting:
    """A card as the eye would see it: sure, or with a reason and the cards that it may be."""
    candidates = tuple((one, 0.4) for one in likely)
    return CardSighting(np.array(CORNERS) + shift, code, confidence if code else 0.0, candidates, reason)


class Told:
    """A reader of cards that sees what it was told last; `frames` are those that it was given."""

    def __init__(self, deck: Deck | None = None) -> None:
        self.deck = deck
        self.sees: tuple[CardSighting, ...] = ()
        self.frames: list[Frame] = []

    def read(self, frame: Frame, tray: Tray | None = None) -> tuple[CardSighting, ...]:  # noqa: ARG002
        self.frames.append(frame)
        return self.sees
