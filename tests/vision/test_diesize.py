"""The side of the dice: told, then learnt from what people accept."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.vision.diesize import LEARNT, DieSize
from companion.vision.reading import DieReading, Reading


def accepted(*sides: float | None, die_set: str = "pips", sure: bool = True) -> Reading:
    dice = tuple(DieReading("1", 1.0, 0, 0, 40, 0, die_set, sure=sure, side=side) for side in sides)
    return Reading(dice, 640, 480, 1.0)


def test_a_set_is_known_after_some_dice_and_only_itself(tmp_path: Path) -> None:
    size = DieSize(16.0, tmp_path / "dice.toml")
    for _ in range(LEARNT // 3):
        size.learn(accepted(12.1, 11.9, 12.4))
        assert size.of("pips") == 16.0
    size.learn(accepted(12.1, 11.9, 12.4))
    assert size.of("pips") == pytest.approx(12.1)
    assert size.of("friends") == size.of(None) == 16.0


def test_what_was_learnt_is_known_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "state" / "dice.toml"
    DieSize(16.0, path).learn(accepted(*[19.0] * LEARNT))
    assert DieSize(16.0, path).of("pips") == 19.0


def test_one_that_was_measured_wrongly_does_not_count_much() -> None:
    size = DieSize()
    size.learn(accepted(*[16.2] * LEARNT, 25.0, 9.0))
    assert size.of("pips") == pytest.approx(16.2)


def test_without_millimetres_or_certainty_nothing_is_learnt() -> None:
    size = DieSize(18.0)
    size.learn(accepted(*[None] * LEARNT))
    size.learn(accepted(*[12.0] * LEARNT, sure=False))
    assert size.of("pips") == 18.0


def test_a_damaged_file_is_like_none(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "dice.toml"
    path.write_text("sides = 3")
    assert DieSize(16.0, path).of("pips") == 16.0
    assert "cannot be used" in caplog.text


def test_a_disk_that_is_full_stops_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    size = DieSize(16.0, tmp_path / "file" / "dice.toml")
    size.learn(accepted(*[12.0] * LEARNT))
    assert size.of("pips") == 12.0
    assert "cannot be kept" in caplog.text
