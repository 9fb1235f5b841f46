"""The club: one thread that turns Views into messages and hands them to the broker when it is there.

It only tells. It subscribes to nothing: whoever can write to the broker, which is everybody in the club and every
gadget of a home, would otherwise play at this table past its pairing.
"""

from __future__ import annotations

import json
import logging
import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from threading import Condition, Thread
from typing import TYPE_CHECKING, Any

from companion.config import MqttSettings
from companion.errors import BrokerError
from companion.mqtt.discovery import discovery
from companion.mqtt.happenings import happenings
from companion.mqtt.line import connect, new_client, refused, unreachable
from companion.mqtt.outbox import Message, Outbox
from companion.mqtt.told import told
from companion.mqtt.topics import OFFLINE, ONLINE, Topics, own_name
from companion.services import fault_state
from companion.state.view import Service, View
from companion.words import say

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.reasoncodes import ReasonCode

log = logging.getLogger(__name__)

VIEWS = 64
"""Views that may wait for the thread; the oldest go, and what happened in them is told from the next one."""
FLYING = 20
"""Messages that the broker may owe an answer for; as many as paho keeps under way."""
LAST_WORDS = 2.0
"""Seconds at the end for what is still to be told."""
AT_LEAST_ONCE = 1
"""MQTT's quality of service of everything that is told."""


class Club:
    """Tells the club's broker of each View that it is shown; without the broker it keeps what fits in its outbox.

    Neither `show` nor anything that the broker does ever keeps the caller waiting. `report` hears whether the
    broker is there.
    """

    def __init__(
        self,
        settings: MqttSettings,
        folder: Path,
        report: Callable[[Service], None],
        outbox: Outbox | None = None,
    ) -> None:
        """A club that has not been started; files that the settings name lie in `folder`, if not elsewhere.

        Raises:
            BrokerError: paho-mqtt is not installed, or a file that the settings name cannot be used.
        """
        self._settings = settings
        self._report = report
        self.topics = Topics(settings.table or own_name())
        self._outbox = Outbox() if outbox is None else outbox  # an empty one is false
        self._views: deque[View] = deque(maxlen=VIEWS)
        self._last: View | None = None
        self._news = Condition()
        self._here = self._anew = self._closing = False
        self._flying = 0
        self._told = Service("off")
        self._client = self._new_client(folder)
        self._thread = Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin to connect, and to tell."""
        self._tell(Service("starting"))
        connect(self._client, self._settings)
        self._thread.start()

    def show(self, view: View) -> None:
        """Tell of `view`; returns at once."""
        with self._news:
            self._views.append(view)
            self._news.notify_all()

    @property
    def dropped(self) -> int:
        """How many messages an outage has cost."""
        return self._outbox.dropped

    def stop(self) -> None:
        """Say that the table is away and hang up; waits a moment for the broker, and no longer for a hung one."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        if not self._thread.is_alive():
            return
        self._thread.join(LAST_WORDS)
        self._client.disconnect()
        hanging_up = Thread(target=self._client.loop_stop, name="mqtt hangs up", daemon=True)
        hanging_up.start()
        hanging_up.join(LAST_WORDS)

    # ---- on the thread

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(self._something_to_do)
                views, closing = [*self._views], self._closing
                self._views.clear()
            try:
                self._turn(views, closing)
            except Exception:
                log.exception("the club cannot be told")
            if closing:
                return

    def _something_to_do(self) -> bool:
        return bool(self._views or self._closing or (self._ready() and (self._anew or len(self._outbox))))

    def _ready(self) -> bool:
        """Whether the broker can take one more.

        After an outage paho first repeats what was under way: until that has come, an older View could come last.
        """
        return self._here and self._flying < (1 if self._anew else FLYING)

    def _turn(self, views: list[View], closing: bool) -> None:
        for view in views:
            self._note(view)
        if self._comes_anew():
            self._introduce()
        if closing:
            self._outbox.put(Message(self.topics.availability, OFFLINE, retain=True))
        while len(self._outbox) and self._free():
            self._send(self._outbox.take())
        if closing:
            with self._news:
                self._news.wait_for(lambda: not (self._here and self._flying), LAST_WORDS / 2)

    def _note(self, view: View) -> None:
        """Put what is to be told of a View into the outbox."""
        before, self._last = self._last, view
        self._outbox.put(self._state(view))
        for one in happenings(before or View(0, "home"), view):
            at = _now().isoformat(timespec="seconds")
            self._outbox.put(Message(self.topics.event, _json({**one, "at": at})))

    def _state(self, view: View) -> Message:
        return Message(self.topics.view, _json(told(view, _now(), time.monotonic())), retain=True)

    def _introduce(self) -> None:
        """What a broker must know that may have lost everything."""
        self._outbox.put(Message(self.topics.availability, ONLINE, retain=True))
        if self._settings.discovery:
            for message in discovery(self.topics, self._settings.discovery):
                self._outbox.put(message)
        if self._last:
            self._outbox.put(self._state(self._last))

    def _comes_anew(self) -> bool:
        """Whether the broker has come, or come back, and has all that was under way before."""
        with self._news:
            anew = self._anew and self._ready()
            self._anew = self._anew and not anew
            return anew

    def _free(self) -> bool:
        """Whether the broker can take one more; its place is taken then."""
        with self._news:
            free = self._ready()
            self._flying += free
            return free

    def _send(self, message: Message) -> None:
        self._client.publish(message.topic, message.text, qos=AT_LEAST_ONCE, retain=message.retain)

    # ---- paho's callbacks, on its thread: they must not raise, nor call paho

    def _new_client(self, folder: Path) -> Client:
        client = new_client(self._settings, self.topics, folder)
        client.on_connect = self._connected
        client.on_connect_fail = self._not_connected
        client.on_disconnect = self._disconnected
        client.on_publish = self._published
        return client

    def _connected(self, _client: Client, _data: Any, _flags: Any, code: ReasonCode, _properties: Any) -> None:
        with self._news:
            self._here = self._anew = not code.is_failure
            self._news.notify_all()
        self._tell(fault_state(refused(code)) if code.is_failure else Service("ready"))

    def _not_connected(self, _client: Client, _data: Any) -> None:
        self._tell(fault_state(unreachable(self._settings)))

    def _disconnected(self, _client: Client, _data: Any, _flags: Any, code: ReasonCode, _properties: Any) -> None:
        with self._news:
            was_here, self._here = self._here, False
        if was_here and not self._closing:
            self._tell(fault_state(BrokerError(say("The line to the broker broke."), detail=str(code))))

    def _published(self, _client: Client, _data: Any, _mid: int, _code: Any, _properties: Any) -> None:
        with self._news:
            self._flying -= 1
            self._news.notify_all()

    def _tell(self, state: Service) -> None:
        if state == self._told:
            return
        self._told = state
        if state.state in ("retrying", "failed"):
            log.warning("mqtt: %s", state.sentence)
        try:
            self._report(state)
        except Exception:
            log.exception("the state of the broker cannot be told")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _now() -> datetime:
    return datetime.now(UTC)
