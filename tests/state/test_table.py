"""The table: do, fix and take back over random games of every game, each against a replay of the journal."""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from companion.errors import (
    CodecError,
    IllegalAction,
    JournalError,
    NothingToFix,
    NothingToTakeBack,
    SetupError,
    UnknownEvening,
    UnknownGame,
)
from companion.rules import GAMES
from companion.rules.args import Faces
from companion.rules.game import Action, Game, Setup
from companion.state.act import Act
from companion.state.clock import TurnClock
from companion.state.codec import encode_setup
from companion.state.evenings import list_evenings
from companion.state.journal import Entry, MemoryJournal
from companion.state.table import Table
from tests.play import fold, random_action, random_game, random_setup, setup_of

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
seeds = given(seed=st.integers(0, 2**32))
LONGEST = 60
"""Actions of an evening that is looked at after every few of them."""

few = settings(max_examples=10, deadline=None)


def table_of(game: str = "yahtzee_jr", players: int = 2, **options: Any) -> Table:
    return Table.new(MemoryJournal(), game, setup_of(GAMES[game], players, **options), TurnClock(), 0.0)


def play(table: Table, *actions: str) -> list[Act]:
    return [table.do(Action.parse(action), at=float(number)) for number, action in enumerate(actions)]


def entries(table: Table) -> tuple[Entry, ...]:
    return table._journal.entries(table.evening)


def reopened(table: Table) -> Table:
    return Table(table._journal, table.evening)


def seen(table: Table) -> dict[str, Any]:
    """What a View shows of the table."""
    game, state = table.game, table.state
    return {
        "board": game.board(state),
        "choices": table.choices,
        "prompt": str(game.prompt(state)),
        "active": game.active(state),
        "outcome": game.outcome(state),
        "log": table.log(),
        "last choice": table.last_choice,
    }


def check_against_the_journal(table: Table) -> None:
    """The state in memory is that of the acts' events, and that of the journal read again."""
    events = tuple(event for act in table.acts for event in act.events)
    assert fold(table.game, table.game.new(table.setup), events) == table.state
    again = reopened(table)
    assert again.state == table.state
    assert again.acts == table.acts
    assert again.setup == table.setup


def random_evening(game: Game[Any], seed: int) -> tuple[Table, list[Action]]:
    """A new table and the first actions of a random game at it: most games end before, some are long."""
    rng = random.Random(seed)
    setup = random_setup(game, rng)
    table = Table.new(MemoryJournal(), game.id, setup, TurnClock(), 0.0)
    played = islice(random_game(game, setup, rng), LONGEST)
    return table, [action for _before, action, _events, _after in played]


ROLLED = '0 roll faces=["SB","SB","PA","KR","SQ"]'
AGAIN = '0 roll reroll=[2,3,4] faces=["SB","SB","SA"]'


# ---- do


@every_game
@few
@seeds
def test_every_step_is_in_the_journal_as_it_is_in_memory(game: Game[Any], seed: int) -> None:
    table, actions = random_evening(game, seed)
    for number, action in enumerate(actions, start=1):
        act = table.do(action, at=number + 0.25, used=number / 3, picture=f"p{number}")
        assert (act.number, act.at, act.used, act.picture) == (number, number + 0.25, number / 3, f"p{number}")
        if number % 7 == 1 or number == len(actions):
            check_against_the_journal(table)


def test_a_refused_action_changes_and_writes_nothing() -> None:
    table = table_of()
    play(table, ROLLED)
    before, state = entries(table), table.state
    with pytest.raises(IllegalAction):
        table.do(Action.parse('1 score character="SB"'), at=1.0)
    assert (entries(table), table.state) == (before, state)


class BrokenJournal(MemoryJournal):
    """A journal whose disk is full when `full` is set."""

    full = False

    def append(self, evening: int, kind: str, body: str, at: float) -> Entry:
        if self.full:
            raise JournalError("The disk is full.")
        return super().append(evening, kind, body, at)


