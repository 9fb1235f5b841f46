"""`companion teach-deck`: teaches the eye a family's own cards from photographs, and shows how it knows them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.commands.files import ended, photos
from companion.config import state_folder
from companion.errors import LessonError, NotAPicture
from companion.vision.cards import lettering, parcel, store, teaching
from companion.vision.cards.deck import DECK, DECK_ID, DECKS, POKER, Deck, DeckShelf, open_deck
from companion.vision.cards.figures import figures
from companion.vision.cards.shelf import shipped_cards
from companion.vision.frame import Frame
from companion.words import say

EXAMPLES = """
  companion teach-deck dragons --card red-dragon --title "Red Dragon" photo1.jpg photo2.jpg
  companion teach-deck dragons photos/      named after the cards' codes: red-dragon.jpg, red-dragon_2.jpg
  companion teach-deck dragons --list
  companion teach-deck dragons --export dragons.zip
"""
AGAIN = "_"  # what follows it in a picture's name tells apart several pictures of one card


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it ran, 1 when a photograph taught nothing, 2 when it could not."""
    parser = _parser()
    args = parser.parse_intermixed_args(argv)
    if args.name is None and not args.list:
        parser.error("expected the NAME of a deck, or --list")
    return ended(lambda: _run(args))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion teach-deck",
        description="Teaches the eye your own cards: one photograph of each is enough to begin with.",
        epilog=f"examples:{EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="the name of the deck, such as dragons")
    parser.add_argument("photos", metavar="PHOTO", nargs="*", type=Path, help="a picture, or a folder of pictures")
    parser.add_argument("--card", metavar="CODE", help="the card that all photographs show (default: their names)")
    parser.add_argument(
        "--title", metavar="TEXT", default="", help="the card's title; else it is read, if it can be"
    )
    parser.add_argument("--deck-title", metavar="TEXT", default="", help="the title of a new deck")
    parser.add_argument(
        "--size", metavar="MM", nargs=2, type=float, default=POKER, help="width and height of a new deck's cards"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--undo", action="store_true", help="take the last step back")
    what.add_argument("--forget", metavar="CODE", help="forget a card and all its pictures")
    what.add_argument("--import", dest="parcel", metavar="FILE", type=Path, help="take in a packed deck")
    parser.add_argument("--export", metavar="FILE", type=Path, help="pack the deck as one .zip file")
    parser.add_argument("--list", action="store_true", help="list the deck's cards; without a name, all decks")
    parser.add_argument("--show", action="store_true", help="show how well the cards are told from each other")
    parser.add_argument("--state", metavar="DIR", type=Path, help="the folder of journal, settings and decks")
    return parser


def _run(args: argparse.Namespace) -> int:
    decks = (args.state or state_folder(os.environ)) / DECKS
    if args.name is None:
        _list_decks(DeckShelf(decks, shipped_cards()))
        return 0
    folder = decks / args.name
    _change(folder, args)
    failed = _learn(folder, args)
    _tell(folder if (folder / DECK).exists() else DeckShelf(decks, shipped_cards()).folder(args.name), args)
    return 1 if failed else 0


def _change(folder: Path, args: argparse.Namespace) -> None:
    if args.parcel:
        print(f"Taken in: {_summary(parcel.unpack(args.parcel, folder))}")
    if args.undo:
        print(f"Taken back. {_summary(_taken_back(folder))}")
    if args.forget:
        print(f"Forgotten: {args.forget}. {_summary(teaching.forget(_taught(folder), args.forget))}")


def _taken_back(folder: Path) -> Deck:
    return teaching.undo(_taught(folder))


def _taught(folder: Path) -> Path:
    """The folder itself, once it is sure that its name can be one."""
    if not DECK_ID.fullmatch(folder.name):
        raise LessonError(say("{name} cannot be the name of a deck.", name=folder.name))
    return folder


def _learn(folder: Path, args: argparse.Namespace) -> int:
    """How many photographs taught nothing."""
    given = [*photos(args.photos)]
    if given and not (_taught(folder) / DECK).exists():
        teaching.begin(folder, args.deck_title or args.name, (args.size[0], args.size[1]))
    failed = 0
    for photo in given:
        code = args.card or photo.stem.split(AGAIN)[0]
        try:
            print(f"{photo}: {_learnt(folder, code, photo, args.title)}", flush=True)
        except (NotAPicture, LessonError) as error:
            failed += 1
            print(f"{photo}: {error.sentence} {error.advice}", file=sys.stderr)
    return failed


def _learnt(folder: Path, code: str, photo: Path, title: str) -> str:
    """Teach one photograph; what is new of it."""
    new = code not in {card.code for card in open_deck(folder).cards}
    deck = teaching.teach(folder, code, title, Frame.load(photo), photo.name)
    if new and not title and (read := _read_title(folder, deck, code)):
        deck = teaching.retitle(folder, code, read)
        return f"learnt {code}, whose title is read as {read!r}: correct it with --title"
    return f"learnt {code} {deck.card(code).title!r}, {len(deck.of(code))} pictures"


def _read_title(folder: Path, deck: Deck, code: str) -> str | None:
    """What the words on the card's picture suggest as its title."""
    picture = store.read_picture(store.sample_bytes(folder, deck.of(code)[-1]), deck.size_mm)
    return lettering.suggest_title(picture)


def _tell(folder: Path, args: argparse.Namespace) -> None:
    deck = open_deck(folder)
    if args.list:
        _list_cards(deck)
    if args.show:
        _show(deck)
    if args.export:
        parcel.pack(folder, args.export)
        print(f"Packed: {args.export}")


def _summary(deck: Deck) -> str:
    told_by = "told by a network" if deck.network else f"{len(deck.samples)} pictures"
    return f"{deck.title}: {len(deck.cards)} cards, {told_by}"


def _list_decks(shelf: DeckShelf) -> None:
    for deck_id in shelf.ids:
        print(f"{deck_id:24} {_summary(shelf.deck(deck_id))}")


def _list_cards(deck: Deck) -> None:
    print(_summary(deck))
    for card in deck.cards:
        print(f"  {card.code:24} {len(deck.of(card.code)):3}  {card.title}")


def _show(deck: Deck) -> None:
    """The figures of leaving one picture out after another."""
    print(_summary(deck))
    if deck.network:
        return
    found = figures(deck)
    print(f"  read as if not taught: {found.right} right, {found.asked} asked, {len(found.wrong)} wrong")
    for code, other in found.wrong:
        print(f"    {code} was taken for {other}")
    for one, other, like in found.alike:
        print(f"  look alike: {one} and {other} ({like:.2f})")
    print(f"  with one picture: {len(found.single)} cards; without: {', '.join(found.untaught) or 'none'}")
    if not lettering.installed():
        print("  the words on cards are not read: the library for it (the extra 'cards') is not installed")
