"""Tabs that one test after another uses keep nothing of the one before."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Shown, reaches, settled
from tests.browser.lending import KEPT, NOWHERE, Tabs
from web.site import site_of

pytestmark = pytest.mark.browser

REMEMBERED = """async () => [
    document.cookie, localStorage.length, (await navigator.serviceWorker.getRegistrations()).length,
    matchMedia("(prefers-color-scheme: dark)").matches]"""


def used(shown: Shown, page: Page) -> None:
    """Leave all traces on the table's page that a test can leave."""
    page.goto(f"{shown.address}/table")
    settled(page)
    page.evaluate("() => { localStorage.setItem('kept', 'yes'); document.cookie = 'kept=yes'; }")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.emulate_media(color_scheme="dark")


def test_a_tab_that_was_given_back_is_lent_again_without_a_trace(shown: Shown, browser: Browser) -> None:
    tabs = Tabs(browser)
    page = tabs.lend("", locale="de-DE")
    used(shown, page)
    tabs.take_back(page, shown.address, "", locale="de-DE")
    assert page.url == NOWHERE
    assert reaches(page, lambda: site_of(shown.rig.app).streams.open == 0)
    assert tabs.lend("", locale="de-DE") is page
    page.goto(f"{shown.address}/healthz")
    assert page.evaluate(REMEMBERED) == ["", 0, 0, False]
    page.context.close()


@pytest.mark.thorough
def test_tabs_of_another_kind_or_with_company_are_not_lent_again(shown: Shown, browser: Browser) -> None:
    tabs = Tabs(browser)
    before = len(browser.contexts)
    page = tabs.lend("")
    page.context.new_page()
    tabs.take_back(page, shown.address, "")
    assert page.is_closed()
    for number in range(KEPT + 2):
        tabs.take_back(tabs.fresh("", locale="de-DE"), shown.address, f"{number}", locale="de-DE")
    assert len(browser.contexts) - before == KEPT
    other = tabs.lend("", locale="de-DE")
    assert len(browser.contexts) - before == KEPT + 1
    other.context.close()
    for context in browser.contexts[before:]:
        context.close()
