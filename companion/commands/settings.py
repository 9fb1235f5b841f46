"""`companion settings`: shows a table's settings, or changes them one by one."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from companion.config import SETTINGS, changed, load_settings, save_settings, state_folder


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when the settings hold, 1 when the file is broken.

    Raises:
        SettingsError: a name or a value is wrong, or the file cannot be written; nothing was changed.
    """
    args = _parser().parse_args(argv)
    path = (args.state or state_folder(os.environ)) / SETTINGS
    settings, broken = load_settings(path)
    if args.changes:
        settings, broken = changed(settings, dict(map(_change, args.changes))), None
        save_settings(path, settings)
    print(f"# {path}\n{tomli_w.dumps(msgspec.to_builtins(settings))}", end="")
    if broken:
        print(f"{broken.sentence} {broken.advice}", file=sys.stderr)
    return 1 if broken else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "companion settings", description="Shows a table's settings, or changes them."
    )
    parser.add_argument("changes", metavar="NAME=VALUE", nargs="*", help="such as web.port=8080 camera.mains=60")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    return parser


def _change(text: str) -> tuple[str, Any]:
    """A name and its value: what TOML takes for a value is one, and everything else is a text."""
    name, _, value = text.partition("=")
    try:
        return name, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return name, value
