"""Across the table: what is read at three metres, on a 10-inch tablet, with nothing to scroll."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import riot_states, states
from tests.browser.conftest import SIZES, Opener, Shown, settled
from tests.web.rig import Rig

pytestmark = pytest.mark.browser

DIAGONAL = 254.0
"""Millimetres: a tablet of ten inches."""

READ = 25.0
"""Millimetres that a capital must be high to be read at three metres (see `across.css`)."""

TALL = """(what) => {
    const box = document.querySelector(what);
    const style = getComputedStyle(box);
    const scale = box.getScreenCTM ? box.getScreenCTM().d : 1;
    const pen = new OffscreenCanvas(9, 9).getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return scale * pen.measureText("H").actualBoundingBoxAscent;
}"""
CUT = """() => [...document.querySelectorAll(".across, .across > *, .across > :not(.far-says) > *")]
    .filter((one) => { const box = one.getBoundingClientRect();
        return box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.left < -1); })
    .map((one) => one.outerHTML.slice(0, 80))"""
SCROLLS = """() => {
    const { scrollHeight, scrollWidth } = document.scrollingElement;
    return scrollHeight > innerHeight || scrollWidth > innerWidth;
}"""


def millimetres(page: Page, pixels: float) -> float:
    """A length on the screen of a 10-inch tablet."""
    size = page.viewport_size
    assert size
    return pixels * DIAGONAL / math.hypot(size["width"], size["height"])


@pytest.mark.parametrize("size", ["wide", "tall"])
def test_whose_turn_it_is_and_the_time_are_read_at_three_metres(
    shown: Shown, open_page: Opener, size: str
) -> None:
    shown.rig.new(clock={"mode": "down", "limit": 90})
    shown.rig.roll("SB PL PA GA SQ")
    page = open_page("/across", size)
    settled(page)
    for what in (".far-who text", "#clock"):
        assert millimetres(page, page.evaluate(TALL, what)) >= READ, what
    token = page.locator(".far-turn .token").bounding_box()
    die = page.locator(".far-dice li").first.bounding_box()
    assert token
    assert die
    assert millimetres(page, token["height"]) >= READ
    assert millimetres(page, die["height"]) >= 20


@pytest.mark.parametrize(
    ("size", "name", "shown_as"),
    [
        ("wide", "Lieselotte", "Lieselotte"),
        ("tall", "Annabel", "Annabel"),
        pytest.param("wide", "Ann", "Ann", marks=pytest.mark.thorough),
        pytest.param("wide", "Annabel Rosenzweig-Löwenherz", "Annabel", marks=pytest.mark.thorough),
        pytest.param("tall", "Oma Lieselotte", "Oma", marks=pytest.mark.thorough),
    ],
)
def test_long_names_are_read_at_three_metres_too(
    shown: Shown, open_page: Opener, size: str, name: str, shown_as: str
) -> None:
    seats = [{"name": name, "colour": "yellow"}, {"name": "Bo", "colour": "blue"}]
    shown.rig.new(seats=seats, clock={"mode": "down", "limit": 90})
    page = open_page("/across", size)
    settled(page)
    expect(page.locator(".far-who text")).to_have_text(shown_as)
    expect(page.get_by_role("img", name=name, exact=True)).to_be_visible()
    for what in (".far-who text", "#clock"):
        assert millimetres(page, page.evaluate(TALL, what)) >= READ, what
    token = page.locator(".far-turn .token").bounding_box()
    assert token
    assert millimetres(page, token["height"]) >= READ
    assert page.evaluate(CUT) == []


LEADS: dict[str, Callable[[Rig], None]] = {
    "yahtzee_jr": states.question,
    "monopoly": lambda rig: _monopoly(rig),
    "plankton_rising": states.alarm,
    "riot": riot_states.pending,
}


def _monopoly(rig: Rig) -> None:
    rig.new("monopoly", seats=states.LONG, options={"first_roll": False}, clock={"mode": "up", "limit": 0})


@pytest.mark.parametrize("game", LEADS)
def test_every_game_fits_without_scrolling_and_with_nothing_cut_off(
    shown: Shown, open_page: Opener, game: str
) -> None:
    LEADS[game](shown.rig)
    page = open_page("/across", locale="de")  # German words are long
    settled(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    for size, (width, height) in {**SIZES, "lying phone": (844, 390)}.items():
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(SCROLLS), size
        assert page.evaluate(CUT) == [], size


def test_it_is_live_and_alarms_take_the_headline(shown: Shown, open_page: Opener) -> None:
    states.alarm(shown.rig)
    page = open_page("/across")
    settled(page)
    expect(page.locator(".far-says .far-alarm")).to_contain_text(
        "Stolen at the end of this turn: the seaweed bun!"
    )
    shown.rig.ask("do", action='0 change what="theft-:bun"')
    expect(page.locator(".far-says .far-alarm")).to_contain_text("One more theft and it is gone")
    shown.rig.ask("leave")
    expect(page.locator("h1")).to_contain_text("No game yet")


def test_it_glares_at_nobody_in_the_dark(shown: Shown, open_page: Opener) -> None:
    states.start(shown.rig)
    ground = "() => getComputedStyle(document.querySelector('.far-turn')).backgroundColor"
    bright = {
        scheme: sum(int(part) for part in _numbers(open_page("/across", color_scheme=scheme).evaluate(ground)))
        for scheme in ("dark", "light")
    }
    assert bright["dark"] < 100 < bright["light"]


def _numbers(colour: str) -> list[str]:
    return colour.removeprefix("rgb(").removesuffix(")").split(", ")
