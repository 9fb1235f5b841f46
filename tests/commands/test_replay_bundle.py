"""`companion replay-bundle`: what it prints and with which status it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.__main__ import main
from companion.bundles import Bundle, Unpacked, packed, picture_files, unpacked
from tests import bundles
from tests.readings import JPEG

SHIPPED = Path(bundles.__file__).parent / "pips-touching.zip"


def told_otherwise(path: Path, truth: tuple[str, ...] | None) -> Path:
    """The same bundle with another truth."""
    one = unpacked(SHIPPED)
    path.write_bytes(packed(Unpacked(replace(one.bundle, truth=truth), one.pictures)))
    return path


def test_a_reading_that_is_right_is_told_with_then_now_and_expected(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay-bundle", str(SHIPPED)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{SHIPPED}: right"
    assert [line.split("  ")[1].split(" [")[0] for line in told[1:]] == ["1 2 5 5 6"] * 3
    assert ["then" in told[1], "now" in told[2], "expected" in told[3]] == [True] * 3


def test_a_silent_error_ends_with_1_and_an_open_one_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told_otherwise(tmp_path / "a.zip", None)
    assert main(["replay-bundle", str(tmp_path)]) == 0
    told_otherwise(tmp_path / "b.zip", ("1", "2", "3", "5", "6"))
    assert main(["replay-bundle", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "a.zip: nobody has said what lay there" in out
    assert "b.zip: WRONG, and sure" in out


def test_what_is_no_bundle_is_a_sentence_and_the_others_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.zip").write_bytes(b"no zip")
    assert main(["replay-bundle", str(tmp_path / "bad.zip"), str(SHIPPED)]) == 2
    told = capsys.readouterr()
    assert "bad.zip: This file is no reported reading" in told.err
    assert "pips-touching.zip: right" in told.out


def test_a_bundle_whose_picture_is_none_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = picture_files([JPEG], "jpg")
    note = unpacked(SHIPPED).bundle.note
    (tmp_path / "a.zip").write_bytes(packed(Unpacked(Bundle(note, tuple(files), None), (JPEG,))))
    assert main(["replay-bundle", str(tmp_path)]) == 2
    assert "no picture" in capsys.readouterr().err


def test_a_card_is_told_by_its_code_and_why_it_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    path = SHIPPED.with_name("card-that-nobody-taught.zip")
    assert main(["replay-bundle", str(path)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{path}: not right, but asked about"
    assert "-card) [asked]" in told[1]
    assert "-card) [asked]" in told[2]
    assert told[3] == "  SPIN  expected"
