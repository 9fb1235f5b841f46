"""The table over https in a real browser: joining there, and coming over from plain http."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.web.doorrig import DoorRig
from tests.web.test_pairing import signed
from web.https import Https
from web.server import Server

pytestmark = pytest.mark.browser
pytest.importorskip("cryptography", reason="https needs the extra `https`")

LIMIT = 20.0


class Served:
    """A table with a door over https; its browser is told to trust it by a switch of its own.

    `before` is the cookie of the host's tablet from before https was switched on.
    """

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.rig = DoorRig(folder)
        host = self.rig.door.register.add("iPad")
        self.before = signed(self.rig.door.register.key, {"tablet": host.id, "issue": host.issue})
        self.https = Https(folder, ["localhost"], "127.0.0.1", 0)
        self.https.install(self.rig.app)
        self.server = Server(self.rig.app, port=0, front=self.https.front)
        self.context = browser.new_context(ignore_https_errors=True)
        self.context.set_default_timeout(15_000)
        self._thread = threading.Thread(target=self.server.run)
        self._thread.start()
        self.https.front.start()

    @property
    def address(self) -> str:
        return f"https://127.0.0.1:{self.https.front.port}"

    def role(self, page: Page) -> str | None:
        return page.locator("html").get_attribute("data-role")

    def close(self) -> None:
        self.context.close()
        self.server.stop()
        self._thread.join(LIMIT)
        self.https.front.stop()
        self.rig.close()


@pytest.fixture
def served(tmp_path: Path, browser: Browser) -> Iterator[Served]:
    made = Served(tmp_path, browser)
    yield made
    made.close()


def test_a_tablet_joins_over_https_plays_live_and_may_keep_its_screen_on(served: Served) -> None:
    page = served.context.new_page()
    page.goto(f"http://127.0.0.1:{served.server.port}/pair?code={served.rig.door.first_code()}")
    page.get_by_role("link", name="To the table").click()
    page.wait_for_url(f"{served.address}/")
    assert served.role(page) == "actor"
    assert page.evaluate("() => window.isSecureContext")
    (kept,) = [one for one in served.context.cookies() if "companion" in one["name"]]
    assert (kept["name"], kept["secure"], kept["httpOnly"], kept["sameSite"]) == (
        "__Host-companion", True, True, "Strict",
    )  # fmt: skip
    page.goto(f"{served.address}/table")
    served.rig.new()
    page.get_by_text("Ann").first.wait_for()


def test_a_tablet_that_was_paired_over_plain_http_is_paired_over_https_too(served: Served) -> None:
    served.context.add_cookies([{"name": "companion", "value": served.before, "domain": "127.0.0.1", "path": "/"}])
    page = served.context.new_page()
    page.goto(f"{served.address}/")
    page.goto(f"{served.address}/tablets")
    assert served.role(page) == "host"
    assert served.rig.door.register.tablets[0].issue == 2
