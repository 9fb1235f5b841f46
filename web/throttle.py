"""How much one asker may ask for: requests in a time."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from flask import Flask, make_response, request
from flask.typing import ResponseReturnValue

from companion.errors import CompanionError
from companion.words import say
from web import answers, sessions
from web.site import here

KEPT = 4096
"""Counters that are kept; the one that was used longest ago goes first."""


@dataclass(frozen=True)
class Limit:
    """At most `most` at once, and so many in `seconds` for ever: a bucket that fills evenly.

    It counts for each asker (a paired tablet, else an address), or for all together.
    """

    most: int
    seconds: float
    together: bool = False


EVERYTHING = Limit(1500, 60)
"""All requests of one asker: a page has some thirty files, and a simulated table's lamps are looked at often."""

POSTS = Limit(300, 60)
"""Those that change something: nobody taps five times a second for a minute."""

LIMITS: Mapping[str, tuple[Limit, ...]] = {
    "pairing.code": (Limit(10, 60), Limit(120, 60, together=True)),
    "pairing.knock": (Limit(6, 60), Limit(20, 60, together=True)),
    "pairing.unlock": (Limit(5, 900), Limit(20, 900, together=True)),
    "tablets.set_pin": (Limit(5, 60),),
    "teach.take_in": (Limit(20, 60),),
    "teach.look": (Limit(60, 60),),
    "teach_samples.send": (Limit(60, 60),),
}
"""Limits of single endpoints beside those of everything: guesses, and what costs the machine much."""


class TooMany(CompanionError, ConnectionRefusedError):
    """More requests than one tablet has use for; `wait` is the whole seconds until the next may come."""

    slug = "too-many-requests"
    default_advice = say("Wait a moment and try once more.")

    def __init__(self, detail: str, wait: int) -> None:
        self.wait = wait
        super().__init__(say("This is too often."), detail=detail)


class Throttle:
    """The counters of one application; `now` is monotonic seconds. Any thread may use it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._full_at: OrderedDict[tuple[str, str], float] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, limit: Limit, what: str, asker: str) -> None:
        """Count one request.

        The generic cell rate algorithm (ITU-T I.371): all that is kept of a bucket is when it will be full again.

        Raises:
            TooMany: it is one too many; it is not counted.
        """
        key, each = (what, "" if limit.together else asker), limit.seconds / limit.most
        with self._lock:
            now = self._now()
            full_at = max(self._full_at.get(key, now), now) + each
            if full_at - now > limit.seconds + each / 2:  # half a request: sums of fractions are not exact
                raise TooMany(f"more than {limit} of {key!r}", math.ceil(full_at - now - limit.seconds))
            self._full_at[key] = full_at
            self._full_at.move_to_end(key)
            while len(self._full_at) > KEPT:
                self._full_at.popitem(last=False)


def install(app: Flask, now: Callable[[], float] = time.monotonic) -> None:
    """Count every request to `app`, and refuse what is too much."""
    throttle = Throttle(now)
    app.before_request(lambda: check(throttle))
    app.register_error_handler(TooMany, told)


def check(throttle: Throttle) -> None:
    """Let the present request through.

    Raises:
        TooMany: too many came in a short time.
    """
    pairing = here().pairing
    if pairing and pairing.trusts_this_machine and sessions.from_this_machine():
        return
    asker, endpoint = sessions.who(), request.endpoint or ""
    throttle.count(EVERYTHING, "everything", asker)
    if request.method != "POST":
        return
    throttle.count(POSTS, "posts", asker)
    for limit in LIMITS.get(endpoint, ()):
        throttle.count(limit, f"{endpoint} of all" if limit.together else endpoint, asker)


def told(error: TooMany) -> ResponseReturnValue:
    """The refusal, with the time to wait."""
    answer = make_response(answers.refused(error))
    answer.status_code = 429
    answer.headers["Retry-After"] = str(error.wait)
    return answer
