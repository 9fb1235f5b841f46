"""The command that shows and changes settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.config import load_settings


def test_changes_are_kept_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["settings", "--state", str(tmp_path), "web.port=9000", "camera.source=usb:1", "camera.mains=60"]
    assert main(command) == 0
    settings, broken = load_settings(tmp_path / "settings.toml")
    assert broken is None
    assert (settings.web.port, settings.camera.source, settings.camera.mains) == (9000, "usb:1", 60)
    assert main(["settings", "--state", str(tmp_path)]) == 0
    assert "port = 9000" in capsys.readouterr().out


@pytest.mark.parametrize("change", ["web.port=many", "web.colour=red", "nothing", "camera.mains=55"])
def test_a_wrong_change_is_a_sentence_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    main(["settings", "--state", str(tmp_path), "web.port=9000"])
    before = (tmp_path / "settings.toml").read_bytes()
    assert main(["settings", "--state", str(tmp_path), change]) == 1
    told = capsys.readouterr().err
    assert "settings" in told
    assert "Traceback" not in told
    assert (tmp_path / "settings.toml").read_bytes() == before


def test_a_broken_file_is_told_and_the_last_good_settings_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["settings", "--state", str(tmp_path), "web.port=9000"])
    (tmp_path / "settings.toml").write_text("[web")
    assert main(["settings", "--state", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert "port = 9000" in told.out
    assert "last good settings" in told.err
