"""Sentences for people: a template and what fills it."""

from __future__ import annotations

import pytest

from companion.words import Sentence, say


def test_a_sentence_is_filled() -> None:
    assert str(say("{name} has {points} points.", name="Ada", points=3)) == "Ada has 3 points."


def test_a_sentence_within_a_sentence_is_filled_too() -> None:
    assert str(say("{who}: {what}", who="Bo", what=say("{face} fell.", face="SB"))) == "Bo: SB fell."


@pytest.mark.parametrize("name", ["{}", "{0}", "{name}", "%s", "{name.__class__}", "<b>", "名"])
def test_a_value_is_never_a_template(name: str) -> None:
    assert str(say("{name} wins!", name=name)) == f"{name} wins!"


def test_only_an_empty_template_is_false() -> None:
    assert not Sentence("")
    assert Sentence("0")


def test_sentences_are_equal_by_what_they_say() -> None:
    assert say("{a}", a=1) == say("{a}", a=1)
    assert say("{a}", a=1) != say("{a}", a=2)
