"""The dashboard of a table with a door: browsers come from their own addresses, paired or not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.pairing import Pairing, Register, Role
from companion.state.view import Service
from tests.web.rig import FACES, Rig
from web import create_app, pin

QUICK = "scrypt:1024:8:1"
"""scrypt that costs nothing: the tests try what is done with a hash, not how dear it is to guess."""

FILLED = {"int": "1", "default": "x", "path": "x"}
"""What stands for each kind of argument in an address."""

JSON = {"Accept": "application/json"}


class DoorRig(Rig):
    """A rig whose pages have a door; further arguments are `Pairing`'s."""

    def __init__(self, folder: Path, **more: Any) -> None:
        self.folder = folder
        self.told: list[Service] = []
        self.ahead = 0.0
        self.more = more
        self.door = self._opened()
        super().__init__(folder / "pictures", door=self.door, now=self.now)

    def _opened(self) -> Pairing:
        return Pairing(Register(self.folder), announce=self.told.append, now=self.now, **self.more)

    def restart(self) -> None:
        """The same table after a restart of the program."""
        self.door = self._opened()
        self.app = create_app(
            self.host,
            faces=FACES,
            boxes=self.boxes,
            playground=self.hands,
            chronicle=self.chronicle,
            door=self.door,
            first_run=self.first_run,
            now=self.now,
        )

    def now(self) -> float:
        """Monotonic seconds that a test moves."""
        return 1000.0 + self.ahead

    def browser(self, address: str = "192.168.1.20") -> FlaskClient:
        """A browser that nobody has let in."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    def paired(self, role: Role = Role.ACTOR, address: str = "192.168.1.30") -> FlaskClient:
        """A browser that came in with a code of this role; the first one is the host's."""
        if role < Role.HOST and not self.door.register.tablets:
            self.door.register.add("the host's")
        client = self.browser(address)
        answer = client.post(
            "/pair/code", data={"code": self.door.codes.make(role), "name": f"{role.name} of {address}"}
        )
        assert answer.status_code == 303, answer.text
        if role is Role.VIEWER:
            self.door.register.grant(self.door.register.tablets[-1].id, Role.VIEWER)
        return client

    def set_pin(self, digits: str) -> None:
        """Give the table a PIN."""
        self.door.register.set_pin(pin.hashed(digits, QUICK))


def cookie(client: FlaskClient, name: str = "companion") -> str:
    """The value of a browser's session cookie, or an empty text."""
    found = client.get_cookie(name)
    return found.value if found else ""


def routes(app: Flask) -> list[tuple[str, str, str]]:
    """Each route's endpoint, method and an address of it."""
    found = []
    for rule in app.url_map.iter_rules():
        address = re.sub(r"<(?:(\w+):)?\w+>", lambda one: FILLED[one[1] or "default"], rule.rule)
        found += [
            (rule.endpoint, method, address) for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        ]
    return found
