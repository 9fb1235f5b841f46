"""Trains the network for playing cards on drawn ones alone: no photograph of a card is seen.

python models/training/card_train_playing.py DATA --steps 4000 --out DATA/card_playing.pt
"""

from __future__ import annotations

import numpy as np
import torch
from card_art import CardArt
from card_nets import RANKS, SUITS, PlayingCards
from card_playing import HIGH, NONE, WIDE, drawn, misplaced, spoiled
from learning import Losses, arguments, learn, seeded
from nets import parameters
from torch.nn import functional as F

BATCH = 32
STRANGE = 0.12  # share of what is no playing card's face
MISPLACED = 0.1  # share of faces whose place was found quite wrongly: to be refused like strange ones
FACES = 1600  # drawn before training
OFTEN = np.array([1.0] * 10 + [2.0] * 3) / 16  # courts differ most from maker to maker
WEIGHTS = {"rank": 1.0, "suit": 0.7}


class Batches:
    """Faces that are drawn once and spoiled anew each time."""

    def __init__(self, art: CardArt, rng: np.random.Generator) -> None:
        self.art = art
        self.rng = rng
        self.labels = [(int(rng.choice(13, p=OFTEN)), int(rng.integers(4))) for _ in range(FACES)]
        self.faces = [drawn(art, rng, RANKS[rank], SUITS[suit]) for rank, suit in self.labels]
        self.strange = [art.card(rng, (63, 88))[..., :3] for _ in range(FACES // 10)]

    def one(self) -> tuple[np.ndarray, int, int]:
        rng = self.rng
        if rng.random() < STRANGE:
            face = self.strange[rng.integers(len(self.strange))]
            if rng.random() < 0.3:
                face = self.art.surface(rng, WIDE, HIGH)
            return spoiled(np.ascontiguousarray(face[:HIGH, :WIDE]), self.art, rng), NONE, -1
        k = int(rng.integers(len(self.faces)))
        if rng.random() < MISPLACED:
            return spoiled(self.faces[k], self.art, rng, misplaced(rng)), NONE, -1
        return spoiled(self.faces[k], self.art, rng), *self.labels[k]

    def next(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        pictures, ranks, suits = zip(*(self.one() for _ in range(BATCH)), strict=True)
        return torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2), torch.tensor(ranks), torch.tensor(suits)


def main() -> None:
    args = arguments(__doc__).parse_args()
    rng = seeded(args.seed)
    batches = Batches(CardArt(args.data / "icons.npz"), rng)
    net = PlayingCards()
    print(parameters(net), "parameters")

    def step() -> Losses:
        pictures, ranks, suits = batches.next()
        rank, suit = net(pictures)
        return {
            "rank": F.cross_entropy(rank, ranks, label_smoothing=0.02),
            "suit": F.cross_entropy(suit, suits, ignore_index=-1, label_smoothing=0.02),
            "right": (rank.argmax(1) == ranks).float().mean(),
        }

    learn(net, args, step, WEIGHTS)


if __name__ == "__main__":
    main()
