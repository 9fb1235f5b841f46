"""The form that starts a game, in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, Shown

pytestmark = pytest.mark.browser


def test_without_scripts_a_game_can_be_started_read_and_played(open_page: Opener) -> None:
    page = open_page("/new/yahtzee_jr", "phone", java_script_enabled=False)
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bo")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("h1")).to_have_text("Ann")
    page.get_by_text("Enter the roll by hand").click()
    page.get_by_label("Faces, with spaces between").fill("SB SB PA KR SQ")
    page.get_by_role("button", name="Enter", exact=True).click()
    page.locator("#score-SB").click()
    expect(page.locator("h1")).to_have_text("Bo")


def test_a_wrong_form_keeps_what_was_typed(open_page: Opener, snap: Callable[[Page, str], None]) -> None:
    page = open_page("/new/yahtzee_jr", "phone", errors=True)
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("ann")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("same name")
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ann")
    snap(page, "new-wrong-phone")


def test_a_row_for_one_more_player_comes_with_each_name(shown: Shown, open_page: Opener) -> None:
    page = open_page("/new/monopoly", "phone")
    rows = page.locator("li.place")
    expect(rows).to_have_count(6)
    for number, shown_then in enumerate((3, 3, 4, 5, 6, 6)):
        page.locator(f"#name-{number}").fill(f"P{number}")
        expect(page.locator("li.place:visible")).to_have_count(shown_then)
    page.locator("#name-3").fill("")
    expect(page.locator("li.place:visible")).to_have_count(4)
    page.locator("#name-3").fill("P3")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table")
    assert len(shown.rig.view.seats) == 6
