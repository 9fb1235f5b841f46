"""The chart of how often each face fell, and what a test of fairness says, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.just_dice.statistics import Fairness
from companion.statistics.dice import judged
from companion.statistics.plot import Columns, columns
from web.words import phrase, text


def faces_chart(counts: Mapping[str, int]) -> Columns:
    """The columns of how often each face fell, every one as likely as the others."""
    return columns(counts, dict.fromkeys(counts, sum(counts.values()) / len(counts)))


def verdict(fairness: Mapping[str, Any] | None) -> str:
    """What the chi-square test of a board says, for people who never heard of it."""
    return text(judged(Fairness(**fairness) if fairness else None))


def figures(fairness: Mapping[str, Any]) -> str:
    """The chi-square test's figures for people who know it."""
    chance = f"{fairness['p']:.1%}" if fairness["p"] >= 0.001 else "< 0.1%"
    return phrase(
        "Fair dice stray this far with chance {chance} (χ² = {chi2}, {df} degrees of freedom).",
        chance=chance,
        chi2=f"{fairness['chi2']:.1f}",
        df=fairness["df"],
    )
