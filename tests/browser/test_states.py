"""Every page and state in a real browser at three sizes."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SIZES, Opener, Shown, settled
from tests.browser.states import STATES, question

pytestmark = pytest.mark.browser

AXE = str(files("axe_playwright_python") / "axe.min.js")
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll("button, summary, select, a.button, a.chip, a.mini, label, .top a")]
    .filter((one) => one.checkVisibility() && !(one.tagName === "LABEL" && one.htmlFor))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([text]) => text)"""
VIOLATIONS = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("state", STATES)
def test_a_state_fits_the_screen_with_targets_for_fingers(
    shown: Shown, open_page: Opener, snap: Callable[[Page, str], None], state: str, size: str
) -> None:
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(path, size, errors=state == "nowhere", color_scheme="light" if size == "phone" else "dark")
    settled(page)
    snap(page, f"{state}-{size}")
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("state", STATES)
def test_a_state_has_no_known_hurdle(shown: Shown, open_page: Opener, state: str, scheme: str) -> None:
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(
        path, "tall", errors=state == "nowhere", color_scheme=scheme, bypass_csp=True, reduced_motion="reduce"
    )
    settled(page)
    page.add_script_tag(path=AXE)
    assert page.evaluate(VIOLATIONS) == []


def test_an_open_sheet_has_no_known_hurdle(shown: Shown, open_page: Opener) -> None:
    question(shown.rig)
    page = open_page("/table", "phone", bypass_csp=True, reduced_motion="reduce")
    page.locator("#chip-2").click()
    expect(page.locator("#sheet[open]")).to_be_visible()
    page.add_script_tag(path=AXE)
    assert page.evaluate(VIOLATIONS) == []