def test_what_cannot_be_written_does_not_happen() -> None:
    journal = BrokenJournal()
    table = Table.new(journal, "yahtzee_jr", setup_of(GAMES["yahtzee_jr"], 2), TurnClock(), 0.0)
    play(table, ROLLED, '0 score character="SB"')
    before, acts = seen(table), table.acts
    plan = table.plan_fix(1, ("SB",) * 5)
    journal.full = True
    with pytest.raises(JournalError):
        table.do(Action.parse('1 roll faces=["SB","SB","PA","KR","SQ"]'), at=1.0)
    with pytest.raises(JournalError):
        table.take_back(at=1.0)
    with pytest.raises(JournalError):
        table.fix(plan, at=1.0)
    assert (seen(table), table.acts) == (before, acts)


# ---- take back


@every_game
@few
@seeds
def test_taking_back_gives_what_was_seen_before(game: Game[Any], seed: int) -> None:
    table, actions = random_evening(game, seed)
    for action in actions[:-15]:
        table.do(action, at=0.0)
    for action in actions[-15:]:
        before = seen(table)
        act = table.do(action, at=0.0)
        count = len(entries(table))
        if table.last_choice is None:
            with pytest.raises(NothingToTakeBack):
                table.take_back(at=0.0)
            assert len(entries(table)) == count
            continue
        assert table.take_back(at=0.0) == act
        assert seen(table) == before
        assert len(entries(table)) == count + 1  # nothing is deleted: the journal grew
        check_against_the_journal(table)
        table.do(action, at=0.0)


@every_game
@few
@seeds
def test_taking_back_ends_at_the_last_roll(game: Game[Any], seed: int) -> None:
    table, actions = random_evening(game, seed)
    for action in actions:
        table.do(action, at=0.0)
    while table.last_choice is not None:
        table.take_back(at=0.0)
    if table.acts:
        state = table._states[-2]
        last = table.acts[-1].action.name
        assert any(choice.chance for choice in table.game.choices(state) if choice.name == last)


def test_nothing_to_take_back_at_the_beginning() -> None:
    table = table_of()
    with pytest.raises(NothingToTakeBack, match="no choice to take back") as refusal:
        table.take_back(at=0.0)
    assert "correct the reading" in str(refusal.value.advice)


def test_a_taken_back_choice_can_be_made_otherwise() -> None:
    table = table_of()
    play(table, ROLLED, '0 score character="SB"')
    table.take_back(at=1.0)
    play(table, '0 score character="KR"')
    assert table.game.board(table.state)["tokens"][0] == ["SB", "PA", "SA", "SQ"]
    assert [act.number for act in table.acts] == [1, 4]
    check_against_the_journal(table)


# ---- fix


@every_game
@few
@seeds
def test_a_fix_with_the_same_faces_changes_and_writes_nothing(game: Game[Any], seed: int) -> None:
    table, actions = random_evening(game, seed)
    for action in actions:
        table.do(action, at=0.0)
    before, state, acts = entries(table), table.state, table.acts
    for act in table.acts:
        if "faces" in act.action.args:
            plan = table.plan_fix(act.number, faces_of(act))
            assert plan.dropped == ()
            table.fix(plan, at=1.0)
    assert (entries(table), table.state, table.acts) == (before, state, acts)


def faces_of(act: Act) -> tuple[str, ...]:
    faces = act.action.args["faces"]
    assert isinstance(faces, tuple)
    return tuple(str(face) for face in faces)


def other_faces(table: Table, act: Act, rng: random.Random) -> tuple[str, ...]:
    """Faces that could have been rolled instead of the act's."""
    index = table.acts.index(act)
    state = table._states[index]
    choice = next(choice for choice in table.game.choices(state) if choice.name == act.action.name)
    arg = choice.args["faces"]
    assert isinstance(arg, Faces)
    drawn = arg.sample(rng, act.action.args)
    assert isinstance(drawn, tuple)
    return tuple(str(face) for face in drawn)


@every_game
@few
@seeds
def test_a_fix_keeps_or_drops_every_later_act_and_the_rest_is_as_if_played_so(game: Game[Any], seed: int) -> None:
    rng = random.Random(seed)
    table, actions = random_evening(game, seed)
    for action in actions:
        table.do(action, at=0.0)
    old = table.acts
    rolls = [act for act in old if "faces" in act.action.args]
    if not rolls:
        return
    act = rng.choice(rolls)
    faces = other_faces(table, act, rng)
    plan = table.plan_fix(act.number, faces)
    assert table.acts == old  # planning changes nothing
    count = len(entries(table))
    table.fix(plan, at=1.0)

    assert len(entries(table)) == count + (table.acts != old)
    assert {one.number for one in table.acts} | {one.number for one in plan.dropped} == {one.number for one in old}
    assert not {one.number for one in table.acts} & {one.number for one in plan.dropped}
    check_against_the_journal(table)
    fresh = Table.new(MemoryJournal(), game.id, table.setup, TurnClock(), 0.0)
    for one in table.acts:
        assert fresh.do(one.action, at=one.at).events == one.events
    assert fresh.state == table.state


