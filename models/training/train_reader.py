"""Trains the reader: classes for pips and Friend symbols, an embedding for every other symbol.

    python models/training/train_reader.py DATA --steps 6000 --out DATA/reader.pt [--leave-out matteop65]

Reads DATA/crops-*.npz (drawn) and DATA/real-SOURCE.npz (cut from photographs by ``cut_photos.py``).
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import torch
from learning import Losses, arguments, learn, seeded
from nets import EMBEDDING, Reader, parameters
from torch.nn import functional as F

INPUT, TOP_SIDE = 64, 36
STORED, STORED_SIDE = 112, 45
PIPS = [str(value) for value in range(1, 7)]
FRIENDS = ["E", "EE", "H", "HH", "T", "TT", "F", "FF"]
CLASSES = [*PIPS, *FRIENDS, "other"]
OTHER = len(CLASSES) - 1
MARGIN, SCALE = 0.2, 24.0
ANY_COLOUR = ("pips", "friends", "numerals", "other")  # what these are does not depend on their colours
WEIGHTS = {"classes": 1.0, "contrast": 0.3, "margin": 0.1}
# how many crops of each kind a step sees; icons and characters come as GROUPS of VIEWS of the same symbol
MIX = {"real": 32, "pips": 14, "friends": 22, "other": 16}
ICON_GROUPS, CHARACTER_GROUPS, VIEWS = 16, 5, 3
# icons that may be one of the Friend symbols teach nothing about what is "other"
LOOKALIKE = ("heart", "triangle", "shield", "flower", "blossom", "rosette", "dot", "cherry", "warning")


class Crops:
    """Stored crops with their labels, and where each label's crops are."""

    def __init__(self, files: list[Path]) -> None:
        self.arrays, self.labels, self.real = [], [], []
        for file in files:
            stored = dict(np.load(file))
            self.arrays.append(stored["crops"])
            self.labels += stored["labels"].tolist()
            self.real += [file.stem.startswith("real-")] * len(stored["labels"])
        self.ends = np.cumsum([len(a) for a in self.arrays])
        self.where: dict[str, list[int]] = defaultdict(list)
        for index, (label, real) in enumerate(zip(self.labels, self.real, strict=True)):
            self.where[("real-" if real else "") + label].append(index)

    def crop(self, index: int) -> np.ndarray:
        array = int(np.searchsorted(self.ends, index, side="right"))
        return self.arrays[array][index - (self.ends[array - 1] if array else 0)]


def weight_of(label: str, icons: np.ndarray) -> float:
    """How much a crop's class counts."""
    kind, _, face = label.partition("/")
    if kind == "icons":
        return 0.0 if any(word in icons[int(face)] for word in LOOKALIKE) else 0.25
    return 0.25 if kind == "characters" else 1.0


def class_of(label: str) -> int:
    kind, _, face = label.partition("/")
    return CLASSES.index(face) if kind in ("pips", "friends") else OTHER


def drawn_indices(crops: Crops, rng: np.random.Generator) -> list[int]:
    """The crops of one step."""
    keys = list(crops.where)
    pools = {
        "real": [k for k in keys if k.startswith("real-pips/")],
        "pips": [k for k in keys if k.startswith("pips/")],
        "friends": [k for k in keys if k.startswith("friends/")],
        "other": [k for k in keys if k in ("other", "numerals", "real-other")],
    }
    chosen = []
    for kind, count in MIX.items():
        for _ in range(count if pools[kind] else 0):
            pool = crops.where[pools[kind][rng.integers(len(pools[kind]))]]
            chosen.append(pool[rng.integers(len(pool))])
    for kind, count in (("icons", ICON_GROUPS), ("characters", CHARACTER_GROUPS)):
        names = [k for k in keys if k.startswith(kind + "/") and len(crops.where[k]) >= 2]
        for name in rng.choice(names, count, replace=False):
            chosen += rng.choice(crops.where[name], VIEWS).tolist()
    return chosen


def spoiled(crop: np.ndarray, rng: np.random.Generator, recolour: bool = False) -> np.ndarray:
    """The reader's input (INPUT, INPUT, 3) float32 0-1 with errors of centre, size, turn, light and lens."""
    angle = rng.normal(0, 7) if rng.random() < 0.6 else rng.uniform(-45, 45)
    scale = TOP_SIDE / STORED_SIDE * np.exp(rng.normal(0, 0.09))
    warp = cv2.getRotationMatrix2D(((STORED - 1) / 2, (STORED - 1) / 2), angle, scale)
    shear = np.eye(2) + rng.normal(0, 0.04, (2, 2))
    warp[:, :2] = shear @ warp[:, :2]
    middle = np.array([(STORED - 1) / 2] * 2)
    warp[:, 2] = (INPUT - 1) / 2 + rng.normal(0, 0.05 * TOP_SIDE, 2) - warp[:, :2] @ middle
    picture = cv2.warpAffine(crop, warp, (INPUT, INPUT), borderMode=cv2.BORDER_REFLECT_101)
    picture = np.rot90(picture, rng.integers(4)).astype(np.float32) / 255
    if recolour:
        picture = recoloured(picture, rng)
    picture = picture ** np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.22)) * np.exp(rng.normal(0, 0.07, 3))
    if rng.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.12:
        small = int(rng.integers(18, 48))
        picture = cv2.resize(cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA), (INPUT, INPUT))
    if rng.random() < 0.2:
        picture = picture + glare(rng)
    if rng.random() < 0.15:
        picture = picture * (1 - rng.uniform(0.2, 0.6) * edge(rng))
    if rng.random() < 0.4:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * rng.uniform(0.004, 0.05)
    return np.clip(picture, 0, 1).astype(np.float32)


