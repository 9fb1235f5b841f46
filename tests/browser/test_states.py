"""Every page and state in a real browser at three sizes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.audit import OPENED, SCHEMES, TOO_WIDE, Scheme, Snap, audited, has_no_hurdle
from tests.browser.conftest import SIZES, SNAPPING, Opener, Shown, settled
from tests.browser.states import STATES, question
from tests.daily import daily
from web import design

pytestmark = pytest.mark.browser

SELDOM = (
    "empty",
    "start",
    "looking",
    "new-dice",
    "new-monopoly",
    "new-riot",
    "new-plankton",
    "boxes",
    "board-names",
    "deck",
    "across-long",
    "add-page",
    "fix-page",
    "asked",
    "home-running",
    "sand",
    "across-empty",
    "across-paused",
    "across-question",
    "across-alarm",
    "across-dice",
    "across-over",
    "troubled",
    "paused",
    "reports",
    "die-page",
    "first-camera",
    "first-lights",
    "first-dice",
)
"""States whose parts are all in others that are tried every day."""

COMPLAIN = ("nowhere", "offline")
"""States in which the browser's console says that something is not there."""
DAILY = daily(STATES, STATES.keys() - set(SELDOM))


@pytest.mark.parametrize("state", DAILY)
def test_a_state_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap, state: str
) -> None:
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(path, errors=state in COMPLAIN, bypass_csp=True, reduced_motion="reduce")
    settled(page)
    audited(page, snap, state, schemes(state))


def schemes(state: str) -> tuple[Scheme, ...]:
    """Both where pictures are taken too; every day they take turns, for /design shows every part in each."""
    return SCHEMES if SNAPPING else SCHEMES[[*STATES].index(state) % 2 :][:1]


@pytest.mark.thorough
@pytest.mark.parametrize("state", STATES)
def test_a_state_fits_a_phone_in_the_language_with_the_longest_words(
    shown: Shown, open_page: Opener, state: str
) -> None:
    lead, path = STATES[state]
    lead(shown.rig)
    page = open_page(path, "phone", errors=state in COMPLAIN, locale="de-DE", reduced_motion="reduce")
    settled(page)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.evaluate(OPENED)
    assert page.evaluate(TOO_WIDE) <= 0


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_every_part_in_every_theme_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap, theme: str
) -> None:
    design.install(shown.rig.app)
    page = open_page("/design", wishes=f"theme={theme}", bypass_csp=True, reduced_motion="reduce")
    has_no_hurdle(page, ("dark",))
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        snap(page, f"design-{theme}-{size}")
        assert page.evaluate(TOO_WIDE) <= 0, size


def test_an_open_sheet_has_no_known_hurdle(shown: Shown, open_page: Opener) -> None:
    question(shown.rig)
    page = open_page("/table", "phone", bypass_csp=True, reduced_motion="reduce")
    page.locator("#chip-2").click()
    expect(page.locator("#sheet[open]")).to_be_visible()
    has_no_hurdle(page)
