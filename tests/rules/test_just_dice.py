"""Just dice, point by point (D1-D6), and the statistics under it."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import IllegalAction, SetupError
from companion.rules.args import Faces, Value
from companion.rules.game import Action
from companion.rules.just_dice import GAME, State
from companion.rules.just_dice.game import Finished, Rolled
from companion.rules.just_dice.statistics import chi_square_tail, count_faces, fairness, total
from tests.play import fold, setup_of

# Critical values from the NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4, upper tail.
NIST = [
    (1, 0.05, 3.841),
    (1, 0.01, 6.635),
    (1, 0.001, 10.828),
    (2, 0.05, 5.991),
    (2, 0.01, 9.210),
    (3, 0.05, 7.815),
    (4, 0.05, 9.488),
    (5, 0.10, 9.236),
    (5, 0.05, 11.070),
    (5, 0.01, 15.086),
    (5, 0.001, 20.515),
    (10, 0.05, 18.307),
    (19, 0.05, 30.144),
    (19, 0.01, 36.191),
    (30, 0.01, 50.892),
    (39, 0.05, 54.572),
]


def start(players: int = 2, **options: Value) -> State:
    return GAME.new(setup_of(GAME, players, **options))


def throw(state: State, *faces: str, bodies: tuple[str, ...] | None = None) -> State:
    args: dict[str, Value] = {"faces": faces} if bodies is None else {"faces": faces, "bodies": bodies}
    after: State = fold(GAME, state, GAME.decide(state, Action(GAME.active(state) or 0, "roll", args)))
    return after


def refused(state: State, action: Action) -> str:
    with pytest.raises(IllegalAction) as refusal:
        GAME.decide(state, action)
    assert str(refusal.value.sentence)
    return refusal.value.point


def test_d1_seats_roll_in_turn() -> None:
    state, order = start(3), []
    for _ in range(7):
        order.append(GAME.active(state))
        state = throw(state, "1")
    assert order == [0, 1, 2, 0, 1, 2, 0]
    assert refused(state, Action(2, "roll", {"faces": ("1",)})) == "D1"


def test_d2_a_set_number_of_dice() -> None:
    state = start(dice=3)
    assert throw(state, "1", "2", "3").rolls[-1].faces == ("1", "2", "3")
    assert refused(state, Action(0, "roll", {"faces": ("1", "2")})) == "D2"
    assert refused(state, Action(0, "roll", {"faces": ("1",) * 4})) == "D2"


@pytest.mark.parametrize(("count", "legal"), [(0, False), (1, True), (20, True), (21, False)])
def test_d2_any_number_up_to_twenty(count: int, legal: bool) -> None:
    action = Action(0, "roll", {"faces": ("1",) * count})
    if legal:
        assert GAME.decide(start(), action)
    else:
        assert refused(start(), action) == "D2"


def test_d2_the_eye_expects_the_same_numbers() -> None:
    fixed, free = GAME.expects(start(dice=4), {}), GAME.expects(start(), {})
    assert fixed is not None
    assert free is not None
    assert (fixed.counts, free.counts) == ((4,), tuple(range(1, 21)))


def test_d3_one_roll_a_turn() -> None:
    state = throw(start(), "1", "6")
    assert refused(state, Action(0, "roll", {"faces": ("1",)})) == "D1"
    assert len(state.rolls) == 1


def test_d4_ends_at_the_set_number_of_rolls() -> None:
    state = start(rolls=3)
    for _ in range(2):
        state = throw(state, "4")
        assert GAME.outcome(state) is None
    state = throw(state, "4")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert str(outcome.sentence).startswith("3 rolls")
    assert GAME.choices(state) == ()
    assert refused(state, Action(1, "roll", {"faces": ("1",)})) == "D1"
    with pytest.raises(IllegalAction) as refusal:
        GAME.rolled(state, ("1",), {})
    assert refusal.value.point == "D4"


@pytest.mark.parametrize("seat", [0, 1])
def test_d4_anybody_may_finish(seat: int) -> None:
    state = throw(start(), "4")
    state = fold(GAME, state, GAME.decide(state, Action(seat, "finish")))
    assert state.over
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert str(outcome.sentence).startswith("1 rolls")
    assert refused(state, Action(seat, "finish")) == "D4"


def test_d4_the_last_roll_tells_the_number_of_rolls() -> None:
    state = throw(start(rolls=2), "4")
    events = GAME.decide(state, Action(1, "roll", {"faces": ("6",)}))
    assert events == (Rolled(1, ("6",)), Finished(2))


def test_d4_without_a_limit_it_goes_on() -> None:
    state = start(1)
    for _ in range(200):
        state = throw(state, "6")
    assert GAME.outcome(state) is None


@pytest.mark.parametrize("face", ["7", "0", "", "SB", "１"])
def test_d5_only_faces_of_the_set(face: str) -> None:
    assert refused(start(), Action(0, "roll", {"faces": ("1", face)})) == "D5"


def test_d5_taught_faces_can_be_anything() -> None:
    faces = ("sun", "moon", "ein Stern", "星")
    state = start(die_set="my-dice", faces=faces)
    state = throw(state, "星", "moon")
    assert GAME.board(state)["faces"] == {"sun": 0, "moon": 1, "ein Stern": 0, "星": 1}
    assert GAME.board(state)["players"][0]["sum"] is None
    assert str(GAME.tell(state.setup, state.rolls[-1])) == "星 moon"


@pytest.mark.parametrize(
    "options",
    [
        {"faces": ("1",)},
        {"faces": ("1", "1")},
        {"faces": ("1", "")},
        {"faces": ("1", "a\n")},
        {"faces": ("1", "x" * 41)},
        {"faces": (("1",), ("2",))},
        {"faces": tuple(map(str, range(41)))},
        {"faces": "123456"},
        {"die_set": "../etc"},
        {"die_set": ""},
        {"die_set": "x" * 41},
        {"dice": 21},
        {"dice": -1},
        {"rolls": 10_001},
        {"rolls": True},
    ],
)
def test_d5_options_that_make_no_dice_are_refused(options: dict[str, Value]) -> None:
    with pytest.raises(SetupError, match="house rule"):
        setup_of(GAME, 2, **options)


def test_d6_nobody_wins() -> None:
    outcome = GAME.outcome(throw(start(rolls=1), "6"))
    assert outcome is not None
    assert outcome.winners == ()


def test_bodies_come_one_for_each_die_or_not_at_all() -> None:
    state = throw(start(), "1", "2", bodies=("red", "blue"))
    assert state.rolls[-1].bodies == ("red", "blue")
    assert refused(state, Action(1, "roll", {"faces": ("1", "2"), "bodies": ("red",)}))
    assert refused(state, Action(1, "roll", {"faces": ("1",), "bodies": ("red\n",)}))


def test_the_eye_hands_on_the_bodies_that_it_sees() -> None:
    state = start()
    action = GAME.rolled(state, ("3", "4"), {"bodies": ("red", "blue")})
    assert action.args == {"faces": ("3", "4"), "bodies": ("red", "blue")}
    assert GAME.rolled(state, ("3",), {}).args == {"faces": ("3",)}


def test_counts_per_body_tell_dice_of_one_set_apart() -> None:
    state = throw(start(), "1", "6", bodies=("red", "blue"))
    state = throw(state, "6", "6", bodies=("red", "blue"))
    assert GAME.board(state)["bodies"]["red"] == {"1": 1, "2": 0, "3": 0, "4": 0, "5": 0, "6": 1}
    assert GAME.board(state)["bodies"]["blue"]["6"] == 2


def test_board_adds_up() -> None:
    rng, state = random.Random(4), start(3)
    for _ in range(30):
        state = throw(state, *(rng.choice("123456") for _ in range(rng.randint(1, 6))))
    board = GAME.board(state)
    assert sum(player["rolls"] for player in board["players"]) == board["rolls"] == 30
    assert sum(player["sum"] for player in board["players"]) == sum(int(f) * n for f, n in board["faces"].items())
    assert board["players"][1]["mean"] == board["players"][1]["sum"] / 10
    for face in "123456":
        assert sum(player["faces"][face] for player in board["players"]) == board["faces"][face]
    assert len(board["history"]) == 20
    assert board["history"][-1] == board["last"]
    assert board["last"]["seat"] == 2


def test_sampled_rolls_are_legal() -> None:
    arg = GAME.choices(start(dice=7))[0].args["faces"]
    assert isinstance(arg, Faces)
    rng = random.Random(0)
    assert all(arg.allows(arg.sample(rng, {}), {}) for _ in range(50))


# ---- statistics


@pytest.mark.parametrize(("df", "alpha", "critical"), NIST)
def test_chi_square_tail_agrees_with_the_published_table(df: int, alpha: float, critical: float) -> None:
    assert chi_square_tail(critical, df) == pytest.approx(alpha, rel=2e-3)


@settings(deadline=None)
@given(x=st.floats(0, 200))
def test_chi_square_tail_with_one_and_two_degrees_has_a_closed_form(x: float) -> None:
    assert chi_square_tail(x, 1) == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=1e-12)
    assert chi_square_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)


@settings(deadline=None)
@given(x=st.floats(0.01, 100), df=st.integers(1, 60))
def test_chi_square_tail_obeys_the_recurrence(x: float, df: int) -> None:
    """Q(x; df + 2) - Q(x; df) = (x/2)^(df/2) e^(-x/2) / Gamma(df/2 + 1): Abramowitz and Stegun 26.4.8."""
    step = (x / 2) ** (df / 2) * math.exp(-x / 2) / math.gamma(df / 2 + 1)
    assert chi_square_tail(x, df + 2) - chi_square_tail(x, df) == pytest.approx(step, rel=1e-9, abs=1e-13)


@settings(deadline=None)
@given(df=st.integers(1, 60), x=st.floats(0, 400), more=st.floats(0, 50))
def test_chi_square_tail_is_a_chance_that_falls(df: int, x: float, more: float) -> None:
    assert chi_square_tail(0, df) == 1
    assert -1e-12 <= chi_square_tail(x + more, df) <= chi_square_tail(x, df) + 1e-12 <= 1 + 2e-12


@pytest.mark.parametrize(("x", "df"), [(1.0, 0), (-0.1, 3)])
def test_chi_square_tail_refuses_what_makes_no_sense(x: float, df: int) -> None:
    with pytest.raises(ValueError, match=f"df={df!r}, x={x!r}"):
        chi_square_tail(x, df)


def test_chi_square_tail_fits_a_simulation() -> None:
    """The empirical share of fair simulated dice beyond the table's 10 % point is about a tenth."""
    rng, beyond = random.Random(20), 0
    for _ in range(1000):
        counts = count_faces([tuple(rng.choices("123456", k=120))], tuple("123456"))
        fair = fairness(counts)
        assert fair is not None
        beyond += fair.p < 0.10
    assert 70 <= beyond <= 130  # three standard deviations of a binomial(1000, 0.1)


