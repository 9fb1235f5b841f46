"""A laid card on its way into the game: a real desk and shelf of decks, and an eye that sees what a test says."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.boxes import Boxes
from companion.cards import card_proposal, named, same_card
from companion.cardshelf import CardShelf
from companion.desk import Desk
from companion.errors import AskError, CompanionError, LessonBusy, StaleAsk
from companion.eye import Look
from companion.pictures import Pictures
from companion.proposals import CARD_DOUBTS, card_doubt
from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation, Seat
from companion.state.journal import MemoryJournal
from companion.state.view import Proposal, View
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from companion.words import say
from tests.atdesk import AtDesk
from tests.drawndecks import taught

ADA_AND_BO = [Seat("Ada", "red"), Seat("Bo", "blue")]
FRAME = Frame(np.full((480, 640, 3), 90, np.uint8), 0.0)
CORNERS = ((300.0, 100.0), (426.0, 100.0), (426.0, 276.0), (300.0, 276.0))


def seen(code: str | None, *likely: str, reason: str | None = None, shift: float = 0.0) -> CardSighting:
    return CardSighting(np.array(CORNERS) + shift, code, 0.9, tuple((one, 0.4) for one in likely), reason)


class Scene(AtDesk):
    """A desk beside a shelf of decks below `folder`; the family's own are in `own`."""

    def __init__(self, folder: Path, shipped: Path | None = None) -> None:
        super().__init__()
        self.own = folder / "decks"
        self.shelf = CardShelf(self.own, shipped)
        self.journal, self.pictures = MemoryJournal(), Pictures(folder / "pictures")
        self.desk = Desk(self.journal, self.pictures, Boxes(folder / "boxes"), decks=self.shelf)
        self.open_eye()

    def moves(self, box: str = "paper") -> View:
        """Riot at the first player's moves."""
        self.desk.new("riot", ADA_AND_BO, box=box)
        for action in ("0 peek", "1 peek", "0 draw"):
            self.desk.do(action)
        return self.view

    def lay(self, *cards: CardSighting) -> Proposal:
        """Press, and let the eye see these cards."""
        self.desk.press()
        self.desk.looked(Look(jpeg=FRAME.jpeg(), frames=(FRAME,), cards=cards))
        return self.proposal


@pytest.fixture
def table(tmp_path: Path) -> Scene:
    made = Scene(tmp_path)
    taught(made.own, "riot")
    return made


