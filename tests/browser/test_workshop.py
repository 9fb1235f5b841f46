"""The workshop in a real browser: every page at three sizes, and dice that are taught and then played with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion import edge
from companion.app import App
from companion.commands.read import default_models
from companion.edge import Wishes
from tests.browser.audit import Snap, walked
from tests.browser.conftest import Opener, Shown
from tests.browser.running import running
from tests.vision.school import photo
from tests.web.shoprig import ShopRig
from tests.workbench import PATIENCE, TRIO, PrintedTable, covered_mat, mat, taught

pytestmark = pytest.mark.browser

FACE = "/teach/symbols/face/STAR"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    rig = ShopRig(tmp_path_factory.mktemp("shop"))
    taught(rig.bench.folder / "dice")
    made = Shown(rig)
    yield made
    made.stop()
    rig.close()


@pytest.fixture
def shown(shop: Shown) -> Shown:
    """The rig that `open_page` opens pages of."""
    return shop


def bench_of(shown: Shown) -> ShopRig:
    assert isinstance(shown.rig, ShopRig)
    return shown.rig


def nothing(_rig: ShopRig) -> None:
    pass


def shot(rig: ShopRig) -> None:
    rig.bench.lay("STAR", "RING", "STAR", seed=77)
    rig.bench.workshop.lessons.take("symbols", "STAR").result(PATIENCE)


def confused(rig: ShopRig) -> None:
    lessons = rig.bench.workshop.lessons
    lessons.open("symbols").result(PATIENCE)
    assert rig.bench.view.lesson
    lessons.drop("symbols")
    sample = rig.bench.view.lesson.record.of("RING")[0]
    lessons.relabel("symbols", sample.sha256, "STAR").result(PATIENCE)


def tried(rig: ShopRig) -> None:
    rig.bench.workshop.lessons.undo("symbols").result(PATIENCE)
    rig.bench.lay("STAR", "RING", "MOON", seed=78)
    rig.bench.workshop.lessons.look("symbols").result(PATIENCE)


def found(rig: ShopRig) -> None:
    rig.bench.camera.frame = mat()
    rig.bench.workshop.calibration.take().result(PATIENCE)


def covered(rig: ShopRig) -> None:
    rig.bench.camera.frame = covered_mat()
    assert rig.bench.workshop.calibration.take().exception(PATIENCE)


def posed(rig: ShopRig) -> None:
    rig.bench.lay("STAR", "RING", seed=5)
    rig.bench.workshop.calibration.picture().result(PATIENCE)


def measured(rig: ShopRig) -> None:
    ring = [(60.0, 60.0), (1220.0, 60.0), (1220.0, 900.0), (60.0, 900.0)]
    rig.bench.workshop.calibration.corners(ring, (290.0, 210.0)).result(PATIENCE)


def placed(rig: ShopRig) -> None:
    rig.bench.workshop.calibration.use().result(PATIENCE)
    rig.bench.workshop.calibration.look().result(PATIENCE)


STATES: dict[str, tuple[Callable[[ShopRig], None], str]] = {
    "workshop-home": (nothing, "/"),
    "teach-shelf": (nothing, "/teach"),
    "teach-new": (nothing, "/teach/new"),
    "teach-set": (nothing, "/teach/symbols"),
    "teach-names": (nothing, "/teach/symbols/names"),
    "teach-face": (nothing, FACE),
    "teach-shot": (shot, FACE),
    "teach-results": (confused, "/teach/symbols/results"),
    "teach-test": (tried, "/teach/symbols/test"),
    "calibrate-covered": (covered, "/calibrate"),
    "calibrate-found": (found, "/calibrate"),
    "corners": (posed, "/calibrate/corners"),
    "corners-measured": (measured, "/calibrate/corners"),
    "calibrate-plan": (placed, "/calibrate"),
}
"""By name, what leads there from the one before, and the path."""


@pytest.mark.thorough
def test_every_page_fits_three_screens_and_has_no_known_hurdle(
    shown: Shown, open_page: Opener, snap: Snap
) -> None:
    page = open_page("/teach", bypass_csp=True, reduced_motion="reduce")
    walked(page, snap, shown.address, bench_of(shown), STATES)


def test_a_picture_is_taken_unticked_and_kept_by_taps(shown: Shown, open_page: Opener) -> None:
    rig = bench_of(shown)
    rig.bench.lay("STAR", "RING", seed=79)
    page = open_page(FACE, "phone")
    kept = page.locator("section:has(#known) .pick")
    before = kept.count()
    page.locator("#take").click()
    expect(page.locator(".choosing input:checked")).to_have_count(2)
    wrong = page.locator(".pick.unsure input")
    wrong.uncheck()
    expect(page.locator(".photo .off")).to_have_count(1)
    page.locator("#keep").click()
    expect(kept).to_have_count(before + 1)
    expect(page.locator(".told")).to_contain_text("Learnt")
    assert page.url.endswith(FACE), "the page was never left"


def test_the_tables_button_takes_the_picture_of_the_page_that_is_open(shown: Shown, open_page: Opener) -> None:
    rig = bench_of(shown)
    rig.bench.lay("STAR", seed=80)
    page = open_page(FACE)
    page.wait_for_timeout(200)
    assert rig.bench.workshop.press()
    expect(page.locator("#keep")).to_be_visible()
    page.get_by_role("button", name="Put this picture away").click()
    expect(page.locator("#take")).to_be_visible()


def test_corners_are_tapped(shown: Shown, open_page: Opener) -> None:
    rig = bench_of(shown)
    posed(rig)
    page = open_page("/calibrate/corners")
    picture = page.locator(".pointing")
    box = picture.bounding_box()
    assert box
    for right, down in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.8), (0.1, 0.8), (0.12, 0.9)):
        picture.click(position={"x": right * box["width"], "y": down * box["height"]})
    expect(page.locator(".spot")).to_have_count(4)
    fields = [field.input_value() for field in page.locator("[name=corner]").all()]
    corners = [float(number) for field in fields for number in field.split(", ")]
    moved = [128, 96, 1152, 96, 1152, 768, 154, 864]
    assert corners == pytest.approx(moved, abs=2), "the fifth tap has moved the nearest corner"
    page.locator("[name=width]").fill("270")
    page.locator("[name=depth]").fill("190")
    page.get_by_role("button", name="Measure").click()
    page.locator("#use").click()
    page.wait_for_url("**/calibrate")
    expect(page.locator("main")).to_contain_text("Measured by the tray's corners. Dice area 270 x 190 mm")


def test_a_file_is_sent_and_what_is_wrong_with_it_told(shown: Shown, open_page: Opener, tmp_path: Path) -> None:
    (tmp_path / "good.jpg").write_bytes(photo(("STAR",), 81).jpeg())
    (tmp_path / "bad.jpg").write_bytes(b"no picture")
    bench_of(shown).bench.workshop.lessons.open("symbols").result(PATIENCE)
    page = open_page(FACE)
    page.get_by_text("Send pictures from this device").click()
    page.locator("[name=pictures]").set_input_files([tmp_path / "good.jpg", tmp_path / "bad.jpg"])
    page.get_by_role("button", name="Look at them").click()
    expect(page.locator(".state")).to_contain_text("1 of 2 pictures cannot be used")
    page.locator("#keep").click()
    expect(page.locator("#take")).to_be_visible()


# ---- taught, then played


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    monkeypatch.setattr(edge, "SimulatedTable", PrintedTable)
    with running(Wishes(tmp_path, default_models(), simulate=True, host="127.0.0.1", port=0)) as app:
        yield app


@pytest.mark.thorough
def test_dice_are_taught_on_the_tablet_and_then_played_with(table: App, browser: Browser) -> None:
    printed = table.edge.playground
    assert isinstance(printed, PrintedTable)
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.set_default_timeout(20_000)
    page.goto(table.server.address)
    page.get_by_role("link", name="Teach my dice").click()
    page.get_by_role("link", name="Teach new dice").click()
    page.get_by_label("What are these dice called?").fill("Our signs")
    for number, face in enumerate(TRIO):
        page.get_by_label(f"Face {number + 1}", exact=True).fill(face.title())
    page.get_by_role("button", name="To the pictures").click()
    page.locator("#take, .button.primary").first.click()
    for number, face in enumerate(TRIO):
        expect(page.locator("h1")).to_have_text(face.title())
        for picture in range(2):
            printed.lay((face, face), 10 * number + picture)
            _take_and_keep(printed, page, by_hand=picture == 0)
            expect(page.locator("section:has(#known) .pick")).to_have_count(2 + 2 * picture)
        page.locator("#next").click()
    _play(table, printed, page)
    page.close()


def _take_and_keep(printed: PrintedTable, page: Page, *, by_hand: bool) -> None:
    """A picture, by the page's buttons or by the table's own."""
    expect(page.locator("#take")).to_be_enabled()
    if by_hand:
        page.locator("#take").click()
        page.locator("#keep").click()
    else:
        printed.press(0.2)
        expect(page.locator("#keep")).to_be_visible()
        printed.press(0.2)


def _play(table: App, printed: PrintedTable, page: Page) -> None:
    """Two throws of Just dice with the taught set, read by the table's own eye."""
    page.goto(f"{table.server.address}new/just_dice")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Which dice").select_option("our-signs")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table")
    for tops, seed in (("STAR", "CROSS", "RING"), 401), (("RING", "RING", "STAR", "CROSS"), 402):
        printed.lay(tops, seed)
        printed.press(0.2)
        accept = page.locator("#accept")
        expect(accept).to_be_visible()
        proposal = table.host.view.proposal
        assert proposal is not None
        assert sorted(die.face for die in proposal.dice) == sorted(tops)
        assert all(die.sure for die in proposal.dice)
        accept.click()
        expect(accept).to_have_count(0)
        assert sorted(table.host.view.board["last"]["faces"]) == sorted(tops)
