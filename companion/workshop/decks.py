"""Decks taught at the table: each method begins a task, and the View tells what became of it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from companion.cardshelf import CardShelf, upright
from companion.errors import CameraError, LessonBusy, LessonError
from companion.proposals import card_doubt
from companion.rules.card_game import CardExpectation
from companion.vision.cards import teaching
from companion.vision.cards.deck import DECK_ID, POKER, Deck
from companion.vision.cards.parcel import unpack
from companion.vision.cards.rectify import rectified
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame, Pixels
from companion.words import Sentence, say
from companion.workshop.bench import Bench
from companion.workshop.names import set_name
from companion.workshop.supply import Pictures, Supply
from companion.workshop.views import DeckView, FoundCard, WorkshopView

AWAY = "decks-put-away"
"""The folder of decks that were taken off the shelf, below the state folder."""
MOST_FOUND = 12
"""Cards of one picture that wait to be named."""

Sent = tuple[str, bytes]
"""A file's name and its bytes."""


@dataclass(frozen=True)
class Made:
    """What a card in a picture is made of until it is kept: its pixels alone, and where the picture came from."""

    pixels: Pixels
    source: str


class DeckLessons:
    """The decks on `cards`, one of which is open at a time; methods may be called from any thread.

    Those that give a future raise WorkshopBusy while a task runs.
    """

    def __init__(self, bench: Bench, supply: Supply, pictures: Pictures, cards: CardShelf) -> None:
        self.cards = cards
        self._bench = bench
        self._supply = supply
        self._pictures = pictures
        self._made: dict[str, Made] = {}

    # ---- the deck

    def open(self, name: str) -> Future[None]:
        """Open a deck: what was taught of it, and nothing that waits."""
        return self._bench.do(say("Opening the deck"), lambda: self._show(self.cards.deck(name)))

    def begin(self, title: str, game: str) -> Future[str]:
        """A new deck for a game; the future gives its id, which is made of both."""
        return self._bench.do(say("Opening the deck"), partial(self._begin, title, game))

    def undo(self, name: str) -> Future[None]:
        """Take the last step of teaching back."""
        told = say("The last step was taken back.")
        return self._bench.do(say("Learning"), lambda: self._show(teaching.undo(self._own(name)), told))

    def put_away(self, name: str) -> Future[None]:
        """Take a deck of the family's own off the shelf: games no longer find it, or find the shipped one."""
        return self._bench.do(say("Putting the deck away"), partial(self._put_away, name))

    def take_in(self, file: Sent, game: str) -> Future[str]:
        """Take in a packed deck; the future gives its id, which is made of the file's name."""
        return self._bench.do(say("Unpacking the deck"), partial(self._take_in, file, game))

    # ---- pictures

    def take(self, name: str) -> Future[None]:
        """Take a picture of the table; the cards in it wait to be named."""
        return self._bench.do(say("Taking the picture: hold still"), partial(self._take, name))

    def add(self, name: str, files: Sequence[Sent]) -> Future[None]:
        """Look at picture files; the cards in them wait to be named."""
        return self._bench.do(say("Looking at the pictures"), partial(self._add, name, files))

    def turn(self, name: str) -> Future[None]:
        """Turn the card that waits by half a turn: it was laid the other way round."""
        return self._bench.do(say("Turning the card"), partial(self._turn, name))

    def keep(self, name: str, code: str, title: str) -> Future[None]:
        """Learn that the card that waits is this one."""
        return self._bench.do(say("Learning"), partial(self._keep, name, code, title))

    def take_or_keep(self, name: str) -> Future[None]:
        """What the table button does: keep a card that waits under its proposed name, or take a picture."""
        waits = self._waiting(name)
        return self.keep(name, waits.code, waits.title) if waits and waits.code else self.take(name)

    def drop(self, name: str) -> None:
        """Put the card that waits away."""
        self._bench.change(partial(_without_first, name=name))

    # ---- on the bench's thread

    def _show(self, deck: Deck, told: Sentence | None = None, found: tuple[FoundCard, ...] = ()) -> None:
        own = self.cards.is_own(deck.id)
        self._bench.show(deck=DeckView(deck, own, own and deck.step > 0, found), told=told)

    def _waiting(self, name: str) -> FoundCard | None:
        shown = self._bench.view.deck
        return shown.found[0] if shown and shown.deck.id == name and shown.found else None

    def _own(self, name: str) -> Path:
        if not self.cards.is_own(name):
            raise LessonError(say("Nothing was taught of this deck yet."), detail=f"got {name!r}")
        return self.cards.own / name

    def _begin(self, title: str, game: str) -> str:
        deck = teaching.begin(self.cards.own / self._name(title, game), title, POKER)
        self._show(deck)
        return deck.id

    def _name(self, title: str, game: str) -> str:
        base = set_name(title, ())[:14]
        return set_name_among(f"{game}-{base}" if game else base, self.cards.shelf.ids)

    def _put_away(self, name: str) -> None:
        folder, place = self._own(name), self.cards.own.parent / AWAY / f"{name}-{secrets.token_hex(4)}"
        try:
            place.parent.mkdir(exist_ok=True)
            folder.rename(place)
        except OSError as error:
            raise LessonBusy(say("The deck cannot be put away."), detail=str(error)) from error
        self._bench.show(deck=None, told=say("The deck is put away."))

    def _take_in(self, file: Sent, game: str) -> str:
        deck = unpack(file[1], self.cards.own / self._name(Path(file[0]).stem, game))
        self._show(deck, say("{title} was taken in.", title=deck.title))
        return deck.id

    def _take(self, name: str) -> None:
        seen = self._supply.look(CardExpectation(name, ()))
        if seen.cards is None:
            why_not = seen.reading.why_not if seen.reading else ""
            raise CameraError(card_doubt(why_not)[0], detail=why_not, advice=card_doubt(why_not)[1])
        self._wait(name, self._found(name, seen.frames[-1], seen.cards, "camera"))

    def _add(self, name: str, files: Sequence[Sent]) -> None:
        found = list[FoundCard]()
        for step, (file, data) in enumerate(files, 1):
            self._bench.show(step=step, steps=len(files))
            frame = Frame.load(data)
            sightings = self.cards.read(frame, CardExpectation(name, ()), None)
            found += self._found(name, frame, sightings, file)
        self._wait(name, found)

    def _wait(self, name: str, found: Sequence[FoundCard]) -> None:
        if not found:
            advice = say("Lay it flat on the table, all of it in the picture. Nothing was changed.")
            raise LessonError(say("No card is seen in this picture."), advice=advice)
        self._show(self.cards.deck(name), found=tuple(found[:MOST_FOUND]))

    def _found(self, name: str, frame: Frame, seen: Sequence[CardSighting], source: str) -> list[FoundCard]:
        deck = self.cards.deck(name)
        return [self._card(deck, frame, one, source) for one in seen]

    def _card(self, deck: Deck, frame: Frame, seen: CardSighting, source: str) -> FoundCard:
        code = seen.code or (seen.candidates[0][0] if seen.candidates else "")
        corners = np.asarray(seen.corners, np.float64)
        corners = corners if seen.code else upright(corners, deck.size_mm)
        pixels = rectified(frame, corners, deck.size_mm)
        title = deck.card(code).title if code else teaching.suggest_title(pixels) or ""
        return FoundCard(self._remembered(pixels, source), code, title, seen.confidence if code else 0.0)

    def _remembered(self, pixels: Pixels, source: str) -> str:
        picture = self._pictures.keep(Frame(pixels, 0.0).jpeg())
        self._made[picture] = Made(pixels, source)
        return picture

    def _first(self, name: str) -> tuple[FoundCard, Made]:
        waits = self._waiting(name)
        if waits is None or waits.picture not in self._made:
            raise _none_waits(name)
        return waits, self._made[waits.picture]

    def _turn(self, name: str) -> None:
        waits, made = self._first(name)
        pixels = np.ascontiguousarray(made.pixels[::-1, ::-1])
        turned = replace(waits, picture=self._remembered(pixels, made.source))
        self._bench.change(lambda view: _with_found(view, (turned, *_found(view)[1:])))

    def _keep(self, name: str, code: str, title: str) -> None:
        waits, made = self._first(name)
        deck = self.cards.teach(name, code, title, made.pixels, made.source)
        del self._made[waits.picture]
        left = _found(self._bench.view)[1:]
        self._show(deck, say("Learnt: {card}.", card=deck.card(code).title), left)


def set_name_among(base: str, taken: Sequence[str]) -> str:
    """An id that begins with `base` and is none of those `taken`."""
    names = (base[:32], *(f"{base[:28]}-{number}" for number in range(2, 1000)))
    free = next((name for name in names if name not in taken), "")
    if not DECK_ID.fullmatch(free):
        raise LessonError(say("The deck needs another name."), detail=f"got {base!r}")
    return free


def _found(view: WorkshopView) -> tuple[FoundCard, ...]:
    return view.deck.found if view.deck else ()


def _with_found(view: WorkshopView, found: tuple[FoundCard, ...]) -> WorkshopView:
    return replace(view, deck=view.deck and replace(view.deck, found=found))


def _without_first(view: WorkshopView, name: str) -> WorkshopView:
    if view.deck is None or view.deck.deck.id != name or not view.deck.found:
        raise _none_waits(name)
    return _with_found(view, view.deck.found[1:])


def _none_waits(name: str) -> LessonError:
    return LessonError(
        say("No card waits to be named."), detail=f"in {name!r}", advice=say("Take a picture first.")
    )
