"""Blends the weights of a network before and after further training: what was learnt before is forgotten less.

python models/training/blend.py BEFORE.pt AFTER.pt --share 0.4 --out BLENDED.pt

The method of Wortsman et al. 2022 ("Robust fine-tuning of zero-shot models").
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from learning import save


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the weights after, 0-1")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    before, after = torch.load(args.before), torch.load(args.after)
    save({name: blended(before[name], after[name], args.share) for name in before}, args.out)


def blended(before: torch.Tensor, after: torch.Tensor, share: float) -> torch.Tensor:
    """The mean of two weights; of counters the later one."""
    return before * (1 - share) + after * share if before.is_floating_point() else after


if __name__ == "__main__":
    main()
