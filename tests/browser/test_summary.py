"""Summaries, players and rule books in a real browser.

The everyday run looks at a few pages; COMPANION_EVENING=whole at every one, with its pictures in `tests/screens`.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, Opener, Shown
from tests.browser.summary_states import STATES, played
from tests.browser.test_states import AXE, SCHEMES, SMALL, TOO_WIDE, VIOLATIONS

pytestmark = pytest.mark.browser

WHOLE = os.environ.get("COMPANION_EVENING") == "whole"
EVERYDAY = ("summary-plankton_rising", "players-change")
OPENED = "() => document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.mark.parametrize("state", STATES if WHOLE else EVERYDAY)
def test_a_page_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Callable[[Page, str], None], state: str
) -> None:
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(path, bypass_csp=True, reduced_motion="reduce")
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES if WHOLE else SCHEMES[:1]:
            page.emulate_media(color_scheme=scheme)
            snap(page, f"{state}-{size}-{scheme}")
        assert page.evaluate(TOO_WIDE) <= 0, size
        assert page.evaluate(SMALL) == [], size
    page.evaluate(OPENED)
    assert page.evaluate(TOO_WIDE) <= 0
    page.add_script_tag(path=AXE)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(VIOLATIONS) == [], scheme


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
