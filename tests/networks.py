"""Prints what the networks make of a fixed input, to compare processors: `python -m tests.networks MODELS`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from companion.vision.card import BaseCard, read_card, session

SIDES = (1, 3, 96, 96)
"""The size of the input where the network leaves it open: pictures, channels, height and width in pixels."""


def outputs(network: Any) -> list[list[float]]:
    """Every output, as a flat list, for an input of noise that is the same everywhere."""
    rng, feed = np.random.default_rng(1), {}
    for one in network.get_inputs():
        shape = [size if isinstance(size, int) else SIDES[place] for place, size in enumerate(one.shape)]
        noise = rng.integers(0, 256, shape).astype(np.uint8)
        feed[one.name] = noise if "uint8" in one.type else (noise / np.float32(255)).astype(np.float32)
    return [np.asarray(found, float).ravel().tolist() for found in network.run(None, feed)]


def main(models: str) -> None:
    """Print a JSON object of the outputs by file."""
    base = Path(models) / "base"
    card = read_card(base, BaseCard)
    print(
        json.dumps(
            {one.file: outputs(session(base, one.file, one.sha256)) for one in (card.detector, card.reader)}
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])
