"""`companion bench`: what reading costs on one thread, side by side with two other ways."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime

from companion.commands.options import positive
from companion.commands.progress import Progress
from companion.commands.read import default_models
from companion.evaluation.conditions import CLEAN
from companion.evaluation.labels import labelled, thinned
from companion.evaluation.measure import Group, measured
from companion.evaluation.report import line
from companion.evaluation.ways import CASES, WAYS, Case, Cost, cost_apart, missing

ABOUT = """The same drawn pictures are read in several ways, each in a process of its own, on one thread:

  ours        the networks that are shipped, with everything round them
  calibrated  the same over a calibrated tray, where the size of dice is known
  blobs       OpenCV's blob detector and groups of near blobs, the usual way (our own, helped where it can be)
  yolo-n      an untrained network of the size of the smallest YOLOs (3.0 million parameters, 4.0 thousand million
              multiplications = 8 GFLOPs at 640 x 640), longer side 640 pixels: reducing the picture and the
              network alone. Its time is that of any such network; what it finds means nothing.

ms: processor milliseconds, the median and the 90th percentile; per die: the median over the number of dice.
"""
CPU = Path("/proc/cpuinfo")
TRIM = "MALLOC_TRIM_THRESHOLD_"  # the service sets it: less memory, more time


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it ran.

    Raises:
        CompanionError: a model is missing, or there are no labels beside the photographs.
    """
    args = _parser().parse_args(argv)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"  # for the processes that are started
    cv2.setNumThreads(1)  # for the accuracy, which is measured here
    costs = _costs(args)
    groups = _accuracy(args) if args.photos else []
    print(json.dumps(_plain(costs, groups), indent=1) if args.json else _told(costs, groups))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion bench", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", nargs="+", choices=[*WAYS], default=[*WAYS], help="only these ways")
    parser.add_argument("--repeat", type=positive, default=20, metavar="N", help="readings of each picture")
    parser.add_argument(
        "--photos", type=Path, metavar="FOLDER", help="compare the accuracy on labelled photographs"
    )
    parser.add_argument(
        "--source", nargs="*", default=[], metavar="NAME", help="only sources whose name holds one"
    )
    parser.add_argument(
        "--every", type=positive, default=1, metavar="N", help="only each N-th photograph of a source"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--models", type=Path, default=default_models(), metavar="DIR", help="the folder of models"
    )
    return parser


def _costs(args: argparse.Namespace) -> dict[str, Cost]:
    costs = {}
    with tempfile.TemporaryDirectory(prefix="companion-") as folder, Progress(len(args.only)) as progress:
        pictures = [_drawn(case, Path(folder)) for case in CASES]
        for name in args.only:
            progress.label = name
            if package := missing(name):
                print(f"{name} is left out: it needs the package {package}.", file=sys.stderr)
            else:
                costs[name] = cost_apart(name, args.models, pictures, args.repeat)
            progress.step()
    return costs


def _drawn(case: Case, folder: Path) -> Path:
    path = folder / f"{case.dice}-{case.width}.npy"
    np.save(path, case.pixels())
    return path


def _accuracy(args: argparse.Namespace) -> list[tuple[str, Group]]:
    """What the ways that read make of the photographs."""
    sources = thinned(labelled(args.photos), args.every, args.source)
    ways = {name: WAYS[name](args.models).reader for name in args.only if not missing(name)}
    readers = {name: reader for name, reader in ways.items() if reader is not None}
    groups = []
    with Progress(len(readers) * sum(map(len, sources.values()))) as progress:
        for source, photos in sources.items():
            for name, reader in readers.items():
                progress.label = f"{source} {name}"
                group = measured(reader, source, photos, CLEAN, die_set="pips", done=progress.step)
                groups.append((name, group))
    return groups


def machine() -> str:
    """The processor and the software that the figures are of."""
    names = [
        one for one in CPU.read_text(encoding="utf-8").splitlines() if one.startswith(("model name", "Model"))
    ]
    chip = names[0].partition(":")[2].strip() if names else platform.machine()
    trim = f", MALLOC_TRIM_THRESHOLD_={os.environ[TRIM]}" if TRIM in os.environ else ""
    return f"{chip}, Python {platform.python_version()}, onnxruntime {onnxruntime.__version__}, one thread{trim}"


def _plain(costs: Mapping[str, Cost], groups: Sequence[tuple[str, Group]]) -> dict[str, Any]:
    ways = {
        name: {
            "cases": [
                dataclasses.asdict(case)
                | {"ms": round(times.median, 2), "ms_p90": round(times.p90, 2), "macs": macs}
                | {"ms_per_die": round(times.median / case.dice, 2)}
                for case, times, macs in zip(CASES, one.times, one.macs, strict=True)
            ],
            "model_bytes": one.model_bytes,
            "resident_bytes": {"libraries": one.before, "after": one.after, "peak": one.peak},
        }
        for name, one in costs.items()
    }
    return {
        "machine": machine(),
        "ways": ways,
        "accuracy": [{"way": name, **group.figures()} for name, group in groups],
    }


def _told(costs: Mapping[str, Cost], groups: Sequence[tuple[str, Group]]) -> str:
    rows = [["", *costs]]
    for k, case in enumerate(CASES):
        rows.append([f"{case}: ms", *(_ms(one, k) for one in costs.values())])
        rows.append(["  ms per die", *(f"{one.times[k].median / case.dice:.1f}" for one in costs.values())])
        rows.append(["  million multiplications", *(f"{one.macs[k] / 1e6:,.0f}" for one in costs.values())])
    rows.append(["models, bytes", *(f"{one.model_bytes:,}" for one in costs.values())])
    for title, field in (("libraries alone", "before"), ("after reading", "after"), ("at its peak", "peak")):
        rows.append([f"resident MB, {title}", *(f"{getattr(one, field) / 1e6:.0f}" for one in costs.values())])
    table = [f"{row[0]:30}" + "".join(f"{cell:>20}" for cell in row[1:]) for row in rows]
    return "\n".join([machine(), *table, *(f"{name:6} {line(group)}" for name, group in groups)])


def _ms(one: Cost, case: int) -> str:
    return f"{one.times[case].median:.1f} ({one.times[case].p90:.1f})"
