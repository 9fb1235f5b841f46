from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.commands import calibrate as module
from companion.commands.calibrate import main
from companion.config import SETTINGS, Settings, changed, save_settings
from companion.locked import CAMERA, locked_for
from companion.statefolder import hold_folder
from companion.vision.frame import Frame
from companion.vision.lens import Lens
from companion.vision.stored import load, reference
from companion.vision.tray import Tray
from tests.vision.tables import Table, chessboards, wood

TABLE = Table(ground=wood(), slant=12)
BARE = Table(sheet=False)
"""A table without a mat."""


@cache
def photographed(table: Table) -> Frame:
    return table.photograph()


@cache
def packed(table: Table) -> bytes:
    return photographed(table).png()


def saved(path: Path, taken: Frame | Table) -> Path:
    path.write_bytes(packed(taken) if isinstance(taken, Table) else taken.png())
    return path


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    return saved(tmp_path / "photo.png", TABLE)


def test_a_photograph_of_the_mat_becomes_a_tray_and_its_figures(
    photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "state" / "tray.toml"
    assert main([str(photo), "--out", str(out)]) == 0
    tray = load(out, Tray)
    assert TABLE.error(tray).max() < 0.3
    told = capsys.readouterr().out
    assert "mat A4: 4 of 4 fiducials and 30 of 30 border marks seen" in told
    assert f"error: {tray.error:.2f} mm" in told
    assert "dice area: 198 x 174 mm" in told
    assert f"a die of 16 mm is {tray.die_size_px(16.0):.0f} pixels" in told
    assert "seen 12 degrees from straight above" in told
    assert np.array_equal(Frame.load(reference(out)).pixels, Frame.load(photo).pixels)


@pytest.mark.thorough
def test_the_grid_is_drawn_on_the_photograph(photo: Path, tmp_path: Path) -> None:
    for name in ("grid.png", "grid.jpg"):
        assert (
            main([str(photo), "--out", str(tmp_path / "t.toml"), "--annotate", str(tmp_path / "new" / name)]) == 0
        )
        drawn, plain = Frame.load(tmp_path / "new" / name), Frame.load(photo)
        changed = np.abs(drawn.pixels.astype(int) - plain.pixels).max(axis=2) > 60
        assert 0.005 < changed.mean() < 0.2


def test_a_photograph_of_the_table_without_the_mat_is_kept_for_noticing_bumps(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "tray.toml"
    table = saved(tmp_path / "table.png", replace(TABLE, sheet=False).photograph())
    assert main([str(photo), "--out", str(out), "--table", str(table)]) == 0
    assert np.array_equal(Frame.load(reference(out)).pixels, Frame.load(table).pixels)
    small = saved(tmp_path / "small.png", Frame(np.zeros((480, 640, 3), np.uint8), 0.0))
    assert main([str(photo), "--out", str(out), "--table", str(small)]) == 2


def test_a_missing_fiducial_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = saved(tmp_path / "photo.png", replace(TABLE, covers=((-50.0, -20.0, 45.0, 45.0),)).photograph())
    assert main([str(photo), "--out", str(tmp_path / "tray.toml")]) == 0
    assert "not seen: near left" in capsys.readouterr().out


@pytest.mark.thorough
def test_the_ruler_and_a_larger_dice_area_are_taken_into_account(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "tray.toml"
    assert main([str(photo), "--out", str(out), "--ruler", "97", "--around", "10"]) == 0
    assert load(out, Tray).area == pytest.approx((198 * 0.97 + 20, 174 * 0.97 + 20))


@pytest.mark.thorough
def test_a_plain_table_is_told_to_hide_bumps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = saved(tmp_path / "photo.png", BARE)
    assert main([str(photo), "--out", str(tmp_path / "tray.toml"), "--whole"]) == 0
    told = capsys.readouterr().out
    assert "a bump of the camera cannot be noticed" in told
    assert "a guess: nothing was measured" in told
    assert load(tmp_path / "tray.toml", Tray).source == "frame"


def test_four_corners_do_without_a_mat(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "tray.toml"
    corners = [f"{x},{y}" for x, y in TABLE.pixels(np.array([(0, 0), (198, 174), (198, 0), (0, 174)], np.float64))]
    assert main([str(photo), "--out", str(out), "--corners", *corners, "--size", "198,174"]) == 0
    assert TABLE.error(load(out, Tray)).max() < 0.1


def test_a_lens_is_measured_and_then_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    true = Lens(800, 608, 780.0, 780.0, 400.0, 304.0, (-0.15, 0.0, 0.0, 0.0, 0.0))
    photos = [str(saved(tmp_path / f"{k}.png", one)) for k, one in enumerate(chessboards(6, true))]
    out = tmp_path / "lens.toml"
    assert main(["lens", *photos, "--out", str(out)]) == 0
    assert "error 0." in capsys.readouterr().out
    table = Table(width=800, height_px=608, focal=780.0, k1=-0.15)
    photo = saved(tmp_path / "photo.png", table.photograph())
    assert main([str(photo), "--lens", str(out), "--out", str(tmp_path / "tray.toml")]) == 0
    tray = load(tmp_path / "tray.toml", Tray)
    assert tray.lens == load(out, Lens)
    assert table.error(tray).max() < 0.4


def test_what_cannot_be_calibrated_is_a_sentence_advice_and_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = saved(tmp_path / "photo.png", BARE)
    out = tmp_path / "tray.toml"
    assert main([str(photo), "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert "No calibration mat is seen." in told
    assert "companion mat mat.pdf" in told
    assert not out.exists()


def test_a_failure_leaves_the_last_calibration(photo: Path, tmp_path: Path) -> None:
    out = tmp_path / "tray.toml"
    main([str(photo), "--out", str(out)])
    before = load(out, Tray)
    empty = saved(tmp_path / "empty.png", BARE)
    assert main([str(empty), "--out", str(out)]) == 2
    assert load(out, Tray) == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere.png"], "There is no such file."),
        (["lens", "nowhere.png"], "There is no such file."),
        (["PHOTO", "--lens", "nowhere.toml"], "This calibration has not been made yet."),
        (["PHOTO", "--ruler", "10"], "The mat's line should be 100 mm long"),
        (
            ["PHOTO", "--corners", "0,0", "9,0", "9,9", "0,9", "--size", "9,9"],
            "These four points are not the corners",
        ),
        (["PHOTO", "--out", "PHOTO/tray.toml"], "The calibration cannot be written."),
        (["PHOTO", "--annotate", "PHOTO/grid.png"], "Stopped:"),
        (["lens", "PHOTO"], "The chessboard shows in 0 pictures"),
    ],
)
def test_bad_input_is_a_sentence_and_2(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], sentence: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main([argument.replace("PHOTO", str(photo)) for argument in arguments]) == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_a_photograph_that_is_too_large_is_refused(
    photo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.vision.frame.KEPT_PIXELS", 400_000)
    assert main([str(photo), "--out", str(tmp_path / "tray.toml")]) == 2
    assert "too large to calibrate" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [[], ["p.png", "--corners", "1,2", "3,4", "5,6", "7,8"], ["p.png", "--size", "x"]]
)
def test_what_cannot_be_meant_shows_the_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: companion calibrate" in capsys.readouterr().err


class Overhead:
    """A camera over the mat that can be locked."""

    name = "overhead"

    def __init__(self, scale: float = 1.0) -> None:
        self.calls: list[str] = []
        self.scale = scale

    def open(self) -> None:
        self.calls.append("open")

    def capture(self, timeout: float) -> Frame:
        assert timeout > 0
        self.calls.append("capture")
        return replace(photographed(TABLE), scale=self.scale)

    def lock(self) -> dict[str, object]:
        self.calls.append("lock")
        return {"ExposureTime": 9998, "ColourGains": (1.9, 1.4)}

    def close(self) -> None:
        self.calls.append("close")


def test_the_tables_own_camera_takes_the_picture_and_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = Overhead()
    asked: list[tuple[str, int]] = []

    def opened(source: str, *, mains: int) -> Overhead:
        asked.append((source, mains))
        return camera

    monkeypatch.setattr(module, "open_camera", opened)
    monkeypatch.setattr(module, "SETTLES", 0.0)
    save_settings(tmp_path / SETTINGS, changed(Settings(), {"camera.mains": 60}))
    assert main(["--camera", "--state", str(tmp_path)]) == 0
    assert TABLE.error(load(tmp_path / "tray.toml", Tray)).max() < 0.3
    assert locked_for("pi", tmp_path / CAMERA) == {"ExposureTime": 9998, "ColourGains": (1.9, 1.4)}
    assert asked == [("pi", 60)]
    assert camera.calls == ["open", "capture", "lock", "close"]
    assert "are kept: 2 values" in capsys.readouterr().out


def test_pictures_of_the_tables_own_camera_that_are_too_large_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    camera = Overhead(scale=2.0)
    monkeypatch.setattr(module, "open_camera", lambda *_, **__: camera)
    monkeypatch.setattr(module, "SETTLES", 0.0)
    save_settings(tmp_path / SETTINGS, changed(Settings(), {"camera.mains": 60}))
    assert main(["--camera", "--state", str(tmp_path)]) == 2
    assert "too large to calibrate" in capsys.readouterr().err
    assert camera.calls == ["open", "capture", "close"]
    assert not (tmp_path / "tray.toml").exists()


def test_a_camera_that_is_not_there_or_in_use_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save_settings(tmp_path / SETTINGS, changed(Settings(), {"camera.source": "none"}))
    assert main(["--camera", "--state", str(tmp_path)]) == 2
    assert "No camera is set." in capsys.readouterr().err
    with hold_folder(tmp_path):
        assert main(["--camera", "--state", str(tmp_path)]) == 2
    assert "Another companion" in capsys.readouterr().err


def test_a_photograph_and_the_camera_exclude_each_other(tmp_path: Path) -> None:
    for arguments in ([], ["photo.png", "--camera"]):
        with pytest.raises(SystemExit):
            main([*arguments, "--state", str(tmp_path)])
