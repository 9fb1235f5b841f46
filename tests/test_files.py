from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from companion.files import BESIDE, replace_atomically, sweep


def test_a_file_is_made_with_its_folder_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    replace_atomically(path, b"one")
    replace_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [*path.parent.iterdir()] == [path]


def test_a_write_that_fails_half_way_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    replace_atomically(path, b"one")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        replace_atomically(path, b"two")
    assert path.read_bytes() == b"one"
    assert [*tmp_path.iterdir()] == [path]


def test_others_may_read_what_the_users_mask_lets_them(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        replace_atomically(tmp_path / "mat.pdf", b"%PDF")
    finally:
        os.umask(before)
    assert (tmp_path / "mat.pdf").stat().st_mode & 0o777 == 0o644


def test_what_power_cuts_left_is_swept_away_when_it_is_old(tmp_path: Path) -> None:
    for name, age in ((f"{BESIDE}old", 90_000), (f"{BESIDE}new", 10), ("journal.sqlite3", 90_000)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - age,) * 2)
    (tmp_path / f"{BESIDE}folder").mkdir()
    os.utime(tmp_path / f"{BESIDE}folder", (0, 0))
    sweep(tmp_path)
    sweep(tmp_path / "none")
    assert {one.name for one in tmp_path.iterdir()} == {f"{BESIDE}new", f"{BESIDE}folder", "journal.sqlite3"}
