"""`companion play`: runs a table until it is told to stop, the real one or a simulated one."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import segno

from companion.app import App
from companion.commands.read import default_models
from companion.config import state_folder
from companion.edge import Wishes
from hardware.simulators.family import PACE
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
            _announce(app, args.simulate is not None)
            app.notifier.ready(f"The table is open at {app.server.address}")
            app.serve()
        finally:
            app.notifier.stopping()
            app.stop()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion play", description="Runs a table and its dashboard.")
    parser.add_argument(
        "--simulate",
        metavar="GAME",
        nargs="?",
        const="",
        help="a drawn tray and mock pins: no Pi, no camera needed; with a game it plays that by itself",
    )
    parser.add_argument(
        "--pace", type=float, default=PACE, metavar="SECONDS", help=f"between two acts that it plays ({PACE:g})"
    )
    parser.add_argument("--seed", type=int, default=0, help="makes a simulated table's throws repeatable")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    parser.add_argument("--models", type=Path, metavar="DIR", default=default_models(), help="the die sets")
    parser.add_argument("--camera", metavar="SOURCE", help="pi, usb:0, folder:PATH or none, over the settings")
    parser.add_argument("--host", help="the address to serve at, over the settings (0.0.0.0: the home network)")
    parser.add_argument("--port", type=int, help="the port to serve at, over the settings (0: any free one)")
    parser.add_argument("--design", action="store_true", help="serve the page /design for those who build pages")
    return parser


def _wishes(args: argparse.Namespace) -> Wishes:
    simulate = args.simulate is not None
    state = args.state or state_folder(os.environ) / ("simulated" if simulate else "")
    return Wishes(
        state,
        args.models,
        simulate,
        args.seed,
        args.host,
        args.port,
        args.camera,
        args.design,
        args.simulate or "",
        args.pace,
    )


def _announce(app: App, simulated: bool) -> None:
    address, code = app.server.address, app.pairing.first_code()
    print("The simulated table is open." if simulated else "The table is open.")
    print(f"Open {address} on a tablet in the same network, or scan this:\n")
    if not os.environ.get("JOURNAL_STREAM"):  # a log is no place for a drawing
        segno.make(f"{address}pair?code={code}").terminal(out=sys.stdout, compact=True)
    print(
        f"\nTo play on it, join with the code {code}, or hold the table button down when the tablet asks for it."
    )
    if app.https:
        print(f"The SHA-256 fingerprint of this table's certificate: {app.https.authority.fingerprint}")
    print("\nCtrl-C ends it; nothing that was accepted is lost.", flush=True)
