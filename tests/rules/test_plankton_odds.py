"""The odds of Plankton Rising against a count of every single roll."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from companion.rules.plankton_rising import GAME, odds
from companion.rules.plankton_rising.odds import after_roll, candidate, chance, chances, die_of, need_of
from companion.rules.plankton_rising.vocabulary import SYMBOLS
from tests.rules.plankton import act, box, lay, lie, roll, to_dice, with_tokens

DICE = {colour: candidate(colour) for colour in "YRGB"}


def die(colour: str) -> odds.Die:
    faces = DICE[colour]
    return tuple((face, faces.count(face) / 6) for face in dict.fromkeys(sorted(faces)))


def need(text: str) -> odds.Need:
    return need_of({symbol: text.count(symbol) for symbol in SYMBOLS})


# ---- brute force: every roll of every die by itself, every way to lay dice in every order


@cache
def counted(missing: str, pool: str) -> Fraction:
    """The chance from before a roll, out of all 6^n rolls, each worth its best."""
    if not missing:
        return Fraction(1)
    if not pool:
        return Fraction(0)
    rolls = [*product(*(DICE[colour] for colour in pool))]
    return sum((best(missing, pool, faces) for faces in rolls), Fraction(0)) / len(rolls)


def best(missing: str, pool: str, faces: tuple[str, ...]) -> Fraction:
    """The best of setting one die aside and of laying any dice that all serve."""
    ways = [counted(missing, pool[:one] + pool[one + 1 :]) for one in range(len(pool))]
    for size in range(1, len(pool) + 1):
        for laid in combinations(range(len(pool)), size):
            left = missing
            for one in laid:
                if faces[one][0] not in left:
                    break
                left = left.replace(faces[one][0], "", len(faces[one]))
            else:
                ways.append(counted(left, "".join(pool[one] for one in range(len(pool)) if one not in laid)))
    return max(ways)


@pytest.mark.parametrize(
    ("missing", "pool"),
    [
        ("E", "Y"), ("E", "R"), ("EE", "Y"), ("EE", "YR"), ("EF", "YB"), ("EH", "YR"), ("ET", "RB"),
        ("EET", "YYG"), ("EFT", "YBR"), ("HH", "RRG"), ("TTF", "RRG"), ("EEEE", "YY"), ("EHTF", "YR"),
        ("EHT", "BBB"),
    ],
)  # fmt: skip
def test_the_chance_is_that_of_all_rolls_counted_one_by_one(missing: str, pool: str) -> None:
    dice = tuple(sorted(die(colour) for colour in pool))
    assert after_roll(need(missing), dice) == pytest.approx(float(counted(missing, pool)), abs=1e-12)


def test_the_chance_after_a_roll_is_that_of_its_best_use() -> None:
    rng = random.Random(5)
    for _ in range(40):
        pool = "".join(rng.choices("YRGB", k=3))
        missing = "".join(sorted(rng.choices("EHTF", k=rng.randint(1, 4))))
        faces = tuple(rng.choice(DICE[colour]) for colour in pool)
        shown = tuple((die(colour), face) for colour, face in zip(pool, faces, strict=True))
        found = chance(need(missing), shown, used=False, aside=False)
        assert found == pytest.approx(float(best(missing, pool, faces)), abs=1e-12)


def test_a_die_used_elsewhere_leaves_the_others_free_to_be_rolled() -> None:
    shown = ((die("Y"), "H"), (die("B"), "T"))
    free = chance(need("E"), shown, used=True, aside=False)
    assert free == pytest.approx(float(counted("E", "YB")))
    assert chance(need("E"), shown, used=False, aside=False) < free


def test_after_a_die_was_set_aside_nothing_is_laid() -> None:
    shown = ((die("Y"), "E"),)
    assert chance(need("E"), shown, used=False, aside=False) == 1.0
    assert chance(need("E"), shown, used=False, aside=True) == pytest.approx(float(counted("E", "Y")))


# ---- at the table


def test_the_board_tells_the_odds_only_when_they_are_wished() -> None:
    assert GAME.board(to_dice(lie()))["odds"] is None
    told = GAME.board(to_dice(lie(odds=True)))["odds"]
    assert {*told} == {"F1", "PATTY", "V2", "O3"}
    assert all(0 < one < 1 for one in told.values())
    assert GAME.board(lie(odds=True))["odds"] is None


def test_the_odds_follow_what_was_laid() -> None:
    state = roll(to_dice(lie(odds=True)), "E T F")
    assert chances(state)["PATTY"] == 1.0
    state = lay(state, "Y1>PATTY", "Y2>PATTY")
    assert "PATTY" not in chances(state)
    assert chances(state)["V2"] == 0.0


def test_faces_that_nobody_told_are_likely_ones() -> None:
    state = to_dice(lie(told=box(dice=[])))
    assert die_of(state, "Y") == (("E", 2 / 6), ("EE", 1 / 6), ("H", 1 / 6), ("T", 1 / 6), ("F", 1 / 6))
    learnt = replace(state, faces={"Y": ("E", "T")})
    assert die_of(learnt, "Y") == (("E", 0.5), ("T", 0.5))


def test_more_than_five_dice_are_not_worked_out() -> None:
    state = with_tokens(lie(a="LA F1", odds=True, changes={"turn_no": 5}), *((f"die-{one}", 1) for one in "YRR"))
    state = to_dice(state)
    for one in ("die-Y", "die-R", "die-R"):
        state = act(state, "token", token=f"0:{one}")
    assert (len(state.turn.pool), chances(state)) == (6, {})
