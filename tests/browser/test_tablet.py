"""The settings of one tablet: they hold at once without leaving the page, and without scripts as well."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import AXE, SMALL, TOO_WIDE, VIOLATIONS
from tests.browser.conftest import SIZES, Opener, Shown, settled
from tests.browser.states import LONG, decide, question

pytestmark = pytest.mark.browser

WISH = "theme=contrast&type=big&hand=left"
BACKGROUND = "() => getComputedStyle(document.documentElement).backgroundColor"
LEFT = "(what) => document.querySelector(what).getBoundingClientRect().left"


def choose(page: Page, name: str, value: str) -> None:
    """Tap one value of a setting and wait until the server has kept it."""
    with page.expect_response(lambda answer: answer.request.method == "GET" and "/tablet" in answer.url):
        page.locator(f'label:has([name="{name}"][value="{value}"])').click()
    expect(page.locator("#kept")).to_contain_text("Kept")


def test_a_setting_holds_at_once_and_the_focus_stays(shown: Shown, open_page: Opener) -> None:
    page = open_page("/tablet", color_scheme="dark")
    dark = page.evaluate(BACKGROUND)
    choose(page, "theme", "light")
    assert page.evaluate(BACKGROUND) != dark
    assert page.evaluate("() => document.activeElement.value") == "light"
    choose(page, "theme", "contrast")
    assert page.evaluate(BACKGROUND) == "rgb(0, 0, 0)"
    choose(page, "type", "big")
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "20px"
    page.goto(f"{shown.address}/table")
    assert page.evaluate(BACKGROUND) == "rgb(0, 0, 0)"


def test_without_scripts_a_button_keeps_them(open_page: Opener) -> None:
    page = open_page("/tablet", java_script_enabled=False)
    page.locator('label:has([name="theme"][value="light"])').click()
    page.locator("select[name=lang]").select_option("de")
    page.locator("form#settings button.primary").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator('[name="theme"][value="light"]')).to_be_checked()
    expect(page.locator("#try-sound")).to_be_hidden()


def test_the_buttons_lie_under_the_hand_that_taps(shown: Shown, open_page: Opener) -> None:
    decide(shown.rig)
    page = open_page("/table")
    assert page.evaluate(LEFT, ".doing") > page.evaluate(LEFT, ".showing")
    page.goto(f"{shown.address}/tablet")
    choose(page, "hand", "left")
    page.goto(f"{shown.address}/table")
    assert page.evaluate(LEFT, ".doing") < page.evaluate(LEFT, ".showing")


def test_big_letters_for_the_left_hand_fit_every_screen(shown: Shown, open_page: Opener) -> None:
    question(shown.rig)
    page = open_page("/table", wishes=WISH, bypass_csp=True, reduced_motion="reduce")
    for path in ("/table", "/new/yahtzee_jr"):
        page.goto(shown.address + path)
        settled(page)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(TOO_WIDE) <= 0, (path, width)
            assert page.evaluate(SMALL) == [], (path, width)
        page.add_script_tag(path=AXE)
        assert page.evaluate(VIOLATIONS) == [], path


def test_where_the_system_forces_its_colours_what_is_chosen_is_still_seen(shown: Shown, open_page: Opener) -> None:
    decide(shown.rig)
    page = open_page("/table", forced_colors="active", reduced_motion="reduce")
    settled(page)
    width = "(what) => getComputedStyle(document.querySelector(what)).borderTopWidth"
    assert page.evaluate(width, ".die-box:has(:checked)") == "3px"
    assert page.evaluate(width, "header.turn") == "3px"
    fill = page.evaluate("() => getComputedStyle(document.querySelector('.whose .token')).fill")
    assert fill != "rgb(0, 0, 0)", "a token keeps its shape and colour"


def test_nothing_moves_where_the_tablet_wants_it_so(shown: Shown, open_page: Opener) -> None:
    shown.rig.new(clock={"mode": "sand", "limit": 60})
    page = open_page("/table")
    moving = "() => document.getAnimations().filter((one) => one.playState === 'running').length"
    assert page.evaluate(moving) > 0, "the sand falls"
    page.context.add_cookies([{"name": "tablet", "value": "motion=less", "url": shown.address}])
    page.reload()
    assert page.evaluate(moving) == 0


def test_a_tablet_that_belongs_to_a_seat_says_so_on_its_turn(shown: Shown, open_page: Opener) -> None:
    shown.rig.new("just_dice", seats=LONG)
    page = open_page("/table", wishes="seat=purple")
    expect(page.locator(".yours")).to_be_hidden()
    shown.rig.roll("1 2")
    expect(page.locator(".yours")).to_be_visible()
    expect(page.locator(".yours")).to_have_text(re.compile("your turn"))


def test_it_tells_honestly_whether_the_screen_stays_on(open_page: Opener) -> None:
    refuse = "navigator.wakeLock.request = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
    grant = "navigator.wakeLock.request = async () => ({ released: false })"
    for script, told in ((refuse, "lets the screen go out"), (grant, "stays on while")):
        expect(open_page("/tablet", script=script).locator("#awake")).to_contain_text(told)
