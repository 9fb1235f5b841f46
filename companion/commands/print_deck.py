"""`companion print-deck`: writes a deck of our own drawing to print and to play with, as PDF."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.commands.files import reason
from companion.decks import DECKS, drawn_deck
from companion.decks.paper import pdf, sheets
from companion.files import replace_atomically
from companion.vision.mat import A4, LETTER
from web.languages import LANGUAGES, SOURCE, speaking
from web.words import text

NAMES: Mapping[str, str] = {**{name: name for name in DECKS}, "plankton": "plankton_rising"}
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when the file was written, 2 when it could not be."""
    parser = _parser()
    args = parser.parse_args(argv)
    if args.out.suffix.lower() != ".pdf":
        parser.error(f"expected a file that ends in .pdf, got {str(args.out)!r}")
    deck, paper = drawn_deck(NAMES[args.deck], text), PAPERS[args.paper]
    try:
        with speaking(args.language):
            replace_atomically(args.out, pdf(deck, paper, backs=args.backs))
    except OSError as error:
        print(f"The file cannot be written: {reason(error)}", file=sys.stderr)
        return 2
    count = len(list(sheets(deck)))
    print(f"{args.out}: {deck.size} cards on {count} sheets of {paper.title}, {deck.title}.")
    print("Print it at 100 %, not fitted to the page, on the thickest paper your printer takes; or use sleeves.")
    if args.backs:
        print("Every second page holds backs: print on both sides, turned over the long edge.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion print-deck", description="Writes a drawn deck to print.")
    parser.add_argument("deck", choices=sorted(NAMES), help="which deck")
    parser.add_argument("out", metavar="OUT", type=Path, help="the file to write: .pdf")
    parser.add_argument("--language", choices=[*LANGUAGES], default=SOURCE, help="of the rules on the cards")
    parser.add_argument("--paper", choices=[*PAPERS], default=A4.name)
    parser.add_argument("--backs", action="store_true", help="a sheet of backs after every sheet of faces")
    return parser
