"""The chart of how often each face fell."""

from __future__ import annotations

from web.charts import faces_chart, figures, verdict


def test_a_fair_die_would_show_every_face_as_often() -> None:
    chart = faces_chart({"1": 1, "2": 3})
    low, high = chart.columns
    assert low.fair == high.fair
    assert round(low.fair or 0, 6) == round((low.y + high.y) / 2, 6)


def test_a_chart_before_the_first_roll_is_flat() -> None:
    assert {bar.height for bar in faces_chart({"1": 0, "2": 0}).columns} == {0}


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
