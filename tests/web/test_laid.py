"""Cards that are laid side by side, as the tablet shows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from tests.drawndecks import sighting, taught
from tests.test_cards import TO_WAR, TWO_TURNS
from tests.web.deckrig import DeckRig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[DeckRig]:
    taught(tmp_path / "decks", "riot", "RAD", "DIP", "NOPE", "C-RAD", "C-ONI", "C-PEA")
    made = DeckRig(tmp_path)
    made.camera.frame = Frame(np.full((480, 640, 3), 90, np.uint8), 0.0)
    made.new("riot", options={"cartel": 3}, box="paper")
    for action in TWO_TURNS:
        made.ask("do", action=action)
    yield made
    made.close()


def cartel(*gangs: str) -> tuple[CardSighting, ...]:
    return tuple(sighting(f"C-{gang}", shift=50.0 * place) for place, gang in enumerate(gangs))


def test_the_discards_are_shown_with_what_they_do(rig: DeckRig) -> None:
    client = rig.client()
    assert "Or lay the discarded cards side by side before the camera and press." in client.get("/table").text
    rig.see(sighting("NOPE"), sighting("DIP", shift=60))
    text = client.get("/table").text
    assert "I read these cards. Are they right?" in text
    assert "Shut the Gate!, Rain Shower" in text
    assert "End my turn: discard 2" in text
    assert 'id="accept"' in text
    assert "It is another card" not in text


def test_the_cartel_cards_are_shown_nowhere(rig: DeckRig) -> None:
    for action in TO_WAR:
        rig.ask("do", action=action)
    client = rig.client()
    assert "Or lay all 3 side by side before the camera, face up, while nobody looks" in client.get("/table").text
    rig.hands.lying = (("riot", "C-PEA"), ("riot", "C-ONI"), ("riot", "C-RAD"))
    assert client.get("/playground/lamps").get_json()["laid"] == "3 cards lie there."
    shown = rig.see(*cartel("PEA", "ONI", "RAD")).proposal
    assert shown is not None
    assert "PEA" not in repr(shown)
    for page in ("/table", "/live/table", "/across"):
        assert "/pictures/" not in client.get(page).text
    text = client.get("/table").text
    assert "I have seen the cards" in text
    assert "Report this reading" not in text
    assert client.post(f"/report/proposal/{shown.id}").status_code == 409
    view = rig.ask("accept", proposal=shown.id)
    assert view.outcome is not None
    assert f"/report/line/{view.log[-1].act}" not in client.get("/log").text


def test_cartel_cards_that_are_not_clear_are_laid_again(rig: DeckRig) -> None:
    for action in TO_WAR:
        rig.ask("do", action=action)
    rig.see(*cartel("PEA", "ONI"))
    text = rig.client().get("/table").text
    assert "I cannot tell all of these cards." in text
    assert "/pictures/" not in text
    assert "Report this reading" not in text
