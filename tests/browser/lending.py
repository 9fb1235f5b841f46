"""Browser tabs that one test after another uses: a fresh one for each took half of a short test's time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

PATIENCE = 10_000  # milliseconds for whatever a test waits for
KEPT = 4
"""Tabs that wait for the next test; what was given back longest ago is closed."""
NOWHERE = "about:blank"


class Tabs:
    """Tabs of one browser, each in a context of its own, lent to a test and made clean when it gives them back.

    A test that does to its tab what cannot be set right again (another clock, no network, another page beside it)
    must have a fresh one and close it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._waiting: OrderedDict[BrowserContext, str] = OrderedDict()

    def lend(self, script: str, **options: Any) -> Page:
        """An empty page in a context with these options, in which `script` runs before a page's own."""
        wanted = _told(script, options)
        context = next((one for one, has in reversed(self._waiting.items()) if has == wanted), None)
        if context is None:
            return self.fresh(script, **options)
        del self._waiting[context]
        (page,) = context.pages
        page.emulate_media(color_scheme="light")  # a new context's
        return page

    def fresh(self, script: str, **options: Any) -> Page:
        """The same, never used before."""
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(script)
        return context.new_page()

    def take_back(self, page: Page, address: str, script: str, **options: Any) -> None:
        """Forget what the server at `address` left in a page's context, and keep it; close what does not obey."""
        context = page.context
        try:
            _forget(page, address)
        except Error:  # it was closed, has crashed, or has opened another
            context.close()
            return
        self._waiting[context] = _told(script, options)
        while len(self._waiting) > KEPT:
            self._waiting.popitem(last=False)[0].close()


def _told(script: str, options: Mapping[str, Any]) -> str:
    """What two tabs must have in common to stand in for each other."""
    return repr((script, sorted(options.items())))


def _forget(page: Page, address: str) -> None:
    """Leave the server, and clear cookies, storage and workers that it left."""
    page.mouse.move(-1, -1)
    page.goto(NOWHERE)
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    session.detach()
    page.context.clear_cookies()
    if page.context.pages != [page]:
        raise Error("expected one page in its context")