@few
@seeds
def test_after_a_fix_every_act_is_still_in_the_turn_in_which_it_was_done(seed: int) -> None:
    """A throw of the second round must not be taken for one of the first because a score between was dropped."""
    game, rng = GAMES["yahtzee_jr"], random.Random(seed)
    table, actions = random_evening(game, seed)
    for action in actions:
        table.do(action, at=0.0)
    turns = turn_by_act(table)
    act = rng.choice([act for act in table.acts if act.action.name == "roll"])
    table.fix(table.plan_fix(act.number, other_faces(table, act, rng)), at=1.0)
    assert turn_by_act(table).items() <= turns.items()


def turn_by_act(table: Table) -> dict[int, int]:
    return {act.number: table._states[index].turn for index, act in enumerate(table.acts)}


def test_a_fix_scores_again_and_marks_the_roll() -> None:
    table = table_of()
    play(table, ROLLED, AGAIN, '0 score character="SB"')
    assert table.state.totals == (4, 0)
    plan = table.plan_fix(2, ("SB", "PA", "SA"))
    assert plan.dropped == ()
    table.fix(plan, at=9.0)
    assert table.state.totals == (3, 0)
    assert [act.fixed for act in table.acts] == [False, True, False]
    assert [line.fixed for line in table.log()] == [False, True, False]
    assert entries(table)[-1].kind == "corrected"
    check_against_the_journal(table)


def test_a_line_of_the_log_is_short_and_keeps_the_whole_course() -> None:
    table = table_of("monopoly", first_roll=False)
    play(table, '0 roll faces=["1","2"]', "0 buy", "0 trade partner=1", "0 end")
    rolled, bought, traded, ended = table.log()
    assert (len(rolled.sentences), rolled.course) == (3, ())
    assert (traded.sentences, ended.sentences) == ((), ())
    assert [len(line.course) for line in (bought, traded, ended)] == [0, 1, 1]


def test_a_fix_shows_what_it_would_drop() -> None:
    table = table_of()
    play(table, ROLLED, AGAIN, '0 score character="SA"', '1 roll faces=["PA","PA","PA","KR","SQ"]')
    plan = table.plan_fix(2, ("SB", "SB", "SB"))
    assert [act.number for act in plan.dropped] == [3, 4]
    assert len(table.acts) == 4
    told = table.log(plan.dropped)
    assert "Sandy" in str(told[0].sentences[0])
    table.fix(plan, at=9.0)
    assert table.game.active(table.state) == 0
    assert table.state.phase == "DECIDE"
    assert [entry.kind for entry in entries(table)] == ["acted"] * 4 + ["corrected"]
    check_against_the_journal(table)


def test_a_fix_that_drops_the_end_of_a_turn_drops_all_later_turns() -> None:
    """Ada's second throw of the second round would fit the first one too, now that it goes on."""
    table = table_of()
    play(
        table,
        ROLLED,
        '0 score character="SB"',
        '1 roll faces=["PA","PA","PA","KR","SQ"]',
        '1 score character="PA"',
    )
    play(table, ROLLED, '0 roll reroll=[0,1] faces=["SQ","SQ"]', '0 score character="SQ"')
    plan = table.plan_fix(1, ("PA", "PA", "PA", "KR", "SQ"))
    assert [act.number for act in plan.dropped] == [2, 3, 4, 5, 6, 7]


def test_a_fix_drops_a_throw_of_a_die_that_lay_aside() -> None:
    """The throw after it took the die that shows Plankton now; the score of the same turn still holds."""
    table = table_of()
    play(table, ROLLED, AGAIN, '0 score character="SB"')
    plan = table.plan_fix(1, ("SB", "SB", "PA", "KR", "PL"))
    assert [act.number for act in plan.dropped] == [2]
    table.fix(plan, at=9.0)
    assert table.state.totals == (2, 0)


