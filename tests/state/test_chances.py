"""Every act of chance can be corrected afterwards: cards drawn, dealt and revealed, over all games and phases."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.errors import IllegalAction, NothingToFix
from companion.rules import GAMES
from companion.rules.game import Action, Choice, Setup
from companion.rules.setup import checked_setup
from companion.state.clock import TurnClock
from companion.state.journal import MemoryJournal
from companion.state.table import Table
from tests.play import fold, random_action, random_game, random_setup
from tests.rules.plankton import shipped

WHOLE_GAMES = int(os.environ.get("COMPANION_GAMES", "1"))
EVERY = 7 if WHOLE_GAMES > 1 else 17
"""A correction is tried after every so many acts."""

CARDS = ("monopoly", "plankton_rising", "riot")
TOLD: dict[str, dict[str, Any]] = {
    "plankton_rising": {"cards": "table"},
    "monopoly": {"cards": "table", "deal": "table", "length": "short"},
    "riot": {},
}
"""House rules with which people tell what lies on the table."""


def played(game: str, seed: int) -> Iterator[Table]:
    """A table after every act of a random game, the same table each time."""
    rng = random.Random(seed)
    setup = random_setup(GAMES[game], rng)
    box = shipped("rulebook") if game == "plankton_rising" else {}
    told = Setup(setup.seats, {**setup.options, **TOLD[game]}, seed, box)
    checked = checked_setup(GAMES[game], told)
    table = Table.new(MemoryJournal(), game, checked, TurnClock(), 0.0)
    for _before, action, _events, _after in random_game(GAMES[game], checked, rng):
        table.do(action, at=0.0)
        yield table


def another(choices: tuple[Choice, ...], old: Action, rng: random.Random) -> Action | None:
    """Something else that chance could have brought, by the same seat."""
    for _ in range(8):
        new = random_action(rng.choice(choices), rng)
        if new.seat == old.seat and new != old:
            return new
    return None


@pytest.mark.timeout(0)
@pytest.mark.parametrize("game", CARDS)
def test_what_chance_brought_is_corrected_at_every_phase(game: str) -> None:
    done: Counter[str] = Counter()
    for seed in range(WHOLE_GAMES):
        rng = random.Random(seed)
        for step, table in enumerate(played(game, seed)):
            marked = [line.act for line in table.log() if line.by_chance]
            if marked and step % EVERY == 0:
                done[corrected(table, rng.choice(marked[-12:]), rng)] += 1
    assert done["kept"]
    assert done["dropped"]


def corrected(table: Table, number: int, rng: random.Random) -> str:
    """Plan a correction of the act; check that what follows from it is a game that could have been played."""
    index = [act.number for act in table.acts].index(number)
    old = table.acts[index]
    new = another(table.chances(number), old.action, rng)
    if new is None:
        return "alone"
    before = table.acts
    try:
        plan = table.plan_act(number, new)
    except IllegalAction:
        return "refused"  # sampled without what depends on another argument
    assert table.acts == before
    after = checked_plan(table, index, plan.acts)
    assert {act.number for act in plan.acts} | {act.number for act in plan.dropped} == {
        act.number for act in before[index:]
    }
    preview = table.preview(plan)
    assert (preview.act, len(preview.dropped)) == (number, len(plan.dropped))
    assert preview.becomes
    assert plan.acts[0].fixed
    assert after is not None
    return "dropped" if plan.dropped else "kept"


def checked_plan(table: Table, index: int, acts: tuple[Any, ...]) -> Any:
    """The state after the acts before `index` and these, each of which must be legal where it stands."""
    state = table.game.new(table.setup)
    for act in table.acts[:index]:
        state = fold(table.game, state, act.events)
    for act in acts:
        assert table.game.decide(state, act.action) == act.events
        state = fold(table.game, state, act.events)
    return state


def monopoly() -> Table:
    setup = checked_setup(GAMES["monopoly"], Setup(random_setup(GAMES["monopoly"], random.Random(1)).seats[:2]))
    options = {**setup.options, "first_roll": False, "plankton": False}
    checked = checked_setup(GAMES["monopoly"], Setup(setup.seats, options))
    return Table.new(MemoryJournal(), "monopoly", checked, TurnClock(), 0.0)


def test_a_card_becomes_another_one_and_is_marked() -> None:
    table = monopoly()
    table.do(Action(0, "roll", {"faces": ("1", "1")}), at=0.0)
    act = table.do(Action(0, "card", {"card": "TC04"}), at=0.0)
    assert table.state.players[0].cash == 1545
    assert [line.by_chance for line in table.log()] == [False, True]
    plan = table.plan_act(act.number, Action(0, "card_money", {"op": "pay", "amount": 20}))
    table.fix(plan, at=0.0)
    assert table.state.players[0].cash == 1480
    assert [line.fixed for line in table.log()] == [False, True]
    again = Table(table._journal, table.evening)
    assert (again.acts, again.state) == (table.acts, table.state)


def test_what_is_no_longer_legal_is_shown_before_it_is_dropped() -> None:
    table = monopoly()
    table.do(Action(0, "roll", {"faces": ("3", "4")}), at=0.0)
    act = table.do(Action(0, "card", {"card": "LP03"}), at=0.0)  # forward to space 11
    table.do(Action(0, "buy"), at=0.0)
    plan = table.plan_act(act.number, Action(0, "card", {"card": "LP07"}))
    assert [dropped.action.name for dropped in plan.dropped] == ["buy"]
    assert str(table.preview(plan).becomes[0]).startswith("Draws from")
    assert len(table.acts) == 3


@pytest.mark.parametrize("number", [1, 3, 99])
def test_dice_and_choices_are_not_corrected_so(number: int) -> None:
    table = monopoly()
    for action in (
        Action(0, "roll", {"faces": ("3", "4")}),
        Action(0, "card", {"card": "LP03"}),
        Action(0, "buy"),
    ):
        table.do(action, at=0.0)
    with pytest.raises(NothingToFix):
        table.plan_act(number, Action(0, "card", {"card": "LP07"}))


def test_a_choice_is_not_put_in_the_place_of_a_card() -> None:
    table = monopoly()
    table.do(Action(0, "roll", {"faces": ("3", "4")}), at=0.0)
    act = table.do(Action(0, "card", {"card": "LP07"}), at=0.0)
    with pytest.raises(NothingToFix):
        table.plan_act(act.number, Action(0, "end"))
