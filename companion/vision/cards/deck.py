"""A deck: which cards can be seen, by the folder that teaches them; and the shelf of all decks.

deck.toml                  the deck: title, size, cards, and which pictures show them
samples/<code>/*.jpg       rectified pictures of the cards, upright, named by their hashes and never changed
history/000012.toml        the decks before, for undo (see `companion.vision.cards.store`)
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import msgspec
import tomli_w
from msgspec.structs import replace

from companion.errors import LessonError
from companion.words import say

DECK = "deck.toml"
DECKS = "decks"  # the folder of all taught decks below the state folder
FORMAT = 1
MOST_CARDS = 600
MOST_SAMPLES = 12  # of one card
MOST_BYTES = 2_000_000  # of a deck.toml
DECK_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
CARD_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
POKER = (63.0, 88.0)
"""Millimetres of the usual card: width, and height as it is read."""

Id = Annotated[str, msgspec.Meta(pattern=f"^{DECK_ID.pattern}$")]
Code = Annotated[str, msgspec.Meta(pattern=f"^{CARD_CODE.pattern}$")]
Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Short = Annotated[str, msgspec.Meta(max_length=200)]
Side = Annotated[float, msgspec.Meta(ge=20, le=400)]


class DeckCard(msgspec.Struct, frozen=True):
    """A card of a deck: its code in games and journals, its title for people; copies of a card share both."""

    code: Code
    title: Short


class Sample(msgspec.Struct, frozen=True):
    """A rectified picture of a card: the hash of its JPEG file, where it came from, and when (ISO 8601, UTC)."""

    code: Code
    sha256: Hash
    source: Short
    when: Short

    @property
    def file(self) -> str:
        """Its file below the deck's folder."""
        return f"samples/{self.code}/{self.sha256[:24]}.jpg"


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deck of cards of `size_mm` (width, and height as it is read, in mm) after `step` steps of teaching.

    Its cards are told by the `samples` that show them; where `network` names a file of its folder, by the classes
    of that network. `did` tells the last step; `folder` is where the deck lies, known once it has been read.
    """

    id: Id
    title: Short
    size_mm: tuple[Side, Side]
    cards: Annotated[tuple[DeckCard, ...], msgspec.Meta(max_length=MOST_CARDS)]
    samples: Annotated[tuple[Sample, ...], msgspec.Meta(max_length=MOST_CARDS * MOST_SAMPLES)] = ()
    network: Short = ""
    step: int = 0
    did: Short = ""
    format: int = FORMAT
    folder: str = ""

    def card(self, code: str) -> DeckCard:
        """The card of that code; raises LessonError when the deck has none."""
        for card in self.cards:
            if card.code == code:
                return card
        raise LessonError(
            say("The deck {deck} has no card {code}.", deck=self.title, code=code),
            detail=f"expected one of the {len(self.cards)} codes of {self.id!r}, got {code!r}",
            advice=say("Look at the list of its cards, or teach the card."),
        )

    def of(self, code: str) -> tuple[Sample, ...]:
        """The samples of a card."""
        return tuple(sample for sample in self.samples if sample.code == code)

    @property
    def known(self) -> frozenset[str]:
        """The codes of the cards that can be recognised."""
        return frozenset(card.code for card in self.cards if self.network) | {one.code for one in self.samples}

    def after(self, did: str, **changes: object) -> Deck:
        """The deck one step of teaching later."""
        return replace(self, step=self.step + 1, did=did[:200], **changes)


def open_deck(folder: Path) -> Deck:
    """The deck in `folder`.

    Raises:
        LessonError: there is none, or it is damaged or too new.
    """
    path = folder / DECK
    try:
        with path.open("rb") as file:
            return replace(decoded(file.read(MOST_BYTES + 1)), folder=str(folder))
    except FileNotFoundError as error:
        raise LessonError(
            say("There is no deck {deck}.", deck=folder.name),
            detail=f"expected a deck at {str(path)!r}",
            advice=say("Teach it first, or choose one of those that are listed."),
        ) from error
    except (OSError, ValueError) as error:
        raise LessonError(
            say("The deck {deck} is damaged.", deck=folder.name), detail=f"{error}, in {str(path)!r}"
        ) from error


def decoded(data: bytes) -> Deck:
    """The deck in a deck.toml's bytes; raises ValueError where they hold none that can be used."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"expected at most {MOST_BYTES} bytes")
    deck = msgspec.toml.decode(data, type=Deck)  # msgspec's errors are ValueErrors
    if deck.format != FORMAT:
        raise ValueError(f"expected format {FORMAT}, got {deck.format}")
    codes = [card.code for card in deck.cards]
    if len({*codes}) < len(codes):
        raise ValueError(f"expected each code once, got {codes!r}")
    if strange := {sample.code for sample in deck.samples} - {*codes}:
        raise ValueError(f"expected samples of the deck's cards, got some of {sorted(strange)!r}")
    return deck


def encoded(deck: Deck) -> bytes:
    """The deck as a deck.toml's bytes."""
    return tomli_w.dumps(msgspec.to_builtins(replace(deck, folder="")) | {"format": FORMAT}).encode()


class DeckShelf:
    """All decks in the folders below some `roots`; a deck in an earlier root hides one of the same id in a later.

    The state folder's decks come first, then those that are shipped.
    """

    def __init__(self, *roots: Path) -> None:
        self.roots = roots

    def folder(self, deck_id: str) -> Path:
        """The folder of a deck.

        Raises:
            LessonError: there is no such deck, or this can be the id of none.
        """
        if DECK_ID.fullmatch(deck_id):
            for root in self.roots:
                if (root / deck_id / DECK).is_file():
                    return root / deck_id
        raise LessonError(
            say("There is no deck {deck}.", deck=deck_id),
            detail=f"expected one of {self.ids!r}, got {deck_id!r}",
            advice=say("Teach it first, or choose one of those that are listed."),
        )

    def deck(self, deck_id: str) -> Deck:
        """The deck of that id; raises as `folder` and `open_deck` do."""
        return open_deck(self.folder(deck_id))

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all decks, sorted."""
        found = {path.parent.name for root in self.roots for path in root.glob(f"*/{DECK}")}
        return tuple(sorted(one for one in found if DECK_ID.fullmatch(one)))