def test_a_family_without_a_deck_sees_no_difference(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    view = scene.moves()
    assert not view.card_expected
    with pytest.raises(AskError, match="No roll is open now"):
        scene.desk.press()
    assert scene.expected == []


def test_another_boxs_deck_is_none(table: Scene) -> None:
    """The made-up deck and the real box share the names of actions, but not the cards."""
    assert not table.moves(box="box").card_expected
    assert table.moves(box="paper").card_expected


def test_a_press_looks_for_the_cards_that_mean_something_now(table: Scene) -> None:
    table.moves()
    table.desk.press()
    (wanted,) = table.expected
    assert isinstance(wanted, CardExpectation)
    assert wanted.deck == "riot"
    assert {"RAD", "W-RAD-PEA", "DIP"} <= {*wanted.codes}
    assert "NOPE" not in wanted.codes
    assert str(wanted.names["NOPE"]) == "Shut the Gate!"
    assert table.view.phase == "looking"


def test_dice_are_still_looked_for_where_a_roll_is_open(table: Scene) -> None:
    table.desk.new("yahtzee_jr", ADA_AND_BO)
    assert not table.view.card_expected
    table.desk.press()
    assert isinstance(table.expected[0], Expectation)


def test_a_card_that_decides_all_is_played_by_a_second_press(table: Scene) -> None:
    table.moves()
    proposal = table.lay(seen("RAD", "RAD"))
    assert proposal.acceptable
    assert table.view.phase == "proposal"
    assert proposal.card is not None
    assert str(proposal.card.name) == "Rowdy Radishes"
    assert proposal.card.corners == CORNERS
    assert table.pictures.get(proposal.picture) == FRAME.jpeg()
    table.desk.press()
    assert table.view.board["players"][0]["groups"][0]["gang"] == "RAD"
    assert table.view.proposal is None
    assert table.view.log[-1].picture == proposal.picture
    assert [str(one) for one in table.view.log[-1].sentences] == ["lays Rowdy Radishes"]


def test_where_a_target_is_open_only_that_is_asked(table: Scene) -> None:
    table.moves()
    proposal = table.lay(seen("W-RAD-PEA"))
    assert not proposal.acceptable
    assert table.view.phase == "question"
    assert str(proposal.question) == "What is done with Rowdy Radishes / Pea Pod Posse?"
    assert proposal.card is not None
    (way,) = proposal.card.ways
    assert [str(one.label) for one in way.asks] == ["Rowdy Radishes", "Pea Pod Posse"]
    with pytest.raises(AskError, match="What is done"):
        table.desk.accept(proposal.id)
    with pytest.raises(AskError, match="Choose first"):
        table.desk.accept(proposal.id, "0 end")
    table.desk.accept(proposal.id, way.asks[1].action)
    assert table.view.board["players"][0]["groups"][0]["gang"] == "PEA"


def test_a_card_that_cannot_be_played_is_told_and_can_be_named_anew(table: Scene) -> None:
    table.moves()
    proposal = table.lay(seen("NOPE"))
    assert str(proposal.question) == "Shut the Gate! cannot be played now."
    with pytest.raises(AskError, match="cannot be played now"):
        table.desk.accept(proposal.id)
    table.desk.name_card(proposal.id, "DIP")
    assert table.proposal.acceptable
    assert table.proposal.card is not None
    assert table.proposal.card.by_hand


@pytest.mark.parametrize("reason", ["cards-alike", "glare-card", "blurred-card"])
def test_unsure_cards_are_asked_about_the_playable_ones_first(table: Scene, reason: str) -> None:
    table.moves()
    proposal = table.lay(seen(None, "NOPE", "BA1", "RAD", "ONI", reason=reason))
    assert proposal.card is not None
    assert [code for code, _ in proposal.card.others[: proposal.card.likely]] == ["RAD", "ONI", "NOPE"]
    assert {code for code, _ in proposal.card.others} > {"PEA", "MEGA"}
    assert str(proposal.question) == str(card_doubt(reason)[0])
    assert (proposal.doubt, proposal.acceptable) == (reason, False)
    with pytest.raises(AskError):
        table.desk.accept(proposal.id)


def test_an_unknown_card_is_likely_one_that_was_never_taught(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    taught(scene.own, "riot", "RAD", "ONI", "PEA", "NOPE")
    scene.moves()
    card = scene.lay(seen(None, "ONI", "RAD", reason="unknown-card")).card
    assert card is not None
    assert [code for code, _ in card.others[: card.likely]] == ["CAB", "PUM", "CUC"]
    scene.desk.long_press()
    card = scene.lay(seen(None, "ONI", "RAD", reason="cards-alike")).card
    assert card is not None
    assert [code for code, _ in card.others[: card.likely]] == ["ONI", "RAD"]


def test_a_named_card_is_learnt_once_it_is_played(table: Scene) -> None:
    table.moves()
    before = table.shelf.deck("riot")
    proposal = table.lay(seen(None, reason="unknown-card"))
    table.desk.name_card(proposal.id, "ONI")
    assert table.shelf.deck("riot") == before
    table.desk.press()
    after = table.shelf.deck("riot")
    assert len(after.of("ONI")) == len(before.of("ONI")) + 1
    assert after.of("ONI")[-1].source == "table"
    assert table.view.notice is None
    table.lay(seen("ONI", shift=40))
    table.desk.press()
    assert len(table.shelf.deck("riot").samples) == len(after.samples)  # what the eye knew teaches nothing


def test_a_shipped_deck_learns_in_a_copy_of_the_familys_own(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "state", tmp_path / "shipped")
    folder = taught(tmp_path / "shipped", "riot", "RAD", "ONI", "PEA")
    scene.moves()
    assert not scene.shelf.is_own("riot")
    proposal = scene.lay(seen(None, reason="unknown-card"))
    scene.desk.name_card(proposal.id, "CAB")
    scene.desk.press()
    assert scene.shelf.is_own("riot")
    assert {one.code for one in scene.shelf.deck("riot").cards} == {"RAD", "ONI", "PEA", "CAB"}
    assert len([*(folder / "samples").iterdir()]) == 3


def test_what_cannot_be_learnt_is_played_and_told(table: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise LessonBusy(say("The disk is full."))

    monkeypatch.setattr(table.shelf, "teach", full)
    table.moves()
    proposal = table.lay(seen(None, reason="unknown-card"))
    table.desk.name_card(proposal.id, "ONI")
    table.desk.press()
    assert table.view.board["players"][0]["groups"][0]["gang"] == "ONI"
    assert table.view.notice is not None
    assert str(table.view.notice.sentence) == "The disk is full."


def test_no_card_and_several_cards_are_told(table: Scene) -> None:
    table.moves()
    proposal = table.lay()
    assert (proposal.why_not, table.view.phase) == ("no-card", "cannot-read")
    assert str(proposal.question) == str(CARD_DOUBTS["no-card"][0])
    with pytest.raises(AskError, match="I see no card"):
        table.desk.accept(proposal.id)
    several = table.lay(seen("RAD"), seen("ONI", shift=100))
    assert several.doubt == "several-cards"
    assert several.card is not None
    assert [code for code, _ in several.card.others[:2]] == ["RAD", "ONI"]


def test_cards_that_mean_nothing_now_are_passed_over(table: Scene) -> None:
    """The rules are the eye's prior: what lies about on the table is no move."""
    table.moves()
    proposal = table.lay(seen("C-RAD"), seen("NOPE", shift=100), seen("DIP", shift=200))
    assert proposal.acceptable
    assert proposal.card is not None
    assert proposal.card.code == "DIP"


def test_copies_of_a_card_say_the_same(table: Scene) -> None:
    table.moves()
    assert table.lay(seen("RAD"), seen("RAD", shift=100)).acceptable


def test_a_card_that_was_played_and_lies_still_is_no_move(table: Scene) -> None:
    table.moves()
    table.lay(seen("RAD"))
    table.desk.press()
    assert table.lay(seen("RAD", shift=3)).why_not == "card-not-moved"
    assert table.lay(seen("RAD", shift=40)).acceptable
    table.desk.leave()
    table.moves()
    assert table.lay(seen("RAD")).acceptable  # another evening


def test_a_hand_or_a_fault_is_told_as_with_dice(table: Scene) -> None:
    table.moves()
    table.desk.press()
    table.desk.looked(Look(Reading((), 640, 480, 0.0, "hand"), FRAME.jpeg(), frames=(FRAME,)))
    assert table.proposal.why_not == "hand"
    table.desk.press()
    table.desk.looked(Look(error=CompanionError(say("The deck is damaged."))))
    assert table.view.notice is not None
    assert str(table.view.notice.sentence) == "The deck is damaged."


def test_a_look_that_was_overtaken_is_dropped(table: Scene) -> None:
    table.moves()
    table.desk.press()
    table.desk.do('0 lay card="RAD" gang="RAD"')
    table.desk.looked(Look(jpeg=b"", frames=(FRAME,), cards=(seen("ONI"),)))
    assert table.view.proposal is None


def test_a_long_press_puts_a_card_away(table: Scene) -> None:
    table.moves()
    table.lay(seen("RAD"))
    table.desk.long_press()
    assert table.view.proposal is None
    assert table.view.board["players"][0]["groups"] == []


def test_an_answer_to_a_block_comes_from_a_laid_card(table: Scene) -> None:
    table.moves()
    table.lay(seen("DIP"))
    table.desk.press()
    assert table.view.board["phase"] == "PENDING"
    proposal = table.lay(seen("NOPE", shift=60))
    assert proposal.acceptable
    table.desk.press()
    assert table.view.board["pending"]["blocks"] == [1]


def test_planktons_card_is_revealed_by_laying_it(table: Scene) -> None:
    taught(table.own, "plankton_rising", "bun-kitchen", "patty-chum", "cork")
    table.desk.new("plankton_rising", ADA_AND_BO, {"cards": "printed"}, box="sample")
    for action in ('0 team home="garden"', '1 team home="hall"'):
        table.desk.do(action)
    while table.view.choices[0].name == "deal":
        choice = table.view.choices[0]
        table.desk.do(f'{choice.seats[0]} deal card="{next(iter(choice.cards))}"')
    table.desk.do('0 place place="kitchen"')
    proposal = table.lay(seen("bun-kitchen"))
    assert proposal.acceptable
    assert proposal.card is not None
    assert str(proposal.card.name) == "the seaweed bun: the Kitchen"
    table.desk.press()
    assert table.view.board["theft"][0] == 1


def test_names_of_other_cards_and_old_proposals_are_refused(table: Scene) -> None:
    table.moves()
    proposal = table.lay(seen("RAD"))
    with pytest.raises(AskError, match="no such card"):
        table.desk.name_card(proposal.id, "ACE")
    with pytest.raises(StaleAsk):
        table.desk.name_card(proposal.id + 1, "RAD")
    judge = table.desk._judge()
    with pytest.raises(AskError, match="no such card"):
        named(judge, replace(proposal, card=None), "RAD")
    with pytest.raises(AskError, match="No card can be laid now"):
        card_proposal(replace(judge, cards=None), (), FRAME, 1, "")


def test_the_same_card_is_one_of_its_code_in_its_place(table: Scene) -> None:
    table.moves()
    first = table.lay(seen("RAD")).card
    table.desk.dismiss(table.proposal.id)
    other = table.lay(seen("ONI")).card
    assert first is not None
    assert other is not None
    assert same_card(first, first)
    assert not same_card(first, other)


def test_a_deck_that_is_put_away_is_missed_at_once(table: Scene) -> None:
    assert table.moves().card_expected
    shutil.rmtree(table.own / "riot")
    assert not table.view.card_expected


TWO_TURNS = (
    *("0 peek", "1 peek", "0 draw", *['0 lay card="RAD" gang="RAD"'] * 3, "0 end", "1 draw", "1 end"),
    *("0 draw", *['0 lay card="ONI" gang="ONI"'] * 3, "0 end", "1 draw"),
)
"""Ada lays two full gangs; then Bo holds nine cards, two too many."""
TO_WAR = ('1 end cards=["DIP","NOPE"]', "0 draw", "0 war", "1 let")


def played(table: Scene, *actions: str, public: bool = False) -> View:
    """Riot with three Cartel cards after these actions."""
    table.desk.new("riot", ADA_AND_BO, {"cartel": 3, "war_public": public}, box="paper")
    for action in actions:
        table.desk.do(action)
    return table.view


def cartel(*gangs: str) -> tuple[CardSighting, ...]:
    return tuple(seen(f"C-{gang}", shift=100.0 * place) for place, gang in enumerate(gangs))


def test_cards_above_the_limit_are_laid_to_end_the_turn(table: Scene) -> None:
    played(table, *TWO_TURNS)
    assert table.view.card_expected
    proposal = table.lay(seen("NOPE"), seen("DIP", shift=100))
    assert proposal.acceptable
    assert proposal.card is not None
    assert (str(proposal.card.name), proposal.card.row) == ("Shut the Gate!, Rain Shower", ("NOPE", "DIP"))
    assert str(proposal.card.ways[0].label) == "End my turn: discard 2"
    assert proposal.card.corners == ((300.0, 100.0), (526.0, 100.0), (526.0, 376.0), (300.0, 376.0))
    table.desk.press()
    assert table.view.active == 0
    assert table.view.board["discard"]["count"] == 2
    note = table.pictures.note(proposal.picture)
    assert note is not None
    assert note.cards is not None
    assert note.cards.played == ("NOPE", "DIP")


@pytest.mark.parametrize(
    "row", [(seen("NOPE"), seen(None, "DIP", reason="glare-card")), (seen("NOPE"), seen("DIP"), seen("PEAR"))]
)
def test_other_numbers_of_cards_and_unsure_ones_do_not_end_a_turn(
    table: Scene, row: tuple[CardSighting, ...]
) -> None:
    played(table, *TWO_TURNS)
    assert not table.lay(*row).acceptable


def test_the_cartel_cards_are_compared_and_shown_to_nobody(table: Scene) -> None:
    view = played(table, *TWO_TURNS, *TO_WAR)
    assert (view.board["phase"], view.card_expected) == ("WAR", True)
    kept = {path.name for path in (table.own.parent / "pictures").glob("*")}
    proposal = table.lay(*cartel("PEA", "ONI", "RAD"))
    assert (proposal.acceptable, proposal.picture, proposal.card) == (True, "", None)
    assert str(proposal.sealed) == "Let the companion compare the Cartel cards"
    assert "ONI" not in repr(proposal)
    assert table.view.notice is None
    table.desk.press()
    assert table.view.outcome is not None
    assert table.view.outcome.winners == (0,)
    assert {path.name for path in (table.own.parent / "pictures").glob("*")} == kept


def test_a_failed_war_tells_nothing_of_the_cartel(table: Scene) -> None:
    played(table, *TWO_TURNS, *TO_WAR)
    table.lay(*cartel("PEA", "GAR", "RAD"))
    table.desk.press()
    view = table.view
    assert (view.outcome, view.board["phase"]) == (None, "MOVES")
    assert "GAR" not in repr(view.log)
    assert "Garlic" not in " ".join(str(one) for one in view.log[-1].sentences)


@pytest.mark.parametrize(
    ("row", "why_not"),
    [
        (cartel("PEA", "ONI"), "cards-unclear"),
        (cartel("PEA", "ONI", "ONI"), "cards-unclear"),
        ((*cartel("PEA", "ONI"), seen(None, "C-RAD", reason="glare-card")), "cards-unclear"),
        ((), "no-card"),
    ],
)
def test_cartel_cards_that_are_not_all_sure_are_laid_again(
    table: Scene, row: tuple[CardSighting, ...], why_not: str
) -> None:
    played(table, *TWO_TURNS, *TO_WAR)
    proposal = table.lay(*row)
    assert (proposal.why_not, proposal.picture, proposal.card, proposal.acceptable) == (why_not, "", None, False)
    assert table.view.notice is None


def test_a_hand_over_the_cartel_cards_keeps_no_picture(table: Scene) -> None:
    played(table, *TWO_TURNS, *TO_WAR)
    table.desk.press()
    table.desk.looked(Look(Reading((), 640, 480, 0.0, "hand"), FRAME.jpeg(), frames=(FRAME,)))
    assert (table.proposal.why_not, table.proposal.picture) == ("hand", "")
    assert table.view.notice is None


def test_where_all_may_see_the_cartel_it_is_shown(table: Scene) -> None:
    played(table, *TWO_TURNS, *TO_WAR, public=True)
    proposal = table.lay(*cartel("PEA", "ONI", "RAD"))
    assert proposal.card is not None
    assert proposal.card.row == ("C-PEA", "C-ONI", "C-RAD")
    assert proposal.acceptable
    assert table.pictures.get(proposal.picture) == FRAME.jpeg()
