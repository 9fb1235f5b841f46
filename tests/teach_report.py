"""Teaches dice with art that the reader has never seen, throws them again, and prints how well they are known.

    npm pack @iconify-json/twemoji                               # or any other icons; CC-BY 4.0
    python -m tests.teach_icons iconify-json-twemoji-*.tgz ICONS  # PNG files, drawn by resvg-py
    python -m tests.teach_report ICONS [--faces 6 12] [--pictures 1 3 5 8] [--seeds 4] [--models DIR]

Dice of one colour are photographed by the simulated camera, found by the detector and taught from their crops;
then they, and dice of the same colour with other icons (unknown faces), are thrown on other mats in other light.
All figures are of dice in photographs that were not taught. "plain" is the nearest prototype by cosine with the
fixed thresholds of the shipped set "characters"; "taught" is what `companion teach` makes; "spoiled" is the same
with play's photographs blurred, dimmed, tinted and noisy, "tilted" with a camera that looks 25 degrees aslant,
though it taught from above. With --ink the icons are printed in one ink, as on most dice: harder to tell apart.

found: of the dice thrown, those that the detector found and that were taught; all else is counted of these.
right: the best face is the true one, asked about or not; asked: it is not sure; wrong: sure and not the true face;
AUROC: how far the best score tells the set's faces from unknown ones; at 97: unknown faces that pass the threshold
which 97 % of the true ones pass; passes: unknown faces taken for one of the set's at the set's own thresholds;
sure: of these, those about which nothing is asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.commands.read import default_models
from companion.vision.classifier import Look
from companion.vision.detector import Found
from companion.vision.frame import Frame, Pixels
from companion.vision.matching import Matcher
from companion.vision.teaching.figures import verdicts
from companion.vision.teaching.known import stranger_scores
from companion.vision.teaching.teacher import Teacher
from companion.vision.teaching.trials import Samples, leave_one_picture_out, scores_of
from companion.vision.teaching.tuning import Tuning, tuned
from tests.vision.prints import BODIES, Art, Throw, load_art, photograph, thrown, top_corners

Floats = NDArray[np.float32]

PLAYED = 6  # photographs of play
UNKNOWN = 24  # unknown faces
PLAIN = Tuning(threshold=0.5, margin=0.08, scale=16.0, sure=0.7)
PER_PHOTO = 18
HOW = ("plain", "spoiled", "tilted")  # how play is photographed
TILT = 25.0  # degrees
INK = (0x20, 0x24, 0x2C)


@dataclass
class Counts:
    """What was counted over several seeds: dice, and scores of the set's and of unknown faces."""

    thrown: int = 0
    dice: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    unknown: int = 0
    passes: int = 0
    sure: int = 0
    auroc: list[float] = field(default_factory=list)
    at97: list[float] = field(default_factory=list)

    def add(
        self, own: Floats, truth: Sequence[int], unknown: Floats, codes: Sequence[str], tuning: Tuning
    ) -> None:
        """Count scores (n, faces) of dice that show the faces `truth`, and (m, faces) of unknown ones."""
        said, sure = own.argmax(axis=1), verdicts(own, codes, tuning)[1]
        self.dice += len(own)
        self.right += int((said == truth).sum())
        self.asked += int((~sure).sum())
        self.wrong += int((sure & (said != truth)).sum())
        passes, certain = verdicts(unknown, codes, tuning)
        self.unknown += len(unknown)
        self.passes += int(passes.sum())
        self.sure += int(certain.sum())
        self.auroc.append(auroc(own.max(axis=1), unknown.max(axis=1)))
        self.at97.append(float((unknown.max(axis=1) >= np.quantile(own.max(axis=1), 0.03)).mean()))

    def line(self) -> str:
        """The counts in one line of a table."""
        shares = {
            "found": _share(self.dice, self.thrown),
            "right": _share(self.right, self.dice),
            "asked": _share(self.asked, self.dice),
            "wrong": _share(self.wrong, self.dice),
            "AUROC": f"{np.mean(self.auroc):.4f}",
            "at 97": f"{np.mean(self.at97):6.1%}",
            "passes": _share(self.passes, self.unknown),
            "sure": _share(self.sure, self.unknown),
        }
        return "  ".join(f"{name} {share}" for name, share in shares.items())


def _share(part: int, whole: int) -> str:
    return f"{part:4}/{whole:<5}({part / max(1, whole):6.1%})"


def auroc(own: Floats, unknown: Floats) -> float:
    """The probability that one of the set's faces scores higher than an unknown one (Mann-Whitney U)."""
    wins = (own[:, None] > unknown).mean() + 0.5 * (own[:, None] == unknown).mean()
    return float(wins)


def spoiled(pixels: Pixels, rng: np.random.Generator) -> Pixels:
    """The photograph out of focus, in dim warm light, with the noise of a small sensor."""
    soft = cv2.GaussianBlur(pixels, (0, 0), float(rng.uniform(1.0, 2.5)))
    tint = np.array([1.0, rng.uniform(0.8, 1.0), rng.uniform(0.6, 1.0)]) * rng.uniform(0.45, 0.9)
    return np.asarray(np.clip(soft * tint + rng.normal(0, 7, pixels.shape), 0, 255), np.uint8)


def inked(art: Art) -> Art:
    """The icon in one ink: its light parts are left out, its dark ones printed."""
    grey = art[..., :3] @ np.array([0.299, 0.587, 0.114], np.float32) / 255
    printed = np.array(art)
    printed[..., :3] = INK
    printed[..., 3] *= np.clip((0.85 - grey) / 0.35, 0.0, 1.0)
    return printed


