"""Readings that are reported from the tablet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.bundles import Bundle, unpacked
from companion.vision.frame import Frame
from tests.drawndecks import sighting, taught
from tests.web.deckrig import DeckRig
from tests.web.rig import JPEG, Rig
from web.site import site_of


def bundle(client: FlaskClient, tmp_path: Path, path: str) -> Bundle:
    """Press the button, follow it to the page, and take the only file along."""
    answer = client.post(path)
    assert answer.status_code == 303
    place, _, mark = answer.headers["Location"].partition("#")
    html = client.get(place).get_data(as_text=True)
    assert f'id="{mark}"' in html
    with client.get(f"{place}/{mark}.zip") as file:
        assert file.mimetype == "application/zip"
        assert file.headers["Content-Disposition"].startswith("attachment")
        (tmp_path / "taken.zip").write_bytes(file.data)
    return unpacked(tmp_path / "taken.zip").bundle


def test_an_open_reading_is_reported_with_what_people_made_of_it(
    rig: Rig, client: FlaskClient, tmp_path: Path
) -> None:
    rig.new()
    shown = rig.look("SB SB PA GA SQ", unsure=(2,)).proposal
    assert shown is not None
    path = f"/report/proposal/{shown.id}"
    assert f'action="{path}"' in client.get("/table").get_data(as_text=True)
    assert bundle(client, tmp_path, path).truth is None
    rig.ask("amend", proposal=shown.id, die=2, face="KR")
    told = bundle(client, tmp_path, path)
    assert told.truth == ("SB", "SB", "KR", "GA", "SQ")
    assert told.note.reading.faces == ("SB", "SB", "PA", "GA", "SQ")
    assert told.note.game == "yahtzee_jr"
    assert told.note.expected is not None
    assert told.note.expected.die_set == "characters"


def test_a_reading_that_nobody_has_corrected_has_no_truth(rig: Rig, client: FlaskClient, tmp_path: Path) -> None:
    rig.new()
    shown = rig.look("SB SB PA GA SQ").proposal
    assert shown is not None
    assert bundle(client, tmp_path, f"/report/proposal/{shown.id}").truth is None


def test_a_reading_that_could_not_be_read_is_reported(rig: Rig, client: FlaskClient, tmp_path: Path) -> None:
    rig.new()
    shown = rig.look("", why_not="hand").proposal
    assert shown is not None
    told = bundle(client, tmp_path, f"/report/proposal/{shown.id}")
    assert (told.truth, told.note.reading.why_not) == (None, "hand")
    assert "A hand is in the picture." in client.get("/reports").get_data(as_text=True)


def test_a_past_roll_is_reported_with_its_correction(rig: Rig, client: FlaskClient, tmp_path: Path) -> None:
    rig.new()
    shown = rig.look("SB SB PA GA SQ").proposal
    assert shown is not None
    act = rig.ask("accept", proposal=shown.id).log[0].act
    rig.ask("fix", act=act, faces=["SB", "PA", "PA", "GA", "SQ"])
    assert f'action="/report/line/{act}"' in client.get(f"/fix/{act}/0").get_data(as_text=True)
    told = bundle(client, tmp_path, f"/report/line/{act}")
    assert told.truth == ("SB", "PA", "PA", "GA", "SQ")
    assert told.note.reading.faces == ("SB", "SB", "PA", "GA", "SQ")


def test_no_name_of_a_player_is_in_a_report(rig: Rig, client: FlaskClient, tmp_path: Path) -> None:
    rig.new()
    shown = rig.look("SB SB PA GA SQ").proposal
    assert shown is not None
    bundle(client, tmp_path, f"/report/proposal/{shown.id}")
    data = (tmp_path / "taken.zip").read_bytes()
    assert JPEG in data
    assert b"Ann" not in data


def test_a_roll_that_was_entered_by_hand_has_no_button(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    act = rig.roll("SB SB PA GA SQ").log[0].act
    assert "/report/" not in client.get(f"/fix/{act}/0").get_data(as_text=True)
    assert client.post(f"/report/line/{act}").status_code == 409


def test_a_table_that_keeps_no_reports_shows_no_button(rig: Rig, client: FlaskClient) -> None:
    site_of(rig.app).reports = None
    rig.new()
    shown = rig.look("SB SB PA GA SQ").proposal
    assert shown is not None
    assert "/report/" not in client.get("/table").get_data(as_text=True)
    assert client.post(f"/report/proposal/{shown.id}").status_code == 404
    assert client.get("/reports").status_code == 404


@pytest.mark.parametrize("path", ["/report/proposal/99", "/report/line/99"])
def test_what_is_not_there_cannot_be_reported(client: FlaskClient, path: str) -> None:
    assert client.post(path).status_code == 404


@pytest.mark.parametrize("file", ["nothing.zip", "..%2f..%2fetc%2fpasswd", "reading-0000000000000000.zip"])
def test_nothing_else_of_the_disk_is_given_out(client: FlaskClient, file: str) -> None:
    assert client.get(f"/reports/{file}").status_code == 404


def test_a_page_without_reports_says_so(client: FlaskClient) -> None:
    assert "Nothing was reported yet." in client.get("/reports").get_data(as_text=True)


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[DeckRig]:
    """A table whose deck of riot knows two cards, at the first player's moves."""
    taught(tmp_path / "decks", "riot", "RAD", "DIP")
    made = DeckRig(tmp_path)
    made.camera.frame = Frame(np.full((480, 640, 3), 90, np.uint8), 0.0)
    made.new("riot", box="paper")
    for action in ("0 peek", "1 peek", "0 draw"):
        made.ask("do", action=action)
    yield made
    made.close()


def test_a_laid_card_is_reported_with_the_name_that_people_gave_it(cards: DeckRig, tmp_path: Path) -> None:
    client, shown = cards.client(), cards.see(sighting("RAD", "RAD")).proposal
    assert shown is not None
    path = f"/report/proposal/{shown.id}"
    assert f'action="{path}"' in client.get("/table").get_data(as_text=True)
    assert bundle(client, tmp_path, path).truth is None
    cards.ask("name_card", proposal=shown.id, code="DIP")
    told = bundle(client, tmp_path, path)
    assert told.truth == ("DIP",)
    assert told.note.cards is not None
    assert [(one.code, one.candidates) for one in told.note.cards.cards] == [("RAD", (("RAD", 0.4),))]
    assert {"RAD", "DIP"} <= {*told.note.cards.codes}
    assert "Rowdy Radishes" in client.get("/reports").get_data(as_text=True)


def test_a_card_that_was_not_seen_is_reported(cards: DeckRig, tmp_path: Path) -> None:
    client, shown = cards.client(), cards.see().proposal
    assert shown is not None
    path = f"/report/proposal/{shown.id}"
    assert f'action="{path}"' in client.get("/table").get_data(as_text=True)
    told = bundle(client, tmp_path, path)
    assert told.truth is None
    assert told.note.cards is not None
    assert told.note.cards.cards == ()
    assert "I see no card." in client.get("/reports").get_data(as_text=True)


def test_a_card_that_was_played_is_reported_from_the_log(cards: DeckRig, tmp_path: Path) -> None:
    client, shown = cards.client(), cards.see(sighting("DIP")).proposal
    assert shown is not None
    act = cards.ask("accept", proposal=shown.id).log[-1].act
    assert f'action="/report/line/{act}"' in client.get("/log").get_data(as_text=True)
    told = bundle(client, tmp_path, f"/report/line/{act}")
    assert told.truth == ("DIP",)
    assert told.note.game == "riot"
