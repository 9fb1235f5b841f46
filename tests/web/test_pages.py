"""The pages that people open."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.rules import GAMES
from companion.state.view import Service
from companion.vision.reading import WHY_NOT
from companion.words import say
from tests.web.rig import Rig

EVIL = '<script>alert("x")</script>&'


def test_home_offers_every_game(client: FlaskClient) -> None:
    text = client.get("/").text
    assert all(f'href="/new/{game}"' in text for game in GAMES)


def test_home_leads_back_to_the_game_on_the_table(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    assert "is on the table" in client.get("/").text


def test_an_evening_can_be_continued(rig: Rig, client: FlaskClient) -> None:
    evening = rig.new().evening
    rig.roll("SB SB PA KR SA")
    rig.ask("leave")
    assert f'name="evening" value="{evening}"' in client.get("/").text
    assert client.post("/ask/open", data={"evening": evening}).status_code == 303
    assert rig.view.board["dice"] == ["SB", "SB", "PA", "KR", "SA"]


def test_the_table_says_whose_turn_it_is_and_what_to_do(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    text = client.get("/table").text
    assert re.search(r"<h1[^>]*><bdi>Ann</bdi></h1>", text)
    assert "throw all five dice" in text
    assert 'aria-label="yellow star"' in text


def test_the_table_without_a_game_leads_home(client: FlaskClient) -> None:
    assert "No game is on the table" in client.get("/table").text


def test_every_legal_score_is_one_button_with_its_points(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.roll("SB SB SB KR KR")
    text = client.get("/table").text
    assert 'aria-label="SpongeBob: 3 points"' in text
    assert 'aria-label="Mr. Krabs: 2 points"' in text
    assert 'id="score-PA"' not in text


def test_only_dice_that_may_be_thrown_again_can_be_marked(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.roll("SB PL SB KR KR")
    text = client.get("/table").text
    assert re.findall(r'type="checkbox" name="value" value="(\d)"', text) == ["0", "2", "3", "4"]
    assert "stays aside" in text


def test_a_proposal_shows_its_picture_with_a_box_and_a_chip_for_each_die(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    proposal = rig.look("SB SB PA GA SQ", unsure=(2,)).proposal
    assert proposal is not None
    text = client.get("/table").text
    assert f"/pictures/{proposal.picture}.jpg" in text
    assert text.count('class="box"') == 5
    assert text.count(f'href="/proposal/{proposal.id}/2"') == 2
    assert text.count("not sure") == 1
    assert 'id="accept"' not in text


def test_an_acceptable_proposal_has_the_big_button(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.look("SB SB PA GA SQ")
    assert 'id="accept"' in client.get("/table").text


def test_the_sheet_of_a_die_offers_the_likeliest_faces_first(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    proposal = rig.look("KR SB PA GA SQ", unsure=(0,)).proposal
    assert proposal is not None
    text = client.get(f"/proposal/{proposal.id}/0", headers={"X-Part": "sheet"}).text
    assert re.findall(r'data-face="(..)"', text) == ["KR", "SB", "PA", "SA", "SQ", "GA", "PL"]
    assert "<html" not in text


def test_a_sheet_is_a_whole_page_for_browsers_without_scripts(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    proposal = rig.look("KR SB PA GA SQ").proposal
    assert proposal is not None
    for path in (f"/proposal/{proposal.id}/0", f"/proposal/{proposal.id}/add"):
        assert client.get(path).text.count("<html") == 1


def test_a_past_roll_is_corrected_from_its_sheet(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    act = rig.roll("SB SB PA KR SA").log[0].act
    text = client.get(f"/fix/{act}/4", headers={"X-Part": "sheet"}).text
    assert 'data-face="GA"' in text
    client.post("/ask/fix", data={"act": act, "faces": ["SB", "SB", "PA", "KR", "GA"]})
    assert rig.view.log[0].faces == ("SB", "SB", "PA", "KR", "GA")
    assert "corrected" in client.get("/table").text


def test_a_correction_that_drops_moves_asks_first(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    act = rig.roll("SB SB PA KR SA").log[0].act
    rig.ask("do", action='0 score character="SB"')
    client.post("/ask/fix", data={"act": act, "faces": ["PA", "PA", "PA", "PA", "PA"]})
    text = client.get("/table").text
    assert 'role="alertdialog"' in text
    assert "they would be dropped" in text
    assert "2 × SpongeBob" in text
    client.post("/ask/cancel_fix")
    assert 'role="alertdialog"' not in client.get("/table").text


@pytest.mark.parametrize(
    "path", ["/proposal/99/0", "/proposal/99/add", "/fix/99/0", "/fix/1/9", "/proposal/1/77", "/nowhere"]
)
def test_what_is_not_there_is_a_page_that_leads_back(rig: Rig, client: FlaskClient, path: str) -> None:
    rig.new()
    rig.roll("SB SB PA KR SA")
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'href="/table"' in answer.text


@pytest.mark.parametrize("slug", WHY_NOT)
def test_every_reason_not_to_read_says_what_to_do(rig: Rig, client: FlaskClient, slug: str) -> None:
    rig.new()
    rig.look("", why_not=slug)
    text = client.get("/table").text
    assert "Look again" in text
    assert "The dice cannot be read." not in text


def test_take_back_says_what_it_takes_back(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.roll("SB SB PA KR SA")
    assert "Take back" not in client.get("/table").text
    rig.ask("do", action='0 score character="SB"')
    assert "Take back: 2 × SpongeBob: 2 points" in client.get("/table").text


def test_what_a_look_waits_for_is_told(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.ask("read")
    assert "A hand" not in client.get("/table").text
    rig.ask("service", name="camera", state=Service("working", say("A hand is in the picture.")))
    assert "A hand is in the picture." in client.get("/table").text


def test_home_names_what_failed_too(rig: Rig, client: FlaskClient) -> None:
    rig.ask("service", name="disk", state=Service("failed", say("The disk is full.")))
    assert "The disk is full." in client.get("/").text


@pytest.mark.parametrize("page", ["/", "/table"])
def test_a_weak_power_supply_is_a_banner_that_says_what_to_do(rig: Rig, client: FlaskClient, page: str) -> None:
    rig.new()
    rig.ask("service", name="power", state=Service("failed", say("Too weak."), say("Use another cable.")))
    text = client.get(page).text
    assert re.search(r'id="service-power".*Power: Too weak\.</strong> Use another cable\.', text)


def test_a_service_that_is_tried_again_says_so_and_what_to_do(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.ask("service", name="pins", state=Service("retrying", say("Pin 17 is busy."), say("Stop the other.")))
    text = client.get("/table").text
    assert "<summary>Buttons and lights: Pin 17 is busy.</summary><p>Stop the other. It is tried again" in text


def test_the_pad_is_open_while_the_camera_or_the_models_are_away(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    assert not re.search(r'<details class="pad"[^>]* open', client.get("/table").text)
    for name in ("camera", "model"):
        rig.ask("service", name=name, state=Service("retrying", say("Away.")))
        assert re.search(r'<details class="pad"[^>]* open', client.get("/table").text)
        rig.ask("service", name=name, state=Service("ready"))


def test_services_that_are_not_ready_are_named(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    rig.ask("service", name="camera", state=Service("failed", say("The cable is loose.")))
    rig.ask("service", name="lights", state=Service("ready"))
    text = client.get("/table").text
    assert "Camera: The cable is loose." in text
    assert "lights:" not in text


def test_the_clock_stands_on_the_page_even_without_scripts(rig: Rig, client: FlaskClient) -> None:
    rig.new(clock={"mode": "down", "limit": 90})
    text = client.get("/table").text
    assert 'data-mode="down"' in text
    assert re.search(r'data-made="[\d.]+">1:(30|29)</p>', text)


def test_the_whole_log_is_one_page(rig: Rig, client: FlaskClient) -> None:
    rig.new("just_dice")
    for _ in range(12):
        rig.ask("do", action=f'{rig.view.active} roll faces=["1","2"]')
    assert client.get("/table").text.count('<li id="line-') == 8
    assert client.get("/log").text.count('<li id="line-') == 12


def test_just_dice_shows_the_last_roll_and_how_fair_the_dice_are(rig: Rig, client: FlaskClient) -> None:
    rig.new("just_dice")
    for _ in range(15):
        rig.ask("do", action=f'{rig.view.active} roll faces=["1","6"]')
    text = client.get("/table").text
    assert "= 7" in text
    assert "These dice look odd." in text
    assert "Finish and look at the results" in text


def test_a_finished_evening_shows_the_winner_and_leads_on(rig: Rig, client: FlaskClient) -> None:
    rig.new(options={"turns_each": 1})
    for roll in ("SB SB SB SB SB", "PA KR SA SQ GA"):
        rig.roll(roll)
        pick = rig.view.choices[-1].args["character"].picks[0].value  # type: ignore[attr-defined]  # a OneOf
        rig.ask("do", action=f'{rig.view.active} score character="{pick}"')
    text = client.get("/table").text
    assert "Ann wins!" in text
    assert "Choose another game" in text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_names_are_text_and_never_code(rig: Rig, client: FlaskClient, game: str) -> None:
    rig.new(game, seats=[{"name": EVIL, "colour": "red"}, {"name": "{{7*7}}", "colour": "blue"}])
    rolls = {"yahtzee_jr": "SB SB PA KR SA", "just_dice": "1 2"}
    paths = ["/table", "/log", "/live/now"]
    if game in rolls:  # the others begin with something else
        paths.append(f"/fix/{rig.roll(rolls[game]).log[0].act}/0")
    pages = [client.get(path).text for path in paths]
    rig.ask("leave")
    pages += [client.get("/").text]
    pages += [client.post(f"/new/{game}", data={"name-0": EVIL, "name-1": EVIL}).text]
    for text in pages:
        assert "<script>alert" not in text
        assert "49" not in re.findall(r"<bdi[^>]*>([^<]*)</bdi>", text)


def test_a_die_of_another_set_is_named_by_its_word(rig: Rig, client: FlaskClient) -> None:
    rig.new("just_dice", options={"die_set": "mine", "faces": [EVIL, "moon"]})
    text = client.get("/table").text
    assert "moon" in text
    assert "<script>alert" not in text
