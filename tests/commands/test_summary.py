"""`companion summary`: an evening told, or written as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.rules import GAMES
from companion.rules.game import Action
from companion.state.clock import TurnClock
from companion.state.journal import SqliteJournal
from companion.state.table import Table
from companion.statefolder import JOURNAL
from tests.play import setup_of

MAGIC = {"pdf": b"%PDF", "csv": "\ufeffsection".encode(), "json": b"{"}


@pytest.fixture
def state(tmp_path: Path) -> Path:
    journal = SqliteJournal(tmp_path / JOURNAL)
    table = Table.new(journal, "yahtzee_jr", setup_of(GAMES["yahtzee_jr"], 2), TurnClock(), 1000.0)
    table.do(Action.parse('0 roll faces=["PA","PA","KR","GA","SQ"]'), at=1090.0)
    journal.close()
    return tmp_path


def test_an_evening_is_told_in_a_few_lines(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", "1", "--state", str(state)]) == 0
    told = capsys.readouterr().out
    assert "Ada: 0 points, 1 min 30 s" in told
    assert "Luckiest throw of five dice: Ada: 3 × Patrick at once" in told


@pytest.mark.parametrize("kind", MAGIC)
def test_an_evening_is_written_as_a_file(state: Path, kind: str) -> None:
    out = state / f"evening.{kind}"
    assert main(["summary", "1", "--state", str(state), "--out", str(out), "--language", "de"]) == 0
    assert out.read_bytes().startswith(MAGIC[kind])


def test_an_unknown_ending_is_refused(state: Path) -> None:
    with pytest.raises(SystemExit) as end:
        main(["summary", "1", "--state", str(state), "--out", "evening.exe"])
    assert end.value.code == 2


def test_an_evening_that_is_not_there_is_told(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", "7", "--state", str(state)]) == 1
    assert "not in the journal" in capsys.readouterr().err


def test_a_folder_without_a_journal_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", "1", "--state", str(tmp_path)]) == 2
    assert "no journal" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_told(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", "1", "--state", str(state), "--out", str(state / JOURNAL / "x.csv")]) == 2
    assert "cannot be written" in capsys.readouterr().err
