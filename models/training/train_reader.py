"""Trains the reader: classes for pips and Friend symbols, an embedding for every other symbol.

    python models/training/train_reader.py DATA --steps 6000 --out DATA/reader.pt [--without matteop65]

Reads DATA/crops-*.npz (drawn) and DATA/real-SOURCE.npz (cut from photographs by ``cut_photos.py``).
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from learning import Losses, arguments, learn, seeded
from nets import EMBEDDING, Reader, parameters
from spoiling import spoiled
from torch.nn import functional as F

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
        self.crops = Crops([f for f in files if f.stem.removeprefix("real-") not in args.without])
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
        for start in range(0, len(symbols), 64):
            part = [self.pool(symbol) for symbol in symbols[start : start + 64]]
            crops = [spoiled(self.crops.crop(i), self.rng) for pool in part for i in self.rng.choice(pool, views)]
            seen = self.net(torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2))[1]
            rows.append(seen.reshape(len(part), views, -1).mean(1))
        self.net.train()
        return torch.cat(rows)

    def pool(self, symbol: str) -> list[int]:
        """Where a symbol's crops are, drawn ones if there are any."""
        return self.crops.where[symbol] or self.crops.where["real-" + symbol]

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
    args = arguments(__doc__).parse_args()
    trainer = Trainer(args)
    print(
        len(trainer.crops.labels), "crops,", len(trainer.number), "symbols,", parameters(trainer.net), "parameters"
    )
    learn(trainer.net, args, trainer.losses, WEIGHTS, [trainer.centres], decay=5e-3)


if __name__ == "__main__":
    main()
