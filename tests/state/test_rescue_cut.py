"""A power cut while the journal is migrated, backed up or rescued: the next start finds everything.

The number of kills comes from the environment variable COMPANION_KILLS (2 of each kind when it is not set).
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from companion.state.backup import DAILY, Backups, check_file
from companion.state.journal import Entry, SqliteJournal
from companion.state.rescue import open_journal
from tests.state.test_schema import old_file

KILLS = min(200, int(os.environ.get("COMPANION_KILLS", "2")))
ROOT = Path(__file__).parents[2]
TODAY = date(2026, 11, 30)
START = """
import sys
from datetime import date
from pathlib import Path
from companion.state.backup import DAILY, Backups
from companion.state.rescue import open_journal
path, day = Path(sys.argv[1]), date(2026, 12, 1)
print("go", flush=True)
journal, _ = open_journal(path, day)
for _ in range(int(sys.argv[2])):
    Backups(path).make(DAILY, day)
print("done", flush=True)
"""

Prepare = Callable[[Path], None]


def old(path: Path) -> None:
    """A journal of version 1."""
    old_file(path)


def sound(path: Path) -> None:
    """A journal of this version."""
    old_file(path)
    SqliteJournal(path).close()


def damaged(path: Path) -> None:
    """A journal with a good backup of the same contents, and noise in its middle."""
    sound(path)
    Backups(path).make(DAILY, TODAY)
    whole = bytearray(path.read_bytes())
    whole[5000:5600] = random.Random(1).randbytes(600)
    path.write_bytes(whole)


def contents(path: Path) -> list[tuple[Entry, ...]]:
    journal, _ = open_journal(path, TODAY)
    with closing(journal):
        return [journal.entries(start.id) for start in journal.evenings()]


@pytest.mark.timeout(60 + 10 * KILLS)
@pytest.mark.parametrize(("prepare", "backups"), [(old, 0), (damaged, 0), (sound, 20)])
def test_nothing_is_lost(tmp_path: Path, prepare: Prepare, backups: int) -> None:
    rng, cut = random.Random(KILLS), 0
    (tmp_path / "whole").mkdir()
    prepare(tmp_path / "whole" / "journal.sqlite3")
    before = contents(Path(shutil.copytree(tmp_path / "whole", tmp_path / "reference")) / "journal.sqlite3")
    assert len(before) == 2
    whole = start_and_kill(
        Path(shutil.copytree(tmp_path / "whole", tmp_path / "timed")) / "journal.sqlite3", backups
    )
    for kill in range(KILLS):
        path = Path(shutil.copytree(tmp_path / "whole", tmp_path / f"{kill}")) / "journal.sqlite3"
        cut += start_and_kill(path, backups, rng.uniform(0, whole)) > 0
        for _ in range(2):
            assert contents(path) == before
        assert all(check_file(backup.path) for backup in Backups(path).all()), "no half backup"
    assert cut or KILLS < 20, "every one had ended before it was killed"


def start_and_kill(path: Path, backups: int, seconds: float | None = None) -> float:
    """Start a program that opens the journal and makes backups, and kill it after so many seconds of work.

    Gives the seconds after which it was killed at work, or 0 when it was done already; without `seconds` those
    that it took.
    """
    command = [sys.executable, "-c", START, str(path), str(backups)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "go\n"
        started = time.monotonic()
        if seconds is None:
            assert process.stdout.readline() == "done\n"
            return time.monotonic() - started
        time.sleep(seconds)
        process.kill()
        return 0.0 if "done" in process.stdout.read() else seconds
