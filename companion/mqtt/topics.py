"""The topics of a table, and its name in them."""

from __future__ import annotations

import re
import socket
import uuid
from dataclasses import dataclass

ROOT = "table-companion"
ONLINE, OFFLINE = "online", "offline"
NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
"""What may be a table's name: small Latin letters, digits and dashes."""


@dataclass(frozen=True)
class Topics:
    """The topics of the table called `table`: `view` and `availability` are kept by the broker, `event` passes."""

    table: str

    @property
    def view(self) -> str:
        """What everybody at the table sees (`companion.mqtt.told`)."""
        return f"{ROOT}/{self.table}/view"

    @property
    def event(self) -> str:
        """What has just happened (`companion.mqtt.happenings`)."""
        return f"{ROOT}/{self.table}/event"

    @property
    def availability(self) -> str:
        """`online`, or `offline` by the table itself or, when it vanished, by its last will."""
        return f"{ROOT}/{self.table}/availability"

    @property
    def device(self) -> str:
        """The table's name among all devices of a home."""
        return f"{ROOT}-{self.table}"


def own_name(host: str | None = None, address: int | None = None) -> str:
    """A name that no other table in the club has: that of the computer, and the end of its network address."""
    plain = re.sub(r"[^a-z0-9]+", "-", (socket.gethostname() if host is None else host).lower()).strip("-")
    number = uuid.getnode() if address is None else address
    return f"{plain[:30].rstrip('-') or 'table'}-{number & 0xFFFF:04x}"
