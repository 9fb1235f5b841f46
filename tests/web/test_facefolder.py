"""Icons and names of faces, from folders that may be anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.web.rig import FACES
from web.facefolder import FaceFolder


@pytest.fixture
def folder(tmp_path: Path) -> FaceFolder:
    faces = tmp_path / "mine" / "faces"
    faces.mkdir(parents=True)
    (faces / "A.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (faces / "B.png").write_bytes(b"png")
    card = {
        "set": "mine",
        "title": "My dice",
        "faces": [{"code": "A", "name": "Anchor"}, {"code": "B", "name": "Bell"}],
    }
    (tmp_path / "mine" / "card.json").write_text(json.dumps(card))
    (tmp_path / "secret.svg").write_text("secret")
    return FaceFolder(tmp_path)


def test_icons_are_svg_before_png(folder: FaceFolder, tmp_path: Path) -> None:
    assert folder.icon("mine", "A") == tmp_path / "mine" / "faces" / "A.svg"
    assert folder.icon("mine", "B") == tmp_path / "mine" / "faces" / "B.png"
    assert folder.icon("mine", "C") is None


@pytest.mark.parametrize("die_set", ["..", ".", "mine/..", "", "mine\0"])
@pytest.mark.parametrize("face", ["../../secret", "secret", "../secret", ""])
def test_no_name_leads_out_of_the_folder(folder: FaceFolder, die_set: str, face: str) -> None:
    assert folder.icon(die_set, face) is None


def test_a_card_gives_names_and_a_title(folder: FaceFolder) -> None:
    assert folder.sets() == {"mine": ("A", "B")}
    assert (folder.name("mine", "A"), folder.title("mine")) == ("Anchor", "My dice")


def test_without_a_card_codes_stand_for_themselves(folder: FaceFolder) -> None:
    assert (folder.name("other", "X"), folder.title("other"), folder.faces("other")) == ("X", "other", ())


@pytest.mark.parametrize("card", ["", "[]", '{"faces": [1]}', '{"faces": [{"code": "A"}]}', "\xff"])
def test_a_broken_card_names_nothing_and_harms_nobody(folder: FaceFolder, tmp_path: Path, card: str) -> None:
    (tmp_path / "mine" / "card.json").write_bytes(card.encode("latin-1"))
    assert folder.name("mine", "A") == "A"
    assert folder.sets() == {}


def test_a_card_that_is_written_anew_is_read_anew(folder: FaceFolder, tmp_path: Path) -> None:
    assert folder.name("mine", "A") == "Anchor"
    (tmp_path / "mine" / "card.json").write_text('{"faces": [{"code": "A", "name": "Apple"}]}')
    assert folder.name("mine", "A") == "Apple"


@pytest.mark.parametrize("die_set", ["characters", "friends", "pips"])
def test_the_shipped_sets_have_icons(die_set: str) -> None:
    codes = [file.stem for file in (FACES / die_set / "faces").glob("*.svg")]
    assert len(codes) >= 6
    assert all(FaceFolder(FACES).icon(die_set, code) for code in codes)


def test_a_taught_set_takes_the_place_of_a_shipped_one_and_its_pictures_are_its_icons(tmp_path: Path) -> None:
    for root, title in (("shipped", "Drawn"), ("taught", "Ours")):
        folder = tmp_path / root / "characters"
        folder.mkdir(parents=True)
        card = {"title": title, "faces": [{"code": "SB", "name": title}]}
        (folder / "card.json").write_text(json.dumps(card))
    samples = tmp_path / "taught" / "characters" / "samples" / "SB"
    samples.mkdir(parents=True)
    for name in ("b.png", "a.png"):
        (samples / name).write_bytes(b"png")
    both = FaceFolder(tmp_path / "shipped", tmp_path / "taught")
    assert both.title("characters") == "Ours"
    assert both.sets() == {"characters": ("SB",)}
    assert both.icon("characters", "SB") == samples / "a.png"
    assert FaceFolder(tmp_path / "shipped", tmp_path / "missing").title("characters") == "Drawn"
