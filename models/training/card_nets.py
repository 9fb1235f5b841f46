"""The finder of cards: fully convolutional, strides 2 to 32, merged top-down at stride 8."""

from __future__ import annotations

import torch
from nets import Residual, conv
from torch import nn
from torch.nn import functional as F

STRIDE = 8
UNIT = 40.0  # pixels: the scale of a usual card, for numbers near 1


class CardFinder(nn.Module):
    """Heat of cards' middles, and each card's parallelogram in a form that has no first corner.

    With half sides a and b of a card as complex numbers (x right, y down) and its scale s = sqrt(|a| |b|), that is
    the sum (a^2 + b^2) / s^2 and the product a^2 b^2 / s^4: the same for every turn and order of the sides.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = conv(3, 16, 2)
        self.s4 = Residual(16, 24, 2)
        self.s8 = nn.Sequential(Residual(24, 40, 2), Residual(40, 40))
        self.s16 = nn.Sequential(Residual(40, 64, 2), Residual(64, 64))
        self.s32 = nn.Sequential(Residual(64, 80, 2), Residual(80, 80), Residual(80, 80))
        self.side = nn.ModuleList([conv(c, 40, 1, 1) for c in (40, 64, 80)])
        self.merge = nn.ModuleList([conv(40, 40) for _ in range(2)])
        self.head = conv(40, 56)
        self.out = nn.Conv2d(56, 8, 1)
        nn.init.constant_(self.out.bias[:1], -4.0)

    def raw(self, image: torch.Tensor) -> torch.Tensor:
        """(n, 8, h/8, w/8): heat logit, log(s / UNIT), middle x and y in s, sum (2), product (2, any length)."""
        x = self.s4(self.stem(image * 4 - 2))
        levels = []
        for stage in (self.s8, self.s16, self.s32):
            x = stage(x)
            levels.append(x)
        x = self.side[2](levels[2])
        for k in (1, 0):
            x = self.merge[k](F.interpolate(x, scale_factor=2.0, mode="nearest") + self.side[k](levels[k]))
        return self.out(self.head(x))

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        raw = self.raw(image)
        scale = torch.exp(raw[:, 1:2].clamp(-3, 3)) * UNIT
        product = raw[:, 6:8] / (raw[:, 6:8].square().sum(1, keepdim=True) + 1e-8).sqrt()
        return torch.sigmoid(raw[:, 0:1]), torch.cat([scale, raw[:, 2:4] * scale, raw[:, 4:6], product], 1)


PLAYING_SIZE = (126, 176)  # pixels: width and height of a playing card for the network, 2 per millimetre
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"
INDEX = (36, 64)  # pixels: width and height of a corner with its index


class PlayingCards(nn.Module):
    """Rank and suit of a playing card from its two corners, seen closely, and from the whole, seen coarsely."""

    def __init__(self) -> None:
        super().__init__()
        self.corner = nn.Sequential(
            conv(3, 16), Residual(16, 24, 2), Residual(24, 40, 2), Residual(40, 64, 2), Residual(64, 64)
        )
        self.whole = nn.Sequential(conv(3, 16, 2), Residual(16, 32, 2), Residual(32, 56, 2), Residual(56, 56))
        self.place = nn.Conv2d(64, 64, (8, 5), groups=64)
        self.grid = nn.Conv2d(56, 96, (11, 8))
        self.mixed = nn.Sequential(nn.Linear(64 * 2 + 96, 128), nn.ReLU(), nn.Dropout(0.1))
        self.rank = nn.Linear(128, len(RANKS) + 1)
        self.suit = nn.Linear(128, len(SUITS))

    def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (n, 14) of the ranks, the last for what is no playing card, and (n, 4) of the suits."""
        image = image * 4 - 2
        width, height = INDEX
        upper = image[:, :, :height, :width]
        lower = torch.flip(image[:, :, -height:, -width:], (2, 3))
        first, second = (self.place(self.corner(one)).flatten(1) for one in (upper, lower))
        whole = self.grid(self.whole(F.avg_pool2d(image, 2))).flatten(1)
        both = torch.cat([torch.maximum(first, second), (first + second) / 2, F.relu(whole)], 1)
        mixed = self.mixed(both)
        return self.rank(mixed), self.suit(mixed)
