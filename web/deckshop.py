"""Decks of cards: which the camera knows, a new one, cards taught by pictures, and those that can be printed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from flask import Response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from companion.cardshelf import CardShelf
from companion.decks import DECKS, drawn_deck
from companion.decks.paper import pdf
from companion.errors import BoxError, LessonError, SetupError
from companion.rules import GAMES
from companion.rules.card_game import CardGame
from companion.rules.plankton_rising import GAME as PLANKTON
from companion.vision.cards.deck import CARD_CODE, Deck
from companion.vision.cards.parcel import packed
from companion.vision.mat import A4, LETTER
from companion.words import Sentence, say
from companion.workshop.decks import DeckLessons
from companion.workshop.lessons import MOST_FILES
from companion.workshop.names import LONGEST
from companion.workshop.views import DeckView
from web import fields
from web.shop import PARCEL, PICTURES, files, is_part, led, offer, outcome, page, room, shop
from web.site import here
from web.words import text

PAPERS = {paper.name: paper for paper in (A4, LETTER)}
NEW = "new"
"""The choice of a card that no box lists."""

pages = room("deckshop", "/decks")


@pages.get("")
def shelf() -> ResponseReturnValue:
    """Every deck, and the decks that can be printed."""
    cards = _cards()
    own = {name: cards.is_own(name) for name in cards.shelf.ids}
    decks = sorted(cards.decks().values(), key=lambda deck: not own[deck.id])
    drawn = [drawn_deck(name) for name in DECKS]
    return page(
        "decks/shelf.html", decks=decks, own=own, drawn=drawn, papers=PAPERS.values(), card_games=card_games()
    )


@pages.post("/new")
def begin() -> ResponseReturnValue:
    """Begin a deck of the family's own."""
    title = " ".join(request.form.get("title", "").split())[:LONGEST]
    if not title:
        raise LessonError(say("The deck needs a name."), advice=say("Write it into the first line."))
    name = outcome(_lessons().begin(title, _game()))
    return led(None, f"/decks/{name}" if name else "/decks")


@pages.post("/import")
def take_in() -> ResponseReturnValue:
    """Take in a packed deck."""
    sent = files("parcel", PARCEL)
    if len(sent) != 1:
        raise LessonError(say("Choose the file of a packed deck first."), detail=f"got {len(sent)} files")
    name = outcome(_lessons().take_in(sent[0], _game()))
    return led(None, f"/decks/{name}" if name else "/decks")


@pages.get("/print/<name>.pdf")
def paper(name: str) -> ResponseReturnValue:
    """A drawn deck to print in the tablet's language, on the `paper` of the query, with `backs` if wanted."""
    size = PAPERS.get(request.args.get("paper", A4.name))
    if name not in DECKS or size is None:
        raise NotFound
    data = pdf(drawn_deck(name, text), size, backs=request.args.get("backs") == "1")
    answer = Response(data, mimetype="application/pdf")
    answer.headers.set("Content-Disposition", "inline", filename=f"{name}-{size.name}.pdf")
    return answer


@pages.get("/<name>")
def one(name: str) -> ResponseReturnValue:
    """A deck: its cards, what waits to be named, and a picture to take."""
    view = _opened(name)
    offer(partial(_lessons().take_or_keep, name))
    if view is None:
        return page("opening.html", name=name)
    boxes = listed(game_of_deck(name))
    return page(
        "decks/deck.html",
        name=name,
        deck=view.deck,
        shown=view,
        boxes=boxes,
        missing=missing(view.deck, boxes),
        editor=editor(name, view.deck, boxes),
        camera=shop().supply.able,
        most_files=MOST_FILES,
        new=NEW,
        longest=LONGEST,
    )


@pages.post("/<name>/take")
def take(name: str) -> ResponseReturnValue:
    """Take a picture of the cards on the table."""
    return led(_lessons().take(name), f"/decks/{name}")


@pages.post("/<name>/send")
def send(name: str) -> ResponseReturnValue:
    """Look at picture files of cards."""
    sent = files("pictures", PICTURES)
    if not 0 < len(sent) <= MOST_FILES:
        raise LessonError(say("Send one to {most} pictures at once.", most=MOST_FILES), detail=f"got {len(sent)}")
    return led(_lessons().add(name, sent), f"/decks/{name}")


@pages.post("/<name>/keep")
def keep(name: str) -> ResponseReturnValue:
    """Learn the card that waits under the name that was chosen, or typed."""
    code = request.form.get("code", "")
    typed = " ".join(request.form.get("title", "").split())[:LONGEST]
    box, _, listed_code = code.rpartition(":")
    if code in ("", NEW):
        if not typed:
            advice = say("Choose it from the list, or write it down.")
            raise LessonError(say("The card needs a name."), advice=advice)
        code, title = _new_code(typed, _cards().deck(name)), typed
    else:
        code, title = listed_code, _title(game_of_deck(name), box, listed_code)
    return led(_lessons().keep(name, code, title), f"/decks/{name}")


@pages.post("/<name>/turn")
def turn(name: str) -> ResponseReturnValue:
    """Turn the card that waits by half a turn."""
    return led(_lessons().turn(name), f"/decks/{name}")


