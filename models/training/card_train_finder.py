"""Trains the finder of cards on drawn scenes alone: no photograph of a card is seen.

python models/training/card_train_finder.py DATA --steps 3000 --out DATA/card_finder.pt
"""

from __future__ import annotations

import numpy as np
import torch
from card_art import CardArt
from card_nets import STRIDE, UNIT, CardFinder
from card_scenes import HEIGHT, WIDTH, CardScenes
from learning import Losses, arguments, learn, seeded
from nets import parameters
from torch.nn import functional as F

BATCH = 12
WEIGHTS = {"heat": 1.0, "size": 1.0, "middle": 2.0, "sum": 1.0, "product": 1.0}


def sides(corners: np.ndarray) -> tuple[complex, complex]:
    """The half sides of a quadrilateral (4, 2) as complex numbers: the mean of those that face each other."""
    points = corners[:, 0] + 1j * corners[:, 1]
    return (points[1] - points[0] + points[2] - points[3]) / 4, (points[3] - points[0] + points[2] - points[1]) / 4


def targets(quads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Heat (h/8, w/8) and regression (8, h/8, w/8): a weight, then what `CardFinder.raw` gives after its heat."""
    rows, columns = HEIGHT // STRIDE, WIDTH // STRIDE
    heat, regression = np.zeros((rows, columns), np.float32), np.zeros((8, rows, columns), np.float32)
    grid_x, grid_y = np.meshgrid((np.arange(columns) + 0.5) * STRIDE, (np.arange(rows) + 0.5) * STRIDE)
    for quad in quads:
        x, y = quad.mean(axis=0)
        a, b = sides(quad)
        scale = np.sqrt(abs(a) * abs(b))
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT) or scale < 8:
            continue
        dx, dy = x - grid_x, y - grid_y
        distance = (dx * dx + dy * dy) / scale**2
        heat = np.maximum(heat, np.exp(-distance / (2 * max(0.16, 5 / scale) ** 2)))
        heat[int(y // STRIDE), int(x // STRIDE)] = 1
        near = distance < max(0.3, 6 / scale) ** 2
        total, product = (a * a + b * b) / scale**2, (a * b) ** 2 / scale**4
        values = (
            1 / max(1, near.sum()), np.log(scale / UNIT), dx / scale, dy / scale,
            total.real, total.imag, product.real, product.imag,
        )  # fmt: skip
        for channel, value in enumerate(values):
            regression[channel][near] = np.broadcast_to(value, near.shape)[near]
    return heat, regression


def losses(raw: torch.Tensor, heat: torch.Tensor, regression: torch.Tensor) -> Losses:
    logit = raw[:, 0]
    found = torch.sigmoid(logit)
    hit = (heat >= 0.999).float()
    focal = hit * (1 - found) ** 2 * F.logsigmoid(logit) + (1 - hit) * (1 - heat) ** 4 * found**2 * F.logsigmoid(
        -logit
    )
    weight = regression[:, 0]
    total = weight.sum().clamp(min=1)

    def off(first: int, count: int) -> torch.Tensor:
        gap = raw[:, first : first + count] - regression[:, first : first + count]
        return (
            weight * F.smooth_l1_loss(gap, torch.zeros_like(gap), reduction="none", beta=0.05).sum(1)
        ).sum() / total

    return {
        "heat": -focal.sum() / hit.sum().clamp(min=1),
        "size": off(1, 1),
        "middle": off(2, 2),
        "sum": off(4, 2),
        "product": off(6, 2),
    }


class Batches:
    """Scenes as the network takes them; in half of the batches they stand upright."""

    def __init__(self, scenes: CardScenes, rng: np.random.Generator) -> None:
        self.scenes = scenes
        self.rng = rng

    def next(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        drawn = [self.scenes.scene(self.rng) for _ in range(BATCH)]
        pictures = torch.from_numpy(np.stack([one.picture for one in drawn])).permute(0, 3, 1, 2).float() / 255
        heat, regression = (
            torch.from_numpy(np.stack(each)) for each in zip(*(targets(one.corners) for one in drawn), strict=True)
        )
        return (
            (pictures, heat, regression) if self.rng.random() < 0.5 else self.upright(pictures, heat, regression)
        )

    @staticmethod
    def upright(pictures: torch.Tensor, heat: torch.Tensor, regression: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """All mirrored along the diagonal: x and y change places, so a becomes i times its conjugate."""
        flipped = regression.transpose(-1, -2)
        swapped = flipped[:, [0, 1, 3, 2, 4, 5, 6, 7]].clone()
        swapped[:, 4] = -swapped[:, 4]  # (i conj(a))^2 = -conj(a^2)
        swapped[:, 7] = -swapped[:, 7]  # and the product of two such is the conjugate
        return pictures.transpose(-1, -2), heat.transpose(-1, -2), swapped


def main() -> None:
    args = arguments(__doc__).parse_args()
    rng = seeded(args.seed)
    batches = Batches(CardScenes(CardArt(args.data / "icons.npz"), rng), rng)
    net = CardFinder().to(memory_format=torch.channels_last)
    print(parameters(net), "parameters")

    def step() -> Losses:
        pictures, heat, regression = batches.next()
        return losses(net.raw(pictures.contiguous(memory_format=torch.channels_last)), heat, regression)

    learn(net, args, step, WEIGHTS)


if __name__ == "__main__":
    main()
