"""Trains the network that tells how a die lies, and exports it: minutes on one thread.

    python models/training/train_posture.py DATA --reader RUN/reader.pt --out RUN/posture.pt \\
        --drawn 1 --flat nell-byler --check 2 matteop65 [--export]

The first six layers of the trained reader stay as they are, what follows is learnt anew from DATA/postures-1.npz
(scenes) and postures-nell-byler.npz (photographs of dice that lie flat). Counts over those to check are printed.
`--export` writes models/dice/base/posture.{onnx,json}.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from export import BASE, save_json, sha256, written
from learning import save, seeded
from nets import Reader, Residual
from torch import nn
from torch.nn import functional as F
from tqdm import tqdm

POSTURES = ("flat", "leaning", "stacked")  # in the order of their labels in DATA/postures-*.npz
SHARES = (0.4, 0.35, 0.25)  # of the drawn crops in a batch
MOST_SLANT = 20.0  # degrees, up to which the scenes were seen from aside
LEAST_SIDE = 28.0  # pixels of the smallest dice in the scenes
BEYOND = 0.6  # above the median of the picture's dice, a die counts as not flat: see companion.vision.posture
FARTHER = 0.7  # more than that at the picture's corners; both measured on photographs of dice that lie flat
LAYERS, WIDTH = 6, 96  # of the reader's trunk: how many, and the channels of the last
DRAWN, REAL = 48, 16  # crops in a batch
VIEWS = (0, 3, 5)  # quarter turns, from 4 on of the mirrored crop


class Posture(nn.Module):
    """A crop of 64 x 64 pixels to the probabilities of `POSTURES`."""

    def __init__(self, trunk: nn.Module) -> None:
        super().__init__()
        self.trunk = trunk
        self.head = nn.Sequential(
            nn.Dropout2d(0.15),
            Residual(WIDTH, 64, 2),
            nn.Flatten(),
            nn.Dropout(0.4),
            nn.Linear(64 * 16, len(POSTURES)),
        )

    def features(self, crops: torch.Tensor) -> torch.Tensor:
        return self.trunk(crops * 4 - 2)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.head(self.features(crops)), 1)


def started(reader: Path) -> Posture:
    weights = torch.load(reader)
    whole = Reader(len(weights["classes.weight"]))
    whole.load_state_dict(weights)
    return Posture(whole.trunk[:LAYERS].eval())


def loaded(data: Path, name: str) -> tuple[np.ndarray, np.ndarray]:
    with np.load(data / f"postures-{name}.npz") as stored:
        return stored["crops"], stored["labels"].astype(int)


def joined(data: Path, names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    crops, labels = zip(*(loaded(data, name) for name in names), strict=True)
    return np.concatenate(crops), np.concatenate(labels)


def features(net: Posture, crops: np.ndarray, view: int = 0) -> torch.Tensor:
    """The trunk's features (n, WIDTH, 8, 8) float16 of the crops in one of their eight views."""
    found = []
    with torch.no_grad():
        for start in tqdm(range(0, len(crops), 128), desc=f"view {view}", mininterval=20):
            part = np.rot90(crops[start : start + 128], view % 4, axes=(1, 2))
            part = part[:, :, ::-1] if view >= 4 else part
            sheet = np.ascontiguousarray(part.transpose(0, 3, 1, 2), np.float32) / 255
            found.append(net.features(torch.from_numpy(sheet)).half())
    return torch.cat(found)


def counted(net: Posture, crops: np.ndarray, labels: np.ndarray) -> dict[str, int]:
    """By posture: how many, and how many reach `BEYOND`."""
    net.eval()
    with torch.no_grad():
        shares = [torch.softmax(net.head(part.float()), 1) for part in features(net, crops).split(256)]
    raised = (1 - torch.cat(shares)[:, 0]).numpy() >= BEYOND
    found = {}
    for k, name in enumerate(POSTURES):
        if (labels == k).any():
            found |= {name: int((labels == k).sum()), f"{name}, told not flat": int(raised[labels == k].sum())}
    return found


def trained(net: Posture, args: argparse.Namespace, rng: np.random.Generator) -> None:
    crops, labels = joined(args.data, args.drawn)
    flat, _ = joined(args.data, args.flat)
    views = [features(net, np.concatenate([crops, flat]), view) for view in VIEWS]
    by_label = [np.flatnonzero(labels == k) for k in range(len(POSTURES))]
    optimiser = torch.optim.AdamW(net.head.parameters(), args.rate, weight_decay=5e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, args.steps, pct_start=0.1)
    net.head.train()
    for _ in tqdm(range(args.steps), desc="steps", mininterval=20):
        kinds = rng.choice(len(POSTURES), DRAWN, p=SHARES)
        chosen = [rng.choice(by_label[k]) for k in kinds]
        real = len(crops) + rng.integers(len(flat), size=REAL)
        batch = views[rng.integers(len(views))][np.concatenate([chosen, real])].float()
        targets = torch.from_numpy(np.concatenate([kinds, np.zeros(REAL, int)]))
        loss = F.cross_entropy(net.head(batch), targets, label_smoothing=0.02)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        schedule.step()
    save(net.head.state_dict(), args.out)


def export(net: Posture, figures: dict[str, dict[str, int]]) -> None:
    net.eval()
    out = BASE / "posture.onnx"
    dynamic = {"crops": {0: "n"}, "probabilities": {0: "n"}}
    written(net, torch.zeros(2, 3, 64, 64), "crops", ["probabilities"], dynamic, out)
    card = {
        "file": out.name,
        "sha256": sha256(out),
        "postures": list(POSTURES),
        "beyond": BEYOND,
        "farther": FARTHER,
        "most_slant": MOST_SLANT,
        "least_side": LEAST_SIDE,
        "figures": figures,
    }
    save_json(BASE / "posture.json", card)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--reader", type=Path, required=True, help="weights of the trained reader")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=1500, help="0: take the weights in OUT")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--drawn", nargs="+", default=["1"])
    parser.add_argument("--flat", nargs="+", default=["nell-byler"])
    parser.add_argument("--check", nargs="*", default=["2"])
    parser.add_argument("--export", action="store_true")
    args = parser.parse_args()
    rng = seeded(args.seed)
    net = started(args.reader)
    if args.steps:
        trained(net, args, rng)
    net.head.load_state_dict(torch.load(args.out))
    figures = {name: counted(net, *loaded(args.data, name)) for name in args.check}
    for name, found in figures.items():
        print(name, found)
    if args.export:
        export(net, figures)


if __name__ == "__main__":
    main()
