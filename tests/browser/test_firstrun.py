"""The first run by taps: every step to its end, one left out and returned to, a press felt while one looks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.firstrun import STEPS
from tests.browser.conftest import SIZES_DAILY, Opener, Shown

pytestmark = pytest.mark.browser

ANSWERED = "() => !document.querySelector('[data-waiting]:not([data-waiting=\"0\"])')"


@pytest.mark.parametrize("size", SIZES_DAILY)
def test_a_family_goes_through_it_and_home_forgets_it(shown: Shown, open_page: Opener, size: str) -> None:
    run = shown.rig.first_run
    page = open_page("/", size)
    page.get_by_role("link", name="Begin").click()
    page.get_by_role("link", name="Begin").click()
    for step in STEPS:
        page.wait_for_url(f"**/first/{step}")
        if step == "button":
            expect(page.locator(".presses")).to_contain_text("No press")
            assert run.press()
            expect(page.locator(".presses")).to_contain_text("Pressed: 1")
            expect(page.locator(".shell.lit")).to_have_count(1)
        if step == "lights":
            page.get_by_role("button", name="Seat 2").click()
            expect(page.locator("main")).to_be_visible()
            page.wait_for_function(ANSWERED)
            assert shown.rig.lit == ["seat2"]
            assert page.url.endswith("/first/lights"), "the page was not left"
        if step == "mat":
            page.get_by_role("button", name="Leave it out").click()
        else:
            page.locator("#finished").click()
    page.wait_for_url("**/first")
    expect(page.locator(".step-card.done")).to_have_count(6)
    page.get_by_role("link", name="A mat for the tray").click()
    page.locator("#finished").click()
    assert run.progress.marks["mat"] == "done"
    page.goto(shown.address)
    expect(page.get_by_text("Set up your table, step by step")).to_have_count(0)
    page.get_by_role("link", name="Step by step").click()
    page.wait_for_url("**/first")


def test_it_can_be_put_off_and_works_without_scripts(shown: Shown, open_page: Opener) -> None:
    page = open_page("/", java_script_enabled=False)
    page.get_by_role("button", name="Not now").click()
    expect(page.get_by_text("Set up your table, step by step")).to_have_count(0)
    page.goto(f"{shown.address}/first/lights")
    page.get_by_role("button", name="State").click()
    assert shown.rig.lit == ["status"]
    page.locator("#finished").click()
    page.wait_for_url("**/first/dice")
