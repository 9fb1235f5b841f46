"""Nothing is told to anybody outside the house."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from companion.commands.read import default_models

SILENCED = "ORT_DISABLE_TELEMETRY"


def test_the_eyes_library_tells_its_maker_nothing(tmp_path: Path) -> None:
    """The library onnxruntime reports what it runs on; first of all it gives the computer a number on its disk."""
    home, state = tmp_path / "home", tmp_path / "state"
    home.mkdir()
    environ = {name: value for name, value in os.environ.items() if name not in (SILENCED, "XDG_CACHE_HOME")}
    command = [sys.executable, "-m", "companion.doctor.trial", str(default_models()), str(state)]
    read = subprocess.run(
        command, env={**environ, "HOME": str(home)}, capture_output=True, text=True, check=False, timeout=60
    )
    assert (read.returncode, '"faces": ["5"]' in read.stdout) == (0, True), read.stderr
    assert [*home.rglob("*")] == []
