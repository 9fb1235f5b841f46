"""Cost: multiplications are those of the network that ran, and each way has its price."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.commands.read import default_models
from companion.evaluation.cost import Times, macs, resident, timed
from companion.evaluation.ways import WAYS, Case, cost, letterboxed, missing
from companion.vision.card import BaseCard, read_card

SMALL = Case(2, 320, 240)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "small.npy"
    np.save(path, SMALL.pixels())
    return path


def test_times_have_a_median_and_a_90th_percentile() -> None:
    times = Times(tuple(float(ms) for ms in range(1, 11)))
    assert (times.median, times.p90) == (5.5, 9.0)
    assert Times((7.0,)).p90 == 7.0


def test_the_first_run_does_not_count() -> None:
    runs = list[int]()
    assert len(timed(lambda: runs.append(1), 3).ms) == 3
    assert len(runs) == 4


def test_memory_is_told_in_bytes() -> None:
    now, most = resident()
    assert 10_000_000 < now <= most


def test_multiplications_grow_with_the_pixels_and_with_the_dice() -> None:
    base = read_card(default_models() / "base", BaseCard)
    reader = (default_models() / "base" / base.reader.file).read_bytes()
    one, four = (macs(reader, {"crops": (n, 3, 64, 64)}) for n in (1, 4))
    assert four == 4 * one > 1_000_000


def test_our_way_costs_what_its_networks_run(saved: Path) -> None:
    price = cost("ours", default_models(), [saved], 1)
    files = sum(path.stat().st_size for path in (default_models() / "base").glob("*.onnx"))
    assert price.model_bytes == files
    assert price.macs[0] > 100_000_000
    assert price.times[0].median > 0
    assert price.before <= price.peak


def test_blobs_multiply_nothing_that_is_counted(saved: Path) -> None:
    price = cost("blobs", default_models(), [saved], 1)
    assert (price.macs, price.model_bytes) == ((0,), 0)


def test_a_picture_is_fitted_for_a_network_of_stride_32() -> None:
    sheet = letterboxed(np.full((960, 1280, 3), 255, np.uint8), 640)
    assert sheet.shape == (1, 3, 480, 640)
    assert sheet.max() == 1.0
    assert letterboxed(np.zeros((90, 160, 3), np.uint8), 640).shape == (1, 3, 384, 640)


@pytest.mark.skipif(bool(missing("yolo-n")), reason="needs the package onnx")
def test_the_yolo_has_the_size_that_it_says() -> None:
    from companion.evaluation.yolo import parameters, yolo_sized

    model = yolo_sized(320, 320)
    assert parameters(model) == pytest.approx(3.0e6, rel=0.02)
    assert macs(model, {"image": (1, 3, 320, 320)}) == pytest.approx(8.1e9 / 2 / 4, rel=0.02)
    with pytest.raises(ValueError, match="multiples of 32"):
        yolo_sized(100, 320)


def test_a_way_that_needs_a_package_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert {name: missing(name) for name in WAYS} == {"ours": "", "calibrated": "", "blobs": "", "yolo-n": "onnx"}
