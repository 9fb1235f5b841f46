"""Trains the detector on drawn scenes and, by a share, on photographs of real dice.

python models/training/train_detector.py DATA --steps 12000 --out DATA/detector.pt --real nell-byler epanemu
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from learning import Losses, arguments, learn, seeded
from nets import STRIDE, Detector, parameters
from torch.nn import functional as F
from windows import CELLS, WINDOW, Real, Scenes, coloured

WEIGHTS = {"heat": 1.0, "size": 1.0, "offset": 1.0, "turn": 0.5, "real": 1.0}


def targets(squares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heat (CELLS, CELLS) and regression (6, CELLS, CELLS).

    The latter is: weight, log(size / 40), offset x and y in sizes, cos and sin of four turns.
    """
    heat = np.zeros((CELLS, CELLS), np.float32)
    regression = np.zeros((6, CELLS, CELLS), np.float32)
    grid = (np.arange(CELLS) + 0.5) * STRIDE
    for x, y, side, turn in sorted(squares.tolist(), key=lambda q: -q[2]):
        if not (0 <= x < WINDOW and 0 <= y < WINDOW) or side < 8:
            continue
        dx, dy = x - grid[None, :], y - grid[:, None]
        distance = (dx * dx + dy * dy) / side**2
        sigma = max(0.10, 2.4 / side)
        heat = np.maximum(heat, np.exp(-distance / (2 * sigma**2)))
        heat[min(int(y // STRIDE), CELLS - 1), min(int(x // STRIDE), CELLS - 1)] = 1
        near = distance < max(0.25, 3.0 / side) ** 2
        values = (1.0 / near.sum(), np.log(side / 40), dx / side, dy / side, np.cos(4 * turn), np.sin(4 * turn))
        for channel, value in enumerate(values):
            regression[channel][near] = np.broadcast_to(value, near.shape)[near]
    return heat, regression


def drawn_loss(raw: torch.Tensor, heat: torch.Tensor, regression: torch.Tensor) -> dict[str, torch.Tensor]:
    logit = raw[:, 0]
    p = torch.sigmoid(logit)
    positive = heat == 1
    dice = positive.sum().clamp(min=1)
    hit = -((1 - p) ** 2 * F.logsigmoid(logit))[positive].sum()
    miss = -((1 - heat) ** 4 * p**2 * F.logsigmoid(-logit))[~positive].sum()
    weight = regression[:, 0]
    total = weight.sum().clamp(min=1)
    error = F.smooth_l1_loss(raw[:, 1:4], regression[:, 1:4], reduction="none", beta=0.1) * weight[:, None]
    size, x, y = error.sum((0, 2, 3)) / total
    turn = ((1 - (raw[:, 4:6] * regression[:, 4:6]).sum(1)) * weight).sum() / total
    return {"heat": (hit + miss) / dice, "size": size, "offset": x + y, "turn": turn}


def real_loss(raw: torch.Tensor, boxes: list[np.ndarray], pips_only: list[bool]) -> torch.Tensor:
    """Each box holds one top side somewhere in its middle: its best cell must be hot, none outside the boxes."""
    loss = raw.new_zeros(())
    count = 0
    for logit, own, small in zip(raw[:, 0], boxes, pips_only, strict=True):
        p = torch.sigmoid(logit)
        outside = torch.ones_like(logit, dtype=torch.bool)
        for left, top, right, bottom in own.tolist():
            x, y = (left + right) / 2, (top + bottom) / 2
            half = max(right - left, bottom - top) / 2 * (2.4 if small else 1.15)
            outside[cells(y - half, y + half), cells(x - half, x + half)] = False
            if 2 <= x < WINDOW - 2 and 2 <= y < WINDOW - 2:
                w, h = max((right - left) * 0.25, 5), max((bottom - top) * 0.25, 5)
                core = logit[cells(y - h, y + h), cells(x - w, x + w)]
                best = core.max()
                loss = loss - (1 - torch.sigmoid(best)) ** 2 * F.logsigmoid(best)
                count += 1
        loss = loss - (p**2 * F.logsigmoid(-logit))[outside].sum()
    return loss / max(count, 1)


def cells(low: float, high: float) -> slice:
    first = int(np.clip(low // STRIDE, 0, CELLS - 1))
    return slice(first, max(first + 1, int(np.clip(high // STRIDE + 1, 0, CELLS))))


def batch(pictures: list[np.ndarray]) -> torch.Tensor:
    stacked = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2)
    return stacked.contiguous(memory_format=torch.channels_last)


class Trainer:
    """The network and where its pictures come from."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.rng = seeded(args.seed)
        self.scenes = Scenes(sorted(args.data.glob("scenes-*.npz")))
        self.real = Real(args.real) if args.real else None
        self.counts = (args.drawn_per_step, args.real_per_step if args.real else 0)
        self.net = Detector().to(memory_format=torch.channels_last)

    def losses(self) -> Losses:
        """The losses of one batch."""
        drawn = [self.scenes.sample(self.rng) for _ in range(self.counts[0])]
        shown = [self.real.sample(self.rng) for _ in range(self.counts[1])] if self.real else []
        image = batch([coloured(sample[0], self.rng) for sample in (*drawn, *shown)])
        truths = zip(*(targets(squares) for _, squares in drawn), strict=True)
        heat, regression = (torch.from_numpy(np.stack(truth)) for truth in truths)
        with torch.autocast("cpu", torch.bfloat16):
            raw = self.net.raw(image)
        raw = raw.float()
        losses = drawn_loss(raw[: len(drawn)], heat, regression)
        if shown:
            losses["real"] = real_loss(raw[len(drawn) :], [s[1] for s in shown], [s[2] for s in shown])
        return losses


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--real", nargs="*", default=[], help="sources of photographs")
    parser.add_argument("--drawn-per-step", type=int, default=7)
    parser.add_argument("--real-per-step", type=int, default=3)
    args = parser.parse_args()
    trainer = Trainer(args)
    print(len(trainer.scenes.pictures), "scenes,", parameters(trainer.net), "parameters")
    learn(trainer.net, args, trainer.losses, WEIGHTS)


if __name__ == "__main__":
    main()
