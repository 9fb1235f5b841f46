"""`companion bench`: its table and its JSON; what is measured is measured by tests/evaluation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.commands import bench
from companion.evaluation.cost import Times
from companion.evaluation.ways import Case, Cost


def priced(name: str, _models: Path, pictures: list[Path], repeat: int) -> Cost:
    assert all(path.exists() for path in pictures)
    ms = {"ours": 50.0}.get(name, 10.0)
    times = Times((ms,) * repeat)
    return Cost(
        (times,) * len(pictures), (3_000_000,) * len(pictures), 2_000_000, 90_000_000, 120_000_000, 150_000_000
    )


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "cost_apart", priced)
    monkeypatch.setattr(bench, "CASES", (Case(5, 64, 48),))


def test_ways_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--repeat", "3", "--only", "ours", "blobs"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert "one thread" in rows[0]
    assert rows[1].split() == ["ours", "blobs"]
    assert rows[2].split("ms")[1].split() == ["50.0", "(50.0)", "10.0", "(10.0)"]
    assert rows[3].split() == ["ms", "per", "die", "10.0", "2.0"]
    assert rows[-1].split()[-2:] == ["150", "150"]


def test_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--only", "ours", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (case,) = told["ways"]["ours"]["cases"]
    assert (case["dice"], case["ms"], case["ms_per_die"], case["macs"]) == (5, 50.0, 10.0, 3_000_000)
    assert told["accuracy"] == []


def test_a_way_whose_package_is_missing_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "missing", lambda name: "onnx" if name == "yolo-n" else "")
    assert main(["bench", "--only", "blobs", "yolo-n"]) == 0
    told = capsys.readouterr()
    assert "yolo-n is left out: it needs the package onnx." in told.err
    assert told.out.splitlines()[1].split() == ["blobs"]


def test_the_cases_are_drawn_as_large_as_they_say() -> None:
    assert Case(5, 640, 480).pixels().shape == (480, 640, 3)
