"""Asks the installed table for its View until it answers: `python ask.py SETTINGS`, settings as TOML text."""

from __future__ import annotations

import sys
import time
import tomllib
import urllib.error
import urllib.request

PATIENCE = 60.0
"""Seconds until it must have answered."""


def main(settings: str) -> int:
    """0 as soon as it answers, 1 when it does not."""
    web = tomllib.loads(settings)["web"]
    host = "127.0.0.1" if web["host"] in ("0.0.0.0", "::") else web["host"]
    address = f"http://[{host}]:{web['port']}/" if ":" in host else f"http://{host}:{web['port']}/"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}view.json", timeout=5) as answer:
                print(f"The table answers at {address} ({answer.status})", file=sys.stderr)
                return 0
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    print(f"The table does not answer at {address}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
