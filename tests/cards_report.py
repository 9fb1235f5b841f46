"""What the eye for cards does on pictures that nobody tuned it on; prints figures and changes nothing.

python -m tests.cards_report finding [--split train] [--way contours]     free photographs of playing cards
python -m tests.cards_report playing                                      rank and suit on some of them
python -m tests.cards_report taught                                       the same cards, taught by photographs
python -m tests.cards_report decks [--photos 40] [--seed 1] [--icons FOLDER]     drawn decks on drawn tables
python -m tests.cards_report decks ... --only covered                     the same photographs, but only these read

The photographs come from `photographs.photos_folder`; the index's split "test" was used to choose thresholds, so
that figures are to be taken from its split "train", which no network was trained on either: no network has seen a
photograph of a card. Times are processor time of one thread; with OPENBLAS_NUM_THREADS=1, or more threads wait.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from companion.decks import DECKS, HEIGHT, WIDTH, drawn_deck, face
from companion.evaluation.counting import wilson
from companion.vision.cards import teaching
from companion.vision.cards.deck import Deck, open_deck
from companion.vision.cards.edges import fitted
from companion.vision.cards.finder import EYE, CardFinder
from companion.vision.cards.reader import CardReader
from companion.vision.cards.rectify import rectified, turned
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame, Pixels
from companion.vision.teaching.figures import Share
from tests.vision.cards import drawn
from tests.vision.cards.photos import CardPhoto, Corners, labelled_cards, matched, mats, photos
from tests.vision.cards.table import CONDITIONS, photograph

UNTAUGHT = 5  # each so-many-th design of a deck is not taught: a stranger
POKER = (WIDTH, HEIGHT)
Faces = Mapping[str, Pixels]


def told(share: Share) -> str:
    """A share with its interval."""
    low, high = wilson(share)
    return f"{share} [{low:.1%}, {high:.1%}]"


@dataclass
class Tally:
    """What became of cards: `right`, `asked`, `missed` (not found), `silent` (wrong without a question).

    A stranger, a card that was not taught, is `refused` or silent.
    """

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, truth: str | None, seen: CardSighting | None) -> str:
        """Count one card, `truth` being None for a stranger; gives what became of it."""
        if seen is not None and seen.sure:
            fate = "right" if seen.code == truth else "silent"
        else:
            fate = "refused" if truth is None else "missed" if seen is None else "asked"
        self.counts[fate] += 1
        return fate

    def line(self, name: str) -> str:
        """The counts in words."""
        n = self.counts.total()
        well = n - self.counts["silent"] - self.counts["missed"]
        shown = ", ".join(
            f"{self.counts[fate]} {fate}" for fate in ("right", "asked", "refused", "missed", "silent")
        )
        return f"{name:26} {n:5} cards: {shown}; right, asked or refused {told(Share(well, n))}"


def contours(frame: Frame) -> list[Corners]:
    """What the usual classical way finds: outlines of edges that are quadrilaterals of a card's shape."""
    grey = cv2.GaussianBlur(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), (5, 5), 0)
    edges = cv2.dilate(cv2.Canny(grey, 40, 120), np.ones((3, 3), np.uint8))
    outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found: list[Corners] = []
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True):
        quad = cv2.approxPolyDP(outline, 0.03 * cv2.arcLength(outline, True), True)
        if len(quad) == 4 and cv2.isContourConvex(quad) and cv2.contourArea(quad) > 0.003 * grey.size:
            corners = quad[:, 0].astype(np.float64)
            if all(np.linalg.norm(corners.mean(axis=0) - one.mean(axis=0)) > 12 for one in found):
                found.append(corners)
    return found


