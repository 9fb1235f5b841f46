"""The chronicle: evenings of a journal, told once and again when they went on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import UnknownEvening
from companion.rules import GAMES
from companion.rules.game import Action
from companion.state.clock import TurnClock
from companion.state.journal import MemoryJournal
from companion.state.table import Table
from companion.statistics.chronicle import SUMMARIES, Chronicle
from companion.statistics.roster import Profile, RosterError
from tests.play import setup_of


@pytest.fixture
def journal() -> MemoryJournal:
    made = MemoryJournal()
    for players in (2, 3):
        table(made, players).do(Action.parse('0 roll faces=["6"]'), at=20.0)
    return made


def table(journal: MemoryJournal, players: int) -> Table:
    return Table.new(journal, "just_dice", setup_of(GAMES["just_dice"], players), TurnClock(), 10.0)


@pytest.fixture
def chronicle(journal: MemoryJournal, tmp_path: Path) -> Chronicle:
    return Chronicle(journal, tmp_path)


def test_an_evening_is_told_once_and_again_when_it_went_on(chronicle: Chronicle, journal: MemoryJournal) -> None:
    first = chronicle.summary(1)
    assert chronicle.summary(1) is first
    Table(journal, 1).do(Action.parse('1 roll faces=["2"]'), at=30.0)
    assert (first.scores, chronicle.summary(1).scores) == ((6, 0), (6, 2))


def test_figures_of_players_follow_an_evening_that_goes_on(chronicle: Chronicle, journal: MemoryJournal) -> None:
    before = next(one for one in chronicle.players() if one.name == "Bo").seconds
    Table(journal, 1).do(Action.parse('1 roll faces=["2"]'), at=30.0)
    assert next(one for one in chronicle.players() if one.name == "Bo").seconds == before + 10


def test_who_sits_at_the_table_is_known_without_looking_at_what_was_played(
    chronicle: Chronicle, journal: MemoryJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(journal, 3)
    known = [(one.profile, one.avatar, one.colour, one.last, one.begun) for one in chronicle.players()]
    monkeypatch.setattr(MemoryJournal, "entries", None)
    assert [(one.profile, one.avatar, one.colour, one.last, one.begun) for one in chronicle.sitters()] == known


def test_only_a_few_summaries_are_kept(chronicle: Chronicle, journal: MemoryJournal) -> None:
    for _ in range(SUMMARIES):
        table(journal, 2)
    first = chronicle.summary(1)
    for evening in range(2, 3 + SUMMARIES):
        chronicle.summary(evening)
    assert chronicle.summary(1) is not first
    assert chronicle.summary(1) == first


def test_an_evening_that_is_not_there_is_refused(chronicle: Chronicle) -> None:
    with pytest.raises(UnknownEvening):
        chronicle.summary(9)


def test_an_evening_of_another_version_is_left_out(chronicle: Chronicle, journal: MemoryJournal) -> None:
    journal.start("tiddlywinks", "{}", 5.0)
    assert len(chronicle.results()) == 2


def test_the_setup_of_an_evening_can_be_looked_up(chronicle: Chronicle) -> None:
    game, setup = chronicle.setup(2)
    assert (game, len(setup.seats)) == ("just_dice", 3)


def test_nothing_of_this_is_written_into_the_journal(chronicle: Chronicle, journal: MemoryJournal) -> None:
    before = [journal.entries(start.id) for start in journal.evenings()]
    chronicle.keep("Ada", Profile("Ada Lovelace"))
    assert [journal.entries(start.id) for start in journal.evenings()] == before
    assert chronicle.players()[0].profile == Profile("Ada Lovelace", ("Ada",))


def test_nobody_gets_the_name_of_somebody_who_has_played(chronicle: Chronicle) -> None:
    with pytest.raises(RosterError):
        chronicle.keep("Ada", Profile("chidi"))


@pytest.mark.parametrize("name", ["", "Zoe"])
def test_somebody_who_never_played_has_no_profile_to_change(chronicle: Chronicle, name: str) -> None:
    with pytest.raises(RosterError):
        chronicle.keep(name, Profile("Xena"))
    with pytest.raises(RosterError):
        chronicle.merge("Ada", name)
    with pytest.raises(RosterError):
        chronicle.merge(name, "Ada")
    assert {one.name for one in chronicle.players()} == {"Ada", "Bo", "Chidi"}


def test_who_sat_at_one_table_is_not_put_together(chronicle: Chronicle) -> None:
    with pytest.raises(RosterError, match="two people"):
        chronicle.merge("Ada", "Bo")


def test_two_spellings_become_one_player_and_two_again(chronicle: Chronicle, journal: MemoryJournal) -> None:
    journal.start("just_dice", journal.evening(1).setup.replace("Ada", "Addie").replace("Bo", "Bob"), 50.0)
    chronicle.merge("Addie", "Ada")
    assert {one.name for one in chronicle.players()} == {"Ada", "Bo", "Bob", "Chidi"}
    chronicle.part("Ada", "Addie")
    assert "Addie" in {one.name for one in chronicle.players()}
