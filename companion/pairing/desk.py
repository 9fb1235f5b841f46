"""The door: a tablet knocks, and a hand at the table button, a code or a host lets it in."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from companion.pairing.codes import Codes
from companion.pairing.invitation import Invitation
from companion.pairing.tablets import PairingError, Register, Role, Tablet
from companion.pairing.unlocked import Unlocked
from companion.pairing.waiting import PATIENCE, Waiting, arrived
from companion.state.view import Service
from companion.words import say

log = logging.getLogger(__name__)

HALF_AN_HOUR = 1800.0
"""Seconds."""

DAMAGED = Service(
    "failed",
    say("The list of tablets cannot be read: every tablet must join anew."),
    say("The first one that joins is the host."),
)
"""What everybody should know of a list that a failing card or another user has spoilt."""

SIMULATED_USES = 16
"""Tablets that may come in by the code of a simulated table, which has no stranger at its button."""


class Pairing:
    """Who may come in, and who is in; any thread may use it.

    `everybody_plays` is the setting for families who want no pairing: who is not paired may play, but not set up.
    `trusts_this_machine` says that a browser on this machine is a host without being paired: on a simulated table,
    where the machine stands before who tries it. `has_button` tells whether there is a table button now.
    `announce` tells everybody that a tablet waits. `where` tells at which address tablets find the table now.
    `invitation` is the code that a command may have written beside the table.
    """

    def __init__(
        self,
        register: Register,
        *,
        announce: Callable[[Service], None] = lambda _state: None,
        everybody_plays: bool = False,
        trusts_this_machine: bool = False,
        has_button: Callable[[], bool] = lambda: True,
        invitation: Invitation | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.register = register
        self._invitation = invitation
        self.codes = Codes(now, self._invited, lambda: register.emptied)
        self.unlocked = Unlocked(now)
        self.everybody_plays = everybody_plays
        self.trusts_this_machine = trusts_this_machine
        self.has_button = has_button
        self.where: Callable[[], str] = lambda: ""
        self._announce = announce
        self._now = now
        self._lock = threading.Lock()
        self._waiting: Waiting | None = None
        self._let_in: dict[str, tuple[Tablet, float]] = {}

    def first_code(self) -> str:
        """The code that the program shows at its start: for one tablet, and for half an hour.

        While nobody is paired it stays good. On a simulated table it is good for several.
        """
        uses = SIMULATED_USES if self.trusts_this_machine else 1
        return self.codes.make(
            Role.ACTOR, uses=uses, seconds=HALF_AN_HOUR, lasts=lambda: not self.register.tablets
        )

    @property
    def waiting(self) -> Waiting | None:
        """The tablet that waits for the button, or None."""
        with self._lock:
            return self._present()

    def knock(self, name: str) -> Waiting:
        """A tablet begins to wait for the table button.

        Raises:
            PairingError: another one waits, or the table has no button.
        """
        if not self.has_button():
            raise PairingError(
                say("This table has no button."), advice=say("Use the code that the companion shows at its start.")
            )
        with self._lock:
            if self._present():
                raise PairingError(
                    say("Another tablet is waiting at the table."), advice=say("Wait a minute and try again.")
                )
            self._waiting = made = arrived(name, self._now())
        self._announce(self.state())
        return made

    def press(self, *, held: bool, playing: bool) -> bool:
        """Whether a press of the table button let a waiting tablet in, and so means nothing else.

        During a game a short press belongs to the game: nobody lets a stranger in by accepting a roll.
        """
        with self._lock:
            waiting = self._present()
            if waiting is None or (playing and not held):
                return False
            self._waiting = None
        try:
            tablet = self.register.add(waiting.name)
            with self._lock:
                self._let_in = {key: one for key, one in self._let_in.items() if self._now() < one[1]}
                self._let_in[waiting.ticket] = tablet, self._now() + PATIENCE
            self._announce(self.state())
        except PairingError as error:
            self._announce(Service("failed", error.sentence))
        return True

    def collect(self, ticket: str) -> Tablet | None:
        """The tablet that came in with this ticket, once; None while it waits or when it waited in vain."""
        with self._lock:
            tablet, until = self._let_in.pop(ticket, (None, 0.0))
            return tablet if self._now() < until else None

    def send_away(self, ticket: str | None = None) -> None:
        """The waiting tablet waits no more; with a `ticket` only if it is that one."""
        with self._lock:
            gone = self._waiting is not None and ticket in (None, self._waiting.ticket)
            self._waiting = None if gone else self._waiting
        if gone:
            self._announce(self.state())

    def state(self) -> Service:
        """What everybody should know: that a tablet waits, and how it is let in."""
        waiting = self.waiting
        if waiting is None:
            return DAMAGED if self.register.damaged else Service("ready")
        return Service(
            "asking",
            say(
                "A tablet wants to join, with the sign “{sign}”. If it is yours, hold the table button down.",
                sign=waiting.sign.sentence,
            ),
        )

    def enter(self, code: str, name: str) -> Tablet:
        """A tablet that comes in with a code.

        Raises:
            PairingError: the code is not good, or the list cannot be written.
        """
        return self.register.add(name, self.codes.take(code))

    def remove_all(self) -> None:
        """Let nobody in any more, by session, code or PIN's unlocking; who is let in next becomes the host.

        Raises:
            PairingError: the list cannot be written; they are out all the same, until the next start.
        """
        self.codes.forget()
        if self._invitation:
            self._invitation.forget()
        self.unlocked.end()
        self.send_away()
        self.register.remove_all()

    def close(self) -> None:
        """Write down when each tablet was last seen."""
        self.register.keep()

    def _invited(self, typed: str) -> Role | None:
        return self._invitation.take(typed) if self._invitation else None

    def _present(self) -> Waiting | None:
        return self._waiting if self._waiting and self._now() < self._waiting.until else None
