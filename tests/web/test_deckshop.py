from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.decks import DrawnDeck
from companion.vision.cards import teaching
from companion.vision.cards.deck import DECK
from companion.vision.mat import Paper
from hardware.simulators.scenes import CardOnTable
from tests.drawndecks import taught
from tests.web.deckrig import DeckRig
from web import deckshop

FOX, DIP = CardOnTable("riot", "CHERRY", 90, 120), CardOnTable("riot", "DIP", 210, 120)
JSON = {"Accept": "application/json"}


@pytest.fixture(autouse=True)
def _letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the library for letters, which is optional, would read."""
    monkeypatch.setattr(teaching, "suggest_title", lambda _picture: "QUICK FOX")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[DeckRig]:
    made = DeckRig(tmp_path)
    yield made
    made.close()


@pytest.fixture
def client(rig: DeckRig) -> FlaskClient:
    return rig.client()


def begin(client: FlaskClient, title: str = "Our cards", game: str = "riot") -> str:
    answer = client.post("/decks/new", data={"title": title, "game": game})
    assert answer.status_code == 303
    return answer.location.removeprefix("/decks/")


def test_the_shelf_shows_decks_and_what_can_be_printed(rig: DeckRig, client: FlaskClient) -> None:
    taught(rig.folder / "shipped", "riot", "RAD", "ONI")
    text = client.get("/decks").text
    assert "The Allotment (Plant-Based Riot)" in text
    assert "2 cards are known" in text
    assert 'href="/decks/print/riot.pdf?paper=letter"' in text
    assert 'href="/decks/print/plankton_rising.pdf?paper=a4"' in text
    assert '<option value="plankton_rising">Plankton Rising</option>' in text
    assert '<option value="yahtzee_jr">' not in text


def test_a_drawn_deck_comes_as_a_pdf(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def pdf(deck: DrawnDeck, paper: Paper, *, backs: bool) -> bytes:
        return f"%PDF {deck.id} {paper.name} {backs}".encode()

    monkeypatch.setattr(deckshop, "pdf", pdf)
    answer = client.get("/decks/print/plankton_rising.pdf?paper=letter&backs=1")
    assert (answer.mimetype, answer.data) == ("application/pdf", b"%PDF plankton_rising letter True")
    assert client.get("/decks/print/riot.pdf").data == b"%PDF riot a4 False"
    assert client.get("/decks/print/poker.pdf").status_code == 404
    assert client.get("/decks/print/riot.pdf?paper=a3").status_code == 404


def test_a_deck_is_taught_card_by_card_and_played_with(rig: DeckRig, client: FlaskClient) -> None:
    name = begin(client)
    assert name == "riot-our-cards"
    text = client.get(f"/decks/{name}").text
    assert "0 cards are known" in text
    assert "Not learnt yet" not in text
    rig.lay(FOX, DIP)
    assert client.post(f"/decks/{name}/take").status_code == 303
    text = client.get(f"/decks/{name}").text
    assert "Which card is this?" in text
    assert "1 more cards wait." in text
    assert '<option value="box:CHERRY">Cherry Pickers</option>' in text
    assert '<option value="paper:CHERRY" selected>Quick Fox</option>' in text  # as its letters say
    client.post(f"/decks/{name}/keep", data={"code": "paper:CHERRY", "title": ""})
    assert "Not learnt yet: " in client.get(f"/decks/{name}").text
    client.post(f"/decks/{name}/keep", data={"code": "paper:DIP", "title": ""})
    deck = rig.shelf.deck(name)
    assert [(card.code, card.title) for card in deck.cards] == [("CHERRY", "Quick Fox"), ("DIP", "Rain Shower")]
    assert deck.samples[0].source == "camera"
    picture = client.get(f"/decks/{name}/cards/CHERRY.jpg")
    assert (picture.status_code, picture.mimetype) == (200, "image/jpeg")
    assert rig.moves().card_expected


def test_a_card_that_is_known_is_proposed(rig: DeckRig, client: FlaskClient) -> None:
    taught(rig.folder / "decks", "riot", "CHERRY")
    rig.lay(FOX)
    client.post("/decks/riot/take")
    text = client.get("/decks/riot").text
    assert "I think this is Quick Fox." in text
    assert '<option value="CHERRY" selected>' in text
    assert rig.workshop.view.deck
    assert rig.workshop.decks
    rig.workshop.decks.take_or_keep("riot").result(5)  # the table button
    assert len(rig.shelf.deck("riot").of("CHERRY")) == 2


def test_a_card_that_no_box_lists_gets_a_code_of_its_own(rig: DeckRig, client: FlaskClient) -> None:
    name = begin(client, game="")
    for _ in range(2):
        rig.lay(FOX)
        rig.told.sees = rig.told.sees[:1]
        client.post(f"/decks/{name}/take")
        assert client.post(f"/decks/{name}/keep", data={"code": "", "title": ""}).status_code == 400
        client.post(f"/decks/{name}/keep", data={"code": "new", "title": "Mr. Pickle!"})
    assert [(card.code, card.title) for card in rig.shelf.deck(name).cards] == [
        ("Mr-Pickle", "Mr. Pickle!"),
        ("Mr-Pickle-2", "Mr. Pickle!"),
    ]


def test_a_card_on_its_head_can_be_turned_and_put_away(rig: DeckRig, client: FlaskClient) -> None:
    name = begin(client)
    rig.lay(FOX)
    client.post(f"/decks/{name}/take")
    first = rig.workshop.view.deck
    client.post(f"/decks/{name}/turn")
    second = rig.workshop.view.deck
    assert first
    assert second
    assert first.found[0].picture != second.found[0].picture
    client.post(f"/decks/{name}/turn")
    client.post(f"/decks/{name}/drop")
    assert rig.workshop.view.deck
    assert rig.workshop.view.deck.found == ()
    assert client.post(f"/decks/{name}/drop", headers=JSON).status_code == 400


def test_pictures_can_be_sent_instead(rig: DeckRig, client: FlaskClient) -> None:
    name = begin(client)
    rig.lay(FOX)
    assert rig.camera.frame is not None
    data = {"pictures": (io.BytesIO(rig.camera.frame.jpeg()), "fox.jpg")}
    assert client.post(f"/decks/{name}/send", data=data).status_code == 303
    shown = rig.workshop.view.deck
    assert shown
    assert len(shown.found) == 1
    assert client.post(f"/decks/{name}/send", data={}).status_code == 400


def test_a_picture_without_a_card_is_told(rig: DeckRig, client: FlaskClient) -> None:
    name = begin(client)
    rig.lay()
    client.post(f"/decks/{name}/take")
    assert "No card is seen in this picture." in client.get(f"/decks/{name}").text


def test_the_last_step_can_be_taken_back_and_a_deck_put_away(rig: DeckRig, client: FlaskClient) -> None:
    name = begin(client)
    rig.lay(FOX)
    client.post(f"/decks/{name}/take")
    client.post(f"/decks/{name}/keep", data={"code": "paper:CHERRY", "title": ""})
    assert "Take the last step back" in client.get(f"/decks/{name}").text
    client.post(f"/decks/{name}/undo")
    assert rig.shelf.deck(name).samples == ()
    client.post(f"/decks/{name}/away")
    assert client.get(f"/decks/{name}").status_code == 404
    (kept,) = (rig.folder / "decks-put-away").iterdir()
    assert (kept / DECK).is_file()
    client.post("/decks/riot/undo")
    assert "Nothing was taught of this deck yet." in client.get("/decks").text


def test_a_deck_travels_as_one_file(rig: DeckRig, client: FlaskClient) -> None:
    taught(rig.folder / "decks", "riot", "CHERRY", "DIP")
    client.get("/decks/riot")
    answer = client.get("/decks/riot/riot.zip")
    assert DECK in zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    parcel = {"parcel": (io.BytesIO(answer.data), "grandma.zip"), "game": "riot"}
    arrived = client.post("/decks/import", data=parcel)
    assert arrived.location == "/decks/riot-grandma"
    assert rig.shelf.deck("riot-grandma").known == {"CHERRY", "DIP"}
    wrong = {"parcel": (io.BytesIO(b"no zip"), "deck.zip"), "game": "riot"}
    client.post("/decks/import", data=wrong)
    assert "no deck that was packed" in client.get("/decks").text
    assert client.post("/decks/import", data={"game": "riot"}, headers=JSON).status_code == 400
    assert client.get("/decks/riot/other.zip").status_code == 404


def test_planktons_cards_lead_on_to_their_symbols(rig: DeckRig, client: FlaskClient) -> None:
    taught(rig.folder / "decks", "plankton_rising", "cork")
    text = client.get("/decks/plankton_rising").text
    assert 'href="/deck/sample"' in text
    assert 'href="/deck/sample?card=cork"' in text
    assert 'value="Captain Cork"' in client.get("/deck/sample?card=cork").text


def test_what_is_not_there_is_not_found(client: FlaskClient) -> None:
    for path in ("/decks/poker", "/decks/poker/poker.zip", "/decks/poker/cards/A.jpg", "/decks/..%2f..%2fetc"):
        assert client.get(path).status_code == 404, path
    assert client.post("/decks/new", data={"title": " ", "game": "riot"}).status_code == 400


def test_a_laid_card_shows_its_picture_its_name_and_what_it_does(rig: DeckRig, client: FlaskClient) -> None:
    taught(rig.folder / "decks", "riot")
    assert "Look at the card" not in client.get("/table").text
    rig.moves()
    assert "Look at the card" in client.get("/table").text
    view = rig.propose(DIP)
    text = client.get("/table").text
    assert view.proposal
    assert "I read this card. Is it right?" in text
    assert "Rain Shower" in text
    assert "/decks/riot/cards/DIP.jpg" in text
    assert f'href="/pictures/{view.proposal.picture}.jpg"' in text
    assert 'id="accept"' in text
    assert client.post("/ask/accept", data={"proposal": view.proposal.id}).status_code == 303
    assert rig.view.board["pending"]["card"] == "DIP"


def test_the_ways_of_a_card_are_buttons(rig: DeckRig, client: FlaskClient) -> None:
    taught(rig.folder / "decks", "riot")
    rig.moves()
    view = rig.propose(CardOnTable("riot", "W-RAD-PEA", 160, 120))
    text = client.get("/table").text
    assert view.proposal
    assert 'name="action" value="0 lay card=&#34;W-RAD-PEA&#34; gang=&#34;PEA&#34;"' in text
    assert 'id="accept"' not in text
    sent = {"proposal": view.proposal.id, "action": '0 lay card="W-RAD-PEA" gang="PEA"'}
    assert client.post("/ask/accept", data=sent).status_code == 303
    assert rig.view.board["players"][0]["groups"][0]["gang"] == "PEA"


def test_an_unknown_card_is_named_with_a_tap(rig: DeckRig, client: FlaskClient) -> None:
    taught(rig.folder / "decks", "riot", "RAD", "ONI")
    rig.moves()
    view = rig.propose(DIP)
    assert view.proposal
    text = client.get("/table").text
    assert "This card is not one of the deck" in text
    assert 'name="code" value="DIP"' in text
    client.post("/ask/name_card", data={"proposal": view.proposal.id, "code": "DIP"})
    assert 'id="accept"' in client.get("/table").text
    assert client.post("/ask/name_card", data={"proposal": view.proposal.id}, headers=JSON).status_code == 400


def test_hands_lay_drawn_cards_at_a_simulated_table(rig: DeckRig, client: FlaskClient) -> None:
    assert "Lay the card" not in client.get("/table").text
    taught(rig.folder / "decks", "riot")
    rig.moves()
    text = client.get("/table").text
    assert '<option value="C-RAD">Cartel: Rowdy Radishes</option>' in text
    assert text.index('<option value="DIP">') < text.index(
        '<option value="NOPE">'
    )  # what can be played comes first
    client.post("/playground/lay", data={"deck": "riot", "code": "DIP"}, headers=JSON)
    client.post("/playground/lay", data={"deck": "riot", "code": ""}, headers=JSON)
    assert rig.hands.done == [("lay", ("riot", "DIP")), ("lay", ("riot", ""))]
