"""Summaries, players and rule books in a real browser.

The everyday run looks at a few pages; COMPANION_EVENING=whole at every one, with its pictures in `tests/screens`.
"""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from tests.browser.audit import Snap, audited
from tests.browser.conftest import SNAPPING, Opener, Shown, settled
from tests.browser.summary_states import STATES, played
from web import live

pytestmark = pytest.mark.browser

WHOLE = SNAPPING or os.environ.get("COMPANION_EVENING") == "whole"
EVERYDAY = ("summary-plankton_rising", "players-change")


@pytest.mark.parametrize("state", STATES if WHOLE else EVERYDAY)
def test_a_page_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap, state: str
) -> None:
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(path, bypass_csp=True, reduced_motion="reduce")
    audited(page, snap, state)


def test_a_summary_that_lies_open_follows_the_evening(
    shown: Shown, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "REST", 0.0)
    shown.rig.new("just_dice")
    shown.rig.roll("1 2")
    page = open_page("/evening/1/summary", "phone")
    settled(page)
    page.locator("#series-sums ~ details summary").click()
    shown.rig.roll("6 6")
    expect(page.locator("main")).to_contain_text("2 alike")
    expect(page.locator("#series-sums ~ details")).to_have_attribute("open", "")
    expect(page.locator(".podium .points").nth(1)).to_contain_text("12")


def test_known_players_are_seated_by_taps_and_enter_starts_the_game(shown: Shown, open_page: Opener) -> None:
    played(shown.rig)
    page = open_page("/new/riot")
    page.get_by_role("button", name="Mia").click()
    page.get_by_role("button", name="李小龙").click()
    expect(page.locator("#name-0")).to_have_value("Mia")
    expect(page.locator("#name-1")).to_have_value("李小龙")
    page.locator("#name-2").press("Enter")
    page.wait_for_url("**/table")
    assert [seat.name for seat in shown.rig.view.seats] == ["Mia", "李小龙"]


def test_a_rule_that_was_asked_for_is_in_view_and_marked(shown: Shown, open_page: Opener) -> None:
    page = open_page("/rules/monopoly#A12", "phone")
    expect(page.locator("#A12")).to_be_in_viewport()
    assert page.locator("#A12").evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
    page.get_by_label("Look for").fill("jail double")
    page.keyboard.press("Enter")
    expect(page.locator("#R21")).to_be_visible()
    expect(page.locator("#A12")).to_have_count(0)
    assert shown.rig.view.phase == "home"
