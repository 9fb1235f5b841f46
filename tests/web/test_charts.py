"""The chart of how often each face fell."""

from __future__ import annotations

from web.charts import HEIGHT, WIDTH, faces_chart, figures, verdict


def test_bars_stand_on_the_floor_inside_the_drawing_as_long_as_their_counts() -> None:
    chart = faces_chart({"1": 2, "2": 4, "3": 0})
    assert [round(bar.height / chart.bars[1].height, 6) for bar in chart.bars] == [0.5, 1, 0]
    assert all(round(bar.y + bar.height, 6) == chart.floor for bar in chart.bars)
    assert all(bar.x >= 0 and bar.x + bar.width <= WIDTH and 0 <= bar.y <= HEIGHT for bar in chart.bars)


def test_the_line_lies_at_the_mean_count() -> None:
    chart = faces_chart({"1": 1, "2": 3})
    assert chart.expected == 2
    assert round(chart.expected_y, 6) == round((chart.bars[0].y + chart.bars[1].y) / 2, 6)


def test_a_chart_before_the_first_roll_is_flat() -> None:
    assert {bar.height for bar in faces_chart({"1": 0, "2": 0}).bars} == {0}


def test_too_few_throws_say_nothing_about_fairness() -> None:
    few = {"chi2": 9.0, "df": 1, "p": 0.003, "enough": False}
    assert verdict(few) == verdict(None) == "Too few throws yet to say whether the dice are fair."


def test_an_even_count_looks_fair_and_a_lopsided_one_odd() -> None:
    assert verdict({"chi2": 0.5, "df": 5, "p": 0.99, "enough": True}) == "These dice look fair."
    assert verdict({"chi2": 40.0, "df": 5, "p": 1e-7, "enough": True}) == "These dice look odd."


def test_figures_are_told_for_those_who_know_them() -> None:
    assert "12.4" in figures({"chi2": 12.44, "df": 5, "p": 0.029, "enough": True})
    assert "2.9%" in figures({"chi2": 12.44, "df": 5, "p": 0.029, "enough": True})
    assert "< 0.1%" in figures({"chi2": 99.0, "df": 5, "p": 1e-9, "enough": True})
