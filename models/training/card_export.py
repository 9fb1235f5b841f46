"""Writes the networks for cards as ONNX with their cards, and the deck of playing cards.

python models/training/card_export.py finder --version 1 --weights DATA/card_finder.pt --threshold 0.4
python models/training/card_export.py playing DATA --version 1 --weights DATA/card_playing.pt
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from card_art import CardArt
from card_nets import PLAYING_SIZE, RANKS, STRIDE, SUITS, CardFinder, PlayingCards
from card_playing import drawn, spoiled
from export import save_json, sha256, written
from torch.nn import functional as F
from tqdm import tqdm

from companion.vision.cards.deck import POKER, Deck, DeckCard, encoded

CARDS = Path(__file__).resolve().parents[1] / "cards"
NAMES = ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
SUIT_NAMES = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
TEMPERATURES = np.exp(np.linspace(-0.7, 1.4, 43))
LEAST = 1.0  # photographs differ from drawings: never surer than the training made it
SURE = 0.9  # the confidence from which on a card is taken without a question
DRAWN = 1200  # cards on which the temperature is fitted, drawn like those of the training but never seen by it


def mean(files: Sequence[Path]) -> dict[str, torch.Tensor]:
    """The mean of the weights of several trainings that have one beginning in common.

    M. Wortsman et al., Model soups, ICML 2022. What is counted in whole numbers is taken from the first.
    """
    states = [torch.load(file) for file in files]
    return {
        name: torch.stack([one[name] for one in states]).mean(dim=0) if value.is_floating_point() else value
        for name, value in states[0].items()
    }


def finder(args: argparse.Namespace) -> None:
    net = CardFinder()
    net.load_state_dict(mean(args.weights))
    axes = {"image": {2: "h", 3: "w"}, "heat": {2: "h8", 3: "w8"}, "shape": {2: "h8", 3: "w8"}}
    folder = placed(args.into / "finder")
    out = folder / "finder.onnx"
    written(net.eval(), torch.zeros(1, 3, 288, 384), "image", ["heat", "shape"], axes, out)
    save_json(
        folder / "card.json", header("card finder", args, out) | {"stride": STRIDE, "threshold": args.threshold}
    )


def playing(args: argparse.Namespace) -> None:
    net = PlayingCards()
    net.load_state_dict(mean(args.weights))
    folder = placed(args.into / "playing-cards")
    out = folder / "playing.onnx"
    wide, high = PLAYING_SIZE
    written(net.eval(), torch.zeros(2, 3, high, wide), "image", ["rank", "suit"], {"image": {0: "n"}}, out)
    card = {
        "size": PLAYING_SIZE,
        "ranks": RANKS,
        "suits": list(SUITS),
        "temperature": round(max(LEAST, temperature(net, args.data)), 3),
        "sure": SURE,
    }
    save_json(folder / "card.json", header("playing cards", args, out) | card)
    cards = tuple(
        DeckCard(rank + suit, f"{name} of {SUIT_NAMES[suit]}")
        for suit in SUITS
        for rank, name in zip(RANKS, NAMES, strict=True)
    )
    deck = Deck("playing-cards", "Playing cards", POKER, cards, network="card.json")
    (folder / "deck.toml").write_bytes(encoded(deck))


def temperature(net: PlayingCards, data: Path) -> float:
    """What the logits are to be divided by for the least surprise on drawn cards that training never saw."""
    rng = np.random.default_rng(77)
    art = CardArt(data / "icons.npz")
    ranks, suits = rng.integers(13, size=DRAWN), rng.integers(4, size=DRAWN)
    pictures = [
        spoiled(drawn(art, rng, RANKS[r], SUITS[s]), art, rng) for r, s in zip(tqdm(ranks), suits, strict=True)
    ]
    with torch.no_grad():
        images = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2)
        parts = [net(images[k : k + 60]) for k in range(0, DRAWN, 60)]
    rank, suit = (torch.cat(part) for part in zip(*parts, strict=True))
    right = ((rank.argmax(1).numpy() == ranks) & (suit.argmax(1).numpy() == suits)).mean()
    print(f"drawn cards right: {right:.1%}")
    wanted = torch.from_numpy(ranks), torch.from_numpy(suits)
    surprise = [
        float(F.cross_entropy(rank / t, wanted[0]) + F.cross_entropy(suit / t, wanted[1])) for t in TEMPERATURES
    ]
    return float(TEMPERATURES[int(np.argmin(surprise))])


def header(name: str, args: argparse.Namespace, out: Path) -> dict[str, str]:
    return {"name": name, "version": args.version, "licence": "MIT", "file": out.name, "sha256": sha256(out)}


def placed(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    for name, make in (("finder", finder), ("playing", playing)):
        one = kinds.add_parser(name)
        one.set_defaults(make=make)
        one.add_argument("--version", required=True)
        one.add_argument("--weights", type=Path, nargs="+", required=True, help="of several the mean is taken")
        one.add_argument("--into", type=Path, default=CARDS)
        if name == "finder":
            one.add_argument("--threshold", type=float, required=True)
        else:
            one.add_argument("data", type=Path, help="the folder with icons.npz")
    args = parser.parse_args()
    args.make(args)


if __name__ == "__main__":
    main()
