"""`companion calibrate`: works out the tray from a photograph of the mat; `companion calibrate lens`: the lens."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.errors import CalibrationError, NotAPicture
from companion.files import replace_atomically
from companion.vision.bump import Bump
from companion.vision.calibrate import Calibration, calibrate, with_grid
from companion.vision.frame import Frame
from companion.vision.lens import Lens, measured
from companion.vision.mat import RULER
from companion.vision.stored import load, reference, save
from companion.vision.tray import Tray, from_corners, whole_frame
from companion.words import say

DIE = 16.0  # millimetres of the die that is told of: the usual one


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when the calibration was written, 2 when it could not be made."""
    try:
        return _lens(argv[1:]) if argv[:1] == ["lens"] else _tray(argv)
    except (CalibrationError, NotAPicture) as error:
        print(f"{error.sentence} {error.advice}", file=sys.stderr)
        if error.detail:
            print(f"({error.detail})", file=sys.stderr)
    except OSError as error:
        print(f"Stopped: {error.strerror or error} {error.filename or ''}".rstrip(), file=sys.stderr)
    return 2


def _tray(argv: Sequence[str]) -> int:
    parser = _tray_parser()
    args = parser.parse_args(argv)
    if args.corners and not args.size:
        parser.error("--corners needs --size, the millimetres between them")
    frame = _photograph(args.photo)
    lens = load(args.lens, Lens) if args.lens else None
    tray = _made(args, frame, lens)
    tray = tray.grown(args.around) if args.around else tray
    table = _photograph(args.table) if args.table else frame
    able = Bump(table, tray).able
    save(args.out, tray)
    replace_atomically(reference(args.out), table.png())
    _tell_tray(tray, args.out, able)
    if args.annotate:
        _save(with_grid(frame, tray), args.annotate)
    return 0


def _photograph(path: Path) -> Frame:
    frame = Frame.load(path)
    if frame.scale != 1:
        raise CalibrationError(
            "size",
            say("This photograph is too large to calibrate with."),
            detail=f"{str(path)!r} had to be reduced {frame.scale:.0f} times",
            advice=say("Take it with the table's own camera, at the size at which it reads dice."),
        )
    return frame


def _made(args: argparse.Namespace, frame: Frame, lens: Lens | None) -> Tray:
    if args.whole:
        return whole_frame(frame.width, frame.height)
    if args.corners:
        lens = lens.resized(frame.width, frame.height) if lens else None
        return from_corners(args.corners, args.size, (frame.width, frame.height), lens)
    found = calibrate(frame, lens, args.ruler)
    _tell_mat(found)
    return found.tray


def _tell_mat(found: Calibration) -> None:
    print(
        f"mat {found.mat.paper.title}: {len(found.fiducials)} of 4 fiducials and {found.marks} of "
        f"{len(found.mat.marks())} border marks seen"
    )
    if found.missing:
        print(f"not seen: {', '.join(map(str, found.missing))}; it was worked out from the others")
    print(f"error: {found.tray.error:.2f} mm (root mean square), at most {found.worst:.2f} mm")


def _tell_tray(tray: Tray, out: Path, able: bool) -> None:
    width, height = tray.area
    size = tray.die_size_px(DIE)
    print(f"dice area: {width:.0f} x {height:.0f} mm" + ("" if size else ", a guess: nothing was measured"))
    if size:
        print(
            f"scale: {tray.mm_per_pixel(*tray.centre):.3f} mm per pixel, "
            f"a die of {DIE:.0f} mm is {size:.0f} pixels"
        )
        print(f"seen {tray.slant:.0f} degrees from straight above")
    if not able:
        print("the table around it has no pattern: a bump of the camera cannot be noticed unless the mat stays")
    print(f"written: {out}")


def _tray_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion calibrate",
        description="Works out the tray from a photograph of the mat. `calibrate lens` measures the lens.",
    )
    parser.add_argument("photo", metavar="PHOTO", type=Path, help="taken by the table's own camera")
    parser.add_argument("--out", metavar="FILE", type=Path, default=Path("tray.toml"), help="default: tray.toml")
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
