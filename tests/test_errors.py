"""The error tree: each kind has its own slug, the built-in that it resembles, and something to do next."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import companion
from companion.errors import CompanionError, IllegalAction
from companion.words import say


def kinds(root: type[CompanionError] = CompanionError) -> Iterator[type[CompanionError]]:
    for kind in root.__subclasses__():
        yield kind
        yield from kinds(kind)


def imported() -> list[type[CompanionError]]:
    """Every kind of error of the core, also those that a module of its own may add."""
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return [kind for kind in kinds() if kind.__module__.startswith("companion.")]


def test_slugs_tell_the_kinds_apart() -> None:
    slugs = [CompanionError.slug, *(kind.slug for kind in imported())]
    assert len(set(slugs)) == len(slugs)
    assert all(slug.replace("-", "").isalpha() and slug == slug.lower() for slug in slugs)


def test_every_kind_is_the_built_in_that_it_resembles_too() -> None:
    for kind in imported():
        built_in = [base for base in kind.__mro__ if base.__module__ == "builtins" and issubclass(base, Exception)]
        assert built_in[0] is not Exception, kind


def test_every_kind_says_what_to_do_next() -> None:
    assert all(str(kind.default_advice) for kind in imported())


def test_an_error_speaks_to_a_parent_and_to_an_engineer() -> None:
    error = CompanionError(
        say("A {thing} is missing.", thing="die"), detail="expected 5, got 4", advice=say("Look.")
    )
    assert str(error) == "A die is missing. [expected 5, got 4]"
    assert (str(error.sentence), error.detail, str(error.advice)) == (
        "A die is missing.",
        "expected 5, got 4",
        "Look.",
    )


def test_a_plain_text_with_braces_is_told_as_it_is() -> None:
    assert str(CompanionError("{not} a template")) == "{not} a template"


def test_an_illegal_action_names_its_rule_point_and_the_alternatives() -> None:
    error = IllegalAction("R12", say("No."), legal=("score",), reason="die-set-aside")
    assert (error.point, error.legal, error.reason) == ("R12", ("score",), "die-set-aside")
    assert IllegalAction("R12", say("No.")).reason == "R12"
    with pytest.raises(ValueError, match="No"):
        raise error
