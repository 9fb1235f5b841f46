"""The ways of reading dice that are compared, and what each costs in a process of its own."""

from __future__ import annotations

import importlib.util
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from companion.evaluation.blobs import BlobReader
from companion.evaluation.cost import Meter, Times, resident, timed
from companion.evaluation.measure import Reader
from companion.vision.dieset import BASE
from companion.vision.frame import Frame, Pixels
from companion.vision.reader import DiceReader
from companion.vision.tray import Tray, from_corners
from hardware.simulators.scenes import Die, Scene, render

TABLE = Scene(())
YOLO_SIDE = 640  # pixels of the longer side of its input, as such networks are usually run


@dataclass(frozen=True)
class Case:
    """A drawn picture that is timed: the number of dice, and its size in pixels."""

    dice: int
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.dice:2} dice, {self.width} x {self.height}"

    def pixels(self) -> Pixels:
        """The picture (height, width, 3) uint8 RGB."""
        dice = tuple(
            Die("pips", str(1 + k % 6), 50 + 50 * (k % 5), 60 + 55 * (k // 5), 17 * k) for k in range(self.dice)
        )
        return np.asarray(render(replace(TABLE, dice=dice), self.width, self.height), np.uint8)


CASES = (Case(1, 1280, 960), Case(5, 640, 480), Case(5, 1280, 960), Case(12, 1280, 960), Case(5, 4000, 3000))


@dataclass(frozen=True)
class Way:
    """One way of reading: what it does with a frame, its networks' files, and the meters round their sessions.

    `reader` gives readings that can be counted, None where they mean nothing.
    """

    work: Callable[[Frame], object]
    models: tuple[bytes, ...] = ()
    meters: tuple[Meter, ...] = ()
    reader: Reader | None = None


def ours(models: Path) -> Way:
    """The eye that is shipped in the folder `models`."""
    reader, files, meters = _metered(models)
    return Way(lambda frame: reader.read(frame, die_set="pips"), files, meters, reader)


def calibrated(models: Path) -> Way:
    """The same over a calibrated tray, where the size of dice is known."""
    reader, files, meters = _metered(models)
    return Way(lambda frame: reader.read(frame, die_set="pips", tray=_tray(frame)), files, meters)


def _metered(models: Path) -> tuple[DiceReader, tuple[bytes, ...], tuple[Meter, ...]]:
    """The shipped eye, its networks' files and the meters round their sessions."""
    reader = DiceReader(models)
    parts = [part for part in vars(reader).values() if hasattr(part, "_session")]
    for part in parts:  # nobody but a bench has a reason to look in there
        part._session = Meter(part._session)
    files = tuple((models / BASE / part.card.file).read_bytes() for part in parts)
    return reader, files, tuple(part._session for part in parts)


def _tray(frame: Frame) -> Tray:
    """The calibration that a case's picture would have: all of it is the dice area."""
    corners = [(0, 0), (frame.width, 0), (frame.width, frame.height), (0, frame.height)]
    return from_corners(corners, (TABLE.width, TABLE.height), (frame.width, frame.height))


def blobs(models: Path) -> Way:  # noqa: ARG001  (it needs none)
    """OpenCV's blob detector and groups of near blobs."""
    reader = BlobReader()
    return Way(reader.read, reader=reader)


def yolo(models: Path) -> Way:  # noqa: ARG001  (it makes its own)
    """An untrained network of the size of the smallest YOLOs, with the picture reduced for it."""
    sessions: dict[tuple[int, int], tuple[bytes, Meter]] = {}

    def work(frame: Frame) -> object:
        sheet = letterboxed(frame.pixels, YOLO_SIDE)
        size = sheet.shape[3], sheet.shape[2]
        if size not in sessions:
            sessions.clear()  # one at a time, as in use
            sessions[size] = _yolo_session(*size)
        return sessions[size][1].run(None, {"image": sheet})

    work(Frame(np.zeros((3 * YOLO_SIDE // 4, YOLO_SIDE, 3), np.uint8), 0.0))
    ((model, meter),) = sessions.values()
    meter.shapes.clear()
    return Way(work, (model,), (meter,))


def _yolo_session(width: int, height: int) -> tuple[bytes, Meter]:
    from companion.evaluation.yolo import yolo_sized  # needs the package onnx, which only this way does

    model = yolo_sized(width, height)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return model, Meter(onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"]))


def letterboxed(pixels: Pixels, side: int) -> NDArray[np.float32]:
    """The network's input (1, 3, h, w) float32 0-1: the longer side `side` pixels, edges drawn out to 32s."""
    scale = side / max(pixels.shape)
    size = round(pixels.shape[1] * scale), round(pixels.shape[0] * scale)
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    padded = cv2.copyMakeBorder(small, 0, -size[1] % 32, 0, -size[0] % 32, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


WAYS: dict[str, Callable[[Path], Way]] = {"ours": ours, "calibrated": calibrated, "blobs": blobs, "yolo-n": yolo}
"""By name, what makes each way ready with the folder of models."""


def missing(name: str) -> str:
    """The package that a way needs and that is not installed, or an empty text."""
    return "onnx" if name == "yolo-n" and importlib.util.find_spec("onnx") is None else ""


@dataclass(frozen=True)
class Cost:
    """What a way costs: times and multiplications per case, the models' bytes, and resident bytes.

    `before` is with the libraries loaded, `after` the last reading; `peak` the most there was meanwhile.
    """

    times: tuple[Times, ...]
    macs: tuple[int, ...]
    model_bytes: int
    before: int
    after: int
    peak: int


def cost(name: str, models: Path, pictures: Sequence[Path], repeat: int) -> Cost:
    """What the way of this name costs over the pictures, each read `repeat` times, in this process.

    These are files of arrays (h, w, 3) uint8 RGB.
    """
    cv2.setNumThreads(1)
    before, _ = resident()
    way = WAYS[name](models)
    times = tuple(_timed(way, path, repeat) for path in pictures)
    after, peak = resident()
    counted = tuple(_macs(way, _frame(path)) for path in pictures)
    return Cost(times, counted, sum(map(len, way.models)), before, after, peak)


def _timed(way: Way, path: Path, repeat: int) -> Times:
    frame = _frame(path)
    return timed(lambda: way.work(frame), repeat)


def _frame(path: Path) -> Frame:
    """The picture in an array's file: only one is held at a time."""
    return Frame(np.load(path, allow_pickle=False), 0.0)


def _macs(way: Way, frame: Frame) -> int:
    for meter in way.meters:
        meter.shapes.clear()
    way.work(frame)
    return sum(meter.macs(model) for meter, model in zip(way.meters, way.models, strict=True))


def cost_apart(name: str, models: Path, pictures: Sequence[Path], repeat: int) -> Cost:
    """The same in a fresh process, so that its memory is that of this way alone."""
    context: Any = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(cost, name, models, pictures, repeat).result()