def test_a_fix_reaches_a_die_that_was_taken_for_kept() -> None:
    """The eye took a die that was thrown again for one that stayed: the correction names all five dice."""
    table = table_of()
    play(table, '0 roll faces=["SB","SB","PA","KR","SA"]', '0 roll reroll=[3,4] faces=["SB","SQ"]')
    line = table.log()[1]
    assert line.faces == ("SB", "SB", "PA", "SB", "SQ")
    table.fix(table.plan_fix(line.act, ("SB", "SB", "SB", "SB", "SQ")), at=0.0)
    assert table.state.dice == ("SB", "SB", "SB", "SB", "SQ")
    assert table.acts[1].action == Action.parse('0 roll reroll=[2,3,4] faces=["SB","SB","SQ"]')
    check_against_the_journal(table)


def test_a_fix_can_be_fixed_back() -> None:
    table = table_of()
    play(table, ROLLED, '0 score character="SB"')
    before = table.state
    table.fix(table.plan_fix(1, ("SB", "SB", "SB", "KR", "SQ")), at=1.0)
    assert table.state != before
    table.fix(table.plan_fix(1, ("SB", "SB", "PA", "KR", "SQ")), at=2.0)
    assert table.state == before
    assert [entry.kind for entry in entries(table)] == ["acted", "acted", "corrected", "corrected"]


def test_a_fix_may_open_or_close_a_roll_off() -> None:
    table = table_of(turns_each=1)
    play(
        table,
        '0 roll faces=["SB","SB","SB","KR","KR"]',
        '0 score character="SB"',
        '1 roll faces=["PA","PA","PA","KR","KR"]',
        '1 score character="PA"',
        '0 rolloff faces=["SB","PA","PA","KR","KR"]',
    )
    plan = table.plan_fix(3, ("PA", "PA", "PA", "PA", "KR"))
    assert [act.number for act in plan.dropped] == [5]
    table.fix(plan, at=1.0)
    assert table.game.outcome(table.state) is not None
    table.fix(table.plan_fix(3, ("PA", "PA", "PA", "KR", "KR")), at=1.0)
    assert table.state.phase == "ROLLOFF"
    check_against_the_journal(table)


def test_a_fix_may_change_the_number_of_dice_also_when_their_colours_were_seen() -> None:
    table = table_of("just_dice")
    play(table, '0 roll faces=["1","2"] bodies=["red","blue"]', '1 roll faces=["3"]')
    table.fix(table.plan_fix(1, ("1", "2", "6")), at=1.0)
    assert table.state.rolls[0].faces == ("1", "2", "6")
    assert table.state.rolls[0].bodies == ()
    table.fix(table.plan_fix(2, ("4",)), at=1.0)
    assert table.state.rolls[1].faces == ("4",)


def test_a_fix_keeps_the_colours_when_the_number_stays() -> None:
    table = table_of("just_dice")
    play(table, '0 roll faces=["1","2"] bodies=["red","blue"]')
    table.fix(table.plan_fix(1, ("1", "5")), at=1.0)
    assert table.state.rolls[0].bodies == ("red", "blue")


@pytest.mark.parametrize(
    "faces", [(), ("SB",), ("SB",) * 6, ("GA",) * 5, ("PL", "PL", "SB", "SB", "SB"), ("SB", "SB", "SB", "SB", "6")]
)
def test_a_fix_to_faces_that_cannot_be_is_refused(faces: tuple[str, ...]) -> None:
    table = table_of()
    play(table, ROLLED)
    before = entries(table)
    with pytest.raises(IllegalAction):
        table.plan_fix(1, faces)
    assert entries(table) == before


def test_a_fix_of_what_is_no_roll_is_refused() -> None:
    table = table_of()
    play(table, ROLLED, '0 score character="SB"')
    for number in (2, 3, 0, -1):
        with pytest.raises(NothingToFix):
            table.plan_fix(number, ("SB",) * 5)
    table.take_back(at=0.0)
    with pytest.raises(NothingToFix):
        table.plan_fix(2, ("SB",) * 5)


# ---- opening


