"""`companion evaluate` over drawn photographs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.vision.frame import Frame
from hardware.simulators.scenes import Die, Scene, outline, render

WIDTH, HEIGHT = 400, 300


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    lines = []
    for k, source in enumerate(("kitchen", "kitchen", "garden")):
        scene = Scene((Die("pips", "5", 80, 80, 10), Die("pips", "2", 200, 140, 30)), seed=k)
        (folder / f"{k}.png").write_bytes(Frame(render(scene, WIDTH, HEIGHT), 0.0).png())
        dice = []
        for die in scene.dice:
            x, y = outline(scene, die, WIDTH, HEIGHT).mean(axis=0)
            dice.append({"x": x, "y": y, "size": 30, "face": die.face})
        lines.append({"file": f"{k}.png", "source": source, "set": "pips", "dice": dice})
    (folder / "labels.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_sources_and_conditions_are_measured_and_reported(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, figures = tmp_path / "out" / "eye.html", tmp_path / "eye.json"
    command = ["evaluate", str(photos), "--conditions", "clean", "tint", "--state", str(tmp_path)]
    assert main([*command, "--report", str(report), "--json", str(figures)]) == 0
    told = capsys.readouterr()
    assert [line.split()[:2] for line in told.out.splitlines()] == [
        ["kitchen", "clean"],
        ["kitchen", "tint"],
        ["garden", "clean"],
        ["garden", "tint"],
    ]
    assert told.err == ""  # no bar where there is no terminal
    groups = json.loads(figures.read_text())
    assert [(group["pictures"], group["dice"], group["found"]) for group in groups] == [
        (2, 4, 4),
        (2, 4, 4),
        (1, 2, 2),
        (1, 2, 2),
    ]
    assert "kitchen" in report.read_text()
    assert Frame.load(report.with_suffix(".png")).width > 100


def test_only_the_named_sources_are_measured(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(photos), "--source", "gard", "--state", str(tmp_path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["garden"]
    assert main(["evaluate", str(photos), "--source", "roof", "--state", str(tmp_path)]) == 2
    assert "roof" in capsys.readouterr().err


def test_photographs_that_went_wrong_are_saved_with_what_was_read(photos: Path, tmp_path: Path) -> None:
    (photos / "labels.jsonl").write_text('{"file": "0.png", "source": "a/b"}\n')
    main(["evaluate", str(photos), "--misses", str(tmp_path / "misses"), "--state", str(tmp_path)])
    (saved,) = (tmp_path / "misses").iterdir()
    assert saved.name == "a+b-clean-0.jpg"
    assert Frame.load(saved).width == WIDTH


def test_a_folder_without_labels_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(tmp_path), "--state", str(tmp_path)]) == 1
    assert "no labels" in capsys.readouterr().err


def test_drawn_dice_of_each_set_are_measured_without_photographs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = tmp_path / "eye.json"
    assert main(["evaluate", "--drawn", "1", "--json", str(figures), "--state", str(tmp_path)]) == 0
    groups = json.loads(figures.read_text())
    assert [(group["source"], group["dice"]) for group in groups] == [
        ("drawn pips", 5),
        ("drawn friends", 5),
        ("drawn characters", 5),
    ]
    assert sum(group["right"] for group in groups) >= 14
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_report_that_cannot_be_written_is_a_sentence(
    photos: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    command = ["evaluate", str(photos), "--source", "garden", "--state", str(tmp_path)]
    assert main([*command, "--report", str(tmp_path / "file" / "eye.html")]) == 2
    assert capsys.readouterr().err.startswith("Stopped: ")


@pytest.mark.parametrize("wrong", [["--every", "0"], ["--every", "x"], ["--conditions", "rain"], []])
def test_wrong_options_end_with_the_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: list[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["evaluate", *([str(tmp_path)] if wrong else []), *wrong])
    assert end.value.code == 2
    assert "usage" in capsys.readouterr().err