class Session:
    """One seed: the dice, photographed for the lesson and in play."""

    def __init__(self, teacher: Teacher, art: Mapping[str, Art], seed: int, faces: int, pictures: int) -> None:
        self.teacher = teacher
        rng = np.random.default_rng(seed)
        names = [str(name) for name in rng.permutation(sorted(art))]
        self.faces, self.unknown = names[:faces], names[faces : faces + UNKNOWN]
        self.body = BODIES[seed % len(BODIES)]
        self.art = {name: art[name] for name in (*self.faces, *self.unknown)}
        self.taught = [self._looks(self.faces, seed * 1000 + k, "plain") for k in range(pictures)]
        everything = [*self.faces, *self.unknown]
        self.played = {
            how: [self._looks(everything, seed * 1000 + 500 + k, how) for k in range(PLAYED)] for how in HOW
        }

    def _looks(self, names: Sequence[str], seed: int, how: str) -> dict[str, Look]:
        """A look at each of the dice, all thrown in as many photographs as they need; without those not found."""
        looks: dict[str, Look] = {}
        for start in range(0, len(names), PER_PHOTO):
            part = names[start : start + PER_PHOTO]
            throw = thrown(len(part), self.body, seed * 10 + start // PER_PHOTO)
            throw = replace(throw, tilt=TILT if how == "tilted" else 0.0)
            pixels = photograph(self.art, part, throw)
            pixels = spoiled(pixels, np.random.default_rng(seed)) if how == "spoiled" else pixels
            looks |= _named(self.teacher.dice(Frame(pixels, 0.0)), part, throw)
        return looks

    def samples(self, faces: Sequence[str], pictures: int) -> Samples:
        """What the first pictures of some faces teach."""
        rows = [
            (name, k, self.taught[k][name]) for name in faces for k in range(pictures) if name in self.taught[k]
        ]
        return Samples(
            tuple(name for name, _, _ in rows),
            tuple(str(k) for _, k, _ in rows),
            tuple(self.teacher.views(look.crop) for _, _, look in rows),
            np.stack([self.teacher.embeddings(look.crop) for _, _, look in rows]),
            self.teacher.reader.top_side,
        )

    def tuned(self, samples: Samples, matcher: Matcher) -> Tuning:
        """The tuning that a lesson would choose."""
        return tuned(leave_one_picture_out(samples), stranger_scores(samples, matcher, self.teacher, ""))

    def looks(self, names: Sequence[str], how: str) -> list[tuple[str, Look]]:
        """The looks at dice in play that show one of the names."""
        return [(name, look) for one in self.played[how] for name, look in one.items() if name in names]


def _named(dice: Sequence[tuple[Found, Look]], names: Sequence[str], throw: Throw) -> dict[str, Look]:
    """The look at each die that was found on its top face."""
    looks: dict[str, Look] = {}
    for name, place, angle in zip(names, throw.places, throw.angles, strict=True):
        corners = top_corners(place, angle, throw.tilt)
        centre, side = corners.mean(axis=0), np.linalg.norm(corners[0] - corners[1])
        near = [look for found, look in dice if np.hypot(*(centre - (found.x, found.y))) < 0.3 * side]
        looks |= {name: near[0]} if near else {}
    return looks


def count(session: Session, faces: Sequence[str], pictures: int, counts: Mapping[str, Counts]) -> None:
    """Teach and play once."""
    samples = session.samples(faces, pictures)
    matcher = samples.matcher()
    tuning = session.tuned(samples, matcher)
    plain = Matcher(matcher.vectors, matcher.owners)
    for name, known, how in (
        ("plain", plain, PLAIN),
        ("taught", matcher, tuning),
        ("spoiled", matcher, tuning),
        ("tilted", matcher, tuning),
    ):
        own = session.looks([face for face in faces if face in known.faces], name if name in HOW else "plain")
        others = session.looks(session.unknown, name if name in HOW else "plain")
        counts[name].thrown += len(faces) * PLAYED
        truth = [known.faces.index(face) for face, _ in own]
        mine, strange = scores_of(known, [look for _, look in own]), scores_of(known, [look for _, look in others])
        counts[name].add(mine, truth, strange, known.faces, how)


def main(argv: Sequence[str]) -> int:
    """Print the report; 2 when there is not enough art."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("icons", type=Path, metavar="ICONS", help="a folder of PNG files with transparency")
    parser.add_argument("--faces", type=int, nargs="+", default=[6, 12])
    parser.add_argument("--pictures", type=int, nargs="+", default=[1, 3, 5, 8])
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--ink", action="store_true", help="print the icons in one ink")
    parser.add_argument("--models", type=Path, default=default_models())
    args = parser.parse_args(argv)
    art = {name: inked(one) if args.ink else one for name, one in load_art(args.icons).items()}
    if len(art) < max(args.faces) + UNKNOWN:
        print(
            f"Expected {max(args.faces) + UNKNOWN} icons in {str(args.icons)!r}, got {len(art)}", file=sys.stderr
        )
        return 2
    teacher = Teacher(args.models)
    table = {
        (f, p): {name: Counts() for name in ("plain", "taught", *HOW[1:])}
        for f in args.faces
        for p in args.pictures
    }
    for seed in range(args.seeds):
        session = Session(teacher, art, seed, max(args.faces), max(args.pictures))
        for (faces, pictures), counts in table.items():
            count(session, session.faces[:faces], pictures, counts)
    for (faces, pictures), counts in table.items():
        for name, one in counts.items():
            print(f"{faces:2} faces, {pictures} pictures, {name:8} {one.line()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
