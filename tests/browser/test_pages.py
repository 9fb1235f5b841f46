"""What hands do on the pages, in a real browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES_DAILY, Opener, Shown, reaches, settled
from tests.browser.scene import look
from tests.browser.states import decide, proposal, question, start
from tests.web.rig import Rig
from web import live
from web.site import site_of

pytestmark = pytest.mark.browser

HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", {value: hidden, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.parametrize("size", SIZES_DAILY)
@pytest.mark.parametrize("way", ["#chip-2", ".photo .die >> nth=2"])
def test_a_die_is_corrected_in_two_taps(
    shown: Shown, open_page: Opener, snap: Callable[[Page, str], None], size: str, way: str
) -> None:
    question(shown.rig)
    page = open_page("/table", size)
    page.locator(way).click()
    expect(page.locator("#sheet[open]")).to_be_visible()
    snap(page, f"sheet-{size}")
    page.locator('#sheet [data-face="KR"]').click()
    expect(page.locator("#accept")).to_be_visible()
    expect(page.locator("#sheet")).to_be_hidden()
    assert shown.rig.view.proposal
    assert [die.face for die in shown.rig.view.proposal.dice] == ["SB", "SB", "KR", "GA", "SQ"]
    page.locator("#accept").click()
    expect(page.locator(".marks")).to_be_visible()
    assert shown.rig.view.board["dice"] == ["SB", "SB", "KR", "GA", "SQ"]


def test_a_die_can_be_taken_out_and_another_put_in(shown: Shown, open_page: Opener) -> None:
    proposal(shown.rig)
    page = open_page("/table")
    page.locator("#chip-4").click()
    page.get_by_role("button", name="This is no die").click()
    expect(page.locator(".chips .chip")).to_have_count(5)
    page.get_by_role("link", name="A die is missing").click()
    page.locator('#sheet [data-face="PA"]').click()
    expect(page.locator(".chips .chip")).to_have_count(6)
    assert shown.rig.view.proposal
    assert [die.face for die in shown.rig.view.proposal.dice] == ["SB", "SB", "PA", "GA", "PA"]


@pytest.mark.parametrize("size", SIZES_DAILY)
def test_a_past_roll_is_corrected_in_two_taps(shown: Shown, open_page: Opener, size: str) -> None:
    start(shown.rig)
    shown.rig.roll("SB PA KR SA SQ")
    page = open_page("/table", size)
    page.locator("#line-1 .mini >> nth=4").click()
    page.locator('#sheet [data-face="GA"]').click()
    expect(page.locator("#line-1")).to_contain_text("corrected")
    assert shown.rig.view.log[0].faces == ("SB", "PA", "KR", "SA", "GA")


@pytest.mark.parametrize("size", SIZES_DAILY)
def test_a_correction_that_would_drop_a_move_asks_first(shown: Shown, open_page: Opener, size: str) -> None:
    start(shown.rig)
    shown.rig.roll("SB PA KR SA SQ")
    page = open_page("/table", size)
    page.get_by_role("button", name="SpongeBob: 1 point").click()
    page.locator("#line-1 .mini >> nth=0").click()
    page.locator('#sheet [data-face="PA"]').click()
    question = page.get_by_role("alertdialog")
    expect(question).to_be_focused()
    expect(question).to_contain_text("1 × SpongeBob")
    page.get_by_role("button", name="Leave it as it was").click()
    expect(question).to_have_count(0)
    assert shown.rig.view.log[0].faces[0] == "SB"
    page.locator("#line-1 .mini >> nth=0").click()
    page.locator('#sheet [data-face="PA"]').click()
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#line-1")).to_contain_text("corrected")
    assert [line.faces[:2] for line in shown.rig.view.log] == [("PA", "PA")]


@pytest.mark.parametrize("size", SIZES_DAILY)
def test_a_roll_is_entered_by_hand_and_new_views_do_not_disturb_it(
    shown: Shown, open_page: Opener, size: str
) -> None:
    start(shown.rig)
    page = open_page("/table", size)
    page.get_by_text("Enter the roll by hand").click()
    for face in ("SB", "PL"):
        page.locator(f'.pad [data-face="{face}"]').click()
    expect(page.locator('.pad [data-face="PL"]')).to_be_disabled()
    shown.rig.ask("pause")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.locator(".chosen .face")).to_have_count(2)
    expect(page.get_by_role("button", name="Enter", exact=True)).to_be_disabled()
    for face in ("KR", "KR", "GA"):
        page.locator(f'.pad [data-face="{face}"]').click()
    page.get_by_role("button", name="Last one away").click()
    page.locator('.pad [data-face="SQ"]').click()
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.locator(".marks")).to_be_visible()
    assert shown.rig.view.board["dice"] == ["SB", "PL", "KR", "KR", "SQ"]


def test_quick_taps_on_several_dice_all_count(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    shown.rig.roll("SB SB PA KR SQ")
    page = open_page("/table")
    page.evaluate("() => document.querySelectorAll('.marks input[type=checkbox]').forEach((box) => box.click())")
    page.wait_for_function("() => !document.querySelector('.marks').dataset.waiting")
    assert shown.rig.view.given["reroll"] == (0, 1, 2, 3, 4)
    expect(page.locator(".marks :checked")).to_have_count(5)


def test_a_double_tap_scores_once_and_says_nothing_wrong(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    shown.rig.roll("SB SB PA KR SQ")
    page = open_page("/table")
    page.locator("#score-SB").dblclick()
    expect(page.locator("#line-2")).to_be_visible()
    expect(page.locator("#trouble")).to_be_hidden()
    assert len(shown.rig.view.log) == 2


def test_two_browsers_see_the_same_view(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    first, second = open_page("/table", "wide"), open_page("/table", "phone")
    settled(second)
    look(shown.rig, "SB SB PA GA SQ")
    first.locator("#accept").click()
    for page in (first, second):
        expect(page.locator(".marks .die-box")).to_have_count(5)
    assert first.locator("main").get_attribute("data-number") == second.locator("main").get_attribute(
        "data-number"
    )


def test_what_the_rules_forbid_is_told_on_the_page(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    shown.rig.roll("SB SB PA KR SQ")
    page = open_page("/table", errors=True)
    settled(page)
    page.evaluate(
        "() => { document.querySelector('#score-SB').form.elements.action.value = '0 score character=\"GA\"' }"
    )
    page.locator("#score-SB").click()
    expect(page.locator("#trouble")).to_contain_text("Only the five characters can be scored.")
    page.get_by_role("button", name="Understood").click()
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_page_whose_server_is_gone_says_so_and_comes_back_by_itself(
    shown: Shown, open_page: Opener, snap: Callable[[Page, str], None], tmp_path: Path
) -> None:
    start(shown.rig)
    page = open_page("/table", errors=True)
    settled(page)
    shown.stop()
    shown.rig.close()
    expect(page.locator("#stale")).to_be_visible()
    snap(page, "stale-wide")
    shown.come_back(Rig(tmp_path / "anew"))
    shown.rig.new()
    expect(page.locator("h1")).to_have_text("Ann")
    expect(page.locator("#stale")).to_be_hidden()


def test_the_focus_stays_where_it_is_when_a_new_view_comes(shown: Shown, open_page: Opener) -> None:
    decide(shown.rig)
    page = open_page("/table")
    page.locator("#score-KR").or_(page.locator("#score-SB")).first.focus()
    number = shown.rig.ask("pause").number
    page.wait_for_function("(number) => document.querySelector('main').dataset.number >= number", arg=number)
    assert page.evaluate("() => document.activeElement.id").startswith("score-")


def test_a_page_that_slept_shows_the_right_time_at_once(shown: Shown, open_page: Opener) -> None:
    shown.rig.new(clock={"mode": "up", "limit": 0})
    page = open_page("/table", fresh=True)
    settled(page)
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    page.context.pages[0].wait_for_timeout(2_500)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.wait_for_timeout(300)
    clock = shown.rig.view.clock
    wanted = clock.used + time.monotonic() - clock.made_at
    minutes, seconds = page.locator("#clock").inner_text().split(":")
    assert abs(int(minutes) * 60 + int(seconds) + 0.5 - wanted) <= 1.0


def test_keys_stand_for_hands_at_a_simulated_table(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    page = open_page("/table")
    settled(page)
    for key in ("t", "h", "h", "b", "Space"):
        page.keyboard.press(key)
    page.keyboard.down("Space")
    page.wait_for_timeout(1_100)
    page.keyboard.up("Space")
    page.wait_for_function("() => !document.querySelector('[data-waiting]')")
    done = shown.rig.hands.done
    assert done[:5] == [("throw", ()), ("hand", True), ("hand", False), ("press", 1.3), ("press", 0.2)]
    assert done[5:] == [("press", 1.3)]


def test_keys_are_left_to_whatever_has_the_focus(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    page = open_page("/table")
    settled(page)
    page.locator("summary").focus()
    page.keyboard.press("Space")
    expect(page.locator("details.pad")).to_have_attribute("open", "")
    assert shown.rig.hands.done == []


def test_the_simulated_lamps_glow(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    page = open_page("/table")
    expect(page.locator('[data-lamp="status"] .glow')).to_have_attribute("opacity", "0.5")
    shown.rig.ask("pause")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.locator("[data-lamp]")).to_have_count(2)


def test_nothing_moves_for_people_who_want_it_so(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    shown.rig.ask("read")
    page = open_page("/table", reduced_motion="reduce")
    expect(page.locator(".spinner")).to_be_visible()
    assert page.evaluate("() => document.getAnimations().filter((one) => one.playState === 'running').length") == 0


def test_a_page_that_nobody_sees_keeps_no_stream(shown: Shown, open_page: Opener) -> None:
    start(shown.rig)
    page = open_page("/table")
    settled(page)
    streams = site_of(shown.rig.app).streams
    page.evaluate(HIDE, True)
    assert reaches(page, lambda: streams.open == 0)
    shown.rig.ask("pause")
    page.evaluate(HIDE, False)
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    assert reaches(page, lambda: streams.open == 1)


def test_a_stream_that_fell_silent_is_replaced(
    shown: Shown, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BEAT", 1_000.0)
    start(shown.rig)
    page = open_page("/table", fresh=True)
    settled(page)
    page.clock.install()
    page.reload()
    settled(page)
    with page.expect_request("**/live?*"):
        page.clock.fast_forward(15_000)
    shown.rig.ask("pause")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
