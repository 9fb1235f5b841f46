from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.files import replace_atomically


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