def test_fairness_of_nothing_is_unknown() -> None:
    assert fairness({"1": 0, "2": 0}) is None


def test_fairness_of_even_counts_is_perfect() -> None:
    fair = fairness(dict.fromkeys("123456", 10))
    assert fair is not None
    assert (fair.chi2, fair.df, fair.p, fair.enough) == (0.0, 5, 1.0, True)


def test_fairness_of_a_loaded_die_is_low() -> None:
    fair = fairness({"1": 5, "2": 8, "3": 9, "4": 8, "5": 10, "6": 20})
    assert fair is not None
    assert fair.chi2 == pytest.approx((25 + 4 + 1 + 4 + 0 + 100) / 10)
    assert 0.01 < fair.p < 0.05  # between the table's 11.070 and 15.086


@pytest.mark.parametrize(("each", "enough"), [(4, False), (5, True)])
def test_fairness_says_whether_there_are_rolls_enough(each: int, enough: bool) -> None:
    fair = fairness(dict.fromkeys("123456", each))
    assert fair is not None
    assert fair.enough is enough


def test_total_only_of_numbers() -> None:
    assert total(("1", "6", "10")) == 17
    assert total(("1", "sun")) is None
    assert total(("²",)) is None


def test_count_faces_keeps_zeros_and_order() -> None:
    assert list(count_faces([("b",), ("b", "a")], ("a", "b", "c")).items()) == [("a", 1), ("b", 2), ("c", 0)]


def test_prompt_and_log_are_told_for_people() -> None:
    state = throw(start(rolls=1), "2", "5")
    assert str(GAME.prompt(start())).startswith("Ada")
    assert str(GAME.tell(state.setup, Rolled(0, ("2", "5")))) == "2 5 = 7"
    assert "over" in str(GAME.prompt(state))
