from __future__ import annotations

import pytest

from companion.vision.found import APART, BEST, LEAST_SIZE, SEEN, UNSEEN, Found, Pass, agreed, suppressed


def test_of_peaks_that_cannot_be_two_dice_the_best_stays() -> None:
    best, near, far = Found(50, 50, 40, 0.9), Found(50 + 39 * APART, 50, 40, 0.6), Found(90, 50, 40, 0.5)
    assert suppressed([far, near, best]) == [best, far]


def test_a_pass_counts_most_where_it_shows_dice_in_the_best_size() -> None:
    one = Pass(0.5, [])
    assert one.weight(2 * BEST) == 1
    assert 0 < one.weight(4 * BEST) < one.weight(3 * BEST) < 1
    assert one.weight(2 * SEEN[0] - 1) == one.weight(2 * SEEN[1] + 1) == 0


def test_passes_agree_by_weighted_means() -> None:
    first = Pass(1.0, [Found(50, 50, BEST, 0.9, (1.0, 0.0))])
    second = Pass(1.0, [Found(54, 50, BEST, 0.3, (1.0, 0.0))])
    (both,) = agreed([first, second])
    assert (both.x, both.y, both.size, both.score) == pytest.approx((51, 50, BEST, 0.6))
    assert both.turn == pytest.approx((1.0, 0.0))


def test_a_pass_that_should_see_a_die_and_does_not_speaks_against_it() -> None:
    seen = Pass(1.0, [Found(200, 50, BEST, 0.6)])
    assert agreed([seen, Pass(1.0, [])])[0].score == pytest.approx((0.6 + UNSEEN) / 2)
    assert agreed([seen, Pass(0.1, [])])[0].score == pytest.approx(0.6)  # too small there to be seen


def test_what_no_pass_sees_well_is_kept_as_it_was_seen() -> None:
    small, tiny = Found(20, 20, LEAST_SIZE, 0.5), Found(80, 20, LEAST_SIZE - 1, 0.9)
    assert agreed([Pass(1.0, [small, tiny])]) == [small]


def test_pips_that_a_fine_pass_takes_for_dice_lose_against_the_die() -> None:
    die = Found(100, 100, 80, 0.7)
    coarse, fine = Pass(0.4, [die]), Pass(1.0, [Found(80, 90, 30, 0.65), Found(125, 90, 30, 0.6)])
    assert agreed([coarse, fine]) == [die]