def recoloured(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same marks (h, w, 3) 0-1 on another material: channels swapped and mixed, now and then a negative."""
    if rng.random() < 0.4:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.3:
        mixing = rng.dirichlet((0.7, 0.7, 0.7), 3).T.astype(np.float32)
        picture = picture @ mixing
    if rng.random() < 0.2:
        picture = 1 - picture
    return np.clip(picture, 0, 1)


def glare(rng: np.random.Generator) -> np.ndarray:
    v, u = np.mgrid[0:INPUT, 0:INPUT].astype(np.float32)
    x, y = rng.uniform(10, 54, 2)
    return (rng.uniform(0.1, 0.8) * np.exp(-((u - x) ** 2 + (v - y) ** 2) / rng.uniform(20, 400)))[..., None]


def edge(rng: np.random.Generator) -> np.ndarray:
    v, u = np.mgrid[-1:1:64j, -1:1:64j].astype(np.float32)
    a = rng.uniform(0, 2 * np.pi)
    line = u * np.cos(a) + v * np.sin(a) - rng.uniform(-0.6, 0.6)
    return (1 / (1 + np.exp(-np.clip(line * rng.uniform(4, 40), -30, 30))))[..., None]


def contrast_loss(vectors: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Supervised contrastive loss (Khosla et al. 2020) at temperature 0.1."""
    alike = (labels[:, None] == labels[None, :]).float()
    itself = torch.eye(len(labels))
    logits = vectors @ vectors.T / 0.1 - 1e9 * itself
    alike = alike - itself
    some = alike.sum(1) > 0
    per_row = (F.log_softmax(logits, 1) * alike).sum(1)[some] / alike.sum(1)[some]
    return -per_row.mean()


def margin_loss(vectors: torch.Tensor, weight: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    """Margin softmax with an additive cosine margin (Wang et al. 2018)."""
    cosine = vectors @ F.normalize(weight, dim=1).T
    return F.cross_entropy(SCALE * (cosine - MARGIN * F.one_hot(labels, len(weight))), labels)


class Trainer:
    """The network, its crops, and the centres (symbols, EMBEDDING) of the margin softmax."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.rng = seeded(args.seed)
        files = sorted(args.data.glob("crops-*.npz")) + sorted(args.data.glob("real-*.npz"))
        self.crops = Crops([f for f in files if f.stem.removeprefix("real-") not in args.leave_out])
        self.icons = np.load(args.data / "icons.npz")["names"]
        symbols = sorted({label for label in self.crops.labels if "/" in label})
        self.number = {label: k for k, label in enumerate(symbols)}
        self.net = Reader(len(CLASSES)).to(memory_format=torch.channels_last)
        self.centres = torch.nn.Parameter(torch.randn(len(symbols), EMBEDDING) * 0.1)
        if args.start:
            self.net.load_state_dict(torch.load(args.start))
            self.centres.data = self.means(symbols)

    @torch.no_grad()
    def means(self, symbols: list[str], views: int = 2) -> torch.Tensor:
        """Each symbol's mean embedding of a few crops, (symbols, EMBEDDING)."""
        self.net.eval()
        rows = []
        for symbol in symbols:
            pool = self.crops.where[symbol] or self.crops.where["real-" + symbol]
            crops = [spoiled(self.crops.crop(i), self.rng) for i in self.rng.choice(pool, views)]
            rows.append(self.net(torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2))[1].mean(0))
        self.net.train()
        return torch.stack(rows)

    def losses(self) -> Losses:
        """The losses of one batch, and the share of its classes that are right."""
        chosen = drawn_indices(self.crops, self.rng)
        labels = [self.crops.labels[i] for i in chosen]
        pictures = np.stack(
            [spoiled(self.crops.crop(i), self.rng, self.crops.labels[i].startswith(ANY_COLOUR)) for i in chosen]
        )
        image = torch.from_numpy(pictures).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits, vectors = self.net(image)
        return self._losses(logits.float(), vectors.float(), labels)

    def _losses(self, logits: torch.Tensor, vectors: torch.Tensor, labels: list[str]) -> Losses:
        classes = torch.tensor([class_of(label) for label in labels])
        names = torch.tensor([self.number.get(label, -1) for label in labels])
        weight = torch.tensor([weight_of(label, self.icons) for label in labels])
        each = F.cross_entropy(logits, classes, reduction="none", label_smoothing=0.02)
        known = names >= 0
        return {
            "classes": (each * weight).sum() / weight.sum(),
            "contrast": contrast_loss(vectors[known], names[known]),
            "margin": margin_loss(vectors[known], self.centres, names[known]),
            "right": (logits.argmax(1) == classes).float().mean(),
        }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--leave-out", nargs="*", default=[], help="sources of photographs not to train on")
    args = parser.parse_args()
    trainer = Trainer(args)
    print(
        len(trainer.crops.labels), "crops,", len(trainer.number), "symbols,", parameters(trainer.net), "parameters"
    )
    learn(trainer.net, args, trainer.losses, WEIGHTS, [trainer.centres], decay=5e-3)


if __name__ == "__main__":
    main()
