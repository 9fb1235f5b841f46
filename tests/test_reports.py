"""Reports: made from what the table keeps, bounded in number, complete enough to be read again elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion import reports as module
from companion.bundles import Networks, noted, noted_cards, unpacked
from companion.cardshelf import CardShelf
from companion.commands.read import default_models
from companion.errors import BundleError
from companion.pictures import Pictures
from companion.reports import Reports
from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation
from companion.vision.cards.parcel import unpack
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.tray import whole_frame
from tests.drawndecks import sighting, taught
from tests.readings import JPEG, reading

FACES = ("SB", "PA")
FRAME = Frame(np.zeros((480, 640, 3), np.uint8), 0.0)
TRAY = whole_frame(640, 480)


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    made = Pictures(tmp_path / "pictures")
    made.networks = Networks.installed(default_models())
    return made


@pytest.fixture
def reports(tmp_path: Path, pictures: Pictures) -> Reports:
    folder = tmp_path / "reports"
    return Reports(folder, pictures, default_models(), tmp_path / "dice")


def kept(pictures: Pictures, frames: tuple[Frame, ...] = ()) -> str:
    note = noted("yahtzee_jr", Expectation("characters", FACES, (5,)), reading("SB PA"), TRAY)
    return pictures.keep(JPEG, note, frames)


def test_a_report_tells_what_was_read_expected_and_right(reports: Reports, pictures: Pictures) -> None:
    made = unpacked(reports.make(kept(pictures), ("SB", "SB"), said=True))
    assert made.bundle.note.reading == reading("SB PA")
    assert made.bundle.note.networks == pictures.networks
    assert made.bundle.truth == ("SB", "SB")
    assert made.bundle.note.expected is not None
    assert made.bundle.note.expected.counts == (5,)
    assert made.bundle.die_set is not None
    assert made.bundle.note.tray == TRAY
    assert made.pictures == (JPEG,)


@pytest.mark.parametrize(
    ("faces", "said", "truth"),
    [
        (("SB", "PA"), False, None),  # nobody has touched it
        (("SB", "PA"), True, ("SB", "PA")),
        (("SB", "SB"), True, ("SB", "SB")),
        (("SB",), False, ("SB",)),  # one was taken out
        (None, False, None),
        (None, True, None),  # one was set, another is in doubt
    ],
)
def test_what_nobody_has_touched_is_no_truth(
    reports: Reports, pictures: Pictures, faces: tuple[str, ...] | None, said: bool, truth: tuple[str, ...] | None
) -> None:
    assert unpacked(reports.make(kept(pictures), faces, said=said)).bundle.truth == truth


def kept_card(pictures: Pictures, shelf: CardShelf, *seen: CardSighting) -> str:
    expected = CardExpectation("riot", ("RAD", "ONI"))
    return pictures.keep(JPEG, noted_cards("riot", expected, seen, FRAME, TRAY, shelf.networks("riot")))


def test_a_card_is_reported_with_its_deck_as_it_was_read(tmp_path: Path, pictures: Pictures) -> None:
    taught(tmp_path / "decks", "riot", "RAD", "ONI")
    shelf = CardShelf(tmp_path / "decks", None)
    reports = Reports(tmp_path / "reports", pictures, default_models(), tmp_path / "dice", shelf)
    before = shelf.networks("riot")
    picture = kept_card(pictures, shelf, sighting("RAD", "RAD"), sighting(None, "ONI", reason="glare-card"))
    shelf.teach("riot", "RAD", "", np.full((352, 252, 3), 90, np.uint8), "table")
    assert shelf.networks("riot") != before
    made = unpacked(reports.make(picture, ("ONI",), said=True))
    note, cards = made.bundle.note, made.bundle.note.cards
    assert cards is not None
    assert (cards.deck, cards.codes, note.tray, note.networks) == ("riot", ("RAD", "ONI"), TRAY, before)
    assert [(one.code, one.reason) for one in cards.cards] == [("RAD", None), (None, "glare-card")]
    assert made.bundle.truth == ("ONI",)
    assert [one.code for one in unpack(made.deck, tmp_path / "other").samples] == ["RAD", "ONI"]
    (report,) = reports.listed()
    assert (report.deck, report.read, report.truth, report.why_not) == ("riot", ("RAD",), ("ONI",), "")


def test_a_shipped_deck_does_not_go_along(tmp_path: Path, pictures: Pictures) -> None:
    taught(tmp_path / "shipped", "riot", "RAD")
    shelf = CardShelf(tmp_path / "own", tmp_path / "shipped")
    reports = Reports(tmp_path / "reports", pictures, default_models(), tmp_path / "dice", shelf)
    made = unpacked(reports.make(kept_card(pictures, shelf), None, said=False))
    assert (made.deck, made.bundle.truth) == (b"", None)
    assert made.bundle.note.networks == shelf.networks("riot")
    assert reports.listed()[0].why_not == "no-card"


def test_the_card_that_was_accepted_is_the_truth(tmp_path: Path, reports: Reports, pictures: Pictures) -> None:
    taught(tmp_path / "decks", "riot", "RAD")
    picture = kept_card(pictures, CardShelf(tmp_path / "decks", None), sighting("RAD"))
    assert unpacked(reports.make(picture, ("RAD",), said=False)).bundle.truth is None
    pictures.played(picture, ("RAD",))
    assert unpacked(reports.make(picture, None, said=False)).bundle.truth == ("RAD",)


def test_the_newest_reading_goes_along_as_the_eye_saw_it(reports: Reports, pictures: Pictures) -> None:
    rng = np.random.default_rng(1)
    frames = tuple(Frame(rng.integers(0, 256, (48, 64, 3), np.uint8), 0.0) for _ in range(3))
    older, newest = kept(pictures, frames), kept(pictures, frames)
    made = unpacked(reports.make(newest, None, said=False))
    seen = [Frame.load(picture).pixels for picture in made.pictures]
    assert all((one == frame.pixels).all() for one, frame in zip(seen, frames, strict=True))
    assert unpacked(reports.make(older, None, said=False)).pictures == (JPEG,)


def test_a_reading_that_is_not_kept_is_a_sentence(reports: Reports, pictures: Pictures) -> None:
    old = pictures.keep(JPEG)  # as a companion before this one kept it
    for picture in ("0" * 16, "../secret", old):
        with pytest.raises(BundleError, match="not kept"):
            reports.make(picture, None, said=False)
    assert reports.listed() == ()


def test_reports_are_listed_the_newest_first_and_the_oldest_go(
    reports: Reports, pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    names = [kept(pictures) for _ in range(3)]
    for name in (*names, names[2]):  # the last one twice: it is replaced
        reports.make(name, FACES, said=True)
    assert [report.picture for report in reports.listed()] == [names[2], names[1]]
    assert [report.truth for report in reports.listed()] == [FACES, FACES]
    assert [report.read for report in reports.listed()] == [("SB", "PA")] * 2


def test_only_a_reports_own_file_is_found(reports: Reports, pictures: Pictures, tmp_path: Path) -> None:
    path = reports.make(kept(pictures), None, said=False)
    assert reports.path(path.name) == path
    (tmp_path / "reports" / "secret.zip").write_bytes(b"x")
    for file in ("secret.zip", f"../reports/{path.name}", "", "..", path.name + "\n"):
        assert reports.path(file) is None


def test_a_damaged_report_is_left_out(reports: Reports, pictures: Pictures) -> None:
    reports.make(kept(pictures), None, said=False).write_bytes(b"no zip")
    assert reports.listed() == ()


def test_a_folder_that_cannot_be_written_is_a_sentence(
    reports: Reports, pictures: Pictures, tmp_path: Path
) -> None:
    (tmp_path / "reports").write_text("a file is in the way")
    with pytest.raises(BundleError, match="cannot be written"):
        reports.make(kept(pictures), None, said=False)
