"""Trains the network that tells how a die lies, and exports it: some ten minutes on one thread.

    python models/training/train_posture.py DATA --reader RUN/reader.pt --out RUN/posture.pt \\
        --drawn 1 2 --flat nell-byler --check 3 [--start RUN/earlier.pt] [--export]

The first four layers of the trained reader stay as they are, what follows is learnt anew from DATA/postures-1.npz
(scenes) and every second photograph of postures-nell-byler.npz, whose dice lie flat. Counts over the scenes to
check and over the other photographs are printed. `--export` writes models/dice/base/posture.{onnx,json}.

The shipped one had 1,500 + 1,500 + 1,600 steps (rates 2e-3, 2e-3, 1.5e-3; seeds 1, 3, 4), each run from the
averaged weights of the one before, the second stopped before its end: 960 scenes of `postures.py` (seeds 11-14
and 21-24 of 120, drawn before dice lay apart, and learnt without turning in the first run), then 360 more (16, 17
and 26 of 120), then 620 more (18, 19, 28, 29 of 90; 31 and 41 of 130). Scenes to check: seed 27 of 120.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from export import BASE, save_json, sha256, written
from learning import save, seeded
from nets import Average, Reader, Residual
from spoiling import filed, shaded, shining
from torch import nn
from torch.nn import functional as F
from tqdm import tqdm

POSTURES = ("flat", "leaning", "stacked")  # in the order of their labels in DATA/postures-*.npz
SHARES = (0.4, 0.35, 0.25)  # of the drawn crops in a batch
MOST_SLANT = 20.0  # degrees, up to which the scenes were seen from aside
LEAST_SIDE = 28.0  # pixels of the smallest dice in the scenes
BEYOND, MISSING, HIDDEN = 0.8, 0.1, 50.0  # see companion.vision.posture
LAYERS, WIDTH = 4, 56  # of the reader's trunk: how many stay, and the channels of the last
AROUND = 2.4  # sides of the top face across a crop: see companion.vision.posture
CELLS = 16  # of the features along a side of the crop
SWEPT = tuple(k / 8 for k in range(9))  # heights at which a flat die's outline is taken, top to bottom
DRAWN, REAL = 48, 16  # crops in a batch
FAST = torch.backends.mkldnn.is_available()  # numbers of half the length while training
VIEWS = 5  # of each crop: as it is, and spoiled


class Posture(nn.Module):
    """A crop of 64 x 64 pixels, where its die's bottom would be and its relative size, to the `POSTURES`."""

    def __init__(self, trunk: nn.Module, tuned: nn.Module) -> None:
        super().__init__()
        self.trunk = trunk
        self.told = nn.Conv2d(4, WIDTH, 3, padding=1)
        self.head = nn.Sequential(
            *tuned, Residual(96, 64, 2), nn.Flatten(), nn.Dropout(0.4), nn.Linear(64 * 16, len(POSTURES))
        )
        middles = (torch.arange(CELLS) + 0.5) / CELLS * AROUND - AROUND / 2
        self.register_buffer("places", torch.stack(torch.meshgrid(middles, middles, indexing="xy"))[None])

    def features(self, crops: torch.Tensor) -> torch.Tensor:
        return self.trunk(crops * 4 - 2)

    def hints(self, beneath: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        """How far (n, 1, CELLS, CELLS) each cell lies outside a flat die, in sides, and what is known of it."""
        away = [(self.places - share * beneath[:, :, None, None]).abs().amax(1, keepdim=True) for share in SWEPT]
        outside = torch.stack(away).amin(0) - 0.5
        flat = torch.cat([beneath, sizes * 4 - 4], 1)[:, :, None, None].expand(-1, -1, CELLS, CELLS)
        return torch.cat([outside, flat], 1)

    def logits(self, features: torch.Tensor, beneath: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        return self.head(features + self.told(self.hints(beneath, sizes)))

    def forward(self, crops: torch.Tensor, beneath: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.logits(self.features(crops), beneath, sizes), 1)

    def learnt(self) -> nn.ModuleList:
        return nn.ModuleList([self.told, self.head])


@dataclass(frozen=True)
class Told:
    """Crops (n, 64, 64, 3) uint8 of `pictures` (n,), with what is known of their dice."""

    pictures: np.ndarray
    crops: np.ndarray
    beneath: torch.Tensor  # (n, 2)
    sizes: torch.Tensor  # (n, 1)
    labels: np.ndarray

    @classmethod
    def of(cls, data: Path, name: str) -> Told:
        with np.load(data / f"postures-{name}.npz") as stored:
            beneath, sizes = torch.from_numpy(stored["beneath"]), torch.from_numpy(stored["sizes"])[:, None]
            return cls(stored["pictures"], stored["crops"], beneath, sizes, stored["labels"].astype(int))

    def chosen(self, which: np.ndarray) -> Told:
        beneath, sizes = self.beneath[which], self.sizes[which]
        return Told(self.pictures[which], self.crops[which], beneath, sizes, self.labels[which])


def joined(parts: list[Told]) -> Told:
    return Told(
        np.concatenate([part.pictures for part in parts]),
        np.concatenate([part.crops for part in parts]),
        torch.cat([part.beneath for part in parts]),
        torch.cat([part.sizes for part in parts]),
        np.concatenate([part.labels for part in parts]),
    )


def started(reader: Path) -> Posture:
    weights = torch.load(reader)
    whole = Reader(len(weights["classes.weight"]))
    whole.load_state_dict(weights)
    return Posture(whole.trunk[:LAYERS].eval(), whole.trunk[LAYERS : LAYERS + 2])


def relit(crop: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The crop (64, 64, 3) float32 0-1 in another light, as another camera keeps it."""
    picture = crop.astype(np.float32) / 255
    if rng.random() < 0.3:
        picture = picture[..., rng.permutation(3)]
    picture = picture ** np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.06, 3))
    picture = shining(picture, rng, 0.3)
    if rng.random() < 0.1:
        picture = picture + burnt(rng)
    return filed(shaded(picture, rng, 0.6), rng, 0.03)


def burnt(rng: np.random.Generator) -> np.ndarray:
    """A lamp's spot (64, 64, 1) that leaves nothing to see of a part of the die, or all of it."""
    sheet = np.zeros((64, 64), np.float32)
    cv2.circle(sheet, rng.integers(16, 49, 2).tolist(), int(rng.integers(6, 22)), 2.0, cv2.FILLED)
    return cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.8, 4))[..., None]


def features(net: Posture, crops: np.ndarray, rng: np.random.Generator | None = None) -> torch.Tensor:
    """The trunk's features (n, WIDTH, CELLS, CELLS) float16 of the crops, or of these spoiled."""
    found = []
    with torch.no_grad():
        for start in tqdm(range(0, len(crops), 128), desc="features", mininterval=20):
            part = crops[start : start + 128]
            sheet = np.stack([relit(crop, rng) for crop in part]) if rng else np.float32(part) / 255
            with torch.autocast("cpu", torch.bfloat16, FAST):
                found.append(net.features(torch.from_numpy(sheet).permute(0, 3, 1, 2)).half())
    return torch.cat(found)


def seen_anew(
    net: Posture, told: Told, rng: np.random.Generator | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """The features of the crops, and where bottoms would be: as they are, or each spoiled, turned and mirrored."""
    if rng is None:
        return features(net, told.crops), told.beneath
    crops, beneath = told.crops.copy(), told.beneath.numpy().copy()
    for k, (x, y) in enumerate(beneath):
        for _ in range(rng.integers(4)):
            crops[k], x, y = np.rot90(crops[k]), y, -x
        if rng.random() < 0.5:
            crops[k], x = crops[k, :, ::-1].copy(), -x
        beneath[k] = x, y
    return features(net, crops, rng), torch.from_numpy(beneath)


def raised(net: Posture, told: Told) -> np.ndarray:
    """The probabilities (n,) that the dice do not lie flat."""
    net.eval()
    parts = zip(features(net, told.crops).split(256), told.beneath.split(256), told.sizes.split(256), strict=True)
    with torch.no_grad():
        shares = [torch.softmax(net.logits(part.float(), beneath, size), 1) for part, beneath, size in parts]
    return (1 - torch.cat(shares)[:, 0]).numpy()


def counted(net: Posture, told: Told) -> dict[str, int]:
    """By posture: how many, and how many reach `BEYOND`."""
    reached = raised(net, told) >= BEYOND
    found = {}
    for k, name in enumerate(POSTURES):
        own = told.labels == k
        if own.any():
            found |= {name: int(own.sum()), f"{name}, told not flat": int(reached[own].sum())}
    return found


def trained(net: Posture, drawn: Told, flat: Told, args: argparse.Namespace, rng: np.random.Generator) -> None:
    told = joined([drawn, flat])
    views = [seen_anew(net, told, rng if view else None) for view in range(VIEWS)]
    by_label = [np.flatnonzero(drawn.labels == k) for k in range(len(POSTURES))]
    average = Average(net.learnt(), 0.995)
    optimiser = torch.optim.AdamW(net.learnt().parameters(), args.rate, weight_decay=5e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, args.steps, pct_start=0.1)
    bar = tqdm(range(args.steps), desc="steps", mininterval=20)
    mean = 1.0
    net.train()
    net.trunk.eval()
    for step in bar:
        kinds = rng.choice(len(POSTURES), DRAWN, p=SHARES)
        real = len(drawn.labels) + rng.integers(len(flat.labels), size=REAL)
        chosen = np.concatenate([[rng.choice(by_label[k]) for k in kinds], real])
        crops, beneath = views[rng.integers(VIEWS)]
        guessed = beneath[chosen] * torch.exp(0.15 * torch.randn(len(chosen), 1))
        targets = torch.from_numpy(np.concatenate([kinds, np.zeros(REAL, int)]))
        with torch.autocast("cpu", torch.bfloat16, FAST):
            logits = net.logits(crops[chosen].float(), guessed, told.sizes[chosen])
        loss = F.cross_entropy(logits.float(), targets, label_smoothing=0.02)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        schedule.step()
        average.update(net.learnt(), step)
        mean += 0.02 * (loss.item() - mean)
        if step % 50 == 0:
            bar.set_postfix(loss=f"{mean:.3f}")
        if step % 250 == 249 or step == args.steps - 1:
            save(average.state, args.out)


def export(net: Posture, figures: dict[str, dict[str, int]]) -> None:
    net.eval()
    out = BASE / "posture.onnx"
    names = ["crops", "beneath", "sizes"]
    dynamic = {name: {0: "n"} for name in (*names, "probabilities")}
    example = (torch.zeros(2, 3, 64, 64), torch.zeros(2, 2), torch.ones(2, 1))
    written(net, example, names, ["probabilities"], dynamic, out)
    card = {
        "file": out.name,
        "sha256": sha256(out),
        "postures": list(POSTURES),
        "beyond": BEYOND,
        "missing": MISSING,
        "hidden": HIDDEN,
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
    parser.add_argument("--start", type=Path, help="weights of an earlier run")
    parser.add_argument("--steps", type=int, default=1500, help="0: take the weights in OUT")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--drawn", nargs="+", default=["1"])
    parser.add_argument("--flat", default="nell-byler")
    parser.add_argument("--check", nargs="*", default=["3"])
    parser.add_argument("--export", action="store_true")
    args = parser.parse_args()
    rng = seeded(args.seed)
    net = started(args.reader)
    if args.start:
        net.learnt().load_state_dict(torch.load(args.start))
    flat = Told.of(args.data, args.flat)
    every_second = flat.pictures % 2 == 0
    if args.steps:
        drawn = joined([Told.of(args.data, name) for name in args.drawn])
        trained(net, drawn, flat.chosen(every_second), args, rng)
    net.learnt().load_state_dict(torch.load(args.out))
    checked = {name: Told.of(args.data, name) for name in args.check}
    checked[f"{args.flat}, the other photographs"] = flat.chosen(~every_second)
    figures = {name: counted(net, told) for name, told in checked.items()}
    for name, found in figures.items():
        print(name, found)
    if args.export:
        export(net, figures)


if __name__ == "__main__":
    main()
