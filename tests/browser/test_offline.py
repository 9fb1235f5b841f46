"""Without the companion: the page that says so, and the way back; and a clock that was never counted in ticks."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Clock, Opener, Shown, settled
from tests.browser.states import start
from tests.web.rig import Rig

pytestmark = pytest.mark.browser

HOUR = 3600.0
WORKS = "() => navigator.serviceWorker.ready.then((found) => found.active.state)"


def test_a_tablet_that_finds_no_companion_says_so_and_comes_back_by_itself(
    shown: Shown, open_page: Opener, tmp_path: Path
) -> None:
    start(shown.rig)
    page = open_page("/table", errors=True, wishes="type=big", fresh=True)
    assert page.evaluate(WORKS) in ("activating", "activated")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    shown.stop()
    shown.rig.close()
    page.reload()
    expect(page.locator("h1")).to_have_text("The companion cannot be reached")
    expect(page.locator("html")).to_have_attribute("data-type", "big")
    assert (
        page.evaluate("() => getComputedStyle(document.querySelector('.card, .button')).display") == "inline-flex"
    )
    shown.come_back(Rig(tmp_path / "anew"))
    shown.rig.new()
    expect(page.locator("h1")).to_have_text("Ann", timeout=15_000)
    settled(page)


def test_a_page_that_slept_through_changes_shows_the_newest_view(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    page = open_page("/table", errors=True, fresh=True)
    settled(page)
    page.context.set_offline(True)
    expect(page.locator("#stale")).to_be_visible()
    shown.rig.roll("SB SB PA KR SQ")
    shown.rig.ask("do", action='0 score character="SB"')
    page.context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("main")).to_have_attribute("data-number", str(shown.rig.view.number))


def seconds(page: Page) -> int:
    """What the turn clock shows."""
    found = re.fullmatch(r"(−?)(\d+):(\d\d)", page.locator("#clock").inner_text())
    assert found
    whole = int(found[2]) * 60 + int(found[3])
    return -whole if found[1] else whole


@pytest.mark.parametrize("mode", ["up", "sand"])
def test_after_an_hour_in_which_no_timer_ran_the_clock_is_right_to_half_a_second(
    shown: Shown, open_page: Opener, clock: Clock, mode: str
) -> None:
    """The browser's time jumps as a throttled tab sees it, and nothing comes from the server."""
    shown.rig.new("just_dice", clock={"mode": mode, "limit": 3000 if mode == "sand" else 0})
    page = open_page("/table", errors=True, fresh=True)
    settled(page)
    page.clock.install()
    page.reload()
    settled(page)
    page.context.set_offline(True)
    before = time.monotonic()
    page.clock.fast_forward(int(1000 * HOUR))
    page.clock.run_for(250)  # one turn of the clock's own timer
    clock.ahead = HOUR + 0.25 - (time.monotonic() - before)  # what passed here meanwhile did not pass in the page
    told = shown.rig.view.clock
    used = told.used + clock() - told.made_at
    wanted = used if mode == "up" else told.limit - used
    shown_as = seconds(page)
    # the shown second covers [s, s + 1) counting up and (s - 1, s] counting down
    off = (
        max(shown_as - wanted, wanted - shown_as - 1)
        if mode == "up"
        else max(shown_as - 1 - wanted, wanted - shown_as)
    )
    assert off <= 0.5
