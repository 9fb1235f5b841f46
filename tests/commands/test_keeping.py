"""`companion backup`, `companion export` and `companion import`."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.state.backup import Backups
from companion.state.journal import SqliteJournal
from companion.statefolder import JOURNAL, hold_folder
from tests.state.test_schema import old_file
from tests.state.test_transfer import played


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A state folder with two evenings."""
    folder = tmp_path / "our table"
    with closing(SqliteJournal(folder / JOURNAL)) as journal:
        played(journal, 5)
        played(journal, 9, seed=2, at=1_000_000.0)
    return folder


def evenings(state: Path) -> list[tuple[float, int]]:
    with closing(SqliteJournal(state / JOURNAL)) as journal:
        return [(start.started_at, len(journal.entries(start.id))) for start in journal.evenings()]


def test_an_evening_goes_to_another_table(state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--state", str(state)]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.split()[0] == "2"
    assert "Ada, نور" in first
    out, other = tmp_path / "evening.json", tmp_path / "other"
    assert main(["export", "2", str(out), "--state", str(state)]) == 0
    for new in (evenings(state)[0][1], 0):
        assert main(["import", str(out), "--state", str(other)]) == 0
        assert f"{new} entries that were not here yet" in capsys.readouterr().out
    assert evenings(other) == evenings(state)[:1]


def test_what_is_no_evening_is_told_and_the_others_are_taken_in(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text("{}")
    main(["export", "1", str(tmp_path / "good.json"), "--state", str(state)])
    files = [str(tmp_path / name) for name in ("bad.json", "missing.json", "good.json")]
    assert main(["import", *files, "--state", str(tmp_path / "other")]) == 1
    assert "no evening that can be read" in capsys.readouterr().err
    assert evenings(tmp_path / "other") == evenings(state)[1:]


def test_nothing_is_taken_in_while_a_companion_runs(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["export", "1", str(tmp_path / "one.json"), "--state", str(state)])
    with hold_folder(state):
        assert main(["import", str(tmp_path / "one.json"), "--state", str(state)]) == 1
        assert main(["backup", "--restore", "--state", str(state)]) == 1
        assert "Another companion uses this state folder" in capsys.readouterr().err
        assert main(["export", "1", str(tmp_path / "two.json"), "--state", str(state)]) == 0
        assert main(["backup", "--state", str(state)]) == 0


def test_what_was_lost_comes_back_before_anything_is_taken_in(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = evenings(state)
    main(["export", "1", str(tmp_path / "one.json"), "--state", str(state)])
    main(["backup", "--state", str(state)])
    (state / JOURNAL).unlink()
    assert main(["import", str(tmp_path / "one.json"), "--state", str(state)]) == 0
    assert "was missing" in capsys.readouterr().err
    assert evenings(state) == before


def test_unknown_evenings_and_missing_journals_are_sentences(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "7", "--state", str(state)]) == 1
    assert "not in the journal" in capsys.readouterr().err
    for command in (["export"], ["backup"]):
        assert main([*command, "--state", str(tmp_path / "none")]) > 0
        assert "There is no journal" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_an_export_of_an_old_journal_backs_it_up_first(tmp_path: Path) -> None:
    old_file(tmp_path / JOURNAL)
    assert main(["export", "1", str(tmp_path / "one.json"), "--state", str(tmp_path)]) == 0
    assert json.loads((tmp_path / "one.json").read_text())["game"] == "g"
    assert len(Backups(tmp_path / JOURNAL).all()) == 1


def test_a_backup_is_put_back_and_the_journal_is_kept(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--state", str(state)]) == 0
    with closing(SqliteJournal(state / JOURNAL)) as journal:
        played(journal, 3, seed=3, at=2_000_000.0)
    before = evenings(state)
    assert main(["backup", "--restore", "--state", str(state)]) == 0
    assert evenings(state) == before[1:]
    (aside,) = state.glob(f"aside/*/{JOURNAL}")
    with closing(SqliteJournal(aside)) as journal:
        assert len(journal.evenings()) == 3
    (backup,) = Backups(state / JOURNAL).all()
    assert main(["backup", "--restore", backup.path.name, "--state", str(state)]) == 0
    assert main(["backup", "--list", "--state", str(state)]) == 0
    assert "good" in capsys.readouterr().out.splitlines()[-1]


def test_a_backup_that_is_not_there_changes_nothing(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = evenings(state)
    for name in ([], ["000009-2026-01-01-daily.sqlite3"]):
        assert main(["backup", "--restore", *name, "--state", str(state)]) == 1
    assert "no such backup" in capsys.readouterr().err
    assert evenings(state) == before


def test_a_damaged_backup_is_refused_before_anything_moves(state: Path) -> None:
    main(["backup", "--state", str(state)])
    (backup,) = Backups(state / JOURNAL).all()
    backup.path.write_bytes(backup.path.read_bytes()[:6000])
    before = evenings(state)
    assert main(["backup", "--restore", backup.path.name, "--state", str(state)]) == 1
    assert evenings(state) == before


def test_after_a_step_back_to_an_older_version_its_own_backup_fits(state: Path) -> None:
    """As the installation does it: a backup, the newer version changes the journal, the older one comes back."""
    before = evenings(state)
    assert main(["backup", "--update", "--state", str(state)]) == 0
    assert main(["backup", "--fit", "--state", str(state)]) == 0
    assert not (state / "aside").exists(), "nothing is done while the journal can be read"
    with closing(SqliteJournal(state / JOURNAL)) as journal:
        played(journal, 3, seed=3, at=2_000_000.0)
    since = evenings(state)[:1]
    with closing(sqlite3.connect(state / JOURNAL)) as connection:
        connection.execute("ALTER TABLE entry ADD COLUMN mood TEXT")
        connection.execute("PRAGMA user_version = 99")
    assert main(["backup", "--fit", "--state", str(state)]) == 0
    assert evenings(state) == since + before
    assert [*state.glob(f"aside/*/{JOURNAL}")]


def test_before_the_first_evening_an_update_needs_no_backup(tmp_path: Path) -> None:
    assert main(["backup", "--update", "--state", str(tmp_path)]) == 0
    assert main(["backup", "--fit", "--state", str(tmp_path)]) == 0