def finding(args: argparse.Namespace) -> None:
    """Recall and precision of finding."""
    finder = CardFinder(shipped_cards() / EYE)

    def network(frame: Frame) -> list[Corners]:
        return [fitted(frame, one.corners, POKER) for one in finder.find(frame, POKER)]

    way: Callable[[Frame], list[Corners]] = contours if args.way == "contours" else network
    hits, boxed, found, cards, spent, overlaps = 0, 0, 0, 0, 0.0, list[float]()
    chosen = photos(args.split)
    for photo in chosen:
        frame = Frame.load(photo.path)
        started = time.process_time()
        corners = way(frame)
        spent += time.process_time() - started
        pairs = matched(corners, photo, frame)
        hits, found, cards = hits + len(pairs), found + len(corners), cards + len(photo.boxes)
        same = matched(corners, photo, frame, whole=True)
        boxed, overlaps = boxed + len(same), overlaps + [overlap for _, _, overlap in same]
    print(f"{args.way}, split {args.split}: {len(chosen)} photographs, {cards} cards")
    print(f"  found {told(Share(hits, cards))}, of what it found right {told(Share(hits, found))}")
    print(f"  by boxes of whole cards alone: {told(Share(boxed, cards))} and {told(Share(boxed, found))}")
    print(f"  overlap with the label's box: median {np.median(overlaps):.2f}; {spent / len(chosen) * 1000:.0f} ms")


def playing(args: argparse.Namespace) -> None:
    """Rank and suit on labelled photographs, with the deck that is shipped."""
    reader = CardReader(open_deck(shipped_cards() / "playing-cards"))
    _read_photos("playing cards", reader, labelled_cards(), args.verbose)


def taught(args: argparse.Namespace) -> None:
    """The same cards as a deck that some photographs taught, read in the others."""
    cards = labelled_cards()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "bicycle"
        teaching.begin(folder, "Bicycle", POKER)
        used = _taught_by_photos(folder, cards)
        rest = [one for one in cards if one not in used]
        print(f"taught {len(used)} photographs of {len({one.code for one in used})} cards")
        _read_photos("taught by photographs", CardReader(open_deck(folder)), rest, args.verbose)


def _taught_by_photos(folder: Path, cards: Sequence[CardPhoto]) -> list[CardPhoto]:
    """Teach the largest two whole views of each card; those that were used."""
    finder = CardFinder(shipped_cards() / EYE)
    used: list[CardPhoto] = []
    for code in sorted({one.code for one in cards}):
        whole = [one for one in cards if one.code == code and one.whole]
        for one in sorted(whole, key=lambda one: -one.area)[:2]:
            frame = Frame.load(one.photo.path)
            corners = [fitted(frame, found.corners, POKER) for found in finder.find(frame, POKER)]
            for number, box, _ in matched(corners, one.photo, frame):
                if box == one.box:
                    quad = _upright(corners[number])
                    teaching.teach(folder, code, "", rectified(frame, quad, POKER), one.photo.path.name)
                    used.append(one)
    return used


def _upright(corners: Corners) -> Corners:
    """The corners (4, 2) begun so that the card stands on a short side."""
    lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return corners if lengths[0] + lengths[2] < lengths[1] + lengths[3] else turned(corners, 1)


def _read_photos(name: str, reader: CardReader, cards: Iterable[CardPhoto], verbose: bool) -> None:
    tally, spent, read = Tally(), 0.0, 0
    for one in cards:
        frame = Frame.load(one.photo.path)
        started = time.process_time()
        seen = reader.read(frame)
        spent, read = spent + time.process_time() - started, read + max(1, len(seen))
        pairs = matched([sighting.corners for sighting in seen], one.photo, frame)
        mine = next((seen[number] for number, box, _ in pairs if box == one.box), None)
        fate = tally.add(one.code, mine)
        if verbose and fate != "right":
            print(f"  {one.photo.path.name} {one.box} {one.code}: {fate} {mine.candidates[:2] if mine else ''}")
    print(tally.line(name))
    print(f"  {spent / read * 1000:.0f} ms of one thread per card, finding included")


def decks(args: argparse.Namespace) -> None:
    """Drawn decks on drawn tables, each condition by itself."""
    rng = np.random.default_rng(args.seed)
    grounds = mats()
    total, known, strange = Tally(), list[float](), list[float]()
    for name, faces in _decks(rng, args.icons).items():
        codes = sorted(faces)
        strangers = set(codes[:: args.untaught])
        with tempfile.TemporaryDirectory() as place:
            deck = _taught_deck(Path(place) / name, {code: faces[code] for code in codes if code not in strangers})
            reader = CardReader(deck)
            for condition in CONDITIONS:
                here = Tally()
                spent = _photographed(
                    reader, faces, strangers, condition, rng, grounds, args, here, known, strange
                )
                total.counts.update(here.counts)
                if here.counts:
                    print(here.line(f"{name} {condition}") + f"; {spent * 1000:.0f} ms per card", flush=True)
    print(total.line("all"))
    print(f"silent errors: {told(Share(total.counts['silent'], total.counts.total()))}")
    print(f"strangers told from known cards: AUROC {auroc(known, strange):.4f}, {len(strange)} strangers")


