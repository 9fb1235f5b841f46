"""Codes that let a tablet in: short, few uses, few guesses."""

from __future__ import annotations

import hmac
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.pairing.letters import plain_code, random_code, shown_code
from companion.pairing.tablets import PairingError, Role
from companion.words import say

GUESSES = 120
"""Wrong codes in a minute, of all tablets together, after which none is taken for the rest of it."""

MINUTE = 60.0
"""Seconds."""

MOST = 16
"""Codes that are good at a time; one more takes the place of the oldest."""


class WrongCode(PairingError):
    """A code that is not, or no longer, good."""

    slug = "wrong-code"
    default_advice = say("Look at the code again; each is good for a short time and one tablet.")


@dataclass
class _Code:
    text: str
    role: Role
    uses: int
    until: Callable[[], bool]


@dataclass
class Codes:
    """The codes that are good now; `now` is monotonic seconds. Any thread may use it.

    `elsewhere` gives the role of a code that was made elsewhere, and takes it away; or None. The codes of one
    `era` are good in no other.
    """

    now: Callable[[], float] = time.monotonic
    elsewhere: Callable[[str], Role | None] = lambda _typed: None
    era: Callable[[], int] = lambda: 0
    _codes: list[_Code] = field(default_factory=list, init=False)
    _wrong: list[float] = field(default_factory=list, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def make(
        self, role: Role, *, uses: int = 1, seconds: float = 600.0, lasts: Callable[[], bool] | None = None
    ) -> str:
        """A new code for `uses` tablets, good for so many seconds, and longer while `lasts` says so."""
        text, end, era = random_code(), self.now() + seconds, self.era()

        def good() -> bool:
            return era == self.era() and (self.now() < end or bool(lasts and lasts()))

        with self._lock:
            self._codes = [*self._good(), _Code(text, role, uses, good)][-MOST:]
        return shown_code(text)

    def take(self, text: str) -> Role:
        """The role that a code gives; one use of it is gone.

        Raises:
            WrongCode: it is not good, or too many were tried in the last minute.
        """
        with self._lock:
            self._check_guesses()
            role = self._own(text)
            role = self.elsewhere(text) if role is None else role
            if role is None:
                self._wrong.append(self.now())
                raise WrongCode(say("This code is not good."), detail=f"{len(self._codes)} codes are good now")
            return role

    def forget(self) -> None:
        """No code is good any more."""
        with self._lock:
            self._codes = []

    def _own(self, text: str) -> Role | None:
        typed = plain_code(text).encode()
        self._codes = self._good()
        # every code is compared, each in constant time: how long it takes tells nothing
        matches = [code for code in self._codes if hmac.compare_digest(code.text.encode(), typed)]
        if not matches:
            return None
        matches[0].uses -= 1
        return matches[0].role

    def _good(self) -> list[_Code]:
        return [code for code in self._codes if code.uses > 0 and code.until()]

    def _check_guesses(self) -> None:
        self._wrong = [at for at in self._wrong if self.now() - at < MINUTE]
        if len(self._wrong) >= GUESSES:
            raise WrongCode(
                say("Too many wrong codes were tried."), advice=say("Wait a minute, or use the table button.")
            )
