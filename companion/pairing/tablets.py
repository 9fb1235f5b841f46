"""The paired tablets: a private file in the state folder, and the key that signs their sessions."""

from __future__ import annotations

import enum
import logging
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec

from companion.errors import CompanionError
from companion.files import replace_atomically
from companion.words import say

log = logging.getLogger(__name__)

TABLETS = "tablets.json"
KEY = "session.key"
"""Names of the files in the state folder."""

KEY_BYTES = 32
PRIVATE = 0o600
"""The files' mode: for the companion's own user alone."""

MOST = 64
"""Tablets that may be paired; a club has fewer at one table."""

LONGEST = 40
"""Characters of a tablet's name."""

REMEMBERED = 300.0
"""Seconds between two writings of when a tablet was last seen: a memory card wears out by writing."""


class Role(enum.IntEnum):
    """What a tablet may do; each role may do what those below it may."""

    VIEWER = 0
    """Sees the game."""
    ACTOR = 1
    """Plays: asks, answers, corrects."""
    HOST = 2
    """Sets up: settings, workshop, boxes, doctor, tablets."""


class PairingError(CompanionError, PermissionError):
    """A tablet that cannot be let in, changed or removed in this way."""

    slug = "pairing"
    default_advice = say("Nothing was changed. Look at the list of tablets and try again.")


class Tablet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A paired tablet: `issue` counts the sessions that were given to it, only the last of which is good.

    `paired_at` and `seen_at` are unix seconds.
    """

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{16}$")]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]
    role: Role
    issue: int = 1
    paired_at: float
    seen_at: float


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file: the tablets, and the PIN's hash, empty without a PIN."""

    tablets: Annotated[tuple[Tablet, ...], msgspec.Meta(max_length=MOST)] = ()
    pin: str = ""