@pages.post("/<name>/drop")
def drop(name: str) -> ResponseReturnValue:
    """Put the card that waits away."""
    _lessons().drop(name)
    return led(None, f"/decks/{name}")


@pages.post("/<name>/undo")
def undo(name: str) -> ResponseReturnValue:
    """Take the last step back."""
    return led(_lessons().undo(name), f"/decks/{name}")


@pages.post("/<name>/away")
def put_away(name: str) -> ResponseReturnValue:
    """Take a deck of the family's own off the shelf."""
    return led(_lessons().put_away(name), "/decks")


@pages.get("/<name>/<file>.zip")
def parcel(name: str, file: str) -> ResponseReturnValue:
    """A deck packed for another table."""
    if file != name or name not in _cards().shelf.ids:
        raise NotFound
    answer = Response(
        packed(_cards().shelf.folder(name)), mimetype="application/zip", headers={"Cache-Control": "no-store"}
    )
    answer.headers.set("Content-Disposition", "attachment", filename=f"{name}.zip")
    return answer


@pages.get("/<name>/cards/<code>.jpg")
def picture(name: str, code: str) -> ResponseReturnValue:
    """The picture of a card."""
    shown = _cards().picture(name, code)
    if shown is None or not shown.is_file():
        raise NotFound
    kept = {"Cache-Control": "private, max-age=3600, immutable"}
    return Response(shown.read_bytes(), mimetype="image/jpeg", headers=kept)


# ---- what the pages show


def card_games() -> Mapping[str, Sentence]:
    """The titles of the games whose cards a camera can be taught, by their ids."""
    return {game.id: game.title for game in GAMES.values() if isinstance(game, CardGame)}


def game_of_deck(name: str) -> str:
    """The id of the game that a deck is for, as its own id begins; empty for another game's."""
    return next((game for game in card_games() if name == game or name.startswith(f"{game}-")), "")


@dataclass(frozen=True)
class Listed:
    """The cards of one box of a game: its title, and their names by their codes."""

    title: str
    cards: Mapping[str, Sentence]


def listed(game: str) -> Mapping[str, Listed]:
    """Every box of a game by its name; one that cannot be read is passed over."""
    played: object = GAMES.get(game)
    boxes = here().boxes
    found: dict[str, Listed] = {}
    if isinstance(played, CardGame):
        for name, title in boxes.titles(game).items():
            with suppress(BoxError, SetupError):
                found[name] = Listed(title, played.cards(boxes.read(game, name)))
    return found


def likeliest(deck: Deck, boxes: Mapping[str, Listed]) -> str:
    """The name of the box that a deck knows most cards of; empty when it knows none of any."""
    common = {name: len(deck.known & box.cards.keys()) for name, box in boxes.items()}
    best = max(common, key=lambda name: common[name], default="")
    return best if common.get(best) else ""


def missing(deck: Deck, boxes: Mapping[str, Listed]) -> list[Sentence]:
    """The names of the cards that a deck does not know yet, of the box that it is likeliest for."""
    best = likeliest(deck, boxes)
    return [title for code, title in boxes[best].cards.items() if code not in deck.known] if best else []


def editor(name: str, deck: Deck, boxes: Mapping[str, Listed]) -> str:
    """Where symbols, capacity and effects of a deck's cards are told, for the game that has such; else empty."""
    box = likeliest(deck, boxes) or next(iter(boxes), "")
    return f"/deck/{box}" if game_of_deck(name) == PLANKTON.id and box else ""


def _title(game: str, box: str, code: str) -> str:
    """The name of a card in a box; empty for one that keeps the name that the deck has for it."""
    found = listed(game).get(box)
    return text(found.cards[code]) if found and code in found.cards else ""


def _new_code(title: str, deck: Deck) -> str:
    """A code for a card that no box lists, made of its name."""
    base = "-".join("".join(sign if sign.isascii() and sign.isalnum() else " " for sign in title).split())[:36]
    taken = {card.code for card in deck.cards}
    names = (base or "card", *(f"{base or 'card'}-{number}" for number in range(2, 1000)))
    return next(name for name in names if name not in taken and CARD_CODE.fullmatch(name))


def _opened(name: str) -> DeckView | None:
    """The deck as it is; opened when a page is opened, not when an open one asks for news."""
    workshop, lessons = shop(), _lessons()
    if name not in _cards().shelf.ids:
        raise NotFound
    if not _is_open(name) and not workshop.view.doing and not is_part():
        outcome(lessons.open(name))
    return workshop.view.deck if _is_open(name) else None


def _is_open(name: str) -> bool:
    shown = shop().view.deck
    return shown is not None and shown.deck.id == name


def _game() -> str:
    game = fields.word("game", request.form.getlist("game"))
    return game if game in card_games() else ""


def _cards() -> CardShelf:
    cards = here().decks
    if cards is None:
        raise NotFound
    return cards


def _lessons() -> DeckLessons:
    lessons = shop().decks
    if lessons is None:
        raise NotFound
    return lessons
