"""From a photograph of own dice to a reading of them, through the folder on the disk."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from companion.commands.read import default_models
from companion.vision.card import FaceCard
from companion.vision.dieset import UNKNOWN, DieSets, TaughtSet
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.teaching.figures import verdicts
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.trials import scores_of

from .prints import load_art, photograph, thrown
from .school import CODES, looks, photo, schooled, teacher

TWEMOJI = os.environ.get("COMPANION_TWEMOJI", "")


@pytest.mark.thorough
def test_the_reader_reads_what_was_taught(tmp_path: Path) -> None:
    schooled(tmp_path)
    reader = DiceReader(default_models(), tmp_path)
    read = []
    for seed in range(300, 304):
        for code in CODES:
            read += [(code, die) for die in reader.read(photo((code, code), seed), die_set="symbols").dice]
    assert len(read) >= 40
    assert sum(die.face == code for code, die in read) >= 0.95 * len(read)
    assert not [die for code, die in read if die.sure and die.face != code]


def test_faces_that_were_not_taught_are_asked_about(tmp_path: Path) -> None:
    schooled(tmp_path)
    reader = DiceReader(default_models(), tmp_path)
    strange = [
        die
        for seed in range(300, 306)
        for die in reader.read(photo(("MOON", "K", "HOUSE"), seed), die_set="symbols").dice
    ]
    assert len(strange) >= 12
    assert sum(die.face == UNKNOWN for die in strange) >= 0.9 * len(strange)
    assert sum(die.sure for die in strange) <= 1


def test_a_set_on_the_disk_judges_as_the_lessons_figures_say(tmp_path: Path) -> None:
    known = schooled(tmp_path).known
    stored = DieSets(default_models(), tmp_path)["symbols"]
    assert isinstance(stored, TaughtSet)
    seen = [look for code in (*CODES, "MOON", "K") for look in looks((code,) * 3, 500)]
    taken, sure = verdicts(scores_of(known.matcher, seen), known.matcher.faces, known.tuning)
    judged = [stored.judge(look) for look in seen]
    assert [one.best.face != UNKNOWN for one in judged] == taken.tolist()
    assert [one.sure for one in judged] == sure.tolist()


@pytest.mark.skipif(not TWEMOJI, reason="needs a folder of icons, see tests/teach_icons.py: set COMPANION_TWEMOJI")
@pytest.mark.parametrize("seed", range(3))
def test_art_that_nobody_has_seen_is_learnt_from_five_pictures(tmp_path: Path, seed: int) -> None:
    art = load_art(Path(TWEMOJI))
    names = np.random.default_rng(seed).permutation(sorted(art))[:9].tolist()
    known, strange = names[:6], names[6:]
    lesson = Lesson.begin(
        tmp_path, "icons", "Icons", [FaceCard(f"F{k}", name) for k, name in enumerate(known)], teacher()
    )
    shown = {name: art[name] for name in names}
    for k, name in enumerate(known):
        for picture in range(5):
            throw = thrown(1, "#f5f1e6", 1000 * seed + 10 * k + picture)
            lesson.learn(Frame(photograph(shown, [name], throw), 0.0), f"F{k}", str(picture))
    reader = DiceReader(default_models(), tmp_path)
    wrong, asked, dice = 0, 0, 0
    for k, name in enumerate((*known, *strange)):
        frame = Frame(photograph(shown, [name] * 4, thrown(4, "#f5f1e6", 7000 + 10 * seed + k)), 0.0)
        for die in reader.read(frame, die_set="icons").dice:
            dice += name in known
            asked += name in known and not die.sure
            wrong += die.sure and die.face != f"F{k}"
    assert dice >= 20
    assert asked <= 0.1 * dice
    assert wrong <= 1
