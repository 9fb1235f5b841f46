"""Bundles: what goes in comes out, nothing else does, and every reported reading is read right now."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from companion.bundles import (
    LIMITS,
    RECORD,
    Bundle,
    Unpacked,
    noted,
    noted_cards,
    packed,
    picture_files,
    record_of,
    unpacked,
)
from companion.commands.read import default_models
from companion.commands.replay_bundle import bundle_files, told
from companion.errors import BundleError, LessonError
from companion.evaluation.replay import replayed, verdict
from companion.evaluation.replay_cards import as_seen
from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.reader import DiceReader
from companion.vision.reading import Reading
from companion.vision.teaching import parcel
from companion.vision.tray import whole_frame
from companion.words import say
from tests import bundles
from tests.bundles.draw import CARD_CASES, CASES
from tests.drawndecks import sighting
from tests.readings import JPEG, reading
from tests.vision.school import CODES, begin, photo, teach

FRAME = Frame(np.zeros((480, 640, 3), np.uint8), 0.0)
SHIPPED = Path(bundles.__file__).parent
REPORTED = [*bundle_files([SHIPPED, *map(Path, filter(None, [os.environ.get("COMPANION_BUNDLES")]))])]
VERDICTS = {case.name: "right" for case in CASES} | {case.name: case.verdict for case in CARD_CASES}
ANNS = Expectation("characters", ("SB", "PA", "PL"), (5,), {"PL": 1}, {"SB": say("{name}'s face", name="Ann")})


def made(**changes: Any) -> Unpacked:
    files = picture_files([JPEG], "jpg")
    note = noted("yahtzee_jr", ANNS, reading("SB SB PA PL PA", unsure=(2,)), whole_frame(640, 480))
    bundle = Bundle(note, tuple(files), ("SB", "SB", "PA", "PL", "PL"))
    return Unpacked(replace(bundle, **changes), tuple(files.values()))


def saved(path: Path, files: Mapping[str, bytes | str], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def files_of(one: Unpacked) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(packed(one))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("path", REPORTED, ids=lambda path: path.stem)
def test_a_reported_reading_is_not_wrong_and_sure(path: Path) -> None:
    one = unpacked(path)
    now = replayed(one, default_models())
    found = verdict(one.bundle, now)
    assert found != "wrong", told(path, one.bundle, now)
    assert found == VERDICTS.get(path.stem, found), told(path, one.bundle, now)


def test_our_own_scenes_are_there() -> None:
    assert {path.stem for path in bundle_files([SHIPPED])} == VERDICTS.keys()


def test_what_goes_in_comes_out(tmp_path: Path) -> None:
    one = made()
    path = tmp_path / "one.zip"
    path.write_bytes(packed(one))
    assert unpacked(path) == one
    assert record_of(path) == one.bundle
    assert packed(one) == packed(made())


def test_no_name_of_a_player_goes_in() -> None:
    assert b"Ann" not in packed(made())


def test_the_expectation_comes_out_without_its_words() -> None:
    expected = made().bundle.note.expected
    assert expected is not None
    assert expected.expectation() == Expectation("characters", ("SB", "PA", "PL"), (5,), {"PL": 1})


@pytest.mark.parametrize(
    ("truth", "faces", "unsure", "why_not", "said"),
    [
        (("SB", "PA"), "PA SB", (), "", "right"),
        (("SB", "PA"), "PA SB", (0,), "", "right"),
        (("SB", "PA"), "SB SB", (), "", "wrong"),
        (("SB", "PA"), "SB", (), "", "wrong"),
        (("SB", "PA"), "SB SB", (1,), "", "asked"),
        (("SB", "PA"), "SB PA", (), "glare", "asked"),
        (("SB", "PA"), "", (), "no-dice", "asked"),
        (("SB", "PA"), "SB PL PL", (), "", "asked"),
        ((), "", (), "no-dice", "right"),
        ((), "SB", (), "", "wrong"),
        (None, "SB PA", (), "", "open"),
    ],
)
def test_the_verdict_tells_a_silent_error_from_a_question(
    truth: tuple[str, ...] | None, faces: str, unsure: tuple[int, ...], why_not: str, said: str
) -> None:
    note = noted("yahtzee_jr", Expectation("characters", ("SB", "PA", "PL"), (), {"PL": 1}), reading("SB"))
    one = replace(made().bundle, note=note, truth=truth)
    assert verdict(one, reading(faces, unsure=unsure, why_not=why_not)) == said


def laid(*seen: CardSighting, truth: tuple[str, ...] | None = ("DIP",)) -> Bundle:
    """A bundle of cards of a deck called riot, of which DIP and RAD mean something."""
    note = noted_cards("riot", CardExpectation("riot", ("DIP", "RAD")), seen, FRAME, None, None)
    return replace(made().bundle, note=note, truth=truth)


@pytest.mark.parametrize(
    ("now", "truth", "said"),
    [
        ([sighting("DIP")], ("DIP",), "right"),
        ([sighting("DIP"), sighting("DIP")], ("DIP",), "right"),  # its copies
        ([sighting("PEAR"), sighting("DIP")], ("DIP",), "right"),  # what means nothing is passed over
        ([sighting("RAD")], ("DIP",), "wrong"),
        ([sighting("DIP")], (), "wrong"),
        ([sighting("PEAR")], ("DIP",), "asked"),
        ([sighting(None, "RAD", reason="cards-alike")], ("DIP",), "asked"),
        ([sighting("DIP"), sighting("RAD")], ("DIP",), "asked"),
        ([], ("DIP",), "asked"),
        ([], (), "right"),
        ([sighting("DIP")], None, "open"),
    ],
)
def test_the_verdict_on_cards_is_on_what_a_table_would_propose(
    now: list[CardSighting], truth: tuple[str, ...] | None, said: str
) -> None:
    assert verdict(laid(truth=truth), tuple(now)) == said


def test_cards_come_out_as_they_were_seen(tmp_path: Path) -> None:
    seen = (sighting("DIP", "DIP", "RAD"), sighting(None, "PEAR", reason="glare-card", shift=30))
    one = Unpacked(laid(*seen), made().pictures, deck=b"PK deck")
    (tmp_path / "one.zip").write_bytes(packed(one))
    assert unpacked(tmp_path / "one.zip") == one
    cards = one.bundle.note.cards
    assert cards is not None
    assert [(back.code, back.candidates, back.reason) for back in as_seen(cards)] == [
        (was.code, was.candidates, was.reason) for was in seen
    ]
    assert all((back.corners == was.corners).all() for back, was in zip(as_seen(cards), seen, strict=True))


def test_a_deck_that_is_not_known_here_is_a_sentence() -> None:
    one = replace(laid(), note=noted_cards("riot", CardExpectation("riot-lost", ()), (), FRAME, None, None))
    with pytest.raises(LessonError, match="no deck riot-lost"):
        replayed(Unpacked(one, made().pictures), default_models())


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, bytes]:
    """The files of a good bundle whose record was changed."""
    files = files_of(made())
    record = json.loads(files[RECORD])
    change(record)
    return files | {RECORD: json.dumps(record).encode()}


HOSTILE: dict[str, dict[str, bytes]] = {
    "no record": {"picture-1.jpg": JPEG},
    "a path that leads out": {**files_of(made()), "../evil.sh": b"x"},
    "an absolute path": {**files_of(made()), "/etc/cron.d/evil": b"x"},
    "something else": {**files_of(made()), "notes.txt": b"x"},
    "a picture that is not the one": {**files_of(made()), "picture-1.jpg": b"other"},
    "a record too large": {**files_of(made()), RECORD: b" " * (LIMITS[RECORD] + 1)},
    "nested too deeply": {**files_of(made()), RECORD: b"[" * 100_000},
    "no picture": changed(lambda record: record.update(pictures=[])),
    "a picture that is missing": changed(lambda record: record["pictures"][0].update(file="picture-2.png")),
    "a picture's path that leads out": changed(lambda record: record["pictures"][0].update(file="../../passwd")),
    "a newer format": changed(lambda record: record.update(format=2)),
    "a field that is not known": changed(lambda record: record.update(run="rm -rf /")),
    "a die set that leads out": changed(lambda record: record["note"]["expected"].update(die_set="../../x")),
    "a face that writes on the terminal": changed(lambda record: record.update(truth=["\x1b[2J"])),
    "a singular calibration": changed(lambda record: record["note"]["tray"].update(homography=[[0, 0, 0]] * 3)),
    "cards of a deck that leads out": changed(
        lambda record: record["note"].update(cards={"deck": "../x", "codes": [], "cards": []})
    ),
    "a card with half a corner": changed(
        lambda record: record["note"].update(
            cards={"deck": "x", "codes": [], "cards": [{"corners": [[0]], "code": None}]}
        )
    ),
    "no dice but a text": changed(lambda record: record["note"]["reading"].update(dice="many")),
}


@pytest.mark.parametrize("why", HOSTILE)
def test_a_hostile_bundle_is_a_sentence_and_writes_nothing(tmp_path: Path, why: str) -> None:
    path = saved(tmp_path / "bad.zip", HOSTILE[why])
    with pytest.raises(BundleError):
        unpacked(path)
    assert [one.name for one in tmp_path.iterdir()] == ["bad.zip"]


def test_a_bomb_is_not_blown_up(tmp_path: Path) -> None:
    path = saved(tmp_path / "bomb.zip", {RECORD: bytes(200 * LIMITS[RECORD])}, zipfile.ZIP_DEFLATED)
    with pytest.raises(BundleError):
        unpacked(path)


def test_a_file_twice_is_refused(tmp_path: Path) -> None:
    files = files_of(made())
    path = saved(tmp_path / "two.zip", files)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(RECORD, files[RECORD])
    with pytest.raises(BundleError):
        unpacked(tmp_path / "two.zip")


@pytest.mark.parametrize("data", [b"", b"PK", b"no zip at all", packed(made())[:-40], packed(made())[40:]])
def test_what_is_no_zip_file_is_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    with pytest.raises(BundleError, match="no reported reading"):
        unpacked(tmp_path / "x.zip")


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="no such file"):
        unpacked(tmp_path / "nowhere.zip")


def test_dice_that_were_taught_at_the_table_are_read_elsewhere(tmp_path: Path) -> None:
    tops = CODES[:2]
    lesson = teach(begin(tmp_path / "taught", codes=tops), tops, pictures=1)
    frame = photo(tops, 900)
    files = picture_files([frame.png()], "png")
    note = noted("just_dice", Expectation("symbols", tops), reading(" ".join(tops)))
    one = Unpacked(Bundle(note, tuple(files), tops), tuple(files.values()), parcel.packed(lesson.folder))
    (tmp_path / "one.zip").write_bytes(packed(one))
    here = DiceReader(default_models(), tmp_path / "taught").read(frame, die_set="symbols")
    now = replayed(unpacked(tmp_path / "one.zip"), default_models())
    assert isinstance(now, Reading)
    assert now.faces == here.faces
    assert sorted(now.faces) == sorted(tops)


def test_a_file_larger_than_any_bundle_is_not_opened(tmp_path: Path) -> None:
    with (tmp_path / "large.zip").open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(BundleError):
        unpacked(tmp_path / "large.zip")
