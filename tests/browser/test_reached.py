"""Everything that a page offers is reached by the keyboard; a rule point is read without leaving the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES_DAILY, Opener, Shown, reaches, settled
from tests.browser.states import STATES, decide, over, start
from tests.daily import daily

pytestmark = pytest.mark.browser

REACHABLE = """() => {
    const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")];
    const free = all.filter((one) => one.checkVisibility() && !one.disabled && one.type !== "hidden");
    const named = new Set();
    const kept = free.filter((one) => {
        if (one.type !== "radio") return true;
        const first = !named.has(one.name) || one.checked;
        named.add(one.name);
        return first && ![...free].some((other) => other !== one && other.name === one.name && other.checked);
    });
    kept.forEach((one, place) => (one.dataset.reach = place));
    return kept.length;
}"""
SEEN = """() => {
    const one = document.activeElement;
    const box = one.getBoundingClientRect();
    return [one.dataset.reach ?? "", box.width > 0 && box.height > 0];
}"""
OFTEN = ("decide", "tablet", "first-lights")


@pytest.mark.parametrize("state", daily(STATES, OFTEN))
def test_every_action_is_reached_by_the_tab_key(shown: Shown, open_page: Opener, state: str) -> None:
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(path, errors=state == "nowhere")
    settled(page)
    count = page.evaluate(REACHABLE)
    assert count > 0
    reached = {place for place, seen in _tabbed(page, count + 3) if seen}
    assert {str(place) for place in range(count)} <= reached


def _tabbed(page: Page, times: int) -> list[tuple[str, bool]]:
    """What has the focus after each press of the key."""
    found = []
    for _ in range(times):
        page.keyboard.press("Tab")
        found.append(tuple(page.evaluate(SEEN)))
    return found


@pytest.mark.parametrize("size", SIZES_DAILY)
def test_why_not_shows_the_rule_and_leaves_the_page_as_it_is(shown: Shown, open_page: Opener, size: str) -> None:
    start(shown.rig)
    shown.rig.roll("SB SB PA KR SQ")
    page = open_page("/table", size, errors=True)
    settled(page)
    page.locator(".marks input[type=checkbox]").first.check()
    assert reaches(page, lambda: shown.rig.view.given.get("reroll") == (0,))
    expect(page.locator("main")).to_have_attribute("data-number", str(shown.rig.view.number))
    page.evaluate(
        "() => { document.querySelector('#score-SB').form.elements.action.value = '0 score character=\"GA\"' }"
    )
    page.locator("#score-SB").click()
    page.locator("#trouble-rule").click()
    expect(page.locator("#rule[open]")).to_be_visible()
    point = page.locator("#trouble-rule").get_attribute("href")
    assert point
    expect(page.locator("#rule")).to_contain_text(point.rpartition("#")[2])
    page.keyboard.press("Escape")
    expect(page.locator("#rule[open]")).to_have_count(0)
    assert page.url.endswith("/table")
    expect(page.locator(".marks :checked")).to_have_count(1)
    assert len(page.context.pages) == 1


def test_the_winner_is_revealed_at_last_and_at_once_where_nothing_may_move(
    shown: Shown, open_page: Opener
) -> None:
    over(shown.rig)
    shown.rig.ask("take_back")
    page = open_page("/table")
    settled(page)
    expect(page.locator("#reveal")).to_have_count(0)
    score = next(choice for choice in shown.rig.view.choices if choice.name == "score")
    pick = score.args["character"].picks[0].value  # type: ignore[attr-defined]  # a OneOf
    shown.rig.ask("do", action=f'{shown.rig.view.active} score character="{pick}"')
    winner = page.locator("#reveal .first .name")
    expect(winner).to_be_visible()
    delay = "() => Number.parseFloat(getComputedStyle(document.querySelector('.places .first')).animationDelay)"
    assert page.evaluate(delay) > 0
    expect(page.locator("#reveal a.button.primary")).to_have_attribute("href", "/evening/1/summary")
    still = open_page("/table", reduced_motion="reduce")
    expect(still.locator("#reveal .first .name")).to_have_css("opacity", "1")
    assert still.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.parametrize("size", SIZES_DAILY)
def test_an_evening_is_gone_on_with_from_home(shown: Shown, open_page: Opener, size: str) -> None:
    decide(shown.rig)
    dice = shown.rig.view.board["dice"]
    shown.rig.ask("leave")
    page = open_page("/", size)
    expect(page.locator("#next")).to_contain_text("Go on with Yahtzee Jr.")
    page.locator(".left-over button").click()
    page.wait_for_url("**/table")
    expect(page.locator(".marks .die-box")).to_have_count(5)
    assert shown.rig.view.board["dice"] == dice
