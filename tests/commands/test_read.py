from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.commands.read import main
from companion.vision import classifier, detector
from companion.vision.frame import Frame
from tests.vision.conftest import FRIENDS, PIPS, class_card, write_card
from tests.vision.oracle import BASE, CLASSES, ColourReader, Square, SquareDetector, picture

DICE = [Square(100, 100, 42, 5, 2), Square(300, 110, 42, 0, 4)]


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of cards whose networks see drawn squares."""
    monkeypatch.setattr(detector, "session", lambda *_: SquareDetector())
    monkeypatch.setattr(classifier, "session", lambda *_: ColourReader())
    folder = tmp_path / "models"
    write_card(folder / "base", BASE)
    write_card(folder / "pips", class_card(PIPS, CLASSES[:6]))
    write_card(folder / "friends", class_card(FRIENDS, CLASSES[6:-1]))
    return folder


def save(path: Path, squares: list[Square], width: int = 640, height: int = 480) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), picture(width, height, squares)[..., ::-1])
    return path


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_photo_becomes_one_line_of_json(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = save(tmp_path / "a.png", DICE)
    assert main(["--json", "--models", str(models), str(photo)]) == 0
    (line,) = lines(capsys)
    assert (line["photo"], line["ok"], line["why_not"]) == (str(photo), True, None)
    assert line["ms"] > 0
    assert [die["face"] for die in line["dice"]] == ["3", "5"]
    assert {"face", "confidence", "x", "y", "size", "set"} <= line["dice"][0].keys()
    assert line["dice"][1]["x"] == pytest.approx(300, abs=1)
    assert line["dice"][0]["set"] == "pips"


def test_pixels_are_those_of_the_upright_photo_also_of_a_huge_one(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.frame.KEPT_PIXELS", 400_000)
    photo = save(tmp_path / "a.png", [Square(1000, 200, 84, 0, 3)], 1280, 960)
    main(["--json", "--models", str(models), str(photo)])
    (die,) = lines(capsys)[0]["dice"]
    assert (die["x"], die["y"]) == pytest.approx((1000, 200), abs=2)
    assert die["size"] == pytest.approx(84, abs=4)


def test_what_is_no_picture_is_a_line_and_the_others_are_read(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "b.jpg"
    text.write_text("no picture")
    (tmp_path / "c.jpg").write_bytes(b"")
    good = save(tmp_path / "d.png", DICE)
    photos = [str(text), str(tmp_path / "c.jpg"), str(tmp_path / "nowhere.jpg"), str(good)]
    assert main(["--json", "--models", str(models), *photos]) == 0
    told = lines(capsys)
    assert [line["ok"] for line in told] == [False, False, False, True]
    assert [line["why_not"] for line in told] == ["not-a-picture"] * 3 + [None]
    assert told[0]["dice"] == []
    assert "no picture" in told[0]["sentence"]


def test_an_empty_table_is_not_ok_and_says_why(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "empty.png"
    cv2.imwrite(str(photo), np.full((480, 640, 3), 100, np.uint8))
    assert main(["--json", "--models", str(models), str(photo)]) == 0
    assert (lines(capsys)[0] | {"ms": 0}) == {
        "photo": str(photo),
        "ok": False,
        "why_not": "no-dice",
        "ms": 0,
        "dice": [],
    }


def test_people_get_a_line_of_words(models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = save(tmp_path / "a.png", [*DICE, Square(500, 100, 42, 0, CLASSES.index("other"))])
    (tmp_path / "b.jpg").write_text("no picture")
    main(["--models", str(models), str(photo), str(tmp_path / "b.jpg")])
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{photo}: 3 5 ??")
    assert "no picture" in second


def test_a_folder_is_searched_for_pictures(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "evening"
    photos = [save(folder / name, DICE) for name in ("a.png", "deep/b.JPG")]
    (folder / "notes.txt").write_text("no picture")
    main(["--json", "--models", str(models), str(folder)])
    assert [line["photo"] for line in lines(capsys)] == [*map(str, photos)]


def test_annotated_pictures_lie_as_the_photos_did(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    for name in ("a.png", "deep/a.png", "deep/b.jpg"):
        save(folder / name, DICE)
    one, many = tmp_path / "out" / "one.png", tmp_path / "many"
    main(["--models", str(models), "--annotate", str(one), str(folder / "a.png")])
    main(["--models", str(models), "--annotate", str(many), str(folder)])
    assert sorted(str(path.relative_to(many)) for path in many.rglob("*.jpg")) == [
        "a.png.jpg",
        "deep/a.png.jpg",
        "deep/b.jpg",
    ]
    plain, boxed = Frame.load(folder / "a.png"), Frame.load(one)
    assert one.read_bytes().startswith(b"\x89PNG")
    assert boxed.pixels.shape == plain.pixels.shape
    assert np.abs(boxed.pixels.astype(int) - plain.pixels).max() > 150


def test_the_dice_can_be_named(models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = save(tmp_path / "a.png", DICE)
    main(["--json", "--models", str(models), "--die-set", "friends", str(photo)])
    assert [(die["face"], die["set"]) for die in lines(capsys)[0]["dice"]] == [("?", "friends")] * 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--die-set", "toads"], "There are no dice named toads. Choose one of: friends, pips"),
        (["--models", "nowhere"], "A part of the eye is missing: base/card.json"),
    ],
)
def test_what_cannot_run_is_a_sentence_and_2(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    photo = save(tmp_path / "a.png", DICE)
    assert main(["--models", str(models), *arguments, str(photo)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)


def test_a_place_that_cannot_be_written_is_a_sentence_and_2(
    models: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = save(tmp_path / "a.png", DICE)
    assert main(["--models", str(models), "--annotate", str(photo / "below.jpg"), str(photo)]) == 2
    assert capsys.readouterr().err.startswith("Stopped:")
