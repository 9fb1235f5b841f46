"""Cuts upright crops of real dice, where the detector finds them near a labelled box, for the reader's training.

    python models/training/cut_photos.py DATA --detector DATA/detector.pt  ->  DATA/real-SOURCE.npz for each source

Crops of dice with numerals become "other" (DATA/real-numerals.npz), and so do the detector's wrong finds.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from finding import peaks, resized
from nets import Detector
from photos import PHOTOS, PIPS_ONLY, photographs, read
from prepare import cut
from tqdm import tqdm

# the scales at which the detector looks at a source's photographs: its dice are 30-55 pixels wide in one of them
SCALES = {"nell-byler": (0.9, 1.4), "epanemu": (0.5, 0.9, 1.5), "matteop65": (0.5, 0.8), "chase": (0.7, 1.1)}


def runner(weights: Path):
    net = Detector().eval().to(memory_format=torch.channels_last)
    net.load_state_dict(torch.load(weights))

    @torch.no_grad()
    def run(image: np.ndarray) -> tuple[np.ndarray, ...]:
        return tuple(o.numpy() for o in net(torch.from_numpy(image)))

    return run


def looked(run, picture: np.ndarray, scale: float, threshold: float) -> np.ndarray:
    found = peaks(run(resized(picture, scale)), threshold)
    found[:, :3] /= scale
    return found


def labelled(run, photo) -> list[tuple[tuple, str]]:
    """Squares of a photograph with their labels: for each box the best-scored find in its middle."""
    picture = photo.picture()
    margin = 0
    if photo.source == "chase":  # a crop that the die fills
        margin = 40
        picture = cv2.copyMakeBorder(picture, margin, margin, margin, margin, cv2.BORDER_REFLECT)
    finds = np.concatenate([looked(run, picture, s, 0.12) for s in SCALES[photo.source]])
    squares = []
    for (left, top, width, height), value in zip(
        photo.boxes + np.array([margin, margin, 0, 0]), photo.values, strict=True
    ):
        reach = 0.5 * max(width, height) if photo.source in PIPS_ONLY else 0.32 * max(width, height)
        reach = max(reach, 6)
        away = np.linalg.norm(finds[:, :2] - (left + width / 2, top + height / 2), axis=1)
        fit = (away < reach) & (finds[:, 2] > 0.4 * max(width, height))
        if photo.source not in PIPS_ONLY:
            fit &= finds[:, 2] < 1.15 * max(width, height)
        if value and fit.any():
            best = np.nonzero(fit)[0][np.argmax(finds[fit, 4])]
            squares.append((tuple(finds[best, :4]), f"pips/{value}", picture))
    if photo.source != "chase":
        squares += [(q, "other", picture) for q in wrong(finds, photo)]
    return squares


def wrong(finds: np.ndarray, photo) -> list[tuple]:
    """Finds far from every box; not where the boxes enclose less than the die."""
    if photo.source in PIPS_ONLY or not len(photo.boxes):
        return []
    middles = photo.boxes[:, :2] + photo.boxes[:, 2:] / 2
    reach = photo.boxes[:, 2:].max(axis=1)
    return [
        tuple(f[:4]) for f in finds if f[4] > 0.2 and (np.linalg.norm(middles - f[:2], axis=1) > 1.1 * reach).all()
    ][:6]


def numerals(run) -> list[tuple[tuple, str, np.ndarray]]:
    found = []
    for file in tqdm(sorted((PHOTOS / "dice_numeral").glob("*.jpg")), desc="numerals", mininterval=5):
        picture = read(file)
        scale = 200 / max(picture.shape[:2])
        finds = np.concatenate([looked(run, picture, s * scale, 0.12) for s in (0.5, 1.0)])
        found += [(tuple(f[:4]), "other", picture) for f in finds[np.argsort(-finds[:, 4])][:2]]
    return found


def store(out: Path, squares: list) -> None:
    crops = np.stack([cut(picture, square) for square, _, picture in squares])
    np.savez(
        out,
        crops=crops,
        labels=np.array([label for _, label, _ in squares]),
        squares=np.array([s for s, _, _ in squares]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--detector", type=Path, required=True)
    parser.add_argument("--sources", nargs="*", default=list(SCALES), choices=list(SCALES))
    args = parser.parse_args()
    torch.set_num_threads(1)
    run = runner(args.detector)
    for source in args.sources:
        photos = photographs(source)
        squares = [s for p in tqdm(photos, desc=source, mininterval=5) for s in labelled(run, p)]
        dice = sum(int((p.values > 0).sum()) for p in photos)
        cut_ = sum(label != "other" for _, label, _ in squares)
        print(source, cut_, "of", dice, "dice cut,", len(squares) - cut_, "wrong finds")
        store(args.data / f"real-{source}.npz", squares)
    store(args.data / "real-numerals.npz", numerals(run))


if __name__ == "__main__":
    main()
