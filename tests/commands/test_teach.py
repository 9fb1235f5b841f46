from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from companion.commands import read
from companion.commands.teach import main
from companion.vision.card import SetCard, read_card
from companion.vision.frame import Frame
from tests.vision.school import photo, schooled


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def save(path: Path, frame: Frame) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(frame.png())
    return str(path)


def run(state: Path, *arguments: str) -> int:
    return main([*arguments, "--state", str(state)])


@pytest.mark.thorough
def test_dice_are_taught_shown_and_taken_back(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(state, "signs", "--faces", "STAR,RING", "--names", "Star, Ring", "--title", "Signs") == 0
    for code in ("STAR", "RING"):
        for seed in (1, 2):
            save(tmp_path / code / f"{seed}.png", photo((code, code), seed + 100))
        assert run(state, "signs", "--face", code, str(tmp_path / code)) == 0
    out = capsys.readouterr().out
    assert f"{tmp_path / 'STAR' / '1.png'}: learnt 2 x STAR" in out
    card = read_card(state / "dice" / "signs", SetCard)
    assert (card.title, [(face.code, face.name) for face in card.faces]) == (
        "Signs",
        [("STAR", "Star"), ("RING", "Ring")],
    )
    assert run(state, "signs", "--show", "--report", str(tmp_path / "sheet.html")) == 0
    out = capsys.readouterr().out
    assert "Signs: 8 pictures of 2 faces" in out
    assert "right with all pictures" in out
    assert "- Take 3 more pictures of Star" in out
    assert "<h1>Signs</h1>" in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    assert run(state, "signs", "--face", "STAR", str(tmp_path / "RING" / "1.png")) == 0
    assert "learnt 0 x STAR; 2 known already as RING" in capsys.readouterr().out
    save(tmp_path / "new.png", photo(("RING",), 103))
    assert run(state, "signs", "--face", "STAR", str(tmp_path / "new.png")) == 0
    assert "looks more like RING: if it is no STAR, take it back with --undo" in capsys.readouterr().out
    assert run(state, "signs", "--undo") == 0
    assert run(state, "signs", "--forget-face", "STAR") == 0
    assert run(state, "signs", "--undo") == 0
    assert "Taken back: forgot STAR. Signs: 8 pictures" in capsys.readouterr().out


@pytest.mark.thorough
def test_dice_are_packed_and_taken_in(state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schooled(state / "dice")
    assert run(state, "symbols", "--export", str(tmp_path / "out.zip")) == 0
    assert run(tmp_path / "other", "signs", "--import", str(tmp_path / "out.zip"), "--show") == 0
    assert "Taken in: Symbols: 24 pictures of 6 faces" in capsys.readouterr().out
    assert read_card(tmp_path / "other" / "dice" / "signs", SetCard).set == "signs"


def test_taught_dice_are_read_by_their_name(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schooled(state / "dice", ("STAR", "RING"), 1)
    good = save(tmp_path / "c.png", photo(("STAR", "STAR"), 305))
    assert read.main([good, "--die-set", "symbols", "--state", str(state)]) == 0
    assert capsys.readouterr().out.startswith(f"{good}: STAR STAR (")


def test_photographs_that_teach_nothing_are_told_and_the_others_teach(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(state, "signs", "--faces", "STAR")
    (tmp_path / "b.jpg").write_text("no picture")
    good = save(tmp_path / "c.png", photo(("STAR",), 5))
    assert run(state, "signs", "--face", "STAR", str(tmp_path / "b.jpg"), str(tmp_path / "nowhere.png"), good) == 1
    out, err = capsys.readouterr()
    assert out == f"{good}: learnt 1 x STAR\n"
    assert "no picture" in err
    assert "no such file" in err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["signs", "--show"], "Nothing was taught of the dice signs yet. Name their faces first"),
        (["signs", "--undo"], "Nothing was taught of the dice signs yet."),
        (["../signs", "--faces", "A"], "../signs cannot be the name of a die set."),
        (["signs", "--faces", "A,A"], "These codes cannot be used for faces"),
        (["signs", "--faces", "A,B", "--names", "Ape"], "There are 1 names for 2 faces."),
        (["signs", "--faces", "A", "x.png"], "It is not said which face the photographs show."),
        (["signs", "--import", "nowhere.zip"], "This is no die set that was packed by a companion"),
        (["characters", "--faces", "SB,COW"], "Games know no such faces of the dice characters: COW"),
        (["signs", "--faces", "A", "--models", "nowhere"], "A part of the eye is missing: base/card.json"),
    ],
)
def test_what_cannot_run_is_a_sentence_and_2(
    state: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert run(state, *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(sentence)
    assert not state.exists()


def test_a_face_that_there_is_not_is_a_sentence_and_2(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(state, "signs", "--faces", "STAR")
    good = save(tmp_path / "c.png", photo(("STAR",), 5))
    assert run(state, "signs", "--face", "COW", good) == 2
    assert capsys.readouterr().err == "These dice have no face COW. Choose one of: STAR\n"


def test_shipped_dice_are_taught_anew_under_their_own_names(state: Path, tmp_path: Path) -> None:
    good = save(tmp_path / "c.png", photo(("STAR",), 5))
    assert run(state, "characters", "--face", "PA", good) == 0
    record = json.loads((state / "dice" / "characters" / "lesson.json").read_text(encoding="utf-8"))
    assert {"code": "PA", "name": "Patrick"} in record["faces"]
    assert [sample["face"] for sample in record["samples"]] == ["PA"]
    assert not (state / "dice" / "characters" / "card.json").exists()  # the shipped set stays until all are taught


def test_a_place_that_cannot_be_written_is_a_sentence_and_2(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    schooled(state / "dice", ("STAR", "RING"), 1)
    (tmp_path / "file").write_text("")
    assert run(state, "symbols", "--export", str(tmp_path / "file" / "below")) == 2
    assert capsys.readouterr().err.startswith("Stopped:")
    shutil.rmtree(state)
    state.write_text("no folder")
    assert run(state, "symbols", "--faces", "A") == 2
    assert capsys.readouterr().err.startswith("What was taught cannot be written down.")
