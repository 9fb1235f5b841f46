"""`companion play`: runs a table until it is told to stop, the real one or a simulated one."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import segno

from companion.app import App, Wishes
from companion.commands.read import default_models
from companion.config import state_folder
from web.server import signals


def main(argv: Sequence[str]) -> int:
    """Run a table until SIGTERM or Ctrl-C.

    Raises:
        CompanionError: the table cannot be run; tells what to do.
    """
    args = _parser().parse_args(argv)
    app = App(_wishes(args))
    with signals(app.server.stop):
        try:
            app.start()
            _announce(app.server.address, args.simulate)
            app.notifier.ready(f"The table is open at {app.server.address}")
            app.server.run()
        finally:
            app.notifier.stopping()
            app.stop()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion play", description="Runs a table and its dashboard.")
    parser.add_argument(
        "--simulate", action="store_true", help="a drawn tray and mock pins: no Pi, no camera needed"
    )
    parser.add_argument("--seed", type=int, default=0, help="makes a simulated table's throws repeatable")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    parser.add_argument("--models", type=Path, metavar="DIR", default=default_models(), help="the die sets")
    parser.add_argument("--camera", metavar="SOURCE", help="pi, usb:0, folder:PATH or none, over the settings")
    parser.add_argument("--host", help="the address to serve at, over the settings (0.0.0.0: the home network)")
    parser.add_argument("--port", type=int, help="the port to serve at, over the settings (0: any free one)")
    return parser


def _wishes(args: argparse.Namespace) -> Wishes:
    state = args.state or state_folder(os.environ) / ("simulated" if args.simulate else "")
    return Wishes(state, args.models, args.simulate, args.seed, args.host, args.port, args.camera)


def _announce(address: str, simulated: bool) -> None:
    print("The simulated table is open." if simulated else "The table is open.")
    print(f"Open {address} on a tablet in the same network, or scan this:\n")
    if not os.environ.get("JOURNAL_STREAM"):  # a log is no place for a drawing
        segno.make(address).terminal(out=sys.stdout, compact=True)
    print("\nCtrl-C ends it; nothing that was accepted is lost.", flush=True)
