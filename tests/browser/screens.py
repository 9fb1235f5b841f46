"""Take a picture of every page and state at three sizes: `python -m tests.browser.screens` [words of pytest's -k].

They go to `tests/screens`, one file for each state and size, to be looked at; `tests/screens/index.html` shows
them all on one page, the sizes of a state side by side.
"""

from __future__ import annotations

import html
import os
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
SCREENS = FOLDER.parent / "screens"
SIZES = ("wide", "tall", "phone")


class Taker:
    """Leaves the tests that take pictures, and tells how far they are."""

    def __init__(self) -> None:
        self.all = self.done = 0
        self.began = time.monotonic()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Put aside whatever takes no picture."""
        taking = [item for item in items if "snap" in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=[item for item in items if item not in taking])
        items[:] = taking
        self.all = len(taking)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A line for each test that has ended."""
        if report.when != "call" and report.passed:
            return
        self.done += report.when == "call"
        passed = int(time.monotonic() - self.began)
        name = report.nodeid.rpartition("::")[2]
        print(f"{self.done:4}/{self.all} {passed // 60}:{passed % 60:02} {report.outcome:7} {name}", flush=True)
        if report.failed:
            print(report.longreprtext)


def index() -> int:
    """Write the page that shows all pictures, and tell how many there are."""
    states: dict[str, dict[str, str]] = defaultdict(dict)
    pictures = sorted(SCREENS.glob("*.png"))
    for picture in pictures:
        state, _, size = picture.stem.rpartition("-")
        states[state if size in SIZES else picture.stem][size if size in SIZES else ""] = picture.name
    rows = "".join(
        f"<section><h2>{html.escape(state)}</h2>"
        + "".join(
            f'<a href="{name}"><img loading="lazy" src="{name}" alt="{size}"></a>' for size, name in sizes.items()
        )
        + "</section>"
        for state, sizes in states.items()
    )
    style = "body{background:#667;color:#fff;font:16px sans-serif}img{height:32rem;margin:4px;vertical-align:top}"
    page = f"<!doctype html><meta charset=utf-8><title>Screens</title><style>{style}</style>{rows}"
    (SCREENS / "index.html").write_text(page, encoding="utf-8")
    return len(pictures)


def main(words: list[str]) -> int:
    """Run the tests that take pictures, anew, and tell where these are."""
    os.environ |= {"COMPANION_SCREENS": "1", "COMPANION_CHECK": "whole"}
    if not words:
        for old in SCREENS.glob("*.png"):
            old.unlink()
    chosen = ["-k", " or ".join(words)] if words else []
    options = ["-q", "-n", "0", "-o", "timeout=0", "-p", "no:cacheprovider", "-p", "no:terminalreporter"]
    status = pytest.main([str(FOLDER), *options, *chosen], plugins=[Taker()])
    print(f"{index()} pictures in {SCREENS}, all on {SCREENS / 'index.html'}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
