"""An invitation that was written beside a table that runs: a code in a private file, for who has a shell on it."""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from companion.files import read_json, replace_atomically
from companion.pairing.letters import plain_code, random_code, shown_code
from companion.pairing.tablets import PRIVATE, Role

log = logging.getLogger(__name__)

INVITATION = "invitation.json"
"""The file's name in the state folder."""

LASTS = 600.0
"""Seconds for which an invitation is good."""

BOOT = Path("/proc/sys/kernel/random/boot_id")


class _Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file: good until a moment of the monotonic clock of the start of the machine that `boot` names."""

    code: Annotated[str, msgspec.Meta(min_length=1)]
    role: Role
    until: float
    boot: str


class Invitation:
    """The one invitation of a state folder; `now` is monotonic seconds, which all processes of a machine share."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.monotonic) -> None:
        self._path = folder / INVITATION
        self._now = now

    def write(self, role: Role) -> str:
        """A new code for one tablet in this role, good for `LASTS` seconds; the one before is none any more.

        Raises:
            OSError: it cannot be written.
        """
        code = random_code()
        written = _Written(code=code, role=role, until=self._now() + LASTS, boot=_boot())
        replace_atomically(self._path, msgspec.json.encode(written), mode=PRIVATE)
        return shown_code(code)

    def take(self, typed: str) -> Role | None:
        """The role that a typed code gives, once; None when it is not the one that is written and good."""
        written = read_json(self._path, _Written, partial(log.warning, "the invitation cannot be read: %s"))
        if written is None or not hmac.compare_digest(written.code.encode(), plain_code(typed).encode()):
            return None
        good = self._now() < written.until and written.boot == _boot()
        return written.role if self.forget() and good else None

    def forget(self) -> bool:
        """No invitation is good any more; False when the disk does not let it go, and it must not be used."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the invitation cannot be removed: %s", error)
            return False
        return True


def _boot() -> str:
    """What tells one start of the machine from the next, for the monotonic clock begins anew with each."""
    try:
        return BOOT.read_text().strip()
    except OSError:
        return ""
