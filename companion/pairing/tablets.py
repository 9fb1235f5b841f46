"""The paired tablets: a private file in the state folder, and the key that signs their sessions."""

from __future__ import annotations

import enum
import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec

from companion.errors import CompanionError
from companion.files import read_json, replace_atomically
from companion.pairing.key import KEY, session_key
from companion.pairing.shared import held, stamp_of
from companion.words import say

log = logging.getLogger(__name__)

TABLETS = "tablets.json"
"""The file's name in the state folder."""

PRIVATE = 0o600
"""Its mode: for the companion's own user alone."""

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


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The file: the tablets, the PIN's hash, empty without a PIN, and how often all tablets were removed."""

    tablets: Annotated[tuple[Tablet, ...], msgspec.Meta(max_length=MOST)] = ()
    pin: str = ""
    emptied: int = 0


class Register:
    """The tablets of a state folder; every change is on the disk before it counts, but a removal counts at once.

    Any thread may use it, and `companion tablets` beside it: what another process writes counts from the next look
    on.
    """

    def __init__(self, folder: Path, wall: Callable[[], float] = time.time) -> None:
        self._path = folder / TABLETS
        self._wall = wall
        self._lock = threading.RLock()
        self._damaged = False
        self._stamp: object = None
        self._book = self._read()
        self._seen: dict[str, float] = {}
        self.key = session_key(folder / KEY)

    @property
    def tablets(self) -> tuple[Tablet, ...]:
        """Every paired tablet, in the order in which they came."""
        with self._lock:
            return tuple(self._as_seen(tablet) for tablet in self._present().tablets)

    @property
    def pin(self) -> str:
        """The hash of the host's PIN, or an empty text."""
        with self._lock:
            return self._present().pin

    @property
    def damaged(self) -> bool:
        """Whether the file cannot be read: then nobody is paired."""
        with self._lock:
            self._present()
            return self._damaged

    @property
    def emptied(self) -> int:
        """How often all tablets were removed: what was promised before is not kept after."""
        with self._lock:
            return self._present().emptied

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
        with self._change():
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
        with self._change():
            found = self._existing(tablet)
            return self._changed(msgspec.structs.replace(found, issue=found.issue + 1))

    def rename(self, tablet: str, name: str) -> Tablet:
        """The tablet under another name.

        Raises:
            PairingError: there is no such tablet, or the list cannot be written.
        """
        with self._change():
            return self._changed(msgspec.structs.replace(self._existing(tablet), name=_name(name)))

    def grant(self, tablet: str, role: Role) -> Tablet:
        """The tablet in another role.

        Raises:
            PairingError: there is no such tablet, it is the last host, or the list cannot be written.
        """
        with self._change():
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
        with self._change():
            found = self._existing(tablet)
            if self._hosts() == [found.id]:
                raise _last_host(found)
            stay = tuple(one for one in self._book.tablets if one.id != tablet)
            self._book = msgspec.structs.replace(self._book, tablets=stay)
            self._write(self._book)

    def remove_all(self) -> None:
        """Let none of the tablets in any more, the host's included; who is paired next becomes the host.

        Raises:
            PairingError: the list cannot be written; they are out all the same, until the next start.
        """
        with self._change():
            self._book = msgspec.structs.replace(self._book, tablets=(), emptied=self._book.emptied + 1)
            self._write(self._book)

    def set_pin(self, hashed: str) -> None:
        """Keep the hash of the host's PIN; an empty text for none.

        Raises:
            PairingError: it cannot be written.
        """
        with self._change():
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
        with self._change():
            if self.tablets == self._book.tablets:
                return
            try:
                self._write(msgspec.structs.replace(self._book, tablets=self.tablets))
            except PairingError as error:
                log.warning("when tablets were seen is not kept: %s", error)

    @contextmanager
    def _change(self) -> Iterator[None]:
        """While the list is changed: no other thread or process changes it, and it is the newest one."""
        with self._lock, held(self._path.parent):
            self._present()
            yield

    def _present(self) -> _Book:
        """The list, read again if the file is another one than was read or written last."""
        if stamp_of(self._path, self._stamp) != self._stamp:
            self._book = self._read()
        return self._book

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

    def _write(self, book: _Book) -> None:
        try:
            replace_atomically(self._path, msgspec.json.format(msgspec.json.encode(book)), mode=PRIVATE)
        except OSError as error:
            raise PairingError(
                say("The list of tablets cannot be written."),
                detail=f"{error}, in {str(self._path)!r}",
                advice=say("Check the disk, then try once more."),
            ) from error
        self._book, self._stamp, self._damaged = book, stamp_of(self._path, self._stamp), False

    def _read(self) -> _Book:
        self._stamp, self._damaged = stamp_of(self._path, self._stamp), False
        return read_json(self._path, _Book, self._unreadable) or _Book()

    def _unreadable(self, error: Exception) -> None:
        log.warning("the list of tablets cannot be read, nobody is paired: %s", error)
        self._damaged = True


def _name(text: str) -> str:
    """A name of one line without space around it; one that is empty becomes `Tablet`."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable.split())[:LONGEST].strip() or "Tablet"


def _last_host(tablet: Tablet) -> PairingError:
    return PairingError(
        say("{name} is the only host.", name=tablet.name),
        advice=say("Make another tablet a host first, or remove all tablets."),
    )
