"""`companion tablets`: the paired tablets, for who stands at the machine itself, also when no host is left."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import segno

from companion.commands.files import stopped
from companion.config import SETTINGS, load_settings, state_folder
from companion.errors import StateBusy
from companion.pairing import Invitation, Register, Role, Tablet
from companion.pairing.invitation import LASTS
from companion.statefolder import hold_folder
from web.server import address_of, outward

ROLES = {role.name.lower(): role for role in (Role.HOST, Role.ACTOR)}
"""What a tablet can be let in as, by the word for it."""


def main(argv: Sequence[str]) -> int:
    """The command with its arguments; 0 when it was done, 1 when there is no such tablet or no list to be read, 2
    when the folder cannot be used.

    A table that runs takes in at once what was changed.

    Raises:
        CompanionError: the list cannot be written.
    """  # noqa: D205  (one sentence)
    args = _parser().parse_args(argv)
    state: Path = args.state or state_folder(os.environ)
    if not _ours(state):
        return 2
    register = Register(state)
    if args.remove_all:
        Invitation(state).forget()
        register.remove_all()
    if args.forget_pin:
        register.set_pin("")
    if args.remove is not None and not _remove(register, args.remove):
        return 1
    if args.let_in:
        return _let_in(state, ROLES[args.let_in])
    return _list(register)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("companion tablets", description="Lists the paired tablets, or changes them.")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--let-in",
        metavar="ROLE",
        nargs="?",
        const="host",
        choices=ROLES,
        help="print a code that lets one tablet in, as the host (default) or an actor",
    )
    what.add_argument("--remove", metavar="NUMBER", type=int, help="let this tablet of the list in no more")
    what.add_argument(
        "--remove-all", action="store_true", help="let none of them in any more; the next one is the host"
    )
    what.add_argument("--forget-pin", action="store_true", help="do without the host's PIN")
    parser.add_argument("--state", type=Path, metavar="DIR", help="the folder of journal, settings and pictures")
    return parser


def _ours(state: Path) -> bool:
    """Whether the folder is there and this user's: what another one writes the companion could not read."""
    if not state.is_dir():
        print(f"There is no state folder {state}: start the companion once.", file=sys.stderr)
    elif state.stat().st_uid != os.geteuid():
        print(f"The folder {state} is another user's. Type: table-companion tablets", file=sys.stderr)
    else:
        return True
    return False


def _list(register: Register) -> int:
    if register.damaged:
        print("The list of tablets cannot be read: nobody is paired. Type: companion tablets --remove-all")
        return 1
    for number, tablet in enumerate(register.tablets, start=1):
        print(f"{number:3}  {tablet.role.name.lower():6}  seen {_day(tablet)}  {tablet.name}")
    if not register.tablets:
        print("No tablet is paired; the first one that joins is the host.")
    if register.pin:
        print("The host has a PIN.")
    return 0


def _day(tablet: Tablet) -> str:
    return f"{datetime.fromtimestamp(tablet.seen_at).astimezone():%Y-%m-%d %H:%M}"


def _remove(register: Register, number: int) -> bool:
    if not 1 <= number <= len(register.tablets):
        print(f"There is no tablet {number} in the list.", file=sys.stderr)
        return False
    register.remove(register.tablets[number - 1].id)
    return True


def _let_in(state: Path, role: Role) -> int:
    web = load_settings(state / SETTINGS)[0].web
    try:
        code = Invitation(state).write(role)
    except OSError as error:
        stopped(error)
        return 2
    link = f"{address_of(outward(4) if web.host in ('0.0.0.0', '::') else web.host, web.port)}pair?code={code}"
    print(f"Open {link} on the tablet, or scan this:\n")
    segno.make(link).terminal(out=sys.stdout, compact=True)
    print(f"\nThe code {code} lets one tablet in as {role.name.lower()}, within {LASTS / 60:.0f} minutes.")
    if not _runs(state):
        print("The table does not run now; start it within that time.")
    return 0


def _runs(state: Path) -> bool:
    try:
        hold_folder(state).close()
    except StateBusy:
        return True
    return False
