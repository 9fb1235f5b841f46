"""Every game after some moves, as a family sees it; taken with the pictures, for its parts are tried every day."""

from __future__ import annotations

import pytest

from tests.browser.audit import Snap, audited
from tests.browser.conftest import Opener, Shown, settled
from tests.browser.game_states import STATES

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


@pytest.mark.parametrize("state", STATES)
def test_a_game_that_goes_on_fits_every_screen_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap, state: str
) -> None:
    STATES[state](shown.rig)
    page = open_page("/table", bypass_csp=True, reduced_motion="reduce")
    settled(page)
    audited(page, snap, state)