def _decks(rng: np.random.Generator, icons: Path | None) -> dict[str, Faces]:
    found: dict[str, Faces] = {
        name.replace("_", "-"): {card.code: face(card, 8.0) for card in drawn_deck(name).cards} for name in DECKS
    }
    if icons is not None:
        pictures = [Image.open(path).convert("RGBA") for path in sorted(icons.glob("*.png"))]

        def icon(rng: np.random.Generator, side: int) -> Image.Image:
            return pictures[int(rng.integers(len(pictures)))].resize((side, side))

        cards = drawn.varied(rng, 30, icon) | drawn.families(rng, 6, 5, icon)
        found["icons"] = {code: picture for code, (_, picture) in cards.items()}
    return found


def _taught_deck(folder: Path, faces: Faces) -> Deck:
    teaching.begin(folder, folder.name, POKER)
    return teaching.teach_all(folder, [(code, "", picture) for code, picture in faces.items()])


def _photographed(
    reader: CardReader,
    faces: Faces,
    strangers: set[str],
    condition: str,
    rng: np.random.Generator,
    grounds: Sequence[Pixels],
    args: argparse.Namespace,
    tally: Tally,
    known: list[float],
    strange: list[float],
) -> float:
    """Read drawn photographs of one condition into the tallies; seconds per card."""
    spent, read = 0.0, 0
    for _ in range(args.photos):
        count = 1 if condition == "covered" else int(rng.integers(1, 4))
        codes = [str(code) for code in rng.choice(sorted(faces), count, replace=False)]
        shot = photograph([faces[code] for code in codes], POKER, condition, rng, grounds)
        if args.only and condition not in args.only:
            continue
        started = time.process_time()
        seen = reader.read(shot.frame)
        spent, read = spent + time.process_time() - started, read + count
        for code, corners in zip(codes, shot.corners, strict=True):
            mine = nearest(seen, corners)
            fate = tally.add(None if code in strangers else code, mine)
            (strange if code in strangers else known).append(mine.confidence if mine else 0.0)
            if args.verbose and fate in ("silent", "missed"):
                print(f"  {condition}: {code} {fate} {mine.candidates[:2] if mine else ''}")
    return spent / max(1, read)


def nearest(seen: Sequence[CardSighting], corners: NDArray[np.float64]) -> CardSighting | None:
    """The sighting whose middle lies nearest to a card's, and on it."""
    middle = corners.mean(axis=0)
    reach = float(np.linalg.norm(corners[1] - corners[0])) / 2
    away = [float(np.linalg.norm(one.corners.mean(axis=0) - middle)) for one in seen]
    return seen[int(np.argmin(away))] if away and min(away) < reach else None


def auroc(high: Sequence[float], low: Sequence[float]) -> float:
    """The chance that one of `high` is above one of `low`, ties counting half."""
    both = np.subtract.outer(np.array(high), np.array(low))
    return float(((both > 0) + 0.5 * (both == 0)).mean()) if both.size else float("nan")


def main(argv: Sequence[str]) -> int:
    """Print the figures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = {"finding": finding, "playing": playing, "taught": taught, "decks": decks}
    parser.add_argument("what", choices=ways)
    parser.add_argument("--split", choices=["train", "test"], default="train")
    parser.add_argument("--way", choices=["network", "contours"], default="network")
    parser.add_argument("--photos", type=int, default=40, help="drawn photographs of each deck and condition")
    parser.add_argument("--untaught", type=int, default=UNTAUGHT)
    parser.add_argument("--icons", type=Path, help="a folder of icons, for a deck of look-alikes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=CONDITIONS, nargs="+", default=(), help="conditions that are read")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    ways[args.what](args)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
