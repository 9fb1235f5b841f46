"""Pictures: kept by id, bounded in number, in an order that no clock can spoil."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.pictures import Pictures


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
