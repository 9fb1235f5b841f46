"""Every page and state in a real browser at three sizes."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, SNAPPING, Opener, Shown, settled
from tests.browser.states import STATES, question
from web import design

pytestmark = pytest.mark.browser

SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")

RARE = pytest.mark.skipif(not SNAPPING, reason="looked at with the pictures: COMPANION_SCREENS=1")
SELDOM = (
    "empty",
    "start",
    "looking",
    "new-dice",
    "sand",
    "across-empty",
    "across-paused",
    "across-question",
    "first-camera",
    "first-dice",
)
"""States whose parts are all in others that are tried every day."""

AXE = str(files("axe_playwright_python") / "axe.min.js")
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll("button, summary, select, a.button, a.chip, a.mini, label, .top a")]
    .filter((one) => one.checkVisibility() && !(one.tagName === "LABEL" && one.htmlFor))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([text]) => text)"""
VIOLATIONS = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)"""


DAILY = [pytest.param(state, marks=RARE) if state in SELDOM else state for state in STATES]


@pytest.mark.parametrize("state", DAILY)
def test_a_state_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Callable[[Page, str], None], state: str
) -> None:
    """One page that is resized and recoloured: a page for each size and scheme took three times as long."""
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(path, errors=state == "nowhere", bypass_csp=True, reduced_motion="reduce")
    settled(page)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="light" if size == "phone" else "dark")
        snap(page, f"{state}-{size}")
        assert page.evaluate(TOO_WIDE) <= 0, size
        assert page.evaluate(SMALL) == [], size
    page.add_script_tag(path=AXE)
    for scheme in schemes(state):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(VIOLATIONS) == [], scheme


def schemes(state: str) -> tuple[Literal["dark", "light"], ...]:
    """Both where pictures are taken too; every day they take turns, for /design shows every part in each."""
    return SCHEMES if SNAPPING else SCHEMES[[*STATES].index(state) % 2 :][:1]


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_every_part_in_every_theme_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Callable[[Page, str], None], theme: str
) -> None:
    design.install(shown.rig.app)
    page = open_page("/design", wishes=f"theme={theme}", bypass_csp=True, reduced_motion="reduce")
    page.add_script_tag(path=AXE)
    assert page.evaluate(VIOLATIONS) == []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        snap(page, f"design-{theme}-{size}")
        assert page.evaluate(TOO_WIDE) <= 0, size


def test_an_open_sheet_has_no_known_hurdle(shown: Shown, open_page: Opener) -> None:
    question(shown.rig)
    page = open_page("/table", "phone", bypass_csp=True, reduced_motion="reduce")
    page.locator("#chip-2").click()
    expect(page.locator("#sheet[open]")).to_be_visible()
    page.add_script_tag(path=AXE)
    assert page.evaluate(VIOLATIONS) == []