def test_an_unknown_evening_or_game_is_refused() -> None:
    journal = MemoryJournal()
    with pytest.raises(UnknownEvening):
        Table(journal, 1)
    with pytest.raises(UnknownGame):
        Table.new(journal, "chess", Setup(()), TurnClock(), 0.0)
    with pytest.raises(SetupError):
        Table.new(journal, "yahtzee_jr", Setup(()), TurnClock(), 0.0)
    assert journal.evenings() == ()
    evening = journal.start("chess", encode_setup(Setup(()), TurnClock()), 0.0)
    with pytest.raises(UnknownGame):
        Table(journal, evening)


def test_an_evening_from_before_a_house_rule_existed_goes_on_with_its_default() -> None:
    journal, setup = MemoryJournal(), setup_of(GAMES["yahtzee_jr"], 2)
    old = json.loads(encode_setup(setup, TurnClock()))
    del old["options"]["allow_voluntary_zero"]
    table = Table(journal, journal.start("yahtzee_jr", json.dumps(old), 0.0))
    assert table.setup == setup
    play(table, ROLLED, '0 score character="SB"')


def test_the_list_of_evenings_shows_those_that_cannot_be_read_too() -> None:
    journal = MemoryJournal()
    setup = setup_of(GAMES["just_dice"], 2, rolls=1)
    table = Table.new(journal, "just_dice", setup, TurnClock(), 1.0)
    journal.start("chess", "{}", 2.0)
    journal.start("just_dice", "{", 3.0)
    wrong = journal.start("just_dice", encode_setup(setup, TurnClock()), 4.0)
    journal.append(wrong, "acted", "{", 4.0)
    strange = json.loads(encode_setup(setup, TurnClock()))
    strange["options"]["dice"] = "many"
    journal.start("just_dice", json.dumps(strange), 5.0)
    play(table, '0 roll faces=["1"]')
    evenings = list_evenings(journal)
    assert [evening.started_at for evening in evenings] == [5.0, 4.0, 3.0, 2.0, 1.0]
    assert [evening.readable for evening in evenings] == [False] * 4 + [True]
    assert (evenings[-1].acts, evenings[-1].over, evenings[-1].seats) == (1, True, setup.seats)
    assert len(list_evenings(journal, most=2)) == 2


def test_an_evening_with_a_damaged_entry_is_refused_and_others_go_on() -> None:
    table = table_of()
    play(table, ROLLED)
    table._journal.append(table.evening, "acted", '{"action": 3}', 0.0)
    with pytest.raises(CodecError):
        reopened(table)


# ---- a whole evening of anything


class Evening(RuleBasedStateMachine):
    """People who do, fix and take back in any order; a model holds what must be true after each."""

    @initialize(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 2**32))
    def sit(self, game: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.table = Table.new(MemoryJournal(), game, random_setup(GAMES[game], self.rng), TurnClock(), 0.0)
        self.count = 0

    @precondition(lambda self: self.table.choices)
    @rule(pick=st.integers(0, 9))
    def do(self, pick: int) -> None:
        chance = [choice for choice in self.table.choices if choice.chance]
        choices = chance if pick and chance else self.table.choices
        self.table.do(random_action(self.rng.choice(choices), self.rng), at=0.0)
        self.count += 1

    @rule()
    def take_back(self) -> None:
        if self.table.last_choice is None:
            with pytest.raises(NothingToTakeBack):
                self.table.take_back(at=0.0)
        else:
            self.table.take_back(at=0.0)
            self.count += 1

    @rule(pick=st.integers(0, 1000))
    def fix(self, pick: int) -> None:
        rolls = [act for act in self.table.acts if "faces" in act.action.args]
        if rolls:
            act, old = rolls[pick % len(rolls)], self.table.acts
            plan = self.table.plan_fix(act.number, other_faces(self.table, act, self.rng))
            self.table.fix(plan, at=0.0)
            self.count += self.table.acts != old

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "table"):
            check_against_the_journal(self.table)
            assert [entry.number for entry in entries(self.table)] == list(range(1, self.count + 1))
            numbers = [act.number for act in self.table.acts]
            assert numbers == sorted(set(numbers))


def test_an_evening_of_anything() -> None:
    steps = settings(max_examples=30, stateful_step_count=30, deadline=None)
    run_state_machine_as_test(Evening, settings=steps)
