"""`companion read`: reads the dice or the cards in photographs and prints what it saw, one line per photograph."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.commands.files import photos, stopped
from companion.config import state_folder
from companion.errors import LessonError, ModelError, NotAPicture
from companion.vision.annotate import annotate
from companion.vision.cards import lettering
from companion.vision.cards.annotate import annotate as annotate_cards
from companion.vision.cards.deck import DECKS, Deck, DeckShelf
from companion.vision.cards.reader import CardReader
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import WHY_NOT, CardSighting
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader, scaled
from companion.vision.reading import Reading
from companion.vision.teaching.store import TAUGHT

PLAYING = "playing-cards"
NO_CARDS = "no-cards"
NO_WORDS = "The words on cards are not read: the library for it (the extra 'cards') is not installed."
Seeing = Callable[[Path, Frame], tuple[dict[str, Any], Frame]]
"""Reads one photograph: its line as plain JSON values, and the picture with what was seen."""
BESIDE = Path(__file__).resolve().parents[1] / "models" / "dice"  # in an installed wheel
IN_CHECKOUT = Path(__file__).resolve().parents[2] / "models" / "dice"


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it ran, whatever the photographs hold, and 2 when it could not."""
    args = _parser().parse_args(argv)
    try:
        look = _cards(args) if args.cards else _dice(args)
    except (ModelError, LessonError) as error:
        print(f"{error.sentence} {error.advice}", file=sys.stderr)
        return 2
    try:
        _run(look, [*photos(args.photos)], args)
    except OSError as error:
        stopped(error)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion read", description="Reads the dice, or the cards, in photographs.")
    parser.add_argument("photos", metavar="PHOTO", nargs="+", type=Path, help="a picture, or a folder of pictures")
    parser.add_argument("--json", action="store_true", help="one JSON object per photo and line")
    parser.add_argument(
        "--annotate", metavar="OUT", type=Path, help="save the picture with boxes: a file, or a folder for several"
    )
    parser.add_argument("--die-set", metavar="NAME", help="the dice that are used (default: pips or friends)")
    parser.add_argument("--cards", action="store_true", help="read cards instead of dice")
    parser.add_argument(
        "--deck", metavar="NAME", default=PLAYING, help=f"the deck that the cards are of (default: {PLAYING})"
    )
    parser.add_argument("--words", action="store_true", help="let the words on cards decide between look-alikes")
    parser.add_argument(
        "--state", metavar="DIR", type=Path, help="the folder below which taught dice and decks lie"
    )
    parser.add_argument(
        "--models", metavar="DIR", type=Path, default=default_models(), help="the folder of models"
    )
    return parser


def default_models() -> Path:
    """The folder of the models that are shipped."""
    return BESIDE if BESIDE.exists() else IN_CHECKOUT


def _dice(args: argparse.Namespace) -> Seeing:
    """What reads dice."""
    reader = DiceReader(args.models, (args.state or state_folder(os.environ)) / TAUGHT)
    if args.die_set:
        reader.sets[args.die_set]

    def look(photo: Path, frame: Frame) -> tuple[dict[str, Any], Frame]:
        reading = reader.read(frame, die_set=args.die_set)
        return read_line(photo, scaled(reading, frame.scale)), annotate(frame, reading)

    return look


def _cards(args: argparse.Namespace) -> Seeing:
    """What reads cards."""
    shelf = DeckShelf((args.state or state_folder(os.environ)) / DECKS, shipped_cards())
    reader = CardReader(shelf.deck(args.deck), words=args.words)
    if args.words and not lettering.installed():
        print(NO_WORDS, file=sys.stderr)

    def look(photo: Path, frame: Frame) -> tuple[dict[str, Any], Frame]:
        started = time.perf_counter()
        seen = reader.read(frame)
        ms = (time.perf_counter() - started) * 1000
        return cards_line(photo, reader.deck, seen, frame.scale, ms), annotate_cards(frame, seen)

    return look


