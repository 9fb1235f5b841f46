"""What each page costs a slow tablet, printed: `python -m tests.browser.budgets`.

Requests and bytes over the wire of a first visit, milliseconds to the first paint and until the page lives, with
the processor throttled four times and an empty cache.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import CHROMIUM, SIZES, SWITCHES, Shown, settled
from tests.browser.states import STATES
from tests.web.rig import Rig

THROTTLE = 4
PAGES = ("home-evenings", "start", "question", "over", "sand", "across-alarm", "tablet", "first-button", "new")
PAINTED = """() => new Promise((done) => {
    const found = performance.getEntriesByName("first-contentful-paint")[0];
    if (found) done(found.startTime);
    else new PerformanceObserver((list) => done(list.getEntries()[0].startTime)).observe({ type: "paint" });
})"""


def main() -> None:
    """Print a line for each page."""
    print(f"{'page':16} {'requests':>8} {'bytes':>8} {'paint':>7} {'live':>7}   (ms, processor / {THROTTLE})")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*SWITCHES])
        for state in PAGES:
            lead, path = STATES[state]
            with served(lead) as shown:
                print(f"{state:16}", *measured(browser, shown.address + path))
        browser.close()


@contextmanager
def served(lead: Callable[[Rig], None]) -> Iterator[Shown]:
    """A rig in a state behind a real server."""
    with tempfile.TemporaryDirectory() as folder:
        shown = Shown(Rig(Path(folder)))
        try:
            lead(shown.rig)
            yield shown
        finally:
            shown.stop()
            shown.rig.close()


def measured(browser: Browser, address: str) -> list[str]:
    """Requests, bytes, and milliseconds to the first paint and until the page lives."""
    width, height = SIZES["wide"]
    context = browser.new_context(viewport={"width": width, "height": height}, service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    session.send("Network.enable")
    sizes: dict[str, float] = {}

    def received(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = event["encodedDataLength"]

    session.on("Network.loadingFinished", received)
    page.goto(address)
    settled(page)
    live = page.evaluate("() => performance.now()")
    painted = page.evaluate(PAINTED)
    requests, total = len(sizes), sum(sizes.values())
    context.close()
    return [f"{requests:8d}", f"{total:8.0f}", f"{painted:7.0f}", f"{live:7.0f}"]


if __name__ == "__main__":
    main()
