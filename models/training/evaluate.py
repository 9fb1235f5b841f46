"""Measures what is installed in models/dice with the application's own reader, and prints it.

    python models/training/evaluate.py scenes                   # drawn scenes of the simulated camera
    python models/training/evaluate.py photos nell-byler ...    # photographs by source; damiantab is test only
    options: --spoil glare blur dark shadow tint moved   --json FILE   --models FOLDER   --misses FOLDER

Runs in the application's environment.  "asked" counts dice that the reader is not sure of,
about which the table asks.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from photos import PIPS_ONLY, Photo, photographs  # noqa: E402

from companion.vision.annotate import annotate  # noqa: E402
from companion.vision.frame import Frame  # noqa: E402
from companion.vision.reader import DiceReader  # noqa: E402
from hardware.simulators.scenes import Die, Scene, faces_of, outline, render  # noqa: E402

MODELS = ROOT / "models" / "dice"
TEST_ONLY = {"damiantab"}


@dataclass
class Tally:
    """Counts over dice and pictures."""

    dice: int = 0
    found: int = 0
    extra: int = 0
    extra_sure: int = 0
    right: int = 0
    asked: int = 0
    wrong_sure: int = 0
    pictures: int = 0
    pictures_right: int = 0
    pictures_wrong_unasked: int = 0
    confusion: Counter = field(default_factory=Counter)
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, truth: list[tuple[np.ndarray, str]], reach: Callable[[int], float], dice: list) -> None:
        """One picture: truth is (centre, face) of each die; a reading within its reach finds it, each one once."""
        taken: set[int] = set()
        clean, sure = True, True
        for index, (centre, face) in enumerate(truth):
            away = [
                np.hypot(d.x - centre[0], d.y - centre[1]) if k not in taken else np.inf
                for k, d in enumerate(dice)
            ]
            best = int(np.argmin(away)) if away else -1
            self.dice += 1
            if best < 0 or away[best] > reach(index):
                clean = False
                continue
            taken.add(best)
            clean &= self._read(dice[best], face)
            sure &= dice[best].sure
        extra = len(dice) - len(taken)
        self.extra += extra
        self.extra_sure += sum(d.sure for k, d in enumerate(dice) if k not in taken)
        self.pictures += 1
        self.pictures_right += clean and not extra
        self.pictures_wrong_unasked += (not clean or extra > 0) and sure and all(d.sure for d in dice)

    def _read(self, die, face: str) -> bool:
        self.found += 1
        right = die.face == face
        self.right += right
        self.asked += not die.sure
        self.wrong_sure += die.sure and not right
        self.confidences.append((die.confidence, right))
        if not right:
            self.confusion[f"{face}->{die.face}"] += 1
        return right

    def calibration_error(self) -> float:
        """Expected calibration error over ten bins of confidence (Guo et al. 2017)."""
        if not self.confidences:
            return 0.0
        confidence, right = np.array(self.confidences).T
        bins = np.minimum((confidence * 10).astype(int), 9)
        return float(
            sum(
                (bins == b).mean() * abs(right[bins == b].mean() - confidence[bins == b].mean())
                for b in set(bins.tolist())
            )
        )

    def figures(self) -> dict:
        return {
            "dice": self.dice,
            "found": self.found,
            "extra": self.extra,
            "extra_sure": self.extra_sure,
            "right": self.right,
            "asked": self.asked,
            "wrong_sure": self.wrong_sure,
            "pictures": self.pictures,
            "pictures_right": self.pictures_right,
            "pictures_wrong_unasked": self.pictures_wrong_unasked,
            "calibration_error": round(self.calibration_error(), 3),
            "confusion": dict(self.confusion.most_common(12)),
        }

    def line(self, name: str) -> str:
        found = f"found {self.found}/{self.dice} (+{self.extra} extra)"
        read = f"right {self.right}/{self.found}, asked {self.asked}, wrong though sure {self.wrong_sure}"
        whole = (
            f"pictures right {self.pictures_right}/{self.pictures}, wrong unasked {self.pictures_wrong_unasked}"
        )
        error = f"calibration error {self.calibration_error():.3f}"
        return f"{name:34s} {found}; {read}; {whole}; {error}; {dict(self.confusion.most_common(8))}"


# ---- spoiling ---------------------------------------------------------------------------------------------------


def glare(picture: np.ndarray) -> np.ndarray:
    h, w = picture.shape[:2]
    v, u = np.mgrid[0:h, 0:w].astype(np.float32)
    spot = 170 * np.exp(-((u - 0.55 * w) ** 2 + (v - 0.5 * h) ** 2) / (0.12 * max(h, w)) ** 2)
    return clipped(picture + spot[..., None])


def blur(picture: np.ndarray) -> np.ndarray:
    return cv2.GaussianBlur(picture, (0, 0), 0.0022 * max(picture.shape))


def dark(picture: np.ndarray) -> np.ndarray:
    rng = np.random.default_rng(0)
    return clipped(picture * 0.3 + rng.normal(0, 4, picture.shape))


def shadow(picture: np.ndarray) -> np.ndarray:
    h, w = picture.shape[:2]
    v, u = np.mgrid[0:h, 0:w].astype(np.float32)
    return clipped(picture * np.where(u / w + 0.4 * v / h < 0.7, 0.45, 1.0)[..., None])


def tint(picture: np.ndarray) -> np.ndarray:
    return clipped(picture * np.array([1.1, 0.9, 0.6]))


def moved(picture: np.ndarray) -> np.ndarray:
    n = max(3, int(0.006 * max(picture.shape))) | 1
    return cv2.filter2D(picture, -1, np.full((1, n), 1 / n, np.float32))


def clipped(picture: np.ndarray) -> np.ndarray:
    return np.clip(picture, 0, 255).astype(np.uint8)


SPOILS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "glare": glare,
    "blur": blur,
    "dark": dark,
    "shadow": shadow,
    "tint": tint,
    "moved": moved,
}


# ---- material ---------------------------------------------------------------------------------------------------


def drawn_scenes(die_set: str, dice: int, width: int, height: int) -> Iterator[tuple[np.ndarray, list, float]]:
    """Pictures of five dice of the set on a grid with play, with their truths and the side of a die in pixels."""
    bodies = ("#f5f1e6",) if die_set == "characters" else ("#f5f1e6", "#c22222", "#f2c230", "#2c7a3f", "#3a6ea5")
    for k in range(dice // 5):
        rng = np.random.default_rng([k, *die_set.encode()])
        spots = rng.permutation([(50 + 55 * i, 45 + 50 * j) for i in range(5) for j in range(4)])[:5]
        thrown = []
        for x, y in spots + rng.uniform(-14, 14, (5, 2)):
            body = str(rng.choice(bodies))
            ink = "#20242c" if body in ("#f5f1e6", "#f2c230") else "#ffffff"
            thrown.append(
                Die(die_set, str(rng.choice(faces_of(die_set))), x, y, rng.uniform(0, 360), body=body, ink=ink)
            )
        mats = ("#27556b", "#6b4a2b", "#2f4f35", "#d8d2c4", "#3a3a44")
        scene = Scene(tuple(thrown), seed=k, mat=str(rng.choice(mats)), light=rng.uniform(0.7, 1.1))
        truth = [(outline(scene, die, width, height).mean(axis=0), die.face) for die in thrown]
        yield render(scene, width, height), truth, 16 * width / 320


def measured_scenes(
    reader: DiceReader, die_set: str, dice: int, size: tuple[int, int], spoil: str | None
) -> Tally:
    tally = Tally()
    for picture, truth, side in drawn_scenes(die_set, dice, *size):
        seen = SPOILS[spoil](picture) if spoil else picture
        tally.add(
            truth, lambda _, side=side: 0.4 * side, list(reader.read(Frame(seen, 0.0), die_set=die_set).dice)
        )
    return tally


def measured_photos(
    reader: DiceReader, photos: list[Photo], spoil: str | None, misses: Path | None = None
) -> Tally:
    tally = Tally()
    for photo in photos:
        picture = photo.picture()
        seen = SPOILS[spoil](picture) if spoil else picture
        share = 1.2 if photo.source in PIPS_ONLY else 0.5  # a box round the pips says nothing of the die's size
        sides = photo.boxes[:, 2:].max(axis=1)
        if photo.source in PIPS_ONLY:
            sides = np.maximum(sides, np.median(sides)) if len(sides) else sides
        truth = [(b[:2] + b[2:] / 2, str(v)) for b, v in zip(photo.boxes, photo.values, strict=True)]
        reading = reader.read(Frame(seen, 0.0), die_set="pips")
        right = tally.pictures_right
        tally.add(truth, lambda k, sides=sides, share=share: share * float(sides[k]), list(reading.dice))
        if misses and tally.pictures_right == right:
            name = f"{photo.source}-{spoil or 'clean'}-{Path(photo.file).stem}.jpg"
            (misses / name).write_bytes(annotate(Frame(seen, 0.0), reading).jpeg())
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["scenes", "photos"])
    parser.add_argument("sources", nargs="*", default=[])
    parser.add_argument("--dice", type=int, default=500)
    parser.add_argument("--every", type=int, default=1, help="only every n-th photograph")
    parser.add_argument("--spoil", nargs="*", default=[], choices=list(SPOILS))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--models", type=Path, default=MODELS, help="the folder of die sets to measure")
    parser.add_argument("--misses", type=Path, help="where to save annotated photographs that were not read right")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(args.models)
    if args.misses:
        args.misses.mkdir(parents=True, exist_ok=True)
    figures = {}
    for spoil in [None, *args.spoil]:
        if args.what == "scenes":
            for die_set in args.sources or ["characters", "pips", "friends"]:
                for size in ((1280, 960), (640, 480)):
                    name = f"scenes {die_set} {size[0]}x{size[1]} {spoil or 'clean'}"
                    figures[name] = report(name, measured_scenes(reader, die_set, args.dice, size, spoil))
        for source in args.sources if args.what == "photos" else ():
            photos = photographs(source, "test" if source in TEST_ONLY else "train")[:: args.every]
            name = f"photos {source} {spoil or 'clean'}"
            figures[name] = report(name, measured_photos(reader, photos, spoil, args.misses))
    if args.json:
        known = json.loads(args.json.read_text(encoding="utf-8")) if args.json.exists() else {}
        args.json.write_text(json.dumps(known | figures, indent=1), encoding="utf-8")


def report(name: str, tally: Tally) -> dict:
    print(tally.line(name), flush=True)
    return tally.figures()


if __name__ == "__main__":
    main()
