"""Where tablets find the table: told to the log, to systemd and to the network, and again when it changes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol
from xml.sax.saxutils import escape

from companion.state.view import Service

log = logging.getLogger(__name__)

AVAHI = Path("/etc/avahi/services/table-companion.service")
"""What avahi-daemon tells the network; the installation gives this one file to the companion's user."""

UNNAMED = "Table Companion on %h"
"""The name of a table that has none: avahi puts in the computer's, under which it is found."""

LONGEST = 63
"""Bytes of a name (RFC 6763, section 4.1.1)."""

FORM = """<?xml version="1.0" standalone="no"?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="{wildcards}">{name}</name>
{services}</service-group>
"""
SERVICE = """  <service>
    <type>{type}</type>
    <port>{port}</port>
  </service>
"""


def announcement(name: str, ports: Mapping[str, int]) -> str:
    """What avahi-daemon reads: the table's name, empty for one that has none, and `http` and `https` ports."""
    printable = "".join(char if char.isprintable() else " " for char in name).strip()
    short = printable.encode()[:LONGEST].decode(errors="ignore")
    services = "".join(SERVICE.format(type=f"_{kind}._tcp", port=port) for kind, port in ports.items())
    return FORM.format(wildcards="no" if short else "yes", name=escape(short or UNNAMED), services=services)


class Found(Protocol):
    """A server that tablets find."""

    @property
    def address(self) -> str:
        """Where it is found now."""
        ...

    @property
    def ports(self) -> Mapping[str, int]:
        """Its ports, `http` and perhaps `https`."""
        ...


class Whereabouts:
    """A chore that asks where the `table` is and tells a new address, for a network may come late or change.

    `status` hears it in a line for people. The network hears the table's `name`, empty for one that has none, and
    None for a table that is not announced; nor is one where the installation has not put avahi's file, `path`.
    """

    def __init__(
        self,
        table: Callable[[], Found],
        status: Callable[[str], None],
        name: str | None,
        path: Path | None = None,
    ) -> None:
        self._table = table
        self._status = status
        self._name = name
        self._path = path or AVAHI
        self._told = ""

    def look(self) -> Service:
        """Tell where the table is, unless that was told before; that it cannot be announced ends nothing."""
        address = self._table().address
        if address != self._told:
            self._told = address
            log.info("tablets find the table at %s", address)
            self._status(f"The table is open at {address}")
            if self._name is not None:
                self._announce(announcement(self._name, self._table().ports))
        return Service("ready")

    def _announce(self, text: str) -> None:
        """Write avahi's file in place, for its folder is not ours; avahi reads it when it is closed."""
        try:
            if self._path.exists() and self._path.read_text(encoding="utf-8") != text:
                self._path.write_text(text, encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            log.warning("the table's name is not announced in the network: %s", error)
