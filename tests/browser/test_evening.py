"""A whole evening of Yahtzee Jr. for two: drawn dice, the real eye, mock pins, two real browsers on one table.

Run it with `COMPANION_EVENING=whole ./check tests/browser/test_evening.py -s`: pictures of it go to
`tests/screens/`. Else each player has one turn.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app import App
from companion.commands.read import default_models
from companion.edge import Wishes
from companion.state.view import View
from hardware.simulators.table import SimulatedTable
from tests.browser.audit import UNCOVERED
from tests.browser.conftest import SNAPPING
from tests.browser.running import running

pytestmark = [pytest.mark.browser, pytest.mark.timeout(280)]

SIZES = {"landscape": (1280, 800), "portrait": (800, 1280)}
SCREENS = Path(__file__).parents[1] / "screens"
PATIENCE = 15.0
WHOLE = os.environ.get("COMPANION_EVENING") == "whole"
TURNS = "0" if WHOLE else "1"
"""Turns of each player; 0 as many as the rules say."""


@dataclass
class Evening:
    """The running table with what the players need to know, and what the eye made of their dice."""

    app: App
    dice: int = 0
    asked: int = 0
    wrong: int = 0
    shots: set[str] = field(default_factory=set)

    @property
    def view(self) -> View:
        """The latest View."""
        return self.app.host.view

    @property
    def truth(self) -> tuple[str, ...]:
        """The faces that really lie in the tray, in reading order."""
        table = self.app.edge.playground
        assert isinstance(table, SimulatedTable)
        return table.faces()

    def wait(self, *phases: str) -> View:
        """The View once its phase is one of these."""
        deadline = time.monotonic() + PATIENCE
        view = self.view
        while view.phase not in phases:
            assert time.monotonic() < deadline, f"{view.phase} instead of {phases}: {view.notice}"
            view = self.app.host.wait(view.number, 1.0)
        return view


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    wishes = Wishes(tmp_path, default_models(), simulate=True, seed=5, host="127.0.0.1", port=0, design=True)
    with running(wishes) as app:
        yield Evening(app)


def test_an_evening_for_two(evening: Evening, browser: Browser) -> None:
    pages = {name: _page(browser, size) for name, size in SIZES.items()}
    tablet, second = pages["landscape"], pages["portrait"]
    _first_run(tablet, evening)
    _sit_down(tablet, evening)
    second.goto(f"{evening.app.server.address}table")
    while evening.view.phase != "over":
        _turn(evening, pages)
    _shoot(evening, pages, "over")
    winner = evening.view.outcome
    assert winner is not None
    for page in pages.values():
        expect(page.locator("main")).to_contain_text(str(winner.sentence))
    print(f"\n{evening.dice} dice read: {evening.asked} asked, {evening.wrong} wrong and sure")
    assert evening.wrong == 0
    _same_after_a_restart(evening)


def _page(browser: Browser, size: tuple[int, int]) -> Page:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    return page


def _first_run(page: Page, evening: Evening) -> None:
    """What touches the table: a picture of the camera, a press of the real pin, one light alone; and /design."""
    page.goto(f"{evening.app.server.address}design")
    expect(page.locator("h1")).to_have_text("Design")
    page.goto(f"{evening.app.server.address}first/camera")
    page.wait_for_function("() => document.getElementById('preview').naturalWidth > 0")
    page.locator("#finished").click()
    page.goto(f"{evening.app.server.address}first/button")
    page.get_by_role("button", name="Press the simulated button").click()
    expect(page.locator(".presses")).to_contain_text("Pressed: 1")
    page.locator("#finished").click()
    page.get_by_role("button", name="Seat 3").click()
    expect(page.locator('[data-lamp="seat3"] .glow')).to_have_attribute("opacity", "1")
    expect(page.locator('[data-lamp="status"] .glow')).to_have_attribute("opacity", "0")


def _sit_down(page: Page, evening: Evening) -> None:
    page.goto(evening.app.server.address)
    page.get_by_role("link", name="Yahtzee Jr.").click()
    page.fill("[name=name-0]", "Ada")
    page.fill("[name=name-1]", "Zoë ☀")
    page.locator("#left-open summary").click()
    page.fill("[name=rule-turns_each]", TURNS)
    page.locator("form").get_by_role("button").last.click()
    page.wait_for_url("**/table")
    assert evening.wait("play").board["phase"] == "ROLL"


def _turn(evening: Evening, pages: dict[str, Page]) -> None:
    """One roll, and then what the active player does: throw again with marks, or score."""
    tablet = pages["landscape"]
    phase = evening.view.board["phase"]
    if phase in ("ROLL", "ROLLOFF"):
        _roll(evening, pages)
    elif phase == "DECIDE" and evening.view.board["roll_no"] == 1 and _worth_it(evening.view):
        _mark(tablet, evening)
        _roll(evening, pages)
    else:
        _shoot(evening, pages, "score")
        _score(tablet, evening)


def _worth_it(view: View) -> bool:
    return view.number % 2 == 0 and any(choice.name == "roll" for choice in view.choices)


def _mark(tablet: Page, evening: Evening) -> None:
    """Mark two dice that may be thrown again."""
    boxes = tablet.locator("#marks-reroll label.die-box")
    boxes.first.click()
    boxes.last.click()
    wanted = 2 if boxes.count() > 1 else 0
    deadline = time.monotonic() + PATIENCE
    while len(evening.view.given.get("reroll", ())) != wanted:
        assert time.monotonic() < deadline, evening.view.given
        time.sleep(0.05)


def _roll(evening: Evening, pages: dict[str, Page]) -> None:
    tablet = pages["landscape"]
    number = evening.view.board["roll_no"]
    _key(tablet, "t")
    time.sleep(1.0)
    _key(tablet, "Space")
    view = evening.wait("proposal", "question", "cannot-read")
    _count(evening, view)
    _shoot(evening, pages, view.phase)
    if view.phase == "proposal":
        expect(tablet.locator("#accept")).to_be_in_viewport(ratio=1)
        assert tablet.evaluate(UNCOVERED), "something lies over the button that accepts"
    if view.phase != "proposal":
        _help(tablet, evening, pages)
    _key(tablet, "Space")
    evening.wait("play", "over")
    expect(tablet.locator("main")).to_have_attribute("data-number", str(evening.view.number))
    assert evening.view.board["roll_no"] == number + 1 or evening.view.board["phase"] in ("ROLLOFF", "OVER")


def _key(tablet: Page, key: str) -> None:
    """A key of the simulated table; a focused button or link would have it for itself."""
    expect(tablet.locator("dialog[open]")).to_have_count(0)
    tablet.evaluate("document.activeElement?.blur()")
    tablet.keyboard.press(key)


def _count(evening: Evening, view: View) -> None:
    assert view.proposal is not None
    truth = evening.truth
    evening.dice += len(truth)
    evening.asked += sum(not die.sure for die in view.proposal.dice)
    seen = [die for die in view.proposal.dice if die.sure]
    if len(view.proposal.dice) == len(truth):
        pairs = zip(view.proposal.dice, truth, strict=True)
        evening.wrong += sum(die.sure and die.face != face for die, face in pairs)
    else:
        evening.asked += len(truth) - len(seen)


def _help(tablet: Page, evening: Evening, pages: dict[str, Page]) -> None:
    """Two taps for every die that was not read right."""
    for place, face in enumerate(evening.truth):
        view = evening.view
        assert view.proposal is not None
        die = view.proposal.dice[place]
        if die.sure and die.face == face:
            continue
        tablet.locator(f"#chip-{place}").click()
        _shoot(evening, pages, "fix-a-die")
        tablet.locator(f"dialog [data-face={face}]").click()
        evening.app.host.wait(view.number, PATIENCE)
    assert evening.wait("proposal").proposal is not None


def _score(tablet: Page, evening: Evening) -> None:
    before = evening.view.number
    tablet.locator("button.move").first.click()
    view = evening.app.host.wait(before, PATIENCE)
    expect(tablet.locator("main")).to_have_attribute("data-number", str(view.number))


def _shoot(evening: Evening, pages: dict[str, Page], name: str) -> None:
    """A picture of both pages that shows all of their width, the first time that something is seen."""
    if name in evening.shots:
        return
    evening.shots.add(name)
    SCREENS.mkdir(exist_ok=True)
    for size, page in pages.items():
        expect(page.locator("main")).to_have_attribute("data-number", str(evening.view.number), timeout=10_000)
        if WHOLE or SNAPPING:
            page.screenshot(path=SCREENS / f"evening-{name}-{size}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} overflows in {size}"


def _same_after_a_restart(evening: Evening) -> None:
    """The evening, replayed from its journal, ends as it did on the screen."""
    (line,) = evening.app.host.evenings()
    assert line.over
    again = evening.app.host.ask("open", evening=line.id).result(PATIENCE)
    assert again.board == evening.view.board
    assert again.outcome == evening.view.outcome
