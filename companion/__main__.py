"""The command line: `companion play` runs a table, `companion read` reads photographs."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence

import companion
from companion.commands import (
    backup,
    bench,
    calibrate,
    doctor,
    evaluate,
    export,
    mat,
    play,
    print_deck,
    read,
    replay_bundle,
    settings,
    summary,
    tablets,
    take_in,
    teach,
    teach_deck,
)
from companion.errors import CompanionError
from companion.systemd import log_handler

COMMANDS: Mapping[str, Callable[[Sequence[str]], int]] = {
    "play": play.main,
    "read": read.main,
    "mat": mat.main,
    "print-deck": print_deck.main,
    "calibrate": calibrate.main,
    "teach": teach.main,
    "teach-deck": teach_deck.main,
    "settings": settings.main,
    "doctor": doctor.main,
    "tablets": tablets.main,
    "backup": backup.main,
    "export": export.main,
    "summary": summary.main,
    "import": take_in.main,
    "evaluate": evaluate.main,
    "bench": bench.main,
    "replay-bundle": replay_bundle.main,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name; gives the exit status."""
    parser = argparse.ArgumentParser("companion", description="A companion for real board games on a real table.")
    parser.add_argument("--version", action="version", version=f"companion {companion.__version__}")
    parser.add_argument("command", choices=COMMANDS, help="what to do; `companion COMMAND --help` tells more")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    args = parser.parse_args(argv)
    logging.basicConfig(handlers=[log_handler()], level=os.environ.get("COMPANION_LOG", "WARNING"))
    try:
        return COMMANDS[args.command](args.arguments)
    except CompanionError as error:
        print(f"{error.sentence} {error.advice}", file=sys.stderr)
        logging.getLogger(__name__).info("%s", error)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
