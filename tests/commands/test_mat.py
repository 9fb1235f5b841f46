from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands.mat import main
from companion.vision.mat import A4, LETTER, MATS, board_sheet


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.paper.name)
def test_the_mat_is_written_as_pdf_or_svg(tmp_path: Path, mat: object) -> None:
    paper = mat.paper  # type: ignore[attr-defined]
    for name, content in (("mat.pdf", mat.sheet().pdf()), ("mat.SVG", mat.sheet().svg().encode())):  # type: ignore[attr-defined]
        out = tmp_path / "new" / name
        assert main(["--paper", paper.name, str(out)]) == 0
        assert out.read_bytes() == content


def test_a4_is_what_nobody_has_to_ask_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "mat.svg"
    assert main([str(out)]) == 0
    assert out.read_text(encoding="utf-8") == MATS[0].sheet().svg()
    told = capsys.readouterr().out
    assert "A4, at 100 %" in told
    assert "--ruler" in told


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_the_chessboard_is_written_instead(tmp_path: Path, paper: object) -> None:
    out = tmp_path / "board.svg"
    assert main(["--board", "--paper", paper.name, str(out)]) == 0  # type: ignore[attr-defined]
    assert out.read_text(encoding="utf-8") == board_sheet(paper).svg()  # type: ignore[arg-type]


@pytest.mark.parametrize("arguments", [["mat.png"], ["mat"], [], ["--paper", "a3", "mat.pdf"]])
def test_what_cannot_be_meant_is_told_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: companion mat" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_a_place_that_cannot_be_written_is_a_sentence_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "file"
    taken.write_text("", encoding="utf-8")
    assert main([str(taken / "mat.pdf")]) == 2
    assert capsys.readouterr().err.startswith("The file cannot be written:")
