"""Writes the decks of our own drawing as shipped decks: taught by their drawings, as a printed deck will look.

python models/training/card_decks.py [riot plankton_rising]
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from companion.decks import DECKS, HEIGHT, WIDTH, drawn_deck, face
from companion.vision.cards import store, teaching

CARDS = Path(__file__).resolve().parents[1] / "cards"
DENSITY = 6.0  # pixels per millimetre: more than a sample keeps
QUALITY = 80  # of the samples' JPEG: drawings are flat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("decks", nargs="*", default=[*DECKS])
    args = parser.parse_args()
    store.QUALITY = QUALITY
    for name in args.decks:
        deck, folder = drawn_deck(name), CARDS / name
        shutil.rmtree(folder, ignore_errors=True)
        teaching.begin(folder, str(deck.title), (WIDTH, HEIGHT))
        shown = [(card.code, str(card.title), face(card, DENSITY)) for card in deck.cards]
        made = teaching.teach_all(folder, shown, "our own drawing")
        for left in ("history", ".lock"):
            path = folder / left
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        print(f"{name}: {len(made.cards)} cards, {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
