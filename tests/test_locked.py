"""What a camera keeps of its exposure from one start to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import CalibrationError
from companion.locked import CAMERA, keep_locked, locked_for

VALUES = {"ExposureTime": 9998, "AnalogueGain": 1.5, "ColourGains": (1.9, 1.4)}


def test_what_is_kept_is_there_at_the_next_start_of_the_same_camera(tmp_path: Path) -> None:
    keep_locked(tmp_path / CAMERA, "pi", VALUES)
    assert locked_for("pi", tmp_path / CAMERA) == VALUES
    assert locked_for("usb:0", tmp_path / CAMERA) is None


def test_without_a_file_or_values_the_camera_is_automatic(tmp_path: Path) -> None:
    assert locked_for("pi", tmp_path / CAMERA) is None
    keep_locked(tmp_path / CAMERA, "folder:x", {})
    assert locked_for("folder:x", tmp_path / CAMERA) is None


def test_a_damaged_file_is_like_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / CAMERA).write_text("source = 3")
    assert locked_for("pi", tmp_path / CAMERA) is None
    assert "automatic exposure" in caplog.text


def test_a_disk_that_cannot_be_written_to_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CalibrationError, match="cannot be written"):
        keep_locked(tmp_path / "file" / CAMERA, "pi", VALUES)
