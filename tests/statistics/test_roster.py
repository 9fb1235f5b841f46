"""The file of players: names, avatars and colours, kept apart from the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.statistics.roster import (
    AVATARS,
    PLAYERS,
    Profile,
    Profiles,
    Roster,
    RosterError,
    kept,
    merged,
    parted,
    profile_of,
)

STATIC = Path(__file__).parents[2] / "web" / "static" / "avatars"
ADA, BO = Profile("Ada", ("ada b.",), "crab", "blue"), Profile("בועז")


def names(profiles: Profiles) -> dict[str, tuple[str, ...]]:
    return {one.name: one.names for one in profiles}


def test_without_a_file_nobody_is_listed(tmp_path: Path) -> None:
    assert Roster(tmp_path / PLAYERS).read() == ()


def test_profiles_come_back_as_they_were_kept(tmp_path: Path) -> None:
    roster = Roster(tmp_path / PLAYERS)
    roster.change(lambda _now: (ADA, BO))
    assert Roster(tmp_path / PLAYERS).read() == (ADA, BO)


@pytest.mark.parametrize(
    "text", ["[[player", "[[player]]\nname = 3\n", '[[player]]\nname = "A"\nage = 9\n', "\xff"]
)
def test_a_file_that_is_no_list_of_players_is_refused_and_stays(tmp_path: Path, text: str) -> None:
    (tmp_path / PLAYERS).write_bytes(text.encode("latin-1"))
    with pytest.raises(RosterError):
        Roster(tmp_path / PLAYERS).read()
    with pytest.raises(RosterError):
        Roster(tmp_path / PLAYERS).change(lambda now: now)
    assert (tmp_path / PLAYERS).read_bytes() == text.encode("latin-1")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(RosterError):
        Roster(tmp_path / "state" / PLAYERS).change(lambda _now: (ADA,))


def test_a_change_that_is_refused_writes_nothing(tmp_path: Path) -> None:
    roster = Roster(tmp_path / PLAYERS)
    roster.change(lambda _now: (ADA,))
    with pytest.raises(RosterError):
        roster.change(lambda now: kept(now, "Ada", Profile("")))
    assert roster.read() == (ADA,)


def test_a_new_name_keeps_the_old_one_known() -> None:
    after = kept((ADA, BO), "Ada", Profile("Ada  Lovelace", (), "whale", "red"))
    assert names(after) == {"בועז": (), "Ada Lovelace": ("ada b.", "Ada")}
    assert profile_of(after, "ADA").avatar == "whale"


def test_another_spelling_of_a_name_is_no_further_name() -> None:
    assert names(kept((), "ada", Profile("Ada"))) == {"Ada": ()}


@pytest.mark.parametrize(
    "wanted", [Profile("בועז"), Profile("x" * 41), Profile("Ada", (), "dragon"), Profile("A", (), "", "pink")]
)
def test_a_profile_that_cannot_be_is_refused(wanted: Profile) -> None:
    with pytest.raises(RosterError):
        kept((ADA, BO), "Ada", wanted)


def test_the_name_of_somebody_without_a_profile_is_taken_too() -> None:
    with pytest.raises(RosterError):
        kept((), "Ada", Profile("Cy"), everybody=(Profile("Cy"),))


def test_names_put_together_can_be_parted_again() -> None:
    both = merged((ADA, BO), "בועז", "Ada")
    assert names(both) == {"Ada": ("ada b.", "בועז")}
    assert profile_of(both, "בועז").name == "Ada"
    assert names(parted(both, "Ada", "בועז")) == {"Ada": ("ada b.",)}


def test_merging_two_who_are_one_or_parting_what_is_whole_is_refused() -> None:
    with pytest.raises(RosterError):
        merged((ADA,), "ada b.", "Ada")
    with pytest.raises(RosterError):
        parted((ADA,), "Ada", "Cy")


def test_every_avatar_has_its_drawing() -> None:
    assert {path.stem for path in STATIC.glob("*.svg")} == {*AVATARS}
