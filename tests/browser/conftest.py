from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

from tests.browser.lending import Tabs
from tests.daily import daily
from tests.web.rig import Rig
from web import Server

CHROMIUM = Path(os.environ.get("COMPANION_CHROMIUM", "/usr/bin/chromium"))
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
SIZES = {"wide": (1280, 800), "tall": (800, 1280), "phone": (390, 844)}
SIZES_DAILY = daily(SIZES, ["phone"])
"""The three sizes for a flow: every day it goes over the smallest screen, where least fits."""

SCREENS = Path(__file__).parents[1] / "screens"
SNAPPING = bool(os.environ.get("COMPANION_SCREENS"))

AS_READ = """() => document.querySelectorAll(".start-row, .playground")
    .forEach((one) => { one.style.position = "static"; })"""
"""What stays at the screen's edge would lie in the middle of a picture of the whole page."""

ENDED = """() => Promise.all(document.getAnimations()
    .filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished))"""
"""Waits for the end of whatever moves but for spinners."""


def settled(page: Page) -> None:
    """Wait until a live page has heard from the server; a page without scripts is there at once."""
    if page.locator("body[data-live]").count():
        page.wait_for_function("() => document.body.dataset.heard")


def reaches(page: Page, state: Callable[[], bool]) -> bool:
    """Whether `state` comes about within ten seconds while the page lives on."""
    deadline = time.monotonic() + 10
    while not state() and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    return state()


Opener = Callable[..., Page]


class Shown:
    """A rig behind a real server on a port of its own, which can be taken away and come back."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.server = Server(rig.app, port=0)
        self._start()

    @property
    def address(self) -> str:
        return self.server.address.rstrip("/")

    def come_back(self, rig: Rig) -> None:
        """The same address served by another run of the program."""
        self.rig, self.server = rig, Server(rig.app, port=self.server.port)
        self._start()

    def stop(self) -> None:
        self.server.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()

    def _start(self) -> None:
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()


class Clock:
    """Monotonic seconds that pass as they do, and `ahead` of them."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless Chromium for all tests."""
    if not CHROMIUM.is_file():
        pytest.skip(f"needs Chromium at {CHROMIUM} (or COMPANION_CHROMIUM)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=[*SWITCHES])
        yield chromium
        chromium.close()


@pytest.fixture
def clock() -> Clock:
    """The monotonic clock of the rig, which a test can put forward."""
    return Clock()


@contextmanager
def showing(rig: Rig) -> Iterator[Shown]:
    """A rig behind a server, until both end."""
    made = Shown(rig)
    yield made
    made.stop()
    made.rig.close()


@pytest.fixture
def shown(tmp_path: Path, clock: Clock) -> Iterator[Shown]:
    with showing(Rig(tmp_path / "pictures", now=clock)) as made:
        yield made


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    """The tabs that tests use one after another."""
    return Tabs(browser)


class Troubles:
    """What a page's console complained about."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def leave(self, page: Page) -> None:
        page.remove_listener("console", self._console)
        page.remove_listener("pageerror", self._error)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.told.append(message.text)

    def _error(self, error: Error) -> None:
        self.told.append(str(error))


@pytest.fixture
def open_page(tabs: Tabs, shown: Shown) -> Iterator[Opener]:
    """Opens a path in a tab of its own at one of `SIZES`; an error on a page's console fails the test.

    `wishes` are a tablet's settings as its cookie has them, `script` is run before the page's own. A test that
    does to its tab what `Tabs` cannot set right opens it with `fresh`.
    """
    troubles = Troubles()
    with ExitStack() as opened:

        def opener(
            path: str,
            size: str = "wide",
            *,
            errors: bool = False,
            wishes: str = "",
            script: str = "",
            fresh: bool = False,
            **options: object,
        ) -> Page:
            page = (tabs.fresh if fresh else tabs.lend)(script, **options)
            if fresh:
                opened.callback(page.context.close)
            else:
                opened.callback(tabs.take_back, page, shown.address, script, **options)
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            page.context.add_cookies([{"name": "tablet", "value": wishes, "url": shown.address}])
            if not errors:
                troubles.watch(page)
                opened.callback(troubles.leave, page)
            page.goto(shown.address + path)
            return page

        yield opener
    assert troubles.told == []


@pytest.fixture
def snap() -> Callable[[Page, str], None]:
    """Keeps a picture of a whole page in `tests/screens` where COMPANION_SCREENS is set."""

    def snapper(page: Page, name: str) -> None:
        if not SNAPPING:
            return
        SCREENS.mkdir(exist_ok=True)
        page.evaluate(ENDED)
        page.evaluate(AS_READ)
        page.screenshot(path=SCREENS / f"{name}.png", full_page=True)

    return snapper
