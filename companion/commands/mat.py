"""`companion mat`: writes the calibration mat to print, as PDF or SVG."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.commands.files import reason
from companion.files import replace_atomically
from companion.vision.mat import MATS, RULER, board_sheet, mat_on
from companion.vision.sheet import Sheet

KINDS = (".pdf", ".svg")


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when the file was written, 2 when it could not be."""
    parser = _parser()
    args = parser.parse_args(argv)
    if args.out.suffix.lower() not in KINDS:
        parser.error(f"expected a file that ends in .pdf or .svg, got {str(args.out)!r}")
    mat = mat_on(args.paper)
    sheet = board_sheet(mat.paper) if args.board else mat.sheet()
    try:
        replace_atomically(args.out, _content(sheet, args.out))
    except OSError as error:
        print(f"The file cannot be written: {reason(error)}", file=sys.stderr)
        return 2
    print(f"{args.out}: print it on {mat.paper.title}, at 100 %, not fitted to the page.")
    if not args.board:
        print(f"Then measure the line on its left: {RULER:.0f} mm. If it differs, calibrate with --ruler MM.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion mat", description="Writes the calibration mat to print.")
    parser.add_argument("out", metavar="OUT", type=Path, help="the file to write: .pdf or .svg")
    parser.add_argument("--paper", choices=[mat.paper.name for mat in MATS], default=MATS[0].paper.name)
    parser.add_argument("--board", action="store_true", help="the chessboard for measuring the lens instead")
    return parser


def _content(sheet: Sheet, out: Path) -> bytes:
    return sheet.pdf() if out.suffix.lower() == ".pdf" else sheet.svg().encode()
