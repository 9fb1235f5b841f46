"""Times the shipped eye on drawn scenes, on one thread, and prints processor milliseconds and memory.

    OMP_NUM_THREADS=1 python -m tests.eye_speed [--models DIR] [--repeat N]

The medians of N readings are printed (default 9), and the resident memory before and after.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import cv2

from companion.commands.read import default_models
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from hardware.simulators.scenes import Die, Scene, render

CASES = ((1, 1280, 960), (5, 640, 480), (5, 1280, 960), (12, 1280, 960), (5, 4000, 3000))


def resident() -> int:
    """The process's resident memory in megabytes (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 // 1_000_000


def milliseconds(work: Callable[[], object], repeat: int) -> float:
    """The median processor time of `work`."""
    times = []
    for _ in range(repeat):
        started = time.process_time()
        work()
        times.append((time.process_time() - started) * 1000)
    return median(times)


def main(argv: Sequence[str]) -> int:
    """Print one line per case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=Path, default=default_models())
    parser.add_argument("--repeat", type=int, default=9, metavar="N")
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    reader = DiceReader(args.models)
    print(f"models loaded: {resident()} MB resident")
    for count, width, height in CASES:
        dice = tuple(
            Die("pips", str(1 + k % 6), 50 + 50 * (k % 5), 60 + 55 * (k // 5), 17 * k) for k in range(count)
        )
        frame = Frame(render(Scene(dice), width, height), 0.0)
        spent = milliseconds(lambda frame=frame: reader.read(frame, die_set="pips"), args.repeat)  # type: ignore[misc]
        print(f"{count:2} dice, {width} x {height}: {spent:4.0f} ms, {resident()} MB resident")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