class Register:
    """The tablets of a state folder; every change is on the disk before it counts, but a removal counts at once.

    Any thread may use it. `damaged` says that the file could not be read: then nobody is paired.
    """

    def __init__(self, folder: Path, wall: Callable[[], float] = time.time) -> None:
        self._path = folder / TABLETS
        self._wall = wall
        self._lock = threading.RLock()
        self.damaged = False
        self._book = self._read()
        self._seen: dict[str, float] = {}
        self.key = _key(folder / KEY)

    @property
    def tablets(self) -> tuple[Tablet, ...]:
        """Every paired tablet, in the order in which they came."""
        with self._lock:
            return tuple(self._as_seen(tablet) for tablet in self._book.tablets)

    @property
    def pin(self) -> str:
        """The hash of the host's PIN, or an empty text."""
        return self._book.pin

    def find(self, tablet: str) -> Tablet | None:
        """The tablet of this id, or None."""
        return next((one for one in self.tablets if one.id == tablet), None)

    def holds(self, tablet: object, issue: object) -> Tablet | None:
        """The tablet whose latest session this is, or None for a session that is forged, old or revoked."""
        found = self.find(tablet) if isinstance(tablet, str) else None
        return found if found and found.issue == issue else None

    def add(self, name: str, role: Role = Role.ACTOR) -> Tablet:
        """A tablet let in; while there is no host it becomes the host.

        Raises:
            PairingError: there are too many, or the list cannot be written.
        """
        with self._lock:
            if len(self._book.tablets) >= MOST:
                raise PairingError(say("No more than {most} tablets can be paired.", most=MOST))
            now = self._wall()
            granted = role if self._hosts() else Role.HOST
            made = Tablet(id=secrets.token_hex(8), name=_name(name), role=granted, paired_at=now, seen_at=now)
            self._write(msgspec.structs.replace(self._book, tablets=(*self._book.tablets, made)))
            return made

    def renew(self, tablet: str) -> Tablet:
        """The tablet with a new session; those before it end.

        Raises:
            PairingError: there is no such tablet, or the list cannot be written.
        """
        with self._lock:
            found = self._existing(tablet)
            return self._changed(msgspec.structs.replace(found, issue=found.issue + 1))

    def rename(self, tablet: str, name: str) -> Tablet:
        """The tablet under another name.

        Raises:
            PairingError: there is no such tablet, or the list cannot be written.
        """
        with self._lock:
            return self._changed(msgspec.structs.replace(self._existing(tablet), name=_name(name)))

    def grant(self, tablet: str, role: Role) -> Tablet:
        """The tablet in another role.

        Raises:
            PairingError: there is no such tablet, it is the last host, or the list cannot be written.
        """
        with self._lock:
            found = self._existing(tablet)
            if role < Role.HOST and self._hosts() == [found.id]:
                raise _last_host(found)
            return self._changed(msgspec.structs.replace(found, role=role))

    def remove(self, tablet: str) -> None:
        """Let a tablet in no more.

        Raises:
            PairingError: there is no such tablet, or it is the last host; or the list cannot be written: it is out
                all the same, until the next start.
        """
        with self._lock:
            found = self._existing(tablet)
            if self._hosts() == [found.id]:
                raise _last_host(found)
            self._without(lambda one: one.id == tablet)

    def remove_all(self) -> None:
        """Let none of the tablets in any more, the host's included; who is paired next becomes the host.

        Raises:
            PairingError: the list cannot be written; they are out all the same, until the next start.
        """
        with self._lock:
            self._without(lambda _: True)

    def set_pin(self, hashed: str) -> None:
        """Keep the hash of the host's PIN; an empty text for none.

        Raises:
            PairingError: it cannot be written.
        """
        with self._lock:
            self._write(msgspec.structs.replace(self._book, pin=hashed))

    def seen(self, tablet: str) -> None:
        """The tablet was here just now; written down now and then."""
        with self._lock:
            found, now = self.find(tablet), self._wall()
            self._seen[tablet] = now
            if found and now - self._stored(tablet) >= REMEMBERED:
                self.keep()

    def keep(self) -> None:
        """Write down when each tablet was seen; a disk that is full only forgets that."""
        with self._lock:
            if self.tablets == self._book.tablets:
                return
            try:
                self._write(msgspec.structs.replace(self._book, tablets=self.tablets))
            except PairingError as error:
                log.warning("when tablets were seen is not kept: %s", error)

    def _as_seen(self, tablet: Tablet) -> Tablet:
        return msgspec.structs.replace(tablet, seen_at=max(tablet.seen_at, self._seen.get(tablet.id, 0.0)))

    def _stored(self, tablet: str) -> float:
        return next((one.seen_at for one in self._book.tablets if one.id == tablet), 0.0)

    def _hosts(self) -> list[str]:
        return [one.id for one in self._book.tablets if one.role is Role.HOST]

    def _existing(self, tablet: str) -> Tablet:
        found = self.find(tablet)
        if found is None:
            raise PairingError(say("There is no such tablet any more."), detail=f"got {tablet!r}")
        return found

    def _changed(self, new: Tablet) -> Tablet:
        tablets = tuple(new if one.id == new.id else one for one in self._book.tablets)
        self._write(msgspec.structs.replace(self._book, tablets=tablets))
        return new

    def _without(self, goes: Callable[[Tablet], bool]) -> None:
        stay = tuple(one for one in self._book.tablets if not goes(one))
        self._book = msgspec.structs.replace(self._book, tablets=stay)
        self._write(self._book)

    def _write(self, book: _Book) -> None:
        try:
            replace_atomically(self._path, msgspec.json.format(msgspec.json.encode(book)), mode=PRIVATE)
        except OSError as error:
            raise PairingError(
                say("The list of tablets cannot be written."),
                detail=f"{error}, in {str(self._path)!r}",
                advice=say("Check the disk, then try once more."),
            ) from error
        self._book = book

    def _read(self) -> _Book:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Book)
        except FileNotFoundError:
            return _Book()
        except (OSError, msgspec.DecodeError) as error:
            log.warning("the list of tablets cannot be read, nobody is paired: %s", error)
            self.damaged = True
            return _Book()


def _name(text: str) -> str:
    """A name of one line without space around it; one that is empty becomes `Tablet`."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable.split())[:LONGEST].strip() or "Tablet"


def _last_host(tablet: Tablet) -> PairingError:
    return PairingError(
        say("{name} is the only host.", name=tablet.name),
        advice=say("Make another tablet a host first, or remove all tablets."),
    )


def _key(path: Path) -> bytes:
    """The key that signs sessions, made at the first start; where it cannot be kept it holds until the end."""
    try:
        kept = path.read_bytes()
        if len(kept) == KEY_BYTES:
            path.chmod(PRIVATE)
            return kept
        log.warning("the key of the sessions is damaged: tablets must be paired anew")
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("the key of the sessions cannot be read: %s", error)
    made = secrets.token_bytes(KEY_BYTES)
    try:
        replace_atomically(path, made, mode=PRIVATE)
    except OSError as error:
        log.warning("the key of the sessions cannot be kept: %s", error)
    return made
