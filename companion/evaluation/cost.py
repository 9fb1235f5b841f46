"""What a way of reading dice costs: time, multiplications, bytes and memory, on one thread."""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Shape = tuple[int, ...]

STATUS = Path("/proc/self/status")
WEIGHTED = ("Conv", "Gemm", "MatMul")


@dataclass(frozen=True)
class Times:
    """Processor milliseconds of single readings."""

    ms: tuple[float, ...]

    @property
    def median(self) -> float:
        """Half of the readings take longer."""
        return median(self.ms)

    @property
    def p90(self) -> float:
        """One in ten takes longer."""
        return sorted(self.ms)[math.ceil(0.9 * len(self.ms)) - 1]


def timed(work: Callable[[], object], repeat: int) -> Times:
    """The times of `repeat` runs of `work` after one that does not count: it fills caches."""
    work()
    return Times(tuple(_milliseconds(work) for _ in range(repeat)))


def _milliseconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started)


def resident() -> tuple[int, int]:
    """Bytes of the process's memory that are resident now, and the most that ever were (Linux)."""
    lines = dict(line.split(":", 1) for line in STATUS.read_text(encoding="ascii").splitlines())
    return 1024 * int(lines["VmRSS"].split()[0]), 1024 * int(lines["VmHWM"].split()[0])  # told in kB


@dataclass
class Meter:
    """A session that counts the shapes of its inputs on their way to the real one."""

    session: Any
    shapes: Counter[tuple[tuple[str, Shape], ...]] = field(default_factory=Counter)

    def run(self, names: Sequence[str] | None, inputs: Mapping[str, NDArray[np.float32]]) -> Any:
        """What the session gives."""
        self.shapes[tuple((name, value.shape) for name, value in inputs.items())] += 1
        return self.session.run(names, inputs)

    def macs(self, model: bytes) -> int:
        """Multiplications with addition of all runs so far, in the network `model` that the session runs."""
        return sum(count * macs(model, dict(shapes)) for shapes, count in self.shapes.items())


def macs(model: bytes, shapes: Mapping[str, Shape]) -> int:
    """Multiplications with addition in convolutions and matrix products of one run on inputs of these shapes.

    The network is run once under onnxruntime's profiler, unoptimised, which tells the shapes inside.
    """
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.enable_profiling = True
        options.profile_file_prefix = str(Path(folder) / "profile")
        session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        session.run(None, {name: np.zeros(shape, np.float32) for name, shape in shapes.items()})
        events = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    nodes = [event["args"] for event in events if event["args"].get("op_name") in WEIGHTED]
    return sum(_macs_of(node) for node in nodes if "output_type_shape" in node)


def _macs_of(node: Mapping[str, Any]) -> int:
    """Each output of a convolution is a sum over its kernel's weights, each of a product over a row."""
    inputs, (output,) = [_shape(one) for one in node["input_type_shape"]], map(_shape, node["output_type_shape"])
    row = math.prod(inputs[1][1:]) if node["op_name"] == "Conv" else inputs[0][-1]
    return math.prod(output) * row


def _shape(told: Mapping[str, Sequence[int]]) -> Sequence[int]:
    (shape,) = told.values()
    return shape
