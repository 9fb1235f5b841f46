"""Chooses what the cards say about doubt: the temperature, and the thresholds of the prototypes.

    python models/training/calibrate.py classes DATA --reader LEFT_OUT.pt --source matteop65
    python models/training/calibrate.py prototypes DATA

"classes" needs a reader trained with ``--without`` that source; "prototypes" uses what is in models/dice.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from cards import Embedder, views
from export import DICE
from nets import Reader
from spoiling import INPUT, STORED, STORED_SIDE, TOP_SIDE, spoiled
from train_reader import CLASSES

from hardware.simulators.scenes import faces_of

TEMPERATURES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5)


def logits_of(net: Reader, crops: np.ndarray) -> np.ndarray:
    """Logits (4, n, classes) of stored crops in the four quarter turns."""
    scale = TOP_SIDE / STORED_SIDE
    warp = np.array([[scale, 0, INPUT / 2 - scale * STORED / 2], [0, scale, INPUT / 2 - scale * STORED / 2]])
    warp[:, 2] += 0.5 * scale - 0.5
    inputs = np.stack([cv2.warpAffine(c, warp, (INPUT, INPUT)) for c in crops]).astype(np.float32) / 255
    turns = [np.ascontiguousarray(np.rot90(inputs, k, (1, 2)).transpose(0, 3, 1, 2)) for k in range(4)]
    with torch.no_grad():
        return np.stack([net(torch.from_numpy(t))[0].numpy() for t in turns])


def confidence(logits: np.ndarray, temperature: float) -> np.ndarray:
    """The mean softmax (n, classes) over the four turns."""
    powers = np.exp((logits - logits.max(axis=-1, keepdims=True)) / temperature)
    return (powers / powers.sum(axis=-1, keepdims=True)).mean(axis=0)


def classes(data: Path, reader: Path, source: str) -> None:
    net = Reader(len(CLASSES)).eval()
    net.load_state_dict(torch.load(reader))
    stored = dict(np.load(data / f"real-{source}.npz"))
    pips = np.nonzero([label.startswith("pips/") for label in stored["labels"]])[0]
    truth = np.array([CLASSES.index(label.split("/")[1]) for label in stored["labels"][pips]])
    logits = np.concatenate(
        [logits_of(net, stored["crops"][pips[k : k + 64]]) for k in range(0, len(pips), 64)], axis=1
    )
    for temperature in TEMPERATURES:
        p = confidence(logits, temperature)
        right = p.argmax(axis=1) == truth
        best = p.max(axis=1)
        loss = -np.log(np.maximum(p[np.arange(len(truth)), truth], 1e-9)).mean()
        sure = [
            f">={t}: {(best >= t).mean():.3f} with {(~right[best >= t]).sum()} wrong"
            for t in (0.5, 0.6, 0.7, 0.8, 0.9)
        ]
        print(f"T {temperature}: right {right.sum()}/{len(right)}, loss {loss:.4f}, sure {'; '.join(sure)}")


def best_cosines(cosines: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Per face its best prototype's cosine, (n, faces)."""
    names = sorted(set(faces.tolist()))
    return np.stack([cosines[:, faces == name].max(axis=1) for name in names], axis=1), names


def prototypes(data: Path) -> None:
    embed = Embedder()
    stored = np.load(DICE / "characters" / "prototypes.npz")
    own, truth = [], []
    for face in faces_of("characters"):
        seen = embed(views(None, face, 60, 77))
        own.append(seen @ stored["vectors"].T)
        truth += [face] * len(seen)
    cosines, names = best_cosines(np.concatenate(own), stored["faces"])
    order = np.sort(cosines, axis=1)
    right = np.array(names)[cosines.argmax(axis=1)] == np.array(truth)
    print(f"own faces: right {right.sum()}/{len(right)}; wrong {np.array(truth)[~right].tolist()}")
    print("cosine of own faces, percentiles 1 5 50:", np.percentile(order[:, -1], (1, 5, 50)).round(3))
    print(
        "gap to the second face, percentiles 1 5 50:",
        np.percentile(order[:, -1] - order[:, -2], (1, 5, 50)).round(3),
    )
    rng = np.random.default_rng(5)
    crops = dict(np.load(sorted(data.glob("crops-*.npz"))[-1]))
    foreign = np.nonzero([not label.startswith("characters/") for label in crops["labels"]])[0]
    chosen = rng.choice(foreign, 600, replace=False)
    strange = embed(np.stack([spoiled(crops["crops"][k], rng) for k in chosen])) @ stored["vectors"].T
    print(
        "cosine of foreign faces, percentiles 50 90 95 99:",
        np.percentile(strange.max(axis=1), (50, 90, 95, 99)).round(3),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["classes", "prototypes"])
    parser.add_argument("data", type=Path)
    parser.add_argument("--reader", type=Path)
    parser.add_argument("--source", default="matteop65")
    args = parser.parse_args()
    torch.set_num_threads(1)
    if args.what == "classes":
        classes(args.data, args.reader, args.source)
    else:
        prototypes(args.data)


if __name__ == "__main__":
    main()
