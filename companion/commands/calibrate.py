"""`companion calibrate`: works out the tray from a picture of the mat; `companion calibrate lens`: the lens."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.commands.files import stopped
from companion.config import SETTINGS, load_settings, state_folder
from companion.errors import CalibrationError, CameraError, NotAPicture, SettingsError, StateBusy
from companion.eye import CAPTURE_LIMIT
from companion.locked import CAMERA, keep_locked
from companion.ports import Camera, Lockable
from companion.statefolder import hold_folder
from companion.vision.calibrate import check_whole
from companion.vision.frame import Frame
from companion.vision.guard import TRAY
from companion.vision.lens import Lens, measured
from companion.vision.mat import RULER
from companion.vision.measure import Measured, from_four, from_mat, from_whole
from companion.vision.stored import load, save
from companion.words import say
from hardware.camera import open_camera

SETTLES = 2.0  # seconds that automatic exposure, white balance and focus need after the start
NOT_LOCKED = "this camera has no exposure, white balance or focus to keep"


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when the calibration was written, 2 when it could not be made."""
    try:
        return _lens(argv[1:]) if argv[:1] == ["lens"] else _tray(argv)
    except (CalibrationError, CameraError, NotAPicture, SettingsError, StateBusy) as error:
        print(f"{error.sentence} {error.advice}", file=sys.stderr)
        if error.detail:
            print(f"({error.detail})", file=sys.stderr)
    except OSError as error:
        stopped(error)
    return 2


def _tray(argv: Sequence[str]) -> int:
    parser = _tray_parser()
    args = parser.parse_args(argv)
    if args.corners and not args.size:
        parser.error("--corners needs --size, the millimetres between them")
    if bool(args.photo) == bool(args.camera):
        parser.error("give a photograph, or --camera to take it with the table's camera")
    out = args.out or (args.state / TRAY if args.camera else Path(TRAY))
    if args.camera:
        with hold_folder(args.state), _camera(args.state) as camera:
            measured = _made(args, _taken(camera))
            measured.keep(out)
            locked = _locked(camera, args.state)
    else:
        measured, locked = _made(args, Frame.load(args.photo)), 0
        measured.keep(out)
    for sentence in measured.report:
        print(sentence)
    if args.camera:
        print(f"exposure, white balance and focus are kept: {locked} values" if locked else NOT_LOCKED)
    print(f"written: {out}")
    if args.annotate:
        _save(measured.picture, args.annotate)
    return 0


@contextmanager
def _camera(state: Path) -> Iterator[Camera]:
    """The camera that the settings name, open."""
    settings, broken = load_settings(state / SETTINGS)
    if broken:
        raise broken
    camera = open_camera(settings.camera.source, mains=settings.camera.mains)
    if camera is None:
        raise CameraError(
            say("No camera is set."), advice=say("Set one with: companion settings camera.source=pi")
        )
    camera.open()
    try:
        yield camera
    finally:
        camera.close()


def _taken(camera: Camera) -> Frame:
    """A frame after the automatic exposure and focus have settled."""
    until = time.monotonic() + SETTLES
    while time.monotonic() < until:
        camera.capture(CAPTURE_LIMIT)
    return camera.capture(CAPTURE_LIMIT)


def _locked(camera: Camera, state: Path) -> int:
    """Freeze the camera as it is now, also for later starts; the number of values that it keeps."""
    values = camera.lock() if isinstance(camera, Lockable) else {}
    settings, _ = load_settings(state / SETTINGS)
    keep_locked(state / CAMERA, settings.camera.source, values)
    return len(values)


def _made(args: argparse.Namespace, frame: Frame) -> Measured:
    table = Frame.load(args.table) if args.table else None
    for picture in filter(None, (frame, table)):
        check_whole(picture)
    lens = load(args.lens, Lens) if args.lens else None
    if args.whole:
        return from_whole(frame)
    if args.corners:
        return from_four(frame, args.corners, args.size, lens=lens)
    return from_mat(frame, lens=lens, ruler=args.ruler, around=args.around, table=table)


def _tray_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion calibrate",
        description="Works out the tray from a photograph of the mat. `calibrate lens` measures the lens.",
    )
    parser.add_argument("photo", metavar="PHOTO", type=Path, nargs="?", help="taken by the table's own camera")
    parser.add_argument(
        "--camera",
        action="store_true",
        help="take it with the camera that the settings name, and lock its exposure",
    )
    parser.add_argument(
        "--state",
        metavar="DIR",
        type=Path,
        default=state_folder(os.environ),
        help="the table's folder of settings",
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="default: tray.toml; with --camera in the state folder"
    )
    parser.add_argument("--annotate", metavar="PICTURE", type=Path, help="save the picture with the grid found")
    parser.add_argument(
        "--table", metavar="PHOTO", type=Path, help="a second one, with the mat taken away: to notice bumps"
    )
    parser.add_argument("--lens", metavar="FILE", type=Path, help="what `companion calibrate lens` wrote")
    parser.add_argument(
        "--ruler", metavar="MM", type=float, default=RULER, help="what the mat's line of 100 mm measures, printed"
    )
    parser.add_argument(
        "--around", metavar="MM", type=float, default=0.0, help="let the dice area reach so much beyond the mat's"
    )
    without = parser.add_mutually_exclusive_group()
    without.add_argument("--whole", action="store_true", help="without a mat: the whole picture, no millimetres")
    without.add_argument(
        "--corners", metavar="X,Y", type=_pair, nargs=4, help="without a mat: the tray's four corners in pixels"
    )
    parser.add_argument(
        "--size", metavar="W,H", type=_pair, help="with --corners: the tray's sides in millimetres"
    )
    return parser


def _lens(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        "companion calibrate lens",
        description="Measures how the lens bends lines, from pictures of the chessboard (companion mat --board).",
    )
    parser.add_argument("photos", metavar="PHOTO", type=Path, nargs="+", help="8 or more, tilted, in every corner")
    parser.add_argument("--out", metavar="FILE", type=Path, default=Path("lens.toml"), help="default: lens.toml")
    args = parser.parse_args(argv)
    lens = measured([Frame.load(photo) for photo in args.photos])
    save(args.out, lens)
    k1, k2, *_ = lens.distortion
    print(f"focal length {lens.fx:.0f} pixels, k1 {k1:.3f}, k2 {k2:.3f}; error {lens.error:.2f} pixels")
    print(f"written: {args.out}")
    return 0


def _pair(text: str) -> tuple[float, float]:
    """Two numbers, as `argparse` wants it."""
    first, second = text.split(",")
    return float(first), float(second)


def _save(picture: Frame, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(picture.png() if place.suffix.lower() == ".png" else picture.jpeg(90))
