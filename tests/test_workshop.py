"""The workshop: lessons and calibration over a camera of photographs."""

from __future__ import annotations

import io
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.commands.read import default_models
from companion.errors import (
    CalibrationError,
    CameraError,
    CameraTimeout,
    CompanionError,
    HostStopped,
    LessonBusy,
    LessonError,
    NotAPicture,
)
from companion.vision.card import FaceCard, SetCard, read_card
from companion.vision.frame import Frame
from companion.vision.stored import load, reference, save
from companion.vision.teaching.lesson import Lesson
from companion.vision.teaching.store import LESSON
from companion.vision.tray import Tray, from_corners
from companion.words import say
from companion.workshop import WorkshopBusy, supply
from companion.workshop.bench import Bench as Worker
from companion.workshop.names import MOST_FACES, face_cards, set_name
from companion.workshop.supply import Pictures, Supply, shrunk
from companion.workshop.views import Candidate, LessonView, Shot
from tests.vision.school import photo, teacher
from tests.vision.tables import Table, wood
from tests.workbench import PATIENCE, TRIO, Bench, bench, mat, taught


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Bench]:
    with bench(tmp_path) as made:
        yield made


def lesson_of(made: Bench) -> LessonView:
    """The lesson that is open."""
    assert made.view.lesson is not None
    return made.view.lesson


def shot_of(made: Bench) -> Shot:
    """The first picture that waits."""
    return lesson_of(made).shots[0]


def candidate_of(made: Bench) -> Candidate:
    """What calibration has found."""
    assert made.view.calibration.candidate is not None
    return made.view.calibration.candidate


def trio(made: Bench) -> str:
    """A set of three faces, each taught from a picture of two dice."""
    lessons = made.workshop.lessons
    name = lessons.begin("Our trio", face_cards([face.title() for face in TRIO])).result(PATIENCE)
    for number, face in enumerate(TRIO):
        made.lay(face, face, seed=number)
        lessons.take(name, face).result(PATIENCE)
        lessons.keep(name).result(PATIENCE)
    return name


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


# ---- names


@pytest.mark.parametrize(
    ("title", "taken", "name"),
    [
        ("Our Animals!", (), "our-animals"),
        ("Our Animals", ("our-animals", "our-animals-2"), "our-animals-3"),
        ("Zoë's Würfel", (), "zoe-s-wurfel"),
        ("サイコロ", (), "dice"),
        ("../../etc", (), "etc"),
        ("x" * 99, (), "x" * 24),
    ],
)
def test_a_title_becomes_the_name_of_a_folder(title: str, taken: tuple[str, ...], name: str) -> None:
    assert set_name(title, taken) == name


def test_names_of_faces_become_codes_of_their_own() -> None:
    cards = face_cards(["Cat", "Cät!", "猫", "The longest name of all"])
    assert [card.code for card in cards] == ["CAT", "CAT2", "F3", "THELONGEST"]
    assert cards[2].name == "猫"


@pytest.mark.parametrize("names", [[], ["One"], ["x"] * 2, [str(k) for k in range(MOST_FACES + 1)]])
def test_dice_have_some_faces_that_differ(names: list[str]) -> None:
    with pytest.raises(LessonError):
        face_cards(names)


# ---- the bench


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    made.start()
    yield made
    made.stop()


def test_a_second_task_is_refused_while_one_runs(worker: Worker) -> None:
    go = threading.Event()
    first = worker.do(say("Waiting"), lambda: go.wait(PATIENCE))
    assert str(worker.view.doing) == "Waiting"
    with pytest.raises(WorkshopBusy, match="Waiting"):
        worker.do(say("More"), lambda: None)
    go.set()
    assert first.result(PATIENCE) is True
    assert not worker.view.doing
    assert worker.do(say("More"), lambda: 7).result(PATIENCE) == 7


