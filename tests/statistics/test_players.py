"""Players over several evenings."""

from __future__ import annotations

from companion.rules.game import Seat
from companion.statistics.players import Player, Result, players, result_of, together
from companion.statistics.roster import AVATARS, Profile
from companion.statistics.summary import summarised
from companion.words import say
from tests.statistics.evening import random_evening


def result(
    names: str, evening: int = 1, winners: tuple[int, ...] = (), over: bool = True, **more: object
) -> Result:
    seats = tuple(
        Seat(name, colour) for name, colour in zip(names.split(), ("yellow", "green", "blue"), strict=False)
    )
    values: dict[str, object] = {
        "game": "yahtzee_jr",
        "title": say("Yahtzee Jr."),
        "scored": say("points"),
        "scores": tuple(range(len(seats))),
        "seconds": (60.0,) * len(seats),
        **more,
    }
    return Result(evening=evening, seats=seats, began=float(evening), over=over, winners=winners, **values)  # type: ignore[arg-type]  # by name


def named(found: tuple[Player, ...], name: str) -> Player:
    return next(one for one in found if one.name == name)


def test_evenings_add_up_by_name_whatever_its_case() -> None:
    found = players((), [result("Ada Bo", 1, (0,)), result("bo ADA", 2, (1,)), result("Ada Cy", 3, over=False)])
    ada = named(found, "Ada")
    assert (ada.begun, ada.won, ada.seconds) == (3, 2, 180.0)
    (figures,) = ada.figures
    assert (figures.finished, figures.best) == (2, 1)


def test_who_played_last_comes_first() -> None:
    found = players((Profile("Dora"),), [result("Ada Bo", 1), result("Bo Cy", 2)])
    assert [one.name for one in found] == ["Bo", "Cy", "Ada", "Dora"]


def test_a_profile_gathers_all_its_names() -> None:
    found = players(
        (Profile("Ada", ("Addie",), "crab", "red"),), [result("Ada Bo", 1), result("Addie Bo", 2, (0,))]
    )
    ada = named(found, "Ada")
    assert (ada.begun, ada.won, ada.avatar, ada.colour) == (2, 1, "crab", "red")
    assert len(found) == 2


def test_who_chose_nothing_has_the_last_colour_and_always_the_same_avatar() -> None:
    before, after = (players((), [result("Ada Bo", 1), *more]) for more in ([], [result("Bo Ada", 2)]))
    assert (named(before, "Ada").colour, named(after, "Ada").colour) == ("yellow", "green")
    assert named(before, "Ada").avatar == named(after, "Ada").avatar
    assert named(after, "Ada").avatar in AVATARS


def test_games_that_count_nothing_have_no_best() -> None:
    (figures,) = named(players((), [result("Ada", scores=())]), "Ada").figures
    assert figures.best is None


def test_an_unfinished_score_is_no_best() -> None:
    (figures,) = named(players((), [result("Ada Bo", over=False)]), "Bo").figures
    assert (figures.best, figures.begun, figures.finished) == (None, 1, 0)


def test_two_at_one_table_are_two_people() -> None:
    evenings = [result("Ada Bo"), result("Cy Bo")]
    assert together(evenings, Profile("Ada"), Profile("bo"))
    assert not together(evenings, Profile("Ada"), Profile("Cy"))


def test_a_result_is_what_the_summary_says() -> None:
    told = summarised(random_evening("yahtzee_jr", 5).live)
    short = result_of(told)
    assert (short.winners, short.scores, short.seconds) == (told.winners, told.scores, told.times.seats)
