"""Who comes in and how the machine is: the pages of the door and of the doctor, in each of their states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from companion.doctor.machine import Ran
from companion.doctor.report import examine
from companion.pairing import Role
from tests.browser.audit import Snap, audited
from tests.browser.conftest import Opener, Shown, showing
from tests.browser.states import proposal
from tests.doctor.machine import FakeMachine
from tests.web.doorrig import DoorRig
from tests.web.test_pairing import signed
from web import doctor, sessions

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Shown]:
    """The rig that `open_page` opens pages of: a table with a door, on a machine with faults."""
    rig = DoorRig(tmp_path)
    machine = FakeMachine(tmp_path).broken(commands={"vcgencmd *": Ran(0, "throttled=0x50005")})
    doctor.install(rig.app, lambda: examine(machine, ["power", "clock", "camera", "disk"]))
    with showing(rig) as made:
        yield made


def door_of(shown: Shown) -> DoorRig:
    assert isinstance(shown.rig, DoorRig)
    return shown.rig


def stranger(_shown: Shown, _page: Page) -> None:
    """Somebody whom nobody has let in yet."""


def waits(shown: Shown, page: Page) -> None:
    door_of(shown).door.register.add("The first one")
    page.goto(shown.address + "/pair")
    page.locator("#knock-name").fill("Oma Lieselotte’s tablet")
    page.locator("form[action='/pair/knock'] button").click()
    page.wait_for_selector("#waiting")


def host(shown: Shown, page: Page) -> None:
    rig = door_of(shown)
    mine = rig.door.register.add("iPad in the kitchen")
    rig.door.register.add("Mia’s phone", Role.ACTOR)
    rig.door.register.add("Television", Role.VIEWER)
    made = signed(rig.door.register.key, {"tablet": mine.id, "issue": mine.issue})
    page.context.add_cookies([{"name": sessions.COOKIE, "value": made, "url": shown.address}])


def host_with_guest(shown: Shown, page: Page) -> None:
    host(shown, page)
    rig = door_of(shown)
    rig.set_pin("2468")
    rig.browser().post("/pair/knock", data={"name": "A guest"})


def invited(shown: Shown, page: Page) -> None:
    host(shown, page)
    page.goto(shown.address + "/tablets")
    page.locator("form[action='/tablets/invite'] button").first.click()
    page.wait_for_load_state()


def watches(shown: Shown, _page: Page) -> None:
    proposal(shown.rig)


STATES: dict[str, tuple[Callable[[Shown, Page], None], str]] = {
    "pair": (stranger, "/pair"),
    "pair-waiting": (waits, ""),
    "pair-in": (host, "/pair"),
    "pair-pin": (host_with_guest, "/pair"),
    "watching": (watches, "/table"),
    "watching-home": (stranger, "/"),
    "refused": (stranger, "/teach"),
    "tablets": (host, "/tablets"),
    "tablets-invited": (invited, ""),
    "doctor": (host, "/doctor"),
}
"""By name, what leads there and the path; none where it leads there by itself."""


@pytest.mark.parametrize("state", STATES)
def test_a_page_of_the_house_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap, state: str
) -> None:
    lead, path = STATES[state]
    page = open_page("/offline", errors=True, bypass_csp=True, reduced_motion="reduce")
    lead(shown, page)
    if path:
        page.goto(shown.address + path)
    audited(page, snap, state)