def test_why_a_task_failed_is_seen_until_the_next_one(worker: Worker, caplog: pytest.LogCaptureFixture) -> None:
    def failing() -> None:
        raise LessonError(say("It went wrong."), advice=say("Do this."))

    assert isinstance(worker.do(say("Trying"), failing).exception(PATIENCE), LessonError)
    trouble = worker.view.trouble
    assert trouble is not None
    assert (trouble.slug, str(trouble.sentence), str(trouble.advice)) == ("lesson", "It went wrong.", "Do this.")
    unforeseen = worker.do(say("Trying"), lambda: 1 // 0).exception(PATIENCE)
    assert isinstance(unforeseen, CompanionError)
    assert "ZeroDivisionError" in str(unforeseen)
    assert "ZeroDivisionError" in caplog.text
    number = worker.view.number
    worker.do(say("Resting"), lambda: None).result(PATIENCE)
    assert worker.view.trouble is None
    assert worker.view.number > number


def test_a_stopped_bench_takes_no_task(worker: Worker) -> None:
    worker.stop()
    with pytest.raises(HostStopped):
        worker.do(say("Too late"), lambda: None)


# ---- pictures


def test_pages_find_the_newest_pictures_only() -> None:
    pictures = Pictures(most=2)
    first, second = pictures.keep(b"first"), pictures.keep(b"second")
    assert pictures.keep(b"first") == first
    pictures.keep(b"third")
    assert pictures.get(first) == b"first"
    assert pictures.get(second) is None


def test_a_frame_is_shown_small_and_keeps_its_own_pixels() -> None:
    frame = Frame(np.zeros((3000, 2000, 3), np.uint8), 0.0)
    assert (shrunk(frame, 1500).width, shrunk(frame, 1500).height) == (1000, 1500)
    assert shrunk(frame, 4000) is frame
    pictures = Pictures()
    shown = pictures.photo(frame)
    assert (shown.width, shown.height) == (2000, 3000)
    assert Frame.load(pictures.get(shown.picture) or b"").height == supply.SHOWN_SIDE


def test_without_a_camera_files_are_asked_for() -> None:
    with pytest.raises(CameraError, match="No camera") as caught:
        Supply(None).still()
    assert "files" in str(caught.value.advice)
    assert not Supply(None).able


def test_a_camera_that_fails_is_told_and_comes_back(shop: Bench) -> None:
    with pytest.raises(CameraError, match="cable"):
        shop.workshop.supply.still()
    shop.lay("STAR")
    assert shop.workshop.supply.still().width == 1280
    assert Frame.load(shop.workshop.supply.preview()).width == supply.PREVIEW_SIDE


def test_a_preview_of_a_camera_that_fails_is_the_last_one(shop: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.lay("STAR")
    before = shop.workshop.supply.preview()
    monkeypatch.setattr(supply, "AGED", 0.0)
    shop.camera.frame = None
    assert shop.workshop.supply.preview() == before


def test_an_eye_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, shop: Bench) -> None:
    assert shop.eye is not None
    monkeypatch.setattr(shop.eye, "take", lambda _done: True)
    with pytest.raises(CameraTimeout, match="does not answer"):
        shop.workshop.supply.still(0.05)
    monkeypatch.setattr(shop.eye, "take", lambda _done: False)
    with pytest.raises(CameraTimeout, match="busy"):
        shop.workshop.supply.still(0.05)


# ---- lessons


def test_a_set_is_taught_and_games_read_it_at_once(shop: Bench) -> None:
    lessons = shop.workshop.lessons
    name = trio(shop)
    assert name == "our-trio"
    lesson = lesson_of(shop)
    assert lesson.record.complete
    assert [(face.card.name, face.pictures, len(face.samples)) for face in lesson.faces] == [
        ("Star", 1, 2),
        ("Ring", 1, 2),
        ("Cross", 1, 2),
    ]
    assert lesson.figures is not None
    assert lesson.figures.after.value > 0.9
    assert lesson.next_face == "STAR", "one picture is not enough"
    assert name in shop.reader.sets.names, "the reader of games was renewed"
    shop.lay("RING", "STAR", "CROSS", "MOON", seed=77)
    lessons.look(name).result(PATIENCE)
    look = lesson_of(shop).look
    assert look is not None
    assert sorted(die.face for die in look.reading.dice) == ["?", "CROSS", "RING", "STAR"]
    assert shop.workshop.pictures.get(look.photo.picture)


@pytest.mark.thorough
def test_what_looks_like_another_face_is_said_before_it_is_kept(shop: Bench) -> None:
    taught(shop.folder / "dice")
    lessons = shop.workshop.lessons
    shop.lay("STAR", "RING", seed=78)
    lessons.take("symbols", "STAR").result(PATIENCE)
    shot = shot_of(shop)
    assert (shot.face, shot.photo.width) == ("STAR", 1280)
    assert sorted(die.like for die in shot.dice) == ["", "RING"]
    ring = next(place for place, die in enumerate(shot.dice) if die.like)
    lessons.choose("symbols", {1 - ring})
    assert [die.chosen for die in shot_of(shop).dice] == [place != ring for place in range(2)]
    before = len(lesson_of(shop).record.of("STAR"))
    lessons.keep("symbols").result(PATIENCE)
    assert len(lesson_of(shop).record.of("STAR")) == before + 1
    assert lesson_of(shop).shots == ()
    lessons.undo("symbols").result(PATIENCE)
    assert len(lesson_of(shop).record.of("STAR")) == before


def test_a_picture_that_waits_can_be_put_away_and_nothing_is_learnt(shop: Bench) -> None:
    lessons = shop.workshop.lessons
    name = lessons.begin("Two", face_cards(["Star", "Ring"])).result(PATIENCE)
    shop.lay("STAR", seed=1)
    lessons.take(name, "STAR").result(PATIENCE)
    lessons.choose(name, ())
    assert "No die is ticked" in str(lessons.keep(name).exception(PATIENCE))
    lessons.drop(name)
    assert not lesson_of(shop).shots
    for vain in (lessons.drop, lambda one: lessons.choose(one, {0})):
        with pytest.raises(LessonError, match="No picture waits"):
            vain(name)
    assert "No picture waits" in str(lessons.keep(name).exception(PATIENCE))
    assert lesson_of(shop).record.samples == ()


@pytest.mark.parametrize("face", ["", "MOON", "../x"])
def test_a_face_that_is_not_there_is_not_taught(shop: Bench, face: str) -> None:
    taught(shop.folder / "dice")
    shop.lay("STAR")
    assert "no face" in str(shop.workshop.lessons.take("symbols", face).exception(PATIENCE))


def test_a_table_without_dice_teaches_nothing(shop: Bench) -> None:
    taught(shop.folder / "dice")
    shop.camera.frame = Frame(np.full((480, 640, 3), 90, np.uint8), 0.0)
    assert "No die is seen" in str(shop.workshop.lessons.take("symbols", "STAR").exception(PATIENCE))


def test_files_wait_one_after_another_and_bad_ones_are_told(shop: Bench) -> None:
    taught(shop.folder / "dice")
    lessons = shop.workshop.lessons
    files = [(f"{k}.png", photo(("STAR",), 200 + k).png()) for k in range(2)]
    failed = lessons.add("symbols", "STAR", [files[0], ("no.jpg", b"no picture"), files[1]])
    assert "1 of 3 pictures cannot be used" in str(failed.exception(PATIENCE))
    assert [shot.source.split()[0] for shot in lesson_of(shop).shots] == ["0.png", "1.png"]
    lessons.keep("symbols").result(PATIENCE)
    assert [shot.source.split()[0] for shot in lesson_of(shop).shots] == ["1.png"]
    sources = [sample.source for sample in lesson_of(shop).record.of("STAR")]
    assert sources[-1] != lesson_of(shop).shots[0].source, "each picture has a name of its own"


@pytest.mark.parametrize("count", [0, 11])
def test_no_file_or_too_many_are_refused_at_once(shop: Bench, count: int) -> None:
    with pytest.raises(LessonError, match="one to 10"):
        shop.workshop.lessons.add("symbols", "STAR", [("x", b"")] * count)


def test_a_sample_can_be_given_another_face_or_forgotten(shop: Bench) -> None:
    taught(shop.folder / "dice")
    lessons = shop.workshop.lessons
    lessons.open("symbols").result(PATIENCE)
    sample = lesson_of(shop).record.of("STAR")[0]
    assert lessons.shelf.crop("symbols", sample.sha256)
    lessons.relabel("symbols", sample.sha256, "RING").result(PATIENCE)
    assert sample.sha256 in {one.sha256 for one in lesson_of(shop).record.of("RING")}
    assert {(one.face, one.said) for _, _, one in lesson_of(shop).confusions} >= {("RING", "STAR")}
    lessons.forget_sample("symbols", sample.sha256).result(PATIENCE)
    assert sample.sha256 not in {one.sha256 for one in lesson_of(shop).record.samples}
    lessons.forget_face("symbols", "CROSS").result(PATIENCE)
    assert lesson_of(shop).next_face == "STAR"
    assert "symbols" not in shop.reader.sets.names, "half-taught dice are no games'"
    assert "Not every face" in str(lessons.look("symbols").exception(PATIENCE))
    lessons.undo("symbols").result(PATIENCE)
    assert "symbols" in shop.reader.sets.names


def test_a_picture_file_is_read_without_a_camera(tmp_path: Path) -> None:
    taught(tmp_path / "dice")
    with bench(tmp_path, camera=False) as made:
        lessons = made.workshop.lessons
        lessons.look_at("symbols", ("x.png", photo(("STAR", "RING"), 300).png())).result(PATIENCE)
        look = lesson_of(made).look
        assert look is not None
        assert sorted(die.face for die in look.reading.dice) == ["RING", "STAR"]
        assert isinstance(lessons.look_at("symbols", ("x", b"")).exception(PATIENCE), NotAPicture)
        assert isinstance(lessons.look("symbols").exception(PATIENCE), CameraError)


def test_a_face_that_is_renamed_keeps_its_pictures(shop: Bench) -> None:
    taught(shop.folder / "dice")
    lessons = shop.workshop.lessons
    lessons.open("symbols").result(PATIENCE)
    faces = [FaceCard(face.code, face.name) for face in lesson_of(shop).record.faces[1:]]
    lessons.rename("symbols", "Signs", [FaceCard("STAR", "Sun"), *faces]).result(PATIENCE)
    assert lesson_of(shop).record.title == "Signs"
    assert lesson_of(shop).faces[0].card.name == "Sun"
    assert len(lesson_of(shop).faces[0].samples) == 4


def test_dice_that_somebody_else_teaches_meanwhile_are_read_again(shop: Bench) -> None:
    taught(shop.folder / "dice")
    lessons = shop.workshop.lessons
    lessons.open("symbols").result(PATIENCE)
    Lesson.open(shop.folder / "dice", "symbols", teacher()).forget_face("CROSS")
    assert isinstance(lessons.forget_face("symbols", "RING").exception(PATIENCE), LessonBusy)
    lessons.forget_face("symbols", "RING").result(PATIENCE)
    assert {face.card.code for face in lesson_of(shop).faces if not face.samples} == {"CROSS", "RING"}


def test_shipped_dice_are_taught_under_their_own_codes(shop: Bench) -> None:
    lessons = shop.workshop.lessons
    assert lessons.begin_shipped("characters").result(PATIENCE) == "characters"
    shipped = read_card(default_models() / "characters", SetCard)
    assert lesson_of(shop).record.faces == shipped.faces
    with pytest.raises(LessonError, match="games do not know"):
        lessons.rename("characters", "Ours", [FaceCard("XX", "Stranger"), *shipped.faces])
    with pytest.raises(LessonError, match="no such dice"):
        lessons.begin_shipped("nothing")
    assert "taught before" in str(lessons.begin_shipped("characters").exception(PATIENCE))


def test_dice_are_put_away_and_their_folder_is_kept(shop: Bench) -> None:
    taught(shop.folder / "dice")
    lessons = shop.workshop.lessons
    lessons.open("symbols").result(PATIENCE)
    lessons.put_away("symbols").result(PATIENCE)
    assert shop.view.lesson is None
    assert "symbols" not in shop.reader.sets.names
    assert len(list(shop.folder.glob("dice-put-away/symbols-*/lesson.json"))) == 1
    assert "Nothing was taught" in str(lessons.put_away("symbols").exception(PATIENCE))


def test_the_shelf_tells_what_is_there(shop: Bench) -> None:
    taught(shop.folder / "dice")
    (shop.folder / "dice" / "broken").mkdir()
    (shop.folder / "dice" / "broken" / LESSON).write_text("no lesson")
    lines = {line.name: line for line in shop.workshop.lessons.shelf.lines()}
    assert lines["symbols"].record
    assert not lines["symbols"].shipped
    assert lines["pips"].shipped
    assert lines["broken"].fault
    assert "base" not in lines
    assert [face.name for face in lines["symbols"].faces] == ["Star", "Ring", "Cross"]


@pytest.mark.parametrize("name", ["..", "symbols/..", "", "SYMBOLS", "x" * 40])
def test_no_name_leads_out_of_the_shelf(shop: Bench, name: str) -> None:
    shelf = shop.workshop.lessons.shelf
    assert not shelf.has_lesson(name)
    assert shelf.line(name).record is None
    assert shelf.crop(name, "0" * 64) is None
    assert shop.workshop.lessons.open(name).exception(PATIENCE)


# ---- parcels


def test_a_packed_set_takes_the_place_of_its_own_name(shop: Bench) -> None:
    taught(shop.folder / "dice")
    lessons = shop.workshop.lessons
    data = lessons.parcel("symbols")
    lessons.forget_face("symbols", "STAR").result(PATIENCE)
    assert "symbols" not in shop.reader.sets.names
    assert lessons.take_in(("symbols.zip", data), replacing=True).result(PATIENCE) == "symbols"
    assert lesson_of(shop).can_undo, "what was replaced can be had back"
    assert "symbols" in shop.reader.sets.names


def test_dice_that_games_would_not_know_get_a_name_of_their_own(shop: Bench) -> None:
    lessons = shop.workshop.lessons
    name = lessons.begin("Two", face_cards(["Star", "Ring"])).result(PATIENCE)
    files = unzipped(lessons.parcel(name))
    record = msgspec.json.decode(files[LESSON]) | {"set": "characters"}
    data = zipped(files | {LESSON: msgspec.json.encode(record)})
    assert lessons.take_in(("x.zip", data), replacing=False).result(PATIENCE) == "characters-2"
    failed = lessons.take_in(("x.zip", data), replacing=True).exception(PATIENCE)
    assert "games do not know" in str(failed)
    assert not lessons.shelf.has_lesson("characters")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no zip at all",
        zipped({}),
        zipped({LESSON: b"{}"}),
        zipped({"../../evil.txt": b"x", LESSON: b"{}"}),
        zipped({"/etc/passwd": b"x"}),
        zipped({LESSON: b" " * 50_000_000}),
        zipped({f"{k}": b"" for k in range(3000)}),
    ],
    ids=["empty", "no-zip", "no-files", "no-record", "path", "absolute", "bomb", "many"],
)
def test_a_parcel_that_is_none_changes_nothing(shop: Bench, data: bytes) -> None:
    failed = shop.workshop.lessons.take_in(("x.zip", data), replacing=True).exception(PATIENCE)
    assert isinstance(failed, LessonError)
    assert "no die set" in str(failed)
    assert not list(shop.folder.glob("dice/*"))
    assert not (shop.folder.parent / "evil.txt").exists()


