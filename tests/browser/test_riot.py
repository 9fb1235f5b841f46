"""The page of Plant-Based Riot in a real browser: every state at three sizes, a whole game on three tablets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.audit import SCHEMES, Snap, audited, fits
from tests.browser.conftest import SIZES, SNAPPING, Opener, Shown, settled
from tests.browser.riot_states import STATES, middle, new, spent
from tests.daily import daily

pytestmark = pytest.mark.browser

OFTEN = ("riot-moves", "riot-blocked", "riot-war")
"""States that hold most parts of the page; the others are tried with everything."""
DAILY = daily(STATES, OFTEN)


@pytest.mark.parametrize("state", DAILY)
def test_a_state_fits_with_everything_open_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap, state: str
) -> None:
    STATES[state](shown.rig)
    page = open_page("/table", "phone", bypass_csp=True, reduced_motion="reduce")
    settled(page)
    audited(page, snap, state, SCHEMES if SNAPPING else SCHEMES[len(state) % 2 :][:1])
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)


class Tablet:
    """One player's own tablet: what this player does is tapped here and nowhere else."""

    def __init__(self, shown: Shown, page: Page) -> None:
        self.shown = shown
        self.page = page

    def tap(self, *names: str) -> None:
        """Tap buttons and openers of these names, one after another; the last one asks the table for something."""
        *openers, last = names
        expect(self.page.locator("main")).to_have_attribute("data-number", str(self.shown.rig.view.number))
        for name in openers:
            opener = self.page.locator("main summary", has_text=name).first
            if opener.locator("..").get_attribute("open") is None:
                opener.click()
        before = self.shown.rig.view.number
        self.page.locator("main button:visible", has_text=last).first.click()
        assert self.shown.rig.host.wait(before, 10).number > before

    def end(self) -> None:
        """End the turn, with a row of Bad Apples where the hand is too large."""
        surplus = int(self.shown.rig.view.board["surplus"])
        if not surplus:
            self.tap("End my turn")
            return
        expect(self.page.locator("main")).to_have_attribute("data-number", str(self.shown.rig.view.number))
        opener = self.page.locator("#kind-end")
        if opener.get_attribute("open") is None:
            opener.locator("summary").click()
        for _ in range(surplus):
            opener.locator("[data-face=BA1]").click()
        self.tap("Discard and end")

    def answer(self, seat: int, name: str) -> None:
        """Tap one of a seat's own buttons while something may be blocked."""
        before = self.shown.rig.view.number
        expect(self.page.locator("main")).to_have_attribute("data-number", str(before))
        self.page.locator(f"#answer-{seat} button", has_text=name).click()
        assert self.shown.rig.host.wait(before, 10).number > before


@pytest.mark.thorough
@pytest.mark.timeout(240)
def test_a_whole_game_for_three_on_three_tablets_by_taps(shown: Shown, open_page: Opener) -> None:
    new(shown.rig, cartel=3, window=120)
    ann, bo, cy = (Tablet(shown, open_page("/table", size)) for size in SIZES)
    for tablet in (ann, bo, cy):
        settled(tablet.page)
        tablet.tap("I have looked")
    ann.tap("I have drawn 2")
    for gang in ("Kernels", "Kernels", "Kernels"):
        ann.tap("Lay a gang card", gang)
    expect(cy.page.locator(".turf .full")).to_have_count(1)
    ann.end()
    bo.tap("I have drawn 2")
    bo.tap("Play an action card", "Cherry Pickers", "The Kernels")
    expect(ann.page.locator("#countdown")).to_contain_text("to block")
    cy.answer(2, "Let it happen")
    ann.answer(0, "No You Don't!")
    expect(bo.page.locator("#pending")).to_contain_text("As it stands: blocked")
    bo.tap("Nobody blocks")
    assert shown.rig.view.board["players"][0]["full"] == 1
    bo.tap("Play an action card", "Peachy Bruiser")
    cy.answer(2, "Let it happen")
    ann.answer(0, "Let it happen")  # the last who could block: it happens
    ann.tap("The Kernels")
    assert len(shown.rig.view.board["players"][1]["groups"]) == 1
    bo.end()
    cy.tap("I have drawn 2")
    cy.tap("Lay a gang card", "Mega wild", "Shrooms of Doom")
    cy.end()
    ann.tap("I have drawn 2")
    ann.tap("Lay a gang card", "Mega wild", "The Kernels")
    ann.tap("Protect a gang", "Pear-tection", "The Kernels (3)")
    ann.tap("Play an action card", "Double Dip")
    ann.tap("Nobody blocks")
    ann.tap("I have drawn 2")
    ann.end()
    for tablet in (bo, cy):
        tablet.tap("I have drawn 2")
        tablet.end()
    ann.tap("I have drawn 2")
    for _ in range(3):
        ann.tap("Lay a gang card", "Tear Jerkers")
    assert [choice.name for choice in shown.rig.view.choices] == ["end"]
    ann.end()
    for tablet in (bo, cy):
        tablet.tap("I have drawn 2")
        tablet.end()
    ann.tap("I have drawn 2")
    ann.tap("Turf War!")
    bo.answer(1, "No You Don't!")
    ann.answer(0, "No You Don't!")
    bo.tap("Nobody blocks")
    ann.tap("I win: The Kernels + Tear Jerkers")
    outcome = shown.rig.view.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    for tablet in (ann, bo, cy):
        expect(tablet.page.locator("main")).to_contain_text("Ann wins")


def test_the_time_to_block_is_counted_down_and_then_it_happens(shown: Shown, open_page: Opener) -> None:
    middle(shown.rig, window=5)
    page = open_page("/table")
    settled(page)
    shown.rig.ask("do", action='0 play card="LEEKY"')
    expect(page.locator("#countdown")).to_have_text(re.compile(r"^[1-5] s to block$"))
    expect(page.locator("#pending")).to_have_count(0, timeout=20_000)
    assert shown.rig.view.board["cartel"]["seen"][0] == "all"


def test_without_scripts_a_row_of_cards_can_be_discarded(shown: Shown, open_page: Opener) -> None:
    spent(shown.rig)
    page = open_page("/table", java_script_enabled=False)
    page.locator("#kind-end > summary").click()
    for select in page.locator("select[name=cards]").all():
        select.select_option("BA1")
    page.get_by_role("button", name="Discard and end").click()
    expect(page.locator("main")).to_contain_text("Bo")
    assert shown.rig.view.active == 1
    assert [choice.name for choice in shown.rig.view.choices] == ["draw"]
