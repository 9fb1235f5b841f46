"""The host: one queue, one thread, the only writer; everybody else asks it and sees its Views."""

from __future__ import annotations

import inspect
import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, is_dataclass
from typing import Any, get_type_hints

import msgspec

from companion.desk import Desk
from companion.errors import AskError, CompanionError, HostBusy, HostStopped
from companion.eye import Eye
from companion.pictures import Pictures
from companion.ports import Wanted
from companion.state.evenings import Evening, list_evenings
from companion.state.journal import Journal
from companion.state.view import View
from companion.words import say

log = logging.getLogger(__name__)

QUEUE = 64
"""Asks that may wait; people cannot press faster, so a full queue means that the host hangs."""
TICK = 0.5
"""Seconds between looks at the clock while nothing is asked."""
POST_LIMIT = 10.0
"""Seconds that a service waits for a place in the queue."""

BUTTON = ("press", "long_press", "seat_press", "looked")
"""Asks for whose errors nobody waits: they become a notice for everybody."""
GUARDED = ("do", "give", "fix", "open_fix", "fix_act", "confirm_fix", "take_back", "open", "new", "leave")
"""Asks that depend on what the asker saw: refused when the table has moved on since."""
VERBS: Mapping[str, Callable[..., None]] = {
    name: getattr(Desk, name)
    for name in (
        *BUTTON,
        *GUARDED,
        "read",
        "accept",
        "dismiss",
        "amend",
        "remove",
        "add",
        "name_card",
        "cancel_fix",
        "pause",
        "resume",
        "clear_notice",
        "service",
    )
}


@dataclass(frozen=True)
class _Ask:
    verb: str
    args: Mapping[str, Any]
    seen: int | None
    answer: Future[View] = field(default_factory=Future)


