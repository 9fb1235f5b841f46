"""Laid cards in a real browser: each page at three sizes, and a turn of Riot by drawn cards, real eye and pin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app import App
from companion.commands.read import default_models
from companion.edge import Wishes
from companion.rules.game import Seat
from companion.state.view import View
from hardware.simulators.scenes import CardOnTable
from tests.browser.audit import UNCOVERED, Snap, fits, walked
from tests.browser.conftest import SIZES, SNAPPING, Opener, Shown, reaches, showing
from tests.browser.running import running
from tests.drawndecks import taught
from tests.test_cards import TO_WAR, TWO_TURNS
from tests.web.deckrig import DeckRig

pytestmark = pytest.mark.browser

TAUGHT = ("RAD", "PUM", "CAB", "NOPE", "CHERRY", "W-RAD-PEA", "DIP", "MEGA")


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    """The rig that `open_page` opens pages of."""
    rig = DeckRig(tmp_path)
    taught(rig.folder / "decks", "riot", *TAUGHT)
    with showing(rig) as made:
        yield made


def rig_of(shown: Shown) -> DeckRig:
    assert isinstance(shown.rig, DeckRig)
    return shown.rig


def at_moves(rig: DeckRig) -> None:
    rig.moves()


def decides_all(rig: DeckRig) -> None:
    rig.moves()
    rig.propose(CardOnTable("riot", "RAD", 160, 120, 12))


def asks_for_a_target(rig: DeckRig) -> None:
    rig.moves()
    rig.ask("do", action='0 lay card="W-RAD-PEA" gang="RAD"')
    rig.ask("do", action='0 lay card="MEGA" gang="PUM"')
    rig.ask("do", action="0 end")
    rig.ask("do", action="1 draw")
    rig.propose(CardOnTable("riot", "CHERRY", 160, 120, -8))


def is_not_sure(rig: DeckRig) -> None:
    rig.moves()
    rig.lay(CardOnTable("riot", "PUM", 160, 120))
    (seen,) = rig.told.sees
    sighting = type(seen)(seen.corners, None, 0.5, (("PUM", 0.5), ("CAB", 0.3), ("NOPE", 0.1)), "cards-alike")
    rig.see(sighting)


def is_unknown(rig: DeckRig) -> None:
    rig.moves()
    rig.lay(CardOnTable("plankton_rising", "cork", 160, 120))
    rig.see(*rig.told.sees)


def sees_no_card(rig: DeckRig) -> None:
    rig.moves()
    rig.propose()


def waits_to_be_named(rig: DeckRig) -> None:
    rig.lay(CardOnTable("plankton_rising", "cork", 90, 120), CardOnTable("riot", "RAD", 210, 120))
    lessons = rig.workshop.decks
    assert lessons is not None
    lessons.take("riot").result(10)


STATES: dict[str, tuple[Callable[[DeckRig], None], str]] = {
    "card-target": (asks_for_a_target, "/table"),
    "card-not-sure": (is_not_sure, "/table"),
    "decks-shelf": (lambda _rig: None, "/decks"),
    "decks-naming": (waits_to_be_named, "/decks/riot"),
}
"""Each state with what leads to it, and the page that shows it."""
if SNAPPING:
    STATES |= {
        "cards-moves": (at_moves, "/table"),
        "card-decides-all": (decides_all, "/table"),
        "card-unknown": (is_unknown, "/table"),
        "card-none": (sees_no_card, "/table"),
        "decks-deck": (lambda _rig: None, "/decks/riot"),
    }


@pytest.mark.thorough
def test_every_state_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap
) -> None:
    page = open_page("/table", bypass_csp=True, reduced_motion="reduce")
    walked(page, snap, shown.address, rig_of(shown), STATES)


def test_a_card_is_taught_on_the_tablet(shown: Shown, open_page: Opener) -> None:
    rig = rig_of(shown)
    page = open_page("/decks")
    page.locator("#new-deck [name=title]").fill("Our cards")
    page.get_by_role("button", name="To the pictures").click()
    page.wait_for_url("**/decks/riot-our-cards")
    rig.lay(CardOnTable("plankton_rising", "cork", 160, 120))
    page.locator("#take").click()
    page.locator(".teach-card [name=code]").select_option("new")
    page.locator(".teach-card [name=title]").fill("The captain")
    page.locator("#keep").click()
    expect(page.locator(".deck-cards")).to_contain_text("The captain")
    expect(page.locator("#keep")).to_have_count(0)  # then nothing moves under the finger any more
    page.get_by_role("button", name="Take the last step back").click()
    expect(page.locator("h2").last).to_contain_text("0 cards are known")


# ---- the whole road: a drawn card, the camera, the real eye, the real pin


@dataclass
class Table:
    """A simulated table with its dashboard."""

    app: App

    @property
    def view(self) -> View:
        return self.app.host.view

    def do(self, verb: str, **args: Any) -> None:
        self.app.host.ask(verb, **args).result(10)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    wishes = Wishes(tmp_path, default_models(), simulate=True, seed=5, host="127.0.0.1", port=0)
    with running(wishes) as app:
        yield Table(app)


def lay(page: Page, *cards: str) -> None:
    """Lay cards side by side in front of the camera, and press the table button by its key."""
    sealed = cards[0].startswith("Cartel")
    for place, name in enumerate(cards):
        page.locator(".lay-card").select_option(label=name)
        page.get_by_role("button", name="Lay it beside" if place else "Lay the card").click()
        expect(page.locator("#laid")).to_contain_text(str(place + 1) if sealed else name)
    page.keyboard.press("Space")  # the button that was tapped last does not keep it
    told = "I have seen the cards" if sealed else cards[-1]
    expect(page.locator("#reading")).to_contain_text(told, timeout=20_000)


def played(table: Table, *actions: str, **options: object) -> None:
    """Riot with drawn cards for two, after these actions."""
    seats = [Seat("Ann", "red"), Seat("Ben", "blue")]
    table.do("new", game="riot", seats=seats, box="paper", options=options)
    for action in actions:
        table.do("do", action=action)


@pytest.fixture
def page(table: Table, browser: Browser) -> Iterator[Page]:
    """The table's page on a tablet that lies on its side."""
    made = browser.new_page(viewport={"width": 1280, "height": 800})
    made.set_default_timeout(20_000)
    made.goto(f"{table.app.server.address}table")
    yield made
    made.close()


