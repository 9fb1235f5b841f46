"""The outbox: messages that wait for the broker; bounded, so that no outage fills the memory."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A message: its topic, its text, and whether the broker keeps it for those who come later."""

    topic: str
    text: str
    retain: bool = False


class Outbox:
    """Messages in order; of a kept one only the newest of its topic, of the others at most `most`.

    Beyond that the oldest go: `dropped` counts them. Not safe for several threads.
    """

    def __init__(self, most: int = 500) -> None:
        self._passing: deque[Message] = deque(maxlen=most)
        self._kept: dict[str, Message] = {}
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._kept) + len(self._passing)

    def put(self, message: Message) -> None:
        """Add a message."""
        if message.retain:
            self._kept.pop(message.topic, None)
            self._kept[message.topic] = message
            return
        self.dropped += len(self._passing) == self._passing.maxlen
        self._passing.append(message)

    def take(self) -> Message:
        """The next message, those that are kept first.

        Raises:
            IndexError: there is none.
        """
        if self._kept:
            return self._kept.pop(next(iter(self._kept)))
        return self._passing.popleft()