class Host:
    """The one writer: takes asks from any thread, one at a time, and shows the View after each."""

    def __init__(
        self, desk: Desk, journal: Journal, pictures: Pictures, alive: Callable[[], None] = lambda: None
    ) -> None:
        """A host over `desk`; `alive` is called on its thread with each turn of its loop."""
        self._desk = desk
        self._journal = journal
        self._pictures = pictures
        self._alive = alive
        self._asks: queue.Queue[_Ask | None] = queue.Queue(maxsize=QUEUE)
        self._changed = threading.Condition()
        self._gate = threading.Lock()
        self._showing = threading.RLock()
        self._calls: list[Callable[[View], None]] = []
        self._view = desk.view()
        self._thread = threading.Thread(target=self._run, name="host")
        self.stopping = threading.Event()

    @property
    def view(self) -> View:
        """The latest View."""
        return self._view

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def stop(self) -> None:
        """Answer what waits, then stop; every stream sees `stopping`."""
        with self._gate:
            self.stopping.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread.is_alive():
            self._asks.put(None)
            self._thread.join()

    def ask(self, verb: str, *, seen: int | None = None, **args: Any) -> Future[View]:
        """Queue an ask made looking at View number `seen`; the future gives the View after it, or its error.

        Raises:
            AskError: there is no such verb, or its arguments do not fit.
            HostBusy: too many asks wait.
            HostStopped: the host has stopped.
        """
        ask = _Ask(verb, _checked_args(verb, args), seen)
        with self._gate:  # so that nothing comes into the queue behind the end
            if self.stopping.is_set():
                raise HostStopped(say("The companion is closing."))
            try:
                self._asks.put_nowait(ask)
            except queue.Full:
                raise HostBusy(say("The table is busy."), detail=f"{QUEUE} asks wait; got {verb!r}") from None
        return ask.answer

    def wait(self, after: int, timeout: float) -> View:
        """The latest View as soon as its number is above `after`, or when `timeout` seconds are over."""
        with self._changed:
            self._changed.wait_for(lambda: self._view.number > after or self.stopping.is_set(), timeout)
            return self._view

    def attach(self, eye: Eye) -> None:
        """Let the desk look through this eye."""

        def look(wanted: Wanted) -> bool:
            number = self._desk.looks
            return eye.look(wanted, lambda found: self.post("looked", look=found, number=number))

        self._desk.eye = look

    def post(self, verb: str, **args: Any) -> None:
        """An ask of a service: waits for a place in the queue, and nobody waits for the answer."""
        try:
            self._asks.put(_Ask(verb, _checked_args(verb, args), None), timeout=POST_LIMIT)
        except queue.Full:
            log.exception("the host does not answer: %s is lost", verb)

    def subscribe(self, call: Callable[[View], None]) -> None:
        """Call with the present View now, and on the host's thread with each new one.

        An error in it is logged and harms nobody else.
        """
        with self._showing:  # so that no older View comes after a newer one
            self._calls.append(call)
            _shown(call, self._view)

    def picture(self, picture: str) -> bytes | None:
        """The JPEG of a proposal or a log line, or None."""
        return self._pictures.get(picture)

    def evenings(self) -> tuple[Evening, ...]:
        """The newest evenings of the journal."""
        return list_evenings(self._journal)

    def _run(self) -> None:
        while True:
            self._alive()
            try:
                ask = self._asks.get(timeout=TICK)
            except queue.Empty:
                self._tick()
                continue
            if ask is None:
                return
            self._answer(ask)

    def _tick(self) -> None:
        """Let time pass; what is due and cannot be done now, on a full disk say, is told once and tried again."""
        try:
            if self._desk.tick():
                self._try_show()
        except CompanionError as error:
            if self._desk.notice is None:
                self._tell(error)
        except Exception:
            log.exception("the tick failed")

    def _answer(self, ask: _Ask) -> None:
        if not ask.answer.set_running_or_notify_cancel():
            return
        try:
            self._carry_out(ask)
            view = self._show()
        except CompanionError as error:
            if ask.verb in BUTTON:
                self._tell(error)
            ask.answer.set_exception(error)
        except Exception as error:
            log.exception("the ask %s %r failed", ask.verb, ask.args)
            self._tell(CompanionError(say("Something went wrong inside: {kind}.", kind=type(error).__name__)))
            ask.answer.set_exception(error)
        else:
            ask.answer.set_result(view)

    def _tell(self, error: CompanionError) -> None:
        self._desk.tell(error)
        self._try_show()

    def _try_show(self) -> None:
        try:
            self._show()
        except Exception:
            log.exception("the table cannot be shown")

    def _carry_out(self, ask: _Ask) -> None:
        if ask.verb in GUARDED:
            self._desk.check_fresh(ask.seen, str(ask.args.get("action", "")) if ask.verb == "do" else "")
        started = time.monotonic()
        VERBS[ask.verb](self._desk, **ask.args)
        log.debug("%s took %.1f ms", ask.verb, 1000 * (time.monotonic() - started))

    def _show(self) -> View:
        view = self._desk.view()
        with self._showing:
            with self._changed:
                self._view = view
                self._changed.notify_all()
            for call in self._calls:
                _shown(call, view)
        return view


def _shown(call: Callable[[View], None], view: View) -> None:
    try:
        call(view)
    except Exception:
        log.exception("showing View %s failed", view.number)


def _checked_args(verb: str, args: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments as the desk's types want them: a form's "3" becomes 3, a list of words stays one."""
    if verb not in VERBS:
        raise AskError(say("The table does not know this."), detail=f"expected one of {[*VERBS]}, got {verb!r}")
    kinds = get_type_hints(VERBS[verb])
    try:
        inspect.signature(VERBS[verb]).bind(None, **args)
        return {name: _fitting(value, kinds[name]) for name, value in args.items()}
    except (TypeError, msgspec.ValidationError) as error:
        detail = f"got {verb!r} {dict(args)!r}: {error}"
        raise AskError(say("Something is missing or wrong in this."), detail=detail) from error


def _fitting(value: Any, kind: Any) -> Any:
    whole = is_dataclass(kind) and isinstance(value, kind)  # type: ignore[arg-type]  # kind is a class then
    return value if whole else msgspec.convert(value, kind, strict=False)
