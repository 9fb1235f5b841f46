"""Fits the confidence of taught cards on drawn decks, and prints what a threshold of it lets through.

    python models/training/card_gates.py DATA --photos 30 --seeds 21 22
    python models/training/card_gates.py DATA --photos 60 --seeds 500 501 502 --untaught 3 --covered

The decks are drawn from the icons that training uses, half of their cards in families that share art and frame;
some cards are not taught. What is measured and told elsewhere are other decks. With `--covered`, only cards count
on which something was seen to lie.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from card_art import CardArt
from PIL import Image
from tqdm import tqdm

from companion.vision.cards.look import RIM, Look
from companion.vision.cards.rectify import likely_turns, rectified, sides, standard, turned
from companion.vision.cards.taught import TaughtCards
from companion.vision.frame import Frame
from tests.vision.cards.drawn import SIZE, families, varied
from tests.vision.cards.photos import mats
from tests.vision.cards.table import CONDITIONS, photograph

OFF = 0.012  # of a card's shorter side: by how much its corners are found off
UNTAUGHT = 9  # each so-many-th card is a stranger
KEPT = 0.02  # how much large weights are held back


class Decks:
    """A deck of 60 cards with its strangers."""

    def __init__(self, art: CardArt, rng: np.random.Generator, untaught: int) -> None:
        def icon(rng: np.random.Generator, side: int) -> Image.Image:
            return Image.fromarray(art.icons[rng.integers(len(art.icons))]).resize((side, side))

        cards = varied(rng, 30, icon) | families(rng, 6, 5, icon)
        self.faces = {code: picture for code, (_, picture) in cards.items()}
        self.strangers = set([*self.faces][::untaught])
        known = [(code, standard(face, SIZE)) for code, face in self.faces.items() if code not in self.strangers]
        self.taught = TaughtCards(known)


def rows(
    art: CardArt, seed: int, photos: int, untaught: int, covered: bool
) -> list[tuple[float, float, bool, bool]]:
    """The evidence's values, whether the likeliest card is right, and whether the card was taught."""
    rng = np.random.default_rng(seed)
    decks, grounds, found = Decks(art, rng, untaught), mats(), []
    for condition in ("covered",) if covered else CONDITIONS:
        for _ in tqdm(range(photos), desc=condition, leave=False):
            codes = [str(code) for code in rng.choice([*decks.faces], int(rng.integers(1, 4)), replace=False)]
            shot = photograph([decks.faces[code] for code in codes], SIZE, condition, rng, grounds)
            for code, corners in zip(codes, shot.corners, strict=True):
                quad = turned(corners + rng.normal(0, OFF * min(sides(corners)), (4, 2)), int(rng.integers(4)))
                looks = {k: look(shot.frame, turned(quad, k)) for k in likely_turns(quad, SIZE)}
                best, evidence = decks.taught.evidence(looks)
                if evidence.covered == covered:
                    found.append((*evidence.values, best == code, code not in decks.strangers))
    return found


def look(frame: Frame, corners: np.ndarray) -> Look:
    wide = rectified(frame, corners, SIZE, rim=RIM)
    return Look(np.ascontiguousarray(wide[RIM:-RIM, RIM:-RIM]), wide)


def fitted(values: np.ndarray, right: np.ndarray) -> np.ndarray:
    """The weights of a logistic regression, by Newton's steps."""
    weights, kept = np.zeros(values.shape[1]), np.diag([1e-4, KEPT, KEPT])
    for _ in range(100):
        chance = 1 / (1 + np.exp(-values @ weights))
        slope = values.T @ (chance - right) + kept @ weights
        curve = (values * (chance * (1 - chance))[:, None]).T @ values + kept
        weights -= np.linalg.solve(curve, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--photos", type=int, default=30, help="of each condition")
    parser.add_argument("--seeds", type=int, nargs="+", default=[21, 22])
    parser.add_argument("--untaught", type=int, default=UNTAUGHT, help="each so-many-th card is a stranger")
    parser.add_argument("--covered", action="store_true")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    art = CardArt(args.data / "icons.npz")
    found = np.array(
        [row for seed in args.seeds for row in rows(art, seed, args.photos, args.untaught, args.covered)], float
    )
    values, right = np.column_stack([np.ones(len(found)), found[:, :2]]), found[:, 2]
    known = found[:, 3] > 0
    weights = fitted(values, right)
    chance = 1 / (1 + np.exp(-values @ weights))
    print("COVERED =" if args.covered else "WHOLE =", weights.round(2).tolist())
    for sure in (0.8, 0.9, 0.93, 0.95, 0.97):
        taken = chance >= sure
        silent, asked = int((taken & (right == 0)).sum()), int((known & ~taken).sum())
        print(
            f"SURE {sure}: {silent} silent of {len(found)} cards, {asked} of {known.sum()} known ones asked about"
        )


if __name__ == "__main__":
    main()
