"""Writes the cards of the shipped die sets and the prototypes of the set "characters".

    python models/training/cards.py [--sure 0.7 ...]     (from the repository root, after export.py)

The prototypes are what the exported reader makes of our drawings on drawn cubes of many makes, from many angles,
in many kinds of light; per face their embeddings are grouped (spherical k-means) into PROTOTYPES unit vectors.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from export import BASE, DICE, save_json, sha256
from prepare import cut
from scenery import Painter, square_of
from spoiling import spoiled
from tqdm import tqdm

sys.path.insert(0, str(DICE.parents[1]))

from hardware.simulators.scenes import Die, Scene, faces_of, outline, render

PROTOTYPES = 5
TYPICAL = 0.8  # share of a face's views that count; the least telling ones (dark, blurred) look like any face
SETS = {
    "pips": ("Dice with pips", {str(v): str(v) for v in range(1, 7)}),
    "friends": (
        "Friend dice",
        {
            "E": "Effort",
            "EE": "two Efforts",
            "H": "Friendship",
            "HH": "two Friendships",
            "T": "Teamwork",
            "TT": "two Teamworks",
            "F": "Fun",
            "FF": "two Funs",
        },
    ),
    "characters": (
        "Character dice",
        {
            "SB": "SpongeBob",
            "PA": "Patrick",
            "KR": "Mr. Krabs",
            "SA": "Sandy",
            "SQ": "Squidward",
            "GA": "Gary",
            "PL": "Plankton",
        },
    ),
}
BODIES = ("#f5f1e6", "#ffffff", "#f2c230", "#a9d6e5", "#c22222", "#2c7a3f", "#3a6ea5", "#e8e2d0")


class Embedder:
    """The exported reader: unit embeddings (n, 64) of upright crops, averaged over the four quarter turns."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(BASE / "reader.onnx"), options)

    def __call__(self, crops: np.ndarray) -> np.ndarray:
        rows = []
        for start in range(0, len(crops), 64):
            part = crops[start : start + 64].astype(np.float32)
            turns = [np.rot90(part, k, (1, 2)).transpose(0, 3, 1, 2) for k in range(4)]
            rows.append(sum(self.session.run(["embedding"], {"crops": np.ascontiguousarray(t)})[0] for t in turns))
        vectors = np.concatenate(rows)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def simulated(face: str, rng: np.random.Generator) -> np.ndarray:
    """A crop of the face as the simulated camera shows it."""
    die = Die(
        "characters",
        face,
        rng.uniform(30, 290),
        rng.uniform(30, 210),
        rng.uniform(0, 360),
        body=str(rng.choice(BODIES)),
    )
    scene = Scene((die,), light=rng.uniform(0.5, 1.15), seed=int(rng.integers(1 << 30)))
    width, height = (1280, 960) if rng.random() < 0.6 else (640, 480)
    return cut(render(scene, width, height), square_of(outline(scene, die, width, height)))


def views(painter: Painter | None, face: str, count: int, seed: int) -> np.ndarray:
    """Crops of a face (count, 64, 64, 3) float32 0-1, all slightly off in centre, size and turn."""
    crops = []
    k = 0
    while len(crops) < count:
        rng = np.random.default_rng([seed, k, *face.encode()])
        k += 1
        if painter is None or rng.random() < 0.5:
            crops.append(spoiled(simulated(face, rng), rng))
            continue
        picture, drawn = painter.scene(
            rng, 640, 480, rng.uniform(30, 60), 12, rng.uniform(0, 25), (0.0, 0.0, 1.0, 0.0)
        )
        crops += [spoiled(cut(picture, square_of(d.quad)), rng) for d in drawn if d.label == f"characters/{face}"]
    return np.stack(crops[:count])


def grouped(vectors: np.ndarray, count: int, seed: int = 0) -> np.ndarray:
    """Spherical k-means: the unit means (count, n) of groups of unit vectors."""
    rng = np.random.default_rng(seed)
    centres = vectors[rng.choice(len(vectors), count, replace=False)]
    for _ in range(30):
        nearest = (vectors @ centres.T).argmax(axis=1)
        sums = np.stack(
            [vectors[nearest == k].sum(axis=0) if (nearest == k).any() else centres[k] for k in range(count)]
        )
        centres = sums / np.linalg.norm(sums, axis=1, keepdims=True)
    return centres


def typical(vectors: np.ndarray, face: int) -> np.ndarray:
    """The views of a face (views, n) that are most its own, of all faces' views (faces, views, n)."""
    means = vectors.mean(axis=1)
    cosines = vectors[face] @ (means / np.linalg.norm(means, axis=1, keepdims=True)).T
    gaps = cosines[:, face] - np.delete(cosines, face, axis=1).max(axis=1)
    return vectors[face][np.argsort(-gaps)[: round(TYPICAL * len(gaps))]]


def save_prototypes(painter: Painter | None, count: int) -> None:
    embed = Embedder()
    faces = faces_of("characters")
    seen = np.stack([embed(views(painter, face, count, 11)) for face in tqdm(faces, desc="prototypes")])
    vectors = np.concatenate([grouped(typical(seen, k), PROTOTYPES) for k in range(len(faces))])
    temporary = DICE / "characters" / "prototypes.tmp.npz"
    made_by = np.array(sha256(BASE / "reader.onnx"))  # another reader's eye refuses them
    names = np.repeat(faces, PROTOTYPES)
    np.savez(temporary, vectors=vectors.astype(np.float32), faces=names, reader=made_by)
    temporary.replace(DICE / "characters" / "prototypes.npz")


def card(name: str, sure: float) -> dict:
    title, faces = SETS[name]
    return {
        "set": name,
        "title": title,
        "kind": "prototypes" if name == "characters" else "classes",
        "faces": [{"code": code, "name": label} for code, label in faces.items()],
        "sure": sure,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, help="the folder with icons.npz; without it only the simulated camera's views"
    )
    parser.add_argument(
        "--sure", type=float, nargs=3, default=(0.7, 0.7, 0.7), metavar=("PIPS", "FRIENDS", "CHARACTERS")
    )
    parser.add_argument("--views", type=int, default=240, help="crops per face that the prototypes are made of")
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("--margin", type=float, default=0.08)
    parser.add_argument("--scale", type=float, default=16.0)
    parser.add_argument("--keep-prototypes", action="store_true")
    args = parser.parse_args()
    if not args.keep_prototypes:
        save_prototypes(Painter(args.data / "icons.npz") if args.data else None, args.views)
    for name, sure in zip(SETS, args.sure, strict=True):
        extra = {"classes": {code: code for code in SETS[name][1]}}
        if name == "characters":
            extra = {
                "prototypes": "prototypes.npz",
                "threshold": args.threshold,
                "margin": args.margin,
                "scale": args.scale,
            }
        save_json(DICE / name / "card.json", card(name, sure) | extra)


if __name__ == "__main__":
    main()
