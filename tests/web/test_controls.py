"""Open choices as buttons, marks, pads and fields."""

from __future__ import annotations

import pytest

from companion.errors import AskError, StaleAsk
from companion.rules.args import YES_NO, Faces, Number, OneOf, Pick, Some, WordEach
from companion.rules.game import Action, Choice, Seat
from companion.state.view import View
from companion.words import say
from web.controls import everybodys, panels
from web.moves import composed
from web.shapes import kept, lying

SEATS = (Seat("Ann", "yellow"), Seat("Bo", "blue"))
TWO = OneOf((Pick("a", say("A")), Pick("b", say("B"), say("2 points"))))
AGAIN = Faces("pips", ("1", "2"), 3, 3, over=("1", "2", "1"), at="reroll", limits={"1": 2})
ROLL = Choice((0,), "roll", say("Roll"), {"reroll": Some((0, 2)), "faces": AGAIN}, chance=True)


def view(*choices: Choice, active: int | None = 0, **given: object) -> View:
    return View(5, "play", "any", 1, SEATS, active, choices=choices, given=given)


def test_one_pick_is_one_button_with_its_preview() -> None:
    (panel,) = panels(view(Choice((0,), "take", say("Take"), {"what": TWO})))
    assert [move.action for move in panel.moves] == ['0 take what="a"', '0 take what="b"']
    assert panel.moves[1].preview == say("2 points")


def test_no_argument_is_one_button() -> None:
    (panel,) = panels(view(Choice((0,), "stop", say("Stop"))))
    assert [move.action for move in panel.moves] == ["0 stop"]


def test_a_choice_of_all_is_offered_to_the_active_seat_alone() -> None:
    assert [panel.seat for panel in panels(view(Choice((0, 1), "stop", say("Stop")), active=1))] == [1]


def test_a_choice_of_others_is_offered_to_each_of_them() -> None:
    assert [panel.seat for panel in panels(view(Choice((0, 1), "bid", say("Bid")), active=None))] == [0, 1]


def test_a_page_that_knows_nothing_of_the_game_offers_a_choice_of_many_to_each() -> None:
    shown = everybodys(view(Choice((0, 1), "block", say("Block")), active=1))
    assert [(panel.seat, panel.moves[0].action) for panel in shown] == [(0, "0 block"), (1, "1 block")]


def test_several_arguments_become_fields() -> None:
    (panel,) = panels(view(Choice((0,), "sell", say("Sell"), {"what": TWO, "price": Number(1, 9)})))
    assert [*panel.fields] == ["what", "price"]
    assert not panel.moves


def test_a_pad_waits_until_the_dice_are_marked() -> None:
    (panel,) = panels(view(ROLL))
    assert panel.pad is not None
    assert panel.pad.blocked


def test_a_pad_takes_as_many_faces_as_dice_are_marked_and_keeps_the_limits() -> None:
    (panel,) = panels(view(ROLL, reroll=(0,)))
    assert panel.pad is not None
    assert (panel.pad.least, panel.pad.most, panel.pad.room) == (1, 1, {"1": 1, "2": 1})


def test_the_dice_that_stay_are_all_that_are_not_marked() -> None:
    marked = view(ROLL, reroll=(2,))
    assert kept(marked, panels(marked)) == ("1", "2")
    assert lying(panels(marked)[0]) == ("1", "2", "1")


def test_without_a_mark_only_those_stay_that_must() -> None:
    assert kept(view(ROLL), panels(view(ROLL))) == ("2",)


def test_nothing_stays_in_a_first_roll() -> None:
    first = view(Choice((0,), "roll", say("Roll"), {"faces": Faces("pips", ("1", "2"), 2, 2)}))
    assert kept(first, panels(first)) == ()


def test_a_form_becomes_the_action_it_means() -> None:
    choice = Choice(
        (1,), "deal", say("Deal"), {"what": TWO, "price": Number(1, 9), "sure": YES_NO, "which": Some((0, 1))}
    )
    body = {
        "seat": ["1"],
        "choice": ["deal"],
        "what": ['"b"'],
        "price": ["7"],
        "sure": ["true"],
        "which": ["", "1", "0"],
    }
    action = Action.parse(composed(view(choice), body))
    assert action == Action(1, "deal", {"what": "b", "price": 7, "sure": True, "which": (0, 1)})
    assert choice.allows(action)


def test_marks_given_before_complete_a_roll_entered_by_hand() -> None:
    body = {"seat": ["0"], "choice": ["roll"], "faces": ["2"]}
    assert composed(view(ROLL, reroll=(2,)), body) == '0 roll reroll=[2] faces=["2"]'


def test_faces_may_come_in_one_text_for_browsers_without_scripts() -> None:
    choice = Choice((0,), "roll", say("Roll"), {"faces": Faces("pips", ("1", "2"), 2, 2)})
    assert (
        composed(view(choice), {"seat": ["0"], "choice": ["roll"], "faces": ["1 2"]}) == '0 roll faces=["1","2"]'
    )


def test_notes_on_dice_that_nobody_wrote_are_empty() -> None:
    choice = Choice(
        (0,), "roll", say("Roll"), {"bodies": WordEach("faces"), "faces": Faces("pips", ("1", "2"), 2, 2)}
    )
    action = Action.parse(composed(view(choice), {"seat": ["0"], "choice": ["roll"], "faces": ["1", "2"]}))
    assert action.args["bodies"] == ("", "")
    assert choice.allows(action)


def test_a_choice_that_is_gone_is_stale() -> None:
    with pytest.raises(StaleAsk):
        composed(view(), {"seat": ["0"], "choice": ["roll"]})


@pytest.mark.parametrize("body", [{"what": ['"c"']}, {"what": ["b"]}, {"what": ['"a"', '"b"']}, {"what": [3]}])
def test_a_pick_that_is_not_offered_is_no_request(body: dict[str, list[object]]) -> None:
    choice = Choice((0,), "take", say("Take"), {"what": TWO})
    with pytest.raises(AskError):
        composed(view(choice), {"seat": ["0"], "choice": ["take"], **body})
