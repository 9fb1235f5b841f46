from __future__ import annotations

import logging
import threading
from pathlib import Path

import numpy as np
import pytest

from companion.cardshelf import CardShelf, upright
from companion.errors import LessonBusy, LessonError
from companion.rules import GAMES
from companion.rules.card_game import CardExpectation, CardGame
from companion.rules.riot.deck import checked_box, shipped
from companion.vision.cards.deck import DECK, POKER, Deck
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.tray import Tray
from tests.drawndecks import Told, sighting, taught
from tests.rules.riot import midgame

FRAME = Frame(np.zeros((480, 640, 3), np.uint8), 0.0)
PAPER = checked_box(shipped("paper"))
RIOT = GAMES["riot"]
CHOICES = RIOT.choices(midgame(box=shipped("paper")))


def test_the_deck_that_knows_most_of_the_box_is_used(tmp_path: Path) -> None:
    shelf = CardShelf(tmp_path / "own", tmp_path / "shipped")
    assert shelf.expects(RIOT, PAPER, CHOICES) is None
    taught(tmp_path / "shipped", "riot", "RAD", "ONI")
    found = shelf.expects(RIOT, PAPER, CHOICES)
    assert found is not None
    assert found.deck == "riot"
    taught(tmp_path / "own", "riot", "RAD", "ONI", "PEA", name="riot-ours")
    found = shelf.expects(RIOT, PAPER, CHOICES)
    assert found is not None
    assert found.deck == "riot-ours"
    taught(tmp_path / "own", "plankton_rising", "cork", "pip", "mopsy", "tug")
    assert shelf.expects(RIOT, PAPER, CHOICES) == found


def test_games_without_cards_and_moments_without_any_expect_none(tmp_path: Path) -> None:
    shelf = CardShelf(tmp_path, None)
    taught(tmp_path, "riot", "RAD")
    yahtzee = GAMES["yahtzee_jr"]
    assert not isinstance(yahtzee, CardGame)
    assert shelf.expects(yahtzee, {}, CHOICES) is None
    assert shelf.expects(RIOT, PAPER, ()) is None


def test_a_damaged_deck_is_none_and_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = taught(tmp_path, "riot", "RAD")
    (folder / DECK).write_text("title = 3", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert CardShelf(tmp_path, None).expects(RIOT, PAPER, CHOICES) is None
    assert "a deck cannot be used" in caplog.text


def test_one_reader_is_kept_until_the_deck_changes(tmp_path: Path) -> None:
    made: list[Told] = []

    def open_reader(deck: Deck) -> Told:
        made.append(Told(deck))
        made[-1].sees = (sighting("RAD"),)
        return made[-1]

    taught(tmp_path, "riot", "RAD", "ONI")
    shelf = CardShelf(tmp_path, None, open_reader)
    wanted = CardExpectation("riot", ("RAD",))
    assert shelf.read(FRAME, wanted, None)[0].code == "RAD"
    shelf.read(FRAME, wanted, None)
    assert len(made) == 1
    shelf.teach("riot", "PEA", "Peas", np.full((352, 252, 3), 90, np.uint8), "test")
    shelf.read(FRAME, wanted, None)
    assert [len(reader.deck.samples) for reader in made if reader.deck] == [2, 3]


def test_two_threads_never_read_at_once(tmp_path: Path) -> None:
    inside, most = [0], [0]

    class Slow(Told):
        def read(self, frame: Frame, tray: Tray | None = None) -> tuple[CardSighting, ...]:  # noqa: ARG002
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            threading.Event().wait(0.01)
            inside[0] -= 1
            return ()

    taught(tmp_path, "riot", "RAD")
    shelf = CardShelf(tmp_path, None, Slow)
    threads = [
        threading.Thread(target=shelf.read, args=(FRAME, CardExpectation("riot", ()), None)) for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1]


def test_what_cannot_be_read_or_copied_is_told(tmp_path: Path) -> None:
    shelf = CardShelf(tmp_path / "own", tmp_path / "shipped")
    with pytest.raises(LessonError, match="no deck poker"):
        shelf.read(FRAME, CardExpectation("poker", ()), None)
    assert shelf.picture("poker", "RAD") is None
    taught(tmp_path / "shipped", "riot", "RAD")
    assert shelf.picture("riot", "ONI") is None
    shown = shelf.picture("riot", "RAD")
    assert shown is not None
    assert shown.read_bytes().startswith(b"\xff\xd8")
    (tmp_path / "own").write_text("in the way", encoding="utf-8")
    with pytest.raises(LessonBusy, match="cannot be written"):
        shelf.teach("riot", "ONI", "Onions", np.full((352, 252, 3), 90, np.uint8), "test")


@pytest.mark.parametrize("first", range(4))
def test_an_unknown_card_lies_as_people_read_it(first: int) -> None:
    standing = np.array([(300.0, 200.0), (426, 204), (420, 380), (294, 376)])
    found = upright(np.roll(standing, -first, axis=0), POKER)
    assert np.allclose(found, standing)
