"""Measuring: each photograph is read as its label says, spoiled, and what goes wrong is kept with its picture."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evaluation.labels import Photo, TrueDie
from companion.evaluation.measure import CROP, Group, measured
from companion.evaluation.report import diagrams, line, page
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from tests.readings import reading

DICE = (TrueDie(50, 200, 60, "5"), TrueDie(150, 200, 60, "4"))


class Scribe:
    """A reader that says what it was told to, and notes what it was shown."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = [*readings]
        self.shown: list[tuple[float, str | None]] = []

    def read(self, frame: Frame, *, die_set: str | None = None) -> Reading:
        self.shown.append((float(frame.pixels.mean()), die_set))
        return self.readings.pop(0)


@pytest.fixture
def photos(tmp_path: Path) -> list[Photo]:
    names = ("a.png", "b.png", "c.png")
    for name in names[:2]:
        cv2.imwrite(str(tmp_path / name), np.full((480, 640, 3), 100, np.uint8))
    (tmp_path / names[2]).write_text("no picture")
    return [Photo(tmp_path / name, "<kitchen>", DICE, "pips" if name == "a.png" else "") for name in names]


@pytest.fixture
def group(photos: list[Photo]) -> Group:
    return measured(scribe(), "<kitchen>", photos, "clean", die_set="friends")


def scribe() -> Scribe:
    return Scribe(reading("5 4"), reading("5 6 1", unsure=(2,)))


def test_a_photograph_is_read_as_its_label_says_in_its_condition(photos: list[Photo]) -> None:
    scribe, done = Scribe(reading("5 4"), reading("5 4")), list[int]()
    measured(scribe, "kitchen", photos, "dark", die_set="friends", done=lambda: done.append(1))
    assert [die_set for _, die_set in scribe.shown] == ["pips", "friends"]
    assert all(mean == pytest.approx(30, abs=1) for mean, _ in scribe.shown)
    assert len(done) == 3


def test_what_lies_outside_the_tray_does_not_count(photos: list[Photo]) -> None:
    tray = ((0.0, 0.0), (200.0, 0.0), (200.0, 400.0), (0.0, 400.0))
    beside = Scribe(reading("5 4 1"), reading("5 4 1"))
    group = measured(beside, "kitchen", [photos[0], replace(photos[0], tray=tray)], "clean")
    assert (group.counts.detections, group.counts.invented, group.counts.whole) == (5, 1, 1)


@pytest.mark.parametrize(
    ("strange", "doubt", "asked"), [(2, "unknown-face", 0), (1, "unknown-face", 2), (2, "too-many", 2)]
)
def test_what_is_strange_outside_the_tray_puts_nothing_in_doubt(
    photos: list[Photo], strange: int, doubt: str, asked: int
) -> None:
    tray = ((0.0, 0.0), (200.0, 0.0), (200.0, 400.0), (0.0, 400.0))
    shown = reading("5 4 1")
    dice = [replace(die, doubt="unknown-face") if k == strange else die for k, die in enumerate(shown.dice)]
    doubtful = replace(shown, dice=tuple(dice), doubt=doubt)
    group = measured(Scribe(doubtful), "kitchen", [replace(photos[0], tray=tray)], "clean")
    assert group.counts.asked == asked


def test_photographs_that_are_not_right_as_a_whole_are_handed_on(photos: list[Photo]) -> None:
    missed = list[tuple[str, int]]()
    measured(
        scribe(),
        "kitchen",
        photos,
        "clean",
        missed=lambda photo, _, read: missed.append((photo.path.name, len(read.dice))),
    )
    assert missed == [("b.png", 3)]


def test_every_mistake_is_counted_also_of_what_is_no_picture(group: Group) -> None:
    counts = group.counts
    assert (counts.pictures, counts.dice, counts.found, counts.right) == (3, 6, 4, 3)
    assert (counts.detections, counts.misread, counts.asked, counts.whole) == (5, 1, 1, 1)
    assert group.unread == ["c.png"]
    assert group.confusion == {("4", "6"): 1}


def test_what_went_wrong_is_kept_with_its_picture(group: Group) -> None:
    assert [one.photo for one in group.exhibits] == ["b.png", "b.png"]
    assert all(one.crop.shape == (CROP, CROP, 3) for one in group.exhibits)


def test_the_figures_are_plain_values(group: Group) -> None:
    told = json.loads(json.dumps(group.figures()))
    assert told["shares"]["recall"]["value"] == pytest.approx(4 / 6, abs=1e-4)
    assert told["confusion"] == {"4->6": 1}
    assert told["unread"] == ["c.png"]


def test_pixels_of_a_reduced_picture_are_those_of_the_photograph(
    photos: list[Photo], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.frame.KEPT_PIXELS", 100_000)
    photo = replace(photos[0], dice=(TrueDie(50, 400, 20, "5"),))
    group = measured(Scribe(reading("5", x=25)), "kitchen", [photo], "clean")
    (fate,) = group.dice
    assert fate.right
    assert fate.die is not None
    assert (fate.die.x, fate.die.y, fate.die.size) == (50, 400, 80)


def test_the_page_holds_figures_diagrams_and_pictures_and_needs_nothing_else(group: Group) -> None:
    html = page([group, Group("<kitchen>", "glare")], {"dice": "<pips>"})
    assert "&lt;kitchen&gt;" in html
    assert "<kitchen>" not in html
    assert "&lt;pips&gt;" in html
    assert html.count("data:image/jpeg;base64,") == 2
    assert html.count("<svg") == 1
    assert "4 read as 6" in html
    assert "no die read as 1" in html
    assert "c.png" in html
    assert not any(word in html for word in ("http:", "https:", "<script", "url("))


def test_the_diagrams_are_a_picture(group: Group) -> None:
    assert Frame.load(diagrams([group])).height > 100


def test_a_line_tells_all_shares(group: Group) -> None:
    told = line(group)
    assert "recall 4/6" in told
    assert "value 3/4" in told
    assert "silent 166.7 per 1,000 (1/6, " in told
