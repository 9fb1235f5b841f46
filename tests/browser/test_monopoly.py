"""A timed game of Monopoly by taps: deals, purchases, an auction, cards, a trade, and the count at the end."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.state.view import View
from tests.browser.audit import OPENED, SCHEMES, Snap, audited, fits, has_no_hurdle
from tests.browser.conftest import SNAPPING, Clock, Opener, Shown, settled
from tests.web.rig import Rig

pytestmark = pytest.mark.browser

SEATS = [{"name": "Ada", "colour": "yellow"}, {"name": "Bo", "colour": "blue"}, {"name": "Zoë", "colour": "red"}]
TIMED = {"length": "timed", "deal": "app", "cards": "app", "first_roll": False}
TAPS = {"DEAL": "Deal the deeds", "CARD": "Draw a card", "END": "End the turn", "TAX": "A tenth of all you have"}
TURNS = 9


class Table:
    """A page at the table: every move but the dice is a tap on it."""

    def __init__(self, shown: Shown, page: Page) -> None:
        self.rig, self.page, self.done = shown.rig, page, Counter[str]()
        self.dice = random.Random(11)

    @property
    def view(self) -> View:
        return self.rig.view

    @property
    def phase(self) -> str:
        return str(self.view.board["phase"])

    def tap(self, target: Locator) -> None:
        before = self.view.number
        target.first.click()
        after = self.rig.host.wait(before, 10)
        assert after.number > before
        assert after.notice is None
        expect(self.page.locator("main")).to_have_attribute("data-number", str(after.number))

    def button(self, name: str, *, within: str = "main", exact: bool = False) -> Locator:
        return self.page.locator(within).get_by_role("button", name=name, exact=exact)

    def step(self) -> None:
        """What the turn waits for: dice by the host, as the eye would; the rest by taps."""
        self.done[self.phase] += 1
        if self.phase in ("ROLL", "THROW"):
            self.rig.roll(f"{self.dice.randint(1, 6)} {self.dice.randint(1, 6)}")
            expect(self.page.locator("main")).to_have_attribute("data-number", str(self.view.number))
        elif self.phase == "BUY":
            wanted = self.done["BUY"] != 3 and self.button("Buy").count()
            self.tap(self.button("Buy" if wanted else "Leave it"))
        elif self.phase == "AUCTION":
            self.auction()
        else:
            self.tap(self.button(TAPS[self.phase]))

    def auction(self) -> None:
        """Bo bids, Zoë bids more with a number of her own, everybody else leaves."""
        self.tap(self.button("Bo bids $1", within="#step"))
        own = self.page.locator("#bid-2")
        own.locator("summary").click()
        own.locator("input[name=amount]").fill("33")
        self.tap(own.get_by_role("button", name="Bid"))
        for name in ("Ada", "Bo"):
            self.tap(self.button(f"{name} leaves the auction"))
        assert self.view.log[-1].sentences[-1].params["price"] == "$33"

    def trade(self) -> None:
        """Ada offers Bo a deed for another and some cash; Bo agrees on the tablet that went across."""
        mine, theirs = (self.view.board["players"][seat]["deeds"][0] for seat in (0, 1))
        names = [self.view.board["spaces"][pos]["name"] for pos in (mine, theirs)]
        self.page.locator("#can-0 summary").click()
        self.tap(self.button("Bo", within="#can-0", exact=True))
        for name in names:
            self.tap(self.button(name, within="#trade"))
        pay = self.page.locator("#trade form.amount").first
        pay.locator("input[name=amount]").fill("5")
        self.tap(pay.get_by_role("button"))
        self.tap(self.button("Make this offer"))
        expect(self.page.locator("#trade")).to_contain_text("Bo, do you agree?")
        self.tap(self.button("Accept the offer"))
        assert mine in self.view.board["players"][1]["deeds"]
        assert theirs in self.view.board["players"][0]["deeds"]

    def left(self) -> int:
        """The minutes that the page says are left."""
        told = self.page.locator("#countdown").inner_text()
        return int(told.partition(":")[0])

    def pause(self, clock: Clock) -> None:
        """A long supper, which does not count."""
        before = self.left()
        self.tap(self.button("Pause"))
        clock.ahead += 7200
        self.tap(self.button("Go on"))
        assert before - 1 <= self.left() <= before


def seat(page: Page, rig: Rig) -> None:
    """From the new-game page to a game of half an hour."""
    for row, one in enumerate(SEATS):
        page.fill(f"[name=name-{row}]", one["name"])
        page.locator(f"[name=colour-{row}][value={one['colour']}]").check(force=True)
    page.locator("#left-open summary").click()
    for name, value in TIMED.items():
        field = page.locator(f"[name=rule-{name}]")
        field.uncheck() if value is False else field.select_option(json.dumps(value))
    page.fill("[name=rule-minutes]", "30")
    page.locator("form.setup button.primary").click()
    page.wait_for_url("**/table")
    settled(page)
    assert rig.view.board["length"] == "timed"


@pytest.mark.thorough
def test_a_timed_game_by_taps(shown: Shown, open_page: Opener, clock: Clock) -> None:
    page = open_page("/new/monopoly", "tall")
    seat(page, shown.rig)
    table = Table(shown, page)
    while table.view.board["turn"] < TURNS or table.phase != "BUY":
        table.step()
        clock.ahead += 20
        if table.phase == "END" and table.view.board["turn"] == 2 and not table.done["trade"]:
            table.done["trade"] += 1
            table.trade()
            table.pause(clock)
    assert 0 < table.left() < 25
    clock.ahead += 1800
    shown.rig.ask("clear_notice")  # any View brings the clock to the page
    expect(page.locator("#countdown")).to_contain_text("The time is up: finish this move")
    assert table.phase == "BUY"
    before = table.view.number
    table.button("Buy").first.click()
    while table.view.phase != "over":  # the host looks at the clock by itself
        before = shown.rig.host.wait(before, 10).number
    outcome = table.view.outcome
    assert outcome is not None
    assert {"DEAL", "ROLL", "BUY", "AUCTION", "END", "trade"} <= set(table.done)
    assert outcome.scores == tuple(player["worth"] for player in table.view.board["players"])
    best = max(outcome.scores)
    assert outcome.winners == tuple(seat for seat, worth in enumerate(outcome.scores) if worth == best)
    expect(page.locator("h1").first).to_contain_text(str(outcome.sentence))
    expect(page.locator(".worths")).to_be_visible()


def test_a_roll_can_be_entered_by_hand_and_the_deeds_lie_open(shown: Shown, open_page: Opener) -> None:
    shown.rig.new("monopoly", seats=SEATS, options={"first_roll": False})
    page = open_page("/table", "phone")
    settled(page)
    table = Table(shown, page)
    page.locator("#pad-roll > summary").click()
    for face in ("1", "2"):
        page.locator(f"#pad-roll [data-face='{face}']").first.click()
    table.tap(page.locator("#pad-roll [data-send]"))
    table.tap(table.button("Buy"))
    page.locator("#owner-0 summary").click()
    expect(page.locator("#owner-0 .deeds")).to_contain_text("purple")
    expect(page.locator("#owner-0 .statement")).to_contain_text("−$60")


def test_the_cashier_lists_payments_until_they_are_tapped(shown: Shown, open_page: Opener) -> None:
    shown.rig.new("monopoly", seats=SEATS, options={"first_roll": False, "money": "paper"})
    shown.rig.roll("1 2")
    page = open_page("/table", "wide")
    settled(page)
    table = Table(shown, page)
    table.tap(table.button("Buy"))
    expect(table.button("End the turn")).to_have_count(0)
    table.tap(table.button("Ada pays the bank $60", within="#cashier"))
    expect(page.locator("#cashier")).to_have_count(0)
    table.tap(table.button("End the turn"))


def test_names_are_told_in_a_form_without_scripts(shown: Shown, open_page: Opener) -> None:
    page = open_page("/boxes/monopoly", "phone", java_script_enabled=False, errors=True)
    page.get_by_role("link", name="Names in a form").click()
    page.fill("[name=currency]", "clams")
    page.locator("#section-3 summary").click()
    page.fill("[name=space-6]", "")
    page.get_by_role("button", name="Keep these names").click()
    expect(page.locator("#fault-space-6")).to_be_visible()
    expect(page.locator("[name=currency]")).to_have_value("clams")
    page.fill("[name=space-6]", "Under the rock")
    page.get_by_role("button", name="Keep these names").click()
    expect(page.locator("h2").first).to_contain_text("The board")
    box = shown.rig.boxes.read("monopoly", "our-classic")
    assert (box["spaces"][6]["name"], box["names"]["currency"]) == ("Under the rock", "clams")


def test_the_form_of_names_has_no_known_hurdle(open_page: Opener) -> None:
    page = open_page("/boxes/monopoly/classic/names", "tall", color_scheme="light", bypass_csp=True)
    page.evaluate(OPENED)
    fits(page)
    has_no_hurdle(page, ("light",))


def bought(rig: Rig) -> None:
    rig.new("monopoly", seats=SEATS, options={"first_roll": False})
    rig.roll("1 2")


def auctioned(rig: Rig) -> None:
    bought(rig)
    rig.ask("do", action="0 decline")
    rig.ask("do", action="1 bid amount=7")


def drawn(rig: Rig) -> None:
    rig.new("monopoly", seats=SEATS, options={"first_roll": False})
    rig.roll("3 4")


def offered(rig: Rig) -> None:
    bought(rig)
    rig.ask("do", action="0 buy")
    for action in ("0 trade partner=2", "0 trade_give space=3", "0 trade_ask amount=90"):
        rig.ask("do", action=action)


def owing(rig: Rig) -> None:
    """Bo owes the bank more than he has: everything went into an auction before."""
    auctioned(rig)
    rig.ask("do", action="0 pass")
    rig.ask("do", action="2 bid amount=8")
    rig.ask("do", action="1 bid amount=1500")
    rig.ask("do", action="2 pass")
    rig.ask("do", action="0 end")
    rig.roll("1 3")
    rig.ask("do", action='1 tax how="flat"')


LEADS = (bought, drawn, offered, auctioned, owing)


@pytest.mark.parametrize("lead", LEADS, ids=lambda lead: lead.__name__)
def test_a_state_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap, lead: Callable[[Rig], None]
) -> None:
    lead(shown.rig)
    page = open_page("/table", bypass_csp=True, reduced_motion="reduce")
    settled(page)
    audited(page, snap, f"monopoly-{lead.__name__}", SCHEMES if SNAPPING else SCHEMES[:1])
