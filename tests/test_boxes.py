"""The shelf of boxes, over a game whose box names a colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import boxes
from companion.boxes import Boxes, parsed, written
from companion.errors import BoxError, SetupError, UnknownGame
from companion.rules import GAMES
from tests.painted import enlist


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Boxes:
    enlist(monkeypatch)
    return Boxes(tmp_path / "boxes")


def test_a_box_that_is_written_is_read_with_its_defaults(shelf: Boxes) -> None:
    assert shelf.names("painted") == ()
    assert shelf.write("painted", "ours", 'colour = "blue"') == {"colour": "blue"}
    shelf.write("painted", "plain", "")
    assert shelf.names("painted") == ("ours", "plain")
    assert shelf.read("painted", "ours") == {"colour": "blue"}
    assert shelf.read("painted", "plain") == {"colour": "red"}
    assert shelf.is_own("painted", "ours")


def test_the_text_of_a_box_is_kept_as_it_was_typed(shelf: Boxes) -> None:
    text = '# the blue one\ncolour = "blue"\n'
    shelf.write("painted", "ours", text)
    assert shelf.text("painted", "ours") == text


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("../up", "", BoxError),
        ("", "", BoxError),
        ("a" * 41, "", BoxError),
        ("Big", "", BoxError),
        ("ours", "colour =", BoxError),
        ("ours", "a = " + "[" * 100_000, BoxError),
        ("ours", "#" * (boxes.LARGEST + 1), BoxError),
        ("ours", "colour = 3", SetupError),
        ("ours", "size = 3", SetupError),
    ],
)
def test_what_is_no_box_leaves_the_old_one(shelf: Boxes, name: str, text: str, error: type[Exception]) -> None:
    shelf.write("painted", "ours", 'colour = "blue"')
    with pytest.raises(error):
        shelf.write("painted", name, text)
    assert shelf.names("painted") == ("ours",)
    assert shelf.read("painted", "ours") == {"colour": "blue"}


@pytest.mark.parametrize("name", ["none", "../painted/ours", "", "/etc/passwd"])
def test_a_box_that_is_not_there_is_named(shelf: Boxes, name: str) -> None:
    shelf.write("painted", "ours", "")
    with pytest.raises(BoxError, match="no such box"):
        shelf.read("painted", name)
    with pytest.raises(BoxError, match="of your own"):
        shelf.remove("painted", name)


def test_a_box_can_be_thrown_away(shelf: Boxes) -> None:
    shelf.write("painted", "ours", "")
    shelf.remove("painted", "ours")
    assert shelf.names("painted") == ()


def test_a_file_that_is_no_text_is_told(shelf: Boxes, tmp_path: Path) -> None:
    shelf.write("painted", "ours", "")
    (tmp_path / "boxes" / "painted" / "ours.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BoxError, match="cannot be read"):
        shelf.read("painted", "ours")


def test_a_folder_that_cannot_be_written_to_is_told(shelf: Boxes, tmp_path: Path) -> None:
    (tmp_path / "boxes").write_text("a file where the folder should be")
    with pytest.raises(BoxError, match="cannot be written"):
        shelf.write("painted", "ours", "")


def test_a_game_without_a_box_takes_none(shelf: Boxes) -> None:
    assert shelf.write("yahtzee_jr", "empty", "") == {}
    with pytest.raises(SetupError, match="needs no description"):
        shelf.write("yahtzee_jr", "full", "colour = 1")


@pytest.mark.usefixtures("shelf")
def test_a_box_goes_to_text_and_back() -> None:
    assert parsed("painted", written({"colour": "grün"})) == {"colour": "grün"}


def test_an_unknown_game_has_no_shelf(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame):
        Boxes(tmp_path).names("chess")


@pytest.mark.parametrize("game", GAMES)
def test_every_box_that_ships_fits_its_game(game: str, tmp_path: Path) -> None:
    shelf = Boxes(tmp_path)
    for name in shelf.names(game):
        assert GAMES[game].checked_box(shelf.read(game, name)) == shelf.read(game, name)
        assert not shelf.is_own(game, name)
