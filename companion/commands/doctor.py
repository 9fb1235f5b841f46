"""`companion doctor`: looks for every known fault of this machine, and names its cause and its fix."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path

from companion.commands.read import default_models
from companion.config import state_folder
from companion.doctor.here import ThisMachine
from companion.doctor.report import CHECKS, examine


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when no fault was found, else 1."""
    args = _parser().parse_args(argv)
    report = examine(ThisMachine(args.state or state_folder(os.environ), args.models), args.only or CHECKS)
    print(json.dumps(report.plain(), ensure_ascii=False, indent=1) if args.json else report.text())
    return 0 if report.well else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion doctor", description="Looks for every known fault of this machine."
    )
    parser.add_argument("only", metavar="CHECK", nargs="*", choices=[[], *CHECKS], help=f"of: {', '.join(CHECKS)}")
    parser.add_argument("--json", action="store_true", help="the report as JSON")
    parser.add_argument("--state", metavar="DIR", type=Path, help="the folder of journal, settings and pictures")
    parser.add_argument("--models", metavar="DIR", type=Path, default=default_models(), help="the die sets")
    return parser
