"""Messages that wait: bounded, the newest of what is kept, the oldest of what passes given up."""

from __future__ import annotations

import pytest

from companion.mqtt.outbox import Message, Outbox


def taken(outbox: Outbox) -> list[str]:
    return [outbox.take().text for _ in range(len(outbox))]


def test_what_passes_comes_in_order() -> None:
    outbox = Outbox()
    for text in "abc":
        outbox.put(Message("event", text))
    assert taken(outbox) == ["a", "b", "c"]


def test_of_what_is_kept_only_the_newest_waits_and_it_comes_first() -> None:
    outbox = Outbox()
    for number in range(5):
        outbox.put(Message("event", f"e{number}"))
        outbox.put(Message("view", f"v{number}", retain=True))
    assert taken(outbox) == ["v4", "e0", "e1", "e2", "e3", "e4"]


def test_an_outage_of_any_length_is_bounded_and_counted() -> None:
    outbox = Outbox(most=10)
    for number in range(1000):
        outbox.put(Message("event", str(number)))
        outbox.put(Message("view", str(number), retain=True))
    assert len(outbox) == 11
    assert outbox.dropped == 990
    assert taken(outbox) == ["999", *map(str, range(990, 1000))]


def test_nothing_waits_in_an_empty_one() -> None:
    with pytest.raises(IndexError):
        Outbox().take()
