"""Trains the detector on drawn scenes and, by a share, on photographs of real dice.

    python models/training/train_detector.py DATA --steps 5000 --out DATA/detector.pt [--without matteop65]

What is named after ``--without`` the network never sees; ``--real`` with nothing after it: drawn scenes only.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from learning import Losses, arguments, learn, seeded
from nets import STRIDE, Detector, parameters
from torch.nn import functional as F
from windows import CELLS, WINDOW, Real, Scenes, coloured

WHOLE_PICTURES = ["nell-byler", "epanemu", "matteop65"]  # the sources whose photographs show a table
RING = (0.55, 1.2)  # sides off a top's middle within which the middle of another visible side of the die lies
LARGEST = 0.95  # of the shorter side of a box round a die: the most that its top side can be
WEIGHTS = {"heat": 1.0, "size": 1.0, "offset": 1.0, "turn": 0.5, "real": 1.0, "real_size": 0.5}


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


def real_losses(raw: torch.Tensor, boxes: list[np.ndarray], pips_only: list[bool]) -> Losses:
    """Each box holds one top side somewhere in its middle: its best cell must be hot, none outside the boxes.

    That cell's size must be possible: no larger than a box round the die, no smaller than one round the pips. In
    the ring round it, where a side that the camera sees has its middle, no other cell may be hot.
    """
    loss, size = raw.new_zeros(()), raw.new_zeros(())
    count = 0
    for (logit, length), own, small in zip(raw[:, :2], boxes, pips_only, strict=True):
        p = torch.sigmoid(logit)
        outside, rings = torch.ones_like(logit, dtype=torch.bool), torch.zeros_like(logit, dtype=torch.bool)
        for left, top, right, bottom in own.tolist():
            x, y = (left + right) / 2, (top + bottom) / 2
            half = max(right - left, bottom - top) / 2 * (2.4 if small else 1.15)
            outside[cells(y - half, y + half), cells(x - half, x + half)] = False
            if 2 <= x < WINDOW - 2 and 2 <= y < WINDOW - 2:
                w, h = max((right - left) * 0.25, 5), max((bottom - top) * 0.25, 5)
                core = (cells(y - h, y + h), cells(x - w, x + w))
                best, at = logit[core].flatten().max(0)
                size = size + impossible(length[core].flatten()[at], right - left, bottom - top, small)
                rings |= ring(core, int(at), 40 * float(length[core].flatten()[at].exp()))
                loss = loss - (1 - torch.sigmoid(best)) ** 2 * F.logsigmoid(best)
                count += 1
        rings &= ~near_middles(own, rings.shape[0])
        loss = loss - (p**2 * F.logsigmoid(-logit))[outside | rings].sum()
    return {"real": loss / max(count, 1), "real_size": size / max(count, 1)}


def impossible(length: torch.Tensor, wide: float, high: float, pips_only: bool) -> torch.Tensor:
    """How far a side, log(size / 40), is larger than a box round the die allows, or smaller than one of pips."""
    if pips_only:
        return F.relu(float(np.log(1.1 * max(wide, high) / 40)) - length)
    least, most = 0.45 * min(wide, high), LARGEST * min(wide, high)
    return F.relu(length - float(np.log(most / 40))) + F.relu(float(np.log(least / 40)) - length)


def ring(core: tuple[slice, slice], at: int, side: float) -> torch.Tensor:
    """The cells (CELLS, CELLS) that lie 0.55-1.2 sides off the cell numbered `at` in `core`."""
    columns = core[1].stop - core[1].start
    row, column = core[0].start + at // columns, core[1].start + at % columns
    grid = torch.arange(CELLS)
    away = torch.hypot((grid[:, None] - row).float(), (grid[None, :] - column).float()) * STRIDE / side
    return (away > RING[0]) & (away < RING[1])


def near_middles(boxes: np.ndarray, count: int) -> torch.Tensor:
    """The cells (count, count) in the middle of any of the boxes."""
    found = torch.zeros((count, count), dtype=torch.bool)
    for left, top, right, bottom in boxes.tolist():
        x, y, w, h = (left + right) / 2, (top + bottom) / 2, (right - left) * 0.3, (bottom - top) * 0.3
        found[cells(y - max(h, 5), y + max(h, 5)), cells(x - max(w, 5), x + max(w, 5))] = True
    return found


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
        real = [source for source in args.real if source not in args.without]
        self.real = Real(real) if real else None
        self.counts = (args.drawn_per_step, args.real_per_step if real else 0)
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
            losses |= real_losses(raw[len(drawn) :], [s[1] for s in shown], [s[2] for s in shown])
        return losses


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--real", nargs="*", default=WHOLE_PICTURES, help="sources of photographs")
    parser.add_argument("--drawn-per-step", type=int, default=7)
    parser.add_argument("--real-per-step", type=int, default=3)
    args = parser.parse_args()
    trainer = Trainer(args)
    print(len(trainer.scenes.pictures), "scenes,", parameters(trainer.net), "parameters")
    learn(trainer.net, args, trainer.losses, WEIGHTS)


if __name__ == "__main__":
    main()
