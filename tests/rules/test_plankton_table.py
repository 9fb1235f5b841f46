"""Plankton Rising through the journal: choices taken back and rolls corrected at every phase."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.errors import NothingToTakeBack
from companion.rules.game import Action, Seat, Setup
from companion.state.clock import TurnClock
from companion.state.journal import MemoryJournal
from companion.state.table import Table
from tests.play import random_action
from tests.rules.plankton import box, shipped

SEATS = (Seat("Ada", "yellow"), Seat("Bo", "green"))


def table(told: dict[str, Any], **options: Any) -> Table:
    setup = Setup(SEATS, options, 5, told)
    return Table.new(MemoryJournal(), "plankton_rising", setup, TurnClock(), 0.0)


def do(evening: Table, *actions: str) -> None:
    for text in actions:
        evening.do(Action.parse(text), at=1.0)


def dealt() -> Table:
    """Ada plays A, Bo plays B; eight cards lie."""
    evening = table(box())
    do(evening, '0 team home="A"', '1 team home="B"')
    for card in ("F1", "PATTY", "V2", "O3", "F2", "O2", "F4", "O4"):
        do(evening, f'0 deal card="{card}"')
    return evening


def rolled() -> Table:
    evening = dealt()
    do(evening, '0 place place="kitchen"', '0 plankton ingredient="i3" location="chum"')
    do(evening, '0 roll faces=["E","T","F"]')
    return evening


def takes_back(evening: Table, action: str) -> None:
    """What the action did is as if it had never been."""
    before = (evening.state, evening.choices)
    do(evening, action)
    evening.take_back(at=2.0)
    assert (evening.state, evening.choices) == before
    assert Table(evening._journal, evening.evening).state == evening.state


def test_choices_of_the_set_up_are_taken_back() -> None:
    evening = table({})
    takes_back(evening, '0 team home="patrick"')
    do(evening, '0 team home="patrick"')
    takes_back(evening, '0 home_dice first="Y" second="Y" third="B"')
    do(evening, '0 home_dice first="Y" second="Y" third="B"')
    takes_back(evening, "0 describe capacity=5")


def test_what_was_told_of_a_new_card_is_taken_back_but_not_the_card() -> None:
    evening = table({}, villains="some")
    for seat, home in enumerate(("patrick", "krabs")):
        do(evening, f'{seat} team home="{home}"', f'{seat} home_dice first="Y" second="Y" third="B"')
        do(evening, f"{seat} describe capacity=5")
    takes_back(evening, "0 leave_out_others number=2")
    takes_back(evening, "0 start")
    do(evening, "0 start", '0 deal card="new:friend"')
    with pytest.raises(NothingToTakeBack):
        evening.take_back(at=2.0)
    takes_back(evening, '0 describe capacity=2 symbols=["E","F"]')


@pytest.mark.parametrize(
    "action",
    [
        '0 assign to="Y1>PATTY"',
        '0 set_aside die="B1"',
        '0 change what="theft+:i2"',
        '0 change what="return:F1"',
        '0 change what="again:F1"',
        '0 change what="describe:F1"',
        "0 end",
    ],
)
def test_choices_among_the_dice_are_taken_back(action: str) -> None:
    takes_back(rolled(), action)


def test_a_place_is_taken_back_and_a_plankton_card_is_not() -> None:
    evening = dealt()
    takes_back(evening, '0 place place="kitchen"')
    do(evening, '0 place place="kitchen"', '0 plankton ingredient="i3" location="kitchen"')
    with pytest.raises(NothingToTakeBack):
        evening.take_back(at=2.0)
    takes_back(evening, "0 shuffled")


def test_an_end_is_taken_back_while_no_card_was_dealt() -> None:
    evening = rolled()
    do(evening, '0 assign to="B1>F1"', "0 end")
    assert evening.state.team.seat == 1
    evening.take_back(at=2.0)
    assert (evening.state.team.seat, evening.state.need("F1")) == (0, {"F": 1})


def test_a_tokens_target_is_taken_back() -> None:
    evening = rolled()
    do(evening, '0 assign to="Y1>V2"', '0 assign to="Y2>V2"', "0 end", '0 draw token="F"')
    for seat in (1, 0):
        do(evening, f'{seat} place place="kitchen"', f'{seat} plankton ingredient="i3" location="chum"')
        if seat:
            do(evening, '1 roll faces=["H","H","T"]', "1 end")
    takes_back(evening, '0 token token="0:F"')
    do(evening, '0 token token="0:F"')
    takes_back(evening, '0 pick what="F1"')


# ---- rolls corrected


def roll_number(evening: Table) -> int:
    return next(act.number for act in evening.acts if act.action.name == "roll")


def test_a_roll_is_corrected_while_it_lies_there() -> None:
    evening = rolled()
    plan = evening.plan_fix(roll_number(evening), ("E", "T", "H"))
    assert plan.dropped == ()
    evening.fix(plan, at=2.0)
    assert evening.state.turn.pool == {"Y1": "E", "Y2": "T", "B1": "H"}


def test_a_correction_keeps_what_still_fits_and_shows_what_does_not() -> None:
    evening = rolled()
    do(evening, '0 assign to="Y1>PATTY"', '0 assign to="B1>F1"')
    plan = evening.plan_fix(roll_number(evening), ("E", "T", "H"))
    assert [str(act.action) for act in plan.dropped] == ['0 assign to="B1>F1"']
    evening.fix(plan, at=2.0)
    assert evening.state.turn.laid == {"Y1": "PATTY"}


def test_a_correction_reaches_a_turn_that_is_over() -> None:
    evening = rolled()
    do(evening, '0 assign to="Y1>PATTY"', "0 end", '1 place place="kitchen"')
    evening.fix(evening.plan_fix(roll_number(evening), ("EE", "T", "H")), at=2.0)
    assert (evening.state.phase, evening.state.teams[1].place) == ("PLANKTON", "kitchen")
    assert evening.acts[-1].action.name == "place"


def test_a_correction_after_a_card_joined_drops_what_depended_on_it() -> None:
    evening = rolled()
    do(evening, '0 set_aside die="Y1"', '0 roll faces=["F","FF"]', '0 assign to="B1>F1"', "0 end")
    do(evening, '0 deal card="X1"', '1 place place="dining"')
    second = [act.number for act in evening.acts if act.action.name == "roll"][1]
    plan = evening.plan_fix(second, ("F", "F"))
    assert [act.action.name for act in plan.dropped] == ["deal", "place"]
    evening.fix(plan, at=2.0)
    assert (evening.state.rows["kitchen"][0], evening.state.teams[0].friends) == ("F1", ("LA",))


@pytest.mark.parametrize("seed", range(4))
def test_every_choice_of_a_random_evening_can_be_taken_back(seed: int) -> None:
    """At level 0 and with a whole deck: each choice at each phase, once it was done."""
    rng = random.Random(seed)
    evening = table(({}, shipped("sample"))[seed % 2], cards=("table", "app")[seed // 2])
    seen = set[str]()
    for _ in range(120):
        if not evening.choices:
            break
        action = random_action(rng.choice(evening.choices), rng)
        before = evening.state
        evening.do(action, at=1.0)
        if evening.last_choice and action.name not in seen:
            seen.add(action.name)
            evening.take_back(at=2.0)
            assert evening.state == before
            evening.do(action, at=3.0)
    assert {"place", "team", "end"} <= seen
