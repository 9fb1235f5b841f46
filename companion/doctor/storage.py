"""Checks of what is kept: room and writing on the disk, the journal, its backups."""

from __future__ import annotations

from collections.abc import Iterator

from companion.doctor.finding import Finding
from companion.doctor.machine import Machine
from companion.errors import JournalDamaged, JournalError, JournalTooNew
from companion.state.backup import Backups, check_file
from companion.state.rescue import ASIDE
from companion.state.view import Service
from companion.statefolder import JOURNAL
from companion.words import Sentence, say

MEGA = 1_000_000
LOW, FULL = 500 * MEGA, 20 * MEGA
"""Free bytes below which the disk will soon be full, or is as good as full."""

SLOW = 1.0
"""Seconds for writing 4 kB onto the disk from which on every accepted action is felt."""

FEW = 10
"""Files that are listed of many."""

OLD = 7
"""Days after which a backup is missed; a table that is not used makes none."""

READ_ONLY = say("The disk cannot be written to.")
WORN = say("The system protects a card that fails; or it was mounted so on purpose.")
NEW_CARD = say(
    "Start the computer anew. If it stays so, put in another card; the journal can be copied from the old one."
)
MAKE_ROOM = say("Delete what is not needed, such as downloads, or use a larger card.")


def disk_state(machine: Machine) -> Service:
    """Whether there is room for more actions."""
    try:
        room = machine.room(machine.state)
    except OSError as error:
        return Service("failed", say("The state folder cannot be reached: {why}.", why=str(error.strerror)))
    if room.read_only:
        return Service("failed", READ_ONLY)
    if room.free < FULL:
        return Service("failed", say("The disk is full: only {count} MB are left.", count=room.free // MEGA))
    return Service("ready")


def disk(machine: Machine) -> Iterator[Finding]:
    """Room on the disk, and whether a file can be written."""
    try:
        room = machine.room(machine.state)
    except OSError as error:
        yield Finding("disk", "note", say("There is no state folder yet."), detail=str(error))
        return
    free = say("{count} MB are free on the disk.", count=room.free // MEGA)
    if room.read_only:
        yield Finding("disk", "fault", READ_ONLY, WORN, NEW_CARD)
        return
    if room.free < LOW:
        cause = say("Without room no more actions can be accepted.")
        yield Finding("disk", "fault" if room.free < FULL else "warning", free, cause, MAKE_ROOM)
    else:
        yield Finding("disk", "ok", free)
    yield _write(machine)


def owner(machine: Machine) -> Iterator[Finding]:
    """Whether all that is kept belongs to its folder's user; else the companion may not read or write it."""
    folder = str(machine.state)
    whose = machine.run("stat", "-c", "%u %U", folder)
    number, _, name = whose.out.strip().partition(" ")
    if whose.status != 0:
        yield Finding("owner", "note", say("There is no state folder yet."), detail=whose.err.strip())
        return
    strangers = machine.run("find", folder, "-xdev", "!", "-uid", number).out.splitlines()
    if strangers:
        yield Finding(
            "owner",
            "fault",
            _others(len(strangers)),
            say("A command was typed with sudo, or files were copied: the companion may not read or change them."),
            say("Type: sudo chown -R {user}: {folder}", user=name, folder=folder),
            "\n".join(strangers[:FEW]),
        )
    else:
        yield Finding("owner", "ok", say("All files that are kept belong to one user."), detail=name)


def _others(count: int) -> Sentence:
    if count == 1:
        return say("A file in the state folder belongs to another user.")
    return say("{count} files in the state folder belong to another user.", count=count)


def _write(machine: Machine) -> Finding:
    try:
        seconds = machine.write(machine.state)
    except OSError as error:
        sentence = say("A file cannot be written into the state folder.")
        cause = say("The disk is full or fails, or the folder belongs to another user.")
        fix = say(
            "Make room, or give the folder {folder} to the user that runs the companion.",
            folder=str(machine.state),
        )
        return Finding("disk", "fault", sentence, cause, fix, str(error))
    if seconds > SLOW:
        cause = say("The card is worn out, or another program writes much.")
        return Finding("disk", "warning", say("The disk is slow."), cause, NEW_CARD, f"{seconds:.2f} s for 4 kB")
    return Finding("disk", "ok", say("The disk can be written."), detail=f"{1000 * seconds:.0f} ms for 4 kB")


def journal(machine: Machine) -> Iterator[Finding]:
    """Whether the journal passes its check, and how many damaged ones lie aside."""
    path = machine.state / JOURNAL
    if not path.exists():
        yield _no_journal(machine)
        return
    try:
        version = check_file(path)
    except JournalTooNew as error:
        yield Finding("journal", "fault", error.sentence, fix=error.advice, detail=error.detail)
    except JournalDamaged as error:
        cause = say("A power cut on a failing card, or a program that wrote into the file.")
        fix = say("Start the companion: it puts the file aside and opens the newest good backup.")
        yield Finding("journal", "fault", error.sentence, cause, fix, error.detail)
    except JournalError as error:
        yield Finding(
            "journal",
            "fault",
            error.sentence,
            fix=say("Run the doctor as the companion's user."),
            detail=error.detail,
        )
    else:
        yield Finding("journal", "ok", say("The journal passes its check."), detail=f"version {version}, {path}")
    yield from _aside(machine)


def _no_journal(machine: Machine) -> Finding:
    path = machine.state / JOURNAL
    if not Backups(path).all():
        return Finding("journal", "note", say("No evening has been played yet."), detail=str(path))
    cause = say("It was deleted or moved, or a rescue was cut off.")
    fix = say("Start the companion: it opens the newest good backup.")
    return Finding("journal", "fault", say("The journal is missing."), cause, fix, str(path))


def backups(machine: Machine) -> Iterator[Finding]:
    """Whether there is a good backup of the last days."""
    store = Backups(machine.state / JOURNAL)
    if not (machine.state / JOURNAL).exists():
        return
    newest = store.newest_good()
    if newest is None:
        sentence = say("There is no good backup of the journal.")
        yield Finding("backups", "warning", sentence, fix=say("Type: companion backup"))
        return
    days = (machine.now().date() - newest.day).days
    sentence = say("The newest good backup is of {day}.", day=newest.day.isoformat())
    if days <= OLD:
        yield Finding("backups", "ok", sentence, detail=str(newest.path))
    else:
        cause = say("The companion makes one a day while it runs.")
        yield Finding("backups", "warning", sentence, cause, say("Type: companion backup"), str(newest.path))


def _aside(machine: Machine) -> Iterator[Finding]:
    folders = machine.find(f"{machine.state}/{ASIDE}/*")
    if folders:
        yield Finding(
            "journal",
            "note",
            say("{count} old journals lie aside.", count=len(folders)),
            fix=say(
                "Keep them until you miss no evening, then delete the folder {folder}.",
                folder=f"{machine.state}/{ASIDE}",
            ),
            detail=", ".join(folders),
        )
