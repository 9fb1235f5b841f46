"""The taught decks as a table uses them: which one belongs to a box, its reader, and what it learns in a game."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from companion.bundles import Networks
from companion.errors import LessonBusy, LessonError, ModelError
from companion.rules.card_game import CardExpectation, CardGame
from companion.rules.game import Choice
from companion.rules.laid import codes
from companion.state.view import SeenCard
from companion.vision.cards import teaching
from companion.vision.cards.deck import DECK, Deck, DeckShelf
from companion.vision.cards.finder import EYE
from companion.vision.cards.reader import CardReader
from companion.vision.cards.rectify import likely_turns, rectified, turned
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame, Pixels
from companion.vision.tray import Tray
from companion.words import Sentence, say

log = logging.getLogger(__name__)
Floats = NDArray[np.float64]


class Reads(Protocol):
    """What reads the cards of one deck: a `CardReader`, or a stand-in at the edge of a test."""

    def read(self, frame: Frame, tray: Tray | None = None) -> tuple[CardSighting, ...]:
        """The cards in a frame."""
        ...


BELONGS = 0.5
"""More than this share of the cards that a deck knows must be in a box, or it is another box's deck."""


class CardShelf:
    """The decks in the folder `own`, where the family's are written, and in `shipped`.

    `open_reader` makes what reads the cards of a deck. Methods may be called from any thread.
    """

    def __init__(self, own: Path, shipped: Path | None, open_reader: Callable[[Deck], Reads] = CardReader) -> None:
        self.own = own
        self.shelf = DeckShelf(*(root for root in (own, shipped) if root))
        self._open_reader = open_reader
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._decks: dict[Path, tuple[int, Deck]] = {}
        self._box: Mapping[str, Any] | None = None
        self._seen: tuple[tuple[Path, int], ...] = ()
        self._found: tuple[str, Mapping[str, Sentence]] = ("", {})
        self._reader: tuple[int, str, Reads] | None = None

    # ---- which deck

    def expects(self, game: object, box: Mapping[str, Any], choices: tuple[Choice, ...]) -> CardExpectation | None:
        """The cards that can be laid now; None when none means anything, or no deck of this box was taught."""
        wanted = codes(choices)
        if not wanted or not isinstance(game, CardGame):
            return None
        deck, names = self._of(game, box)
        return CardExpectation(deck, wanted, names, self.deck(deck).known) if deck else None

    def _of(self, game: CardGame, box: Mapping[str, Any]) -> tuple[str, Mapping[str, Sentence]]:
        """The deck that belongs to a box and the names of the box's cards, kept until a deck changes."""
        with self._lock:
            now = self._state()
            if self._box is not box or now != self._seen:
                names = game.cards(box)
                self._box, self._seen, self._found = box, now, (self._belonging(names), names)
            return self._found

    def _state(self) -> tuple[tuple[Path, int], ...]:
        files = (path for root in self.shelf.roots for path in root.glob(f"*/{DECK}"))
        return tuple((path, path.stat().st_mtime_ns) for path in files)

    def _belonging(self, names: Mapping[str, Sentence]) -> str:
        fits = {name: _share(deck, names) for name, deck in self.decks().items()}
        likely = [name for name, (share, _) in fits.items() if share > BELONGS]
        return max(likely, key=lambda name: fits[name][1], default="")

    def decks(self) -> dict[str, Deck]:
        """All decks that can be read, by their ids; what is damaged is none."""
        found = dict[str, Deck]()
        for name in self.shelf.ids:
            try:
                found[name] = self.deck(name)
            except LessonError as error:
                log.warning("a deck cannot be used: %s", error)
        return found

    def deck(self, name: str) -> Deck:
        """The deck with this id.

        Raises:
            LessonError: there is none, or it is damaged.
        """
        folder = self.shelf.folder(name)
        changed = (folder / DECK).stat().st_mtime_ns
        known = self._decks.get(folder)
        if known is None or known[0] != changed:
            known = self._decks[folder] = changed, self.shelf.deck(name)
        return known[1]

    def picture(self, name: str, code: str) -> Path | None:
        """The first picture of a card that a deck holds, or None."""
        try:
            deck = self.deck(name)
        except LessonError:
            return None
        samples = deck.of(code)
        return Path(deck.folder) / samples[0].file if samples else None

    # ---- reading

    def read(self, frame: Frame, expected: CardExpectation, tray: Tray | None) -> tuple[CardSighting, ...]:
        """The cards in a frame.

        Raises:
            ModelError: the networks cannot be used.
            LessonError: the deck is damaged.
        """
        with self._reading:  # the eye's thread and the workshop's
            return self._current(self.deck(expected.deck)).read(frame, tray)

    def _current(self, deck: Deck) -> Reads:
        """What reads the cards of a deck as it is now; the last one is kept."""
        held = self._reader
        if held is None or held[:2] != (deck.step, deck.folder):
            held = self._reader = deck.step, deck.folder, self._open_reader(deck)
        return held[2]

    def networks(self, deck: str) -> Networks | None:
        """What reads the cards of a deck now, with the hashes of its files; None where that cannot be told."""
        try:
            return Networks.of_deck(self.shelf.folder(deck), shipped_cards() / EYE)
        except (LessonError, ModelError, OSError) as error:
            log.warning("what reads the deck %s cannot be told: %s", deck, error)
            return None

    # ---- learning

    def is_own(self, name: str) -> bool:
        """Whether the family has taught this deck, or taught a shipped one more."""
        return (self.own / name / DECK).is_file()

    def folder(self, name: str) -> Path:
        """The folder in which a deck learns: a shipped one is copied to the family's own first.

        Raises:
            LessonError: there is no such deck.
            LessonBusy: it cannot be copied.
        """
        place, own = self.shelf.folder(name), self.own / name
        if place != own:
            _copied(place, own)
        return own

    def learn(self, card: SeenCard, frame: Frame) -> None:
        """Keep a card that people have named, as it lies in the frame, for the next time.

        Raises:
            LessonError: the deck cannot be used, or holds too much.
            LessonBusy: it cannot be written to.
        """
        deck = self.deck(card.deck)
        corners = upright(np.array(card.corners), deck.size_mm)
        self.teach(card.deck, card.code, str(card.name), rectified(frame, corners, deck.size_mm), "table")

    def teach(self, name: str, code: str, title: str, picture: Pixels, source: str) -> Deck:
        """A deck after it learnt a picture of a card alone; raises as `learn` does."""
        return teaching.teach(self.folder(name), code, title, picture, source)


def _share(deck: Deck, names: Mapping[str, Sentence]) -> tuple[float, int]:
    """The share of a deck's known cards that a box has, and their number."""
    common = len(deck.known & names.keys())
    return (common / len(deck.known) if deck.known else 0.0), common


def _copied(place: Path, own: Path) -> None:
    """A copy of a shipped deck, there as a whole or not at all."""
    beside = own.with_name(f".new-{own.name}")
    try:
        shutil.rmtree(beside, ignore_errors=True)
        shutil.copytree(place, beside)
        beside.replace(own)
    except OSError as error:
        detail = f"{error}, {str(place)!r} to {str(own)!r}"
        raise LessonBusy(say("The deck cannot be written."), detail=detail) from error


def upright(corners: Floats, size_mm: tuple[float, float]) -> Floats:
    """Corners (4, 2) of an unknown card from its upper left one on, if its top is further up in the picture."""
    ways = [turned(corners, turns) for turns in likely_turns(corners, size_mm)]
    return min(ways, key=lambda way: float(way[:2, 1].mean()))
