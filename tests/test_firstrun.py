"""The first run: what is kept of it, and the trying of button and lights."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import AskError, SettingsError
from companion.firstrun import DONE, LISTENS, SKIPPED, STEPS, FirstRun


class Time:
    """A clock that stands where it was put."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_was_done_and_left_out_is_there_after_a_restart(tmp_path: Path) -> None:
    run = FirstRun(tmp_path / "run.toml")
    assert run.progress.next_step == STEPS[0]
    run.mark("camera", DONE)
    run.mark("mat", SKIPPED)
    run.mark("mat", DONE)
    again = FirstRun(tmp_path / "run.toml").progress
    assert again.marks == {"camera": DONE, "mat": DONE}
    assert again.next_step == "calibrate"
    assert not again.over


def test_it_is_over_when_every_step_was_met_or_somebody_has_had_enough(tmp_path: Path) -> None:
    run = FirstRun(tmp_path / "run.toml")
    run.dismiss()
    assert FirstRun(tmp_path / "run.toml").progress.over
    run.dismiss(enough=False)
    for step in STEPS:
        assert not run.progress.over
        run.mark(step, SKIPPED)
    assert run.progress.over


@pytest.mark.parametrize("text", ["", "no toml at all [", "dismissed = 3", "dismissed = true\nsteps = 4", "\x00"])
def test_a_broken_file_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.toml").write_text(text)
    run = FirstRun(tmp_path / "run.toml")
    assert run.progress.next_step == STEPS[0]
    run.mark("camera", DONE)
    assert FirstRun(tmp_path / "run.toml").progress.marks == {"camera": DONE}


def test_what_another_version_wrote_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(
        'dismissed = false\n[steps]\ncamera = "done"\nmat = "half"\nmoon = "done"\n'
    )
    assert FirstRun(tmp_path / "run.toml").progress.marks == {"camera": DONE}


@pytest.mark.parametrize(("step", "how"), [("moon", DONE), ("camera", "perhaps")])
def test_a_step_or_mark_that_does_not_exist_is_refused(tmp_path: Path, step: str, how: str) -> None:
    with pytest.raises(AskError, match=f"got '{step}' '{how}'"):
        FirstRun(tmp_path / "run.toml").mark(step, how)
    assert not (tmp_path / "run.toml").exists()


def test_what_cannot_be_kept_is_told_and_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    run = FirstRun(tmp_path / "file" / "run.toml")
    with pytest.raises(SettingsError, match="This cannot be kept"):
        run.mark("camera", DONE)
    assert run.progress.marks == {}


def test_the_button_counts_while_a_page_listens_and_not_longer(tmp_path: Path) -> None:
    time = Time()
    run = FirstRun(tmp_path / "run.toml", now=time)
    assert not run.press()
    run.listen()
    assert run.press()
    time.now += LISTENS
    assert not run.press()
    assert run.presses == 1


def test_a_light_is_lit_alone_and_one_that_does_not_exist_refused(tmp_path: Path) -> None:
    lit: list[str] = []
    run = FirstRun(tmp_path / "run.toml", ("status", "seat1"), lit.append)
    run.light("seat1")
    with pytest.raises(AskError, match="expected one of"):
        run.light("seat7")
    assert lit == ["seat1"]