def test_a_turn_of_riot_is_played_by_laying_cards(table: Table, page: Page) -> None:
    played(table, "0 peek", "1 peek", "0 draw")
    lay(page, "Rowdy Radishes / Pea Pod Posse")
    page.locator("#reading .ways").get_by_role("button", name="Pea Pod Posse").click()
    assert reaches(page, lambda: table.view.board["moves"] == 2)
    lay(page, "Rain Shower")
    page.locator("#accept").click()
    assert reaches(page, lambda: table.view.board["phase"] == "PENDING")
    lay(page, "Shut the Gate!")
    page.get_by_role("button", name="Press the button").click()  # a second press: yes
    assert reaches(page, lambda: table.view.board["pending"]["blocks"] == [1])
    groups = [group["gang"] for group in table.view.board["players"][0]["groups"]]
    assert groups == ["PEA"]


def test_discards_and_the_cartel_are_laid_side_by_side(table: Table, page: Page) -> None:
    """The table's edge leaves the button free that accepts them, however the tablet lies."""
    played(table, *TWO_TURNS, cartel=3)
    lay(page, "Shut the Gate!", "Rain Shower")
    expect(page.locator("#reading .card-name")).to_have_text("Shut the Gate!, Rain Shower")
    for size in ("tall", "wide"):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(UNCOVERED), size
        fits(page, size)
    page.locator("#accept").click()
    assert reaches(page, lambda: table.view.active == 0)
    assert table.view.board["discard"]["top"]["id"] == "DIP"
    for action in TO_WAR[1:]:
        table.do("do", action=action)
    lay(page, "Cartel: Pea Pod Posse", "Cartel: Onion Outlaws", "Cartel: Rowdy Radishes")
    expect(page.locator("#reading")).not_to_contain_text("Onion Outlaws")
    page.get_by_role("button", name="Press the button").click()
    assert reaches(page, lambda: table.view.outcome is not None)
    outcome = table.view.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
