"""Pictures: kept by id, bounded in number, in an order that no clock can spoil."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from companion.bundles import Networks, noted
from companion.pictures import Pictures
from companion.vision.frame import Frame
from tests.readings import reading


def test_a_picture_comes_back_under_its_id(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path / "not" / "yet")
    one, other = pictures.keep(b"one"), pictures.keep(b"other")
    assert one != other
    assert (pictures.get(one), pictures.get(other)) == (b"one", b"other")


def test_pictures_are_there_after_a_restart(tmp_path: Path) -> None:
    name = Pictures(tmp_path).keep(b"one")
    assert Pictures(tmp_path).get(name) == b"one"


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, most=3)
    names = [pictures.keep(str(number).encode()) for number in range(5)]
    assert [pictures.get(name) for name in names] == [None, None, b"2", b"3", b"4"]
    assert len(list(tmp_path.iterdir())) == 3


def test_the_oldest_go_also_when_the_clock_was_set_back(tmp_path: Path) -> None:
    """A Pi has no clock of its own: after a start without a network it may be years behind."""
    names = [Pictures(tmp_path, most=3).keep(b"before") for _ in range(3)]
    for path in tmp_path.iterdir():
        os.utime(path, (4e9, 4e9))
    names += [Pictures(tmp_path, most=3).keep(b"after") for _ in range(2)]
    assert [Pictures(tmp_path).get(name) for name in names] == [None, None, b"before", b"after", b"after"]


def test_a_note_tells_how_a_picture_was_read_and_goes_with_it(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path, most=2)
    pictures.networks = Networks("eye", "2", {"detector.onnx": "a" * 64})
    note = noted("yahtzee_jr", None, reading("SB PA"))
    names = [pictures.keep(b"x", note) for _ in range(3)]
    assert pictures.note(names[0]) is None
    assert Pictures(tmp_path).note(names[2]) == replace(note, networks=pictures.networks)
    assert len(list(tmp_path.iterdir())) == 4


def test_a_picture_without_a_note_or_with_a_damaged_one_has_none(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    bare, damaged = pictures.keep(b"x"), pictures.keep(b"x", noted("yahtzee_jr", None, reading("SB")))
    (tmp_path / f"{damaged}.json").write_text("{")
    assert [pictures.note(name) for name in (bare, damaged, "../secret")] == [None] * 3


def test_the_frames_of_the_newest_picture_alone_are_held(tmp_path: Path) -> None:
    frames = (Frame(np.zeros((32, 32, 3), np.uint8), 0.0),)
    pictures = Pictures(tmp_path)
    older, newest = pictures.keep(b"x", None, frames), pictures.keep(b"x", None, frames)
    assert [pictures.frames(name) for name in (older, newest, "")] == [(), frames, ()]


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"mine")
    (tmp_path / "zzzzzzzzzzzzzzzz.jpg").write_bytes(b"mine")
    pictures = Pictures(tmp_path, most=1)
    for _ in range(3):
        pictures.keep(b"x")
    assert (tmp_path / "holiday.jpg").exists()
    assert (tmp_path / "zzzzzzzzzzzzzzzz.jpg").exists()
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize(
    "name",
    ["", "x", "../secret", "..", "0" * 16, "0" * 15, "a" * 5000, "\x00", "０" * 16, "0" * 16 + "\n", "holiday"],
)
def test_an_id_that_is_none_gives_nothing(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.jpg").write_bytes(b"secret")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "holiday.jpg").write_bytes(b"mine")
    assert Pictures(tmp_path / "pictures").get(name) is None


def test_a_folder_that_cannot_be_written_gives_an_empty_id(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file is in the way")
    assert Pictures(tmp_path / "pictures").keep(b"x") == ""


def test_a_picture_that_does_not_fit_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_bytes", half)
    assert Pictures(tmp_path).keep(b"a whole picture") == ""
    assert list(tmp_path.iterdir()) == []
