from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from companion.__main__ import COMMANDS
from companion.commands import print_deck
from companion.commands.print_deck import NAMES, main


def test_a_deck_is_written_by_its_name_or_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS["print-deck"] is main
    assert NAMES["plankton"] == NAMES["plankton_rising"]
    out = tmp_path / "new" / "deck.PDF"
    assert main(["plankton", str(out), "--paper", "letter", "--backs"]) == 0
    assert len(pypdfium2.PdfDocument(out)) == 16
    told = capsys.readouterr().out
    assert "66 cards on 8 sheets of US Letter" in told
    assert "at 100 %" in told
    assert "both sides" in told


@pytest.mark.parametrize("arguments", [["riot"], ["riot", "deck.png"], ["poker", "deck.pdf"], []])
def test_what_cannot_be_meant_is_told_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: companion print-deck" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_a_place_that_cannot_be_written_is_a_sentence_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_deck, "pdf", lambda *_, **__: b"%PDF")
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["plankton", str(tmp_path / "file" / "deck.pdf")]) == 2
    assert capsys.readouterr().err.startswith("The file cannot be written:")


def test_the_rules_are_printed_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "de.pdf"
    assert main(["riot", str(out), "--language", "de"]) == 0
    told = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(out))
    assert "Zieh zwei Karten." in told
    assert "Draw two cards." not in told
    assert "Rain Shower" in told  # names stay as the box has them
