"""Take a picture of every page and state at three sizes: `python -m tests.browser.screens` [words of pytest's -k].

They go to `tests/screens`, one file for each state, size and scheme, to be looked at.
"""

from __future__ import annotations

import os
import sys

import pytest

from tests.browser.conftest import SCREENS

FILES = ("states", "workshop", "riot", "plankton_rising", "monopoly", "pages", "summary", "decks", "pairing")


def main(words: list[str]) -> int:
    """Run the tests that take pictures, and tell where these are."""
    os.environ["COMPANION_SCREENS"] = "1"
    files = [f"tests/browser/test_{name}.py" for name in FILES]
    status = pytest.main([*filter(os.path.exists, files), "-q", "-p", "no:cacheprovider", *words])
    print(f"{len([*SCREENS.glob('*.png')])} pictures in {SCREENS}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main([part for word in sys.argv[1:] for part in ("-k", word)]))