# ---- the table button


def test_the_table_button_takes_and_keeps_while_a_page_says_so(
    shop: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = shop.workshop
    assert not workshop.press()
    name = workshop.lessons.begin("Two", face_cards(["Star", "Ring"])).result(PATIENCE)
    shop.lay("STAR", seed=1)
    for samples in (0, 1):
        workshop.offer(lambda: workshop.lessons.take_or_keep(name, "STAR"))
        assert workshop.press()
        assert workshop.press(), "a press while it works is no ask of a game's"
        shop.finish()
        assert len(lesson_of(shop).record.samples) == samples
    monkeypatch.setattr("companion.workshop.AT_HAND", -1.0)
    workshop.offer(lambda: pytest.fail("nobody looks at that page"))
    assert not workshop.press()


# ---- calibration


def test_the_mat_is_found_shown_and_used_from_then_on(shop: Bench) -> None:
    calibration = shop.workshop.calibration
    table = Table(ground=wood())
    shop.camera.frame = mat()
    calibration.take().result(PATIENCE)
    found = candidate_of(shop)
    assert found.tray is not None
    assert len(found.outlines) == 4
    assert found.marks > 0.9 * found.marks_printed
    assert float(table.error(found.tray).max()) < 0.5
    corners = [corner for outline in found.outlines for corner in outline]
    truth = np.vstack([table.pixels(table.mat.fiducial(tag)) for tag in table.mat.ids])
    assert np.abs(np.array(corners) - truth).max() < 1.5, "the squares are drawn where they are"
    calibration.use().result(PATIENCE)
    assert load(shop.folder / "tray.toml", Tray) == found.tray == shop.view.calibration.tray
    assert Frame.load(reference(shop.folder / "tray.toml")).width == 1280
    assert shop.view.calibration.watched
    assert shop.exposed == [{"exposure": 12.0}], "the exposure was frozen"
    assert shop.eye is not None
    seen = shop.workshop.supply.look(None)
    assert seen.tray == found.tray, "the eye reads with it"


def test_a_scaled_print_is_corrected(shop: Bench) -> None:
    shop.camera.frame = mat()
    shop.workshop.calibration.take(97.0).result(PATIENCE)
    tray = candidate_of(shop).tray
    assert tray is not None
    assert tray.area[0] == pytest.approx(0.97 * Table().mat.area[0])
    assert "cannot be used" in str(shop.workshop.calibration.take(50.0).exception(PATIENCE))


def test_a_mat_that_is_taken_away_leaves_the_table_to_compare_with(shop: Bench) -> None:
    shop.camera.frame = mat()
    shop.workshop.calibration.take().result(PATIENCE)
    bare = Table(ground=wood(), sheet=False).photograph()
    shop.camera.frame = bare
    shop.workshop.calibration.use(mat_stays=False).result(PATIENCE)
    assert np.array_equal(Frame.load(reference(shop.folder / "tray.toml")).pixels, bare.pixels)


def test_four_corners_tell_where_dice_lie(shop: Bench) -> None:
    calibration = shop.workshop.calibration
    area = (200.0, 150.0)
    ring = [(0.0, 0.0), (area[0], 0.0), area, (0.0, area[1])]
    table = Table(ground=wood(), sheet=False)
    shop.camera.frame = table.photograph()
    assert "Take the picture first" in str(_failure(calibration.corners([], area)).advice)
    calibration.picture().result(PATIENCE)
    pixels = [(float(x), float(y)) for x, y in table.pixels(np.array(ring))]
    calibration.corners([pixels[k] for k in (2, 0, 3, 1)], area).result(PATIENCE)
    tray = candidate_of(shop).tray
    assert tray is not None
    assert tray.place(*map(float, table.pixels(np.array([(70.0, 40.0)]))[0])) == pytest.approx((70, 40), abs=0.1)
    calibration.use().result(PATIENCE)
    assert shop.view.calibration.tray == tray
    calibration.forget().result(PATIENCE)
    assert not shop.view.calibration.tray
    assert not list(shop.folder.glob("tray.*"))
    assert shop.exposed[-1] == {}
    assert "not been made" in str(calibration.look().exception(PATIENCE))


def _failure(future: object) -> CalibrationError:
    failed = future.exception(PATIENCE)  # type: ignore[attr-defined]  # any future
    assert isinstance(failed, CalibrationError)
    return failed


@pytest.mark.parametrize(
    ("corners", "area"),
    [
        ([(1.0, 1.0)] * 4, (200.0, 150.0)),
        ([(0.0, 0.0), (9.0, 9.0)], (200.0, 150.0)),
        ([(0.0, 0.0), (900.0, 0.0), (900.0, 700.0), (0.0, 700.0)], (0.0, 150.0)),
        ([(0.0, 0.0), (900.0, 0.0), (900.0, 700.0), (0.0, 700.0)], (200.0, float("nan"))),
    ],
)
def test_corners_that_are_none_are_refused(
    shop: Bench, corners: list[tuple[float, float]], area: tuple[float, float]
) -> None:
    shop.lay("STAR")
    shop.workshop.calibration.picture().result(PATIENCE)
    assert _failure(shop.workshop.calibration.corners(corners, area)).cause == "corners"
    assert candidate_of(shop).tray is None


def test_dice_are_told_by_their_place_on_the_tray(shop: Bench) -> None:
    shop.lay("STAR", "RING", seed=5)
    calibration = shop.workshop.calibration
    calibration.picture().result(PATIENCE)
    frame = shop.camera.frame
    assert frame is not None
    edges = [(0.0, 0.0), (frame.width, 0.0), (float(frame.width), float(frame.height)), (0.0, float(frame.height))]
    calibration.corners(edges, (320.0, 240.0)).result(PATIENCE)
    calibration.use().result(PATIENCE)
    calibration.look().result(PATIENCE)
    plan = shop.view.calibration.plan
    assert plan is not None
    assert len(plan.dice) == 2
    for one in plan.dice:
        scale = 320.0 / frame.width
        assert (one.right, one.away) == pytest.approx((one.die.x * scale, 240.0 - one.die.y * scale), abs=0.5)
        assert 12 < one.side < 22


def test_a_calibration_from_before_is_known_at_the_start(tmp_path: Path) -> None:
    tray = from_corners([(80, 60), (560, 60), (560, 420), (80, 420)], (200.0, 150.0), (640, 480))
    save(tmp_path / "tray.toml", tray)
    reference(tmp_path / "tray.toml").write_bytes(Frame(np.zeros((480, 640, 3), np.uint8), 0.0).png())
    with bench(tmp_path) as made:
        assert made.view.calibration.tray == tray


def test_the_picture_of_the_mat_is_not_reduced_behind_peoples_backs(shop: Bench) -> None:
    frame = photo(("STAR",), 0)
    shop.camera.frame = Frame(frame.pixels, 0.0, scale=2.0)
    assert _failure(shop.workshop.calibration.take()).cause == "size"
    assert cv2.countNonZero(frame.pixels[..., 0]) > 0
