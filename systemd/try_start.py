"""Starts a simulated table in a state folder of its own, asks its page, and ends it: `python try_start.py`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import urllib.request

PATIENCE = 120.0
"""Seconds until the table must have started; a small Pi needs some twenty."""


def main() -> int:
    """0 when the table started, answered, and ended when it was told to."""
    with tempfile.TemporaryDirectory() as state:
        command = [sys.executable, "-m", "companion", "play", "--simulate", "--host", "127.0.0.1", "--port", "0"]
        with subprocess.Popen([*command, "--state", state], stdout=subprocess.PIPE, text=True) as table:
            limit = threading.Timer(PATIENCE, table.kill)
            limit.start()
            try:
                phase = _phase(table)
                table.terminate()
                status = table.wait(PATIENCE)
            finally:
                limit.cancel()
                table.kill()
    print(f"A simulated table answers: {phase!r}, and ends with status {status}.")
    return int((phase, status) != ("home", 0))


def _phase(table: subprocess.Popen[str]) -> str:
    """What the table's page says, or an empty text when the table ended before it was open."""
    assert table.stdout is not None
    for line in table.stdout:
        for word in line.split():
            if word.startswith("http://"):
                with urllib.request.urlopen(f"{word}view.json", timeout=PATIENCE) as answer:
                    return str(json.load(answer)["phase"])
    return ""


if __name__ == "__main__":
    sys.exit(main())