def _run(look: Seeing, photos: Sequence[Path], args: argparse.Namespace) -> None:
    with_progress = len(photos) > 1 and sys.stderr.isatty()
    for number, photo in enumerate(photos, 1):
        if with_progress:
            print(f"\r{number}/{len(photos)}", end="", file=sys.stderr, flush=True)
        line = _line(look, photo, args)
        told = _told_cards if args.cards else _told
        print(json.dumps(line, ensure_ascii=False) if args.json else told(line), flush=True)
    if with_progress:
        print(file=sys.stderr)


def _line(look: Seeing, photo: Path, args: argparse.Namespace) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        frame = Frame.load(photo)
    except NotAPicture as error:
        ms = (time.perf_counter() - started) * 1000
        things = "cards" if args.cards else "dice"
        return _entry(photo, error.slug, ms, (), things) | {"sentence": f"{error.sentence} {error.advice}"}
    line, picture = look(photo, frame)
    if args.annotate:
        _save(picture, _place(photo, args.photos, args.annotate))
    return line


def read_line(photo: Path, reading: Reading) -> dict[str, Any]:
    """A reading of `photo` as plain JSON values: pixels of the photograph, `ms` in milliseconds."""
    dice = [
        {
            "face": die.face,
            "confidence": round(die.confidence, 4),
            "x": round(die.x, 1),
            "y": round(die.y, 1),
            "size": round(die.size, 1),
            "set": die.die_set,
            "sure": die.sure,
            "body": die.body,
        }
        for die in reading.dice
    ]
    return _entry(photo, reading.why_not, reading.ms, dice)


def cards_line(photo: Path, deck: Deck, seen: Sequence[CardSighting], scale: float, ms: float) -> dict[str, Any]:
    """The cards of `deck` seen in `photo` as plain JSON values: pixels of the photograph, `ms` in milliseconds."""
    cards = [
        {
            "code": one.code,
            "title": deck.card(one.code).title if one.code else None,
            "confidence": round(one.confidence, 4),
            "why_not": one.reason,
            "candidates": [[code, round(chance, 4)] for code, chance in one.candidates],
            "corners": (one.corners * scale).round(1).tolist(),
        }
        for one in seen
    ]
    return _entry(photo, "" if cards else NO_CARDS, ms, cards, "cards")


def _entry(
    photo: Path, why_not: str, ms: float, found: Sequence[Mapping[str, Any]], things: str = "dice"
) -> dict[str, Any]:
    return {
        "photo": str(photo),
        "ok": not why_not,
        "why_not": why_not or None,
        "ms": round(ms, 1),
        things: [*found],
    }


def _told(line: Mapping[str, Any]) -> str:
    faces = " ".join(die["face"] + ("" if die["sure"] else "?") for die in line["dice"])
    reason = line.get("sentence") or line["why_not"] or ""
    return f"{line['photo']}: {faces}{' - ' if faces and reason else ''}{reason} ({line['ms']:.0f} ms)"


def _told_cards(line: Mapping[str, Any]) -> str:
    cards = " ".join(card["code"] or f"{_likeliest(card)}?" for card in line["cards"])
    reasons = dict.fromkeys(str(WHY_NOT[card["why_not"]][0]) for card in line["cards"] if card["why_not"])
    reason = line.get("sentence") or line["why_not"] or " ".join(reasons)
    return f"{line['photo']}: {cards}{' - ' if cards and reason else ''}{reason} ({line['ms']:.0f} ms)"


def _likeliest(card: Mapping[str, Any]) -> str:
    return str(card["candidates"][0][0]) if card["candidates"] else ""


def _place(photo: Path, given: Sequence[Path], out: Path) -> Path:
    """Where the annotated picture goes: `out`, or below it as the photographs lie below their common folder."""
    if len(given) == 1 and not given[0].is_dir():
        return out / f"{photo.stem}.jpg" if out.is_dir() else out
    common = Path(
        os.path.commonpath([path if path.is_dir() else path.parent for path in map(Path.resolve, given)])
    )
    below = photo.resolve().relative_to(common)
    return out / (below if below.suffix.lower() in (".jpg", ".jpeg") else below.with_name(f"{below.name}.jpg"))


def _save(picture: Frame, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(picture.png() if place.suffix.lower() == ".png" else picture.jpeg(90))
