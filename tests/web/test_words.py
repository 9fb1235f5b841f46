"""Sentences on their way to a page."""

from __future__ import annotations

from companion.words import say
from web.words import ISOLATE, POP, phrase, text


def test_values_fill_a_sentence() -> None:
    assert text(say("{name} has {points} points.", name="Ann", points=3)) == "Ann has 3 points."


def test_sentences_inside_sentences_are_told_too() -> None:
    assert text(say("At most {most} {face}.", most=1, face=say("Plankton"))) == "At most 1 Plankton."


def test_a_right_to_left_name_is_isolated_so_that_the_rest_keeps_its_order() -> None:
    assert text(say("{name}: roll!", name="מרים")) == f"{ISOLATE}מרים{POP}: roll!"


def test_other_names_stay_as_they_are() -> None:
    assert phrase("{name}: roll!", name="Żółć 李") == "Żółć 李: roll!"


def test_nothing_is_an_empty_text() -> None:
    assert text(None) == ""


def test_braces_in_a_name_are_no_template() -> None:
    assert text(say("{name}!", name="{points}")) == "{points}!"
