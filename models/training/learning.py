"""The loop that both trainings share: one thread, seeds, a rate that rises and falls, averaged weights."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import torch
from nets import Average
from torch import nn
from tqdm import tqdm

Losses = dict[str, torch.Tensor]
SAVED_EVERY = 500


def arguments(description: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="weights of an earlier run")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", nargs="*", default=[], help="sources of photographs not to train on")
    return parser


def seeded(seed: int) -> np.random.Generator:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)
    return np.random.default_rng(seed)


def learn(
    net: nn.Module,
    args: argparse.Namespace,
    losses_of: Callable[[], Losses],
    weights: dict[str, float],
    extra: list[nn.Parameter] | None = None,
    decay: float = 1e-3,
) -> None:
    """Minimises the weighted sum of what losses_of gives, batch by batch; others are only shown."""
    if args.start:
        net.load_state_dict(torch.load(args.start))
    average = Average(net)
    groups = [{"params": net.parameters()}, {"params": extra or [], "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, args.rate, weight_decay=decay)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, args.rate, args.steps, pct_start=0.08)
    shown: dict[str, float] = {}
    bar = tqdm(range(args.steps), mininterval=20)
    for step in bar:
        losses = losses_of()
        optimiser.zero_grad(set_to_none=True)
        sum(weights[name] * loss for name, loss in losses.items() if name in weights).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        average.update(net, step)
        for name, value in losses.items():
            shown[name] = 0.98 * shown.get(name, value.item()) + 0.02 * value.item()
        if step % 50 == 0:
            bar.set_postfix({name: f"{value:.3f}" for name, value in shown.items()})
        if step % SAVED_EVERY == SAVED_EVERY - 1 or step == args.steps - 1:
            save(average.state, args.out)


def save(state: dict[str, torch.Tensor], out: Path) -> None:
    torch.save(state, out.with_suffix(".tmp"))
    out.with_suffix(".tmp").replace(out)
