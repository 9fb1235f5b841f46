"""What a family would read in the log: what was laid, played and taken, not every step on the way."""

from __future__ import annotations

from companion.rules.game import Event, Setup
from companion.rules.riot import events as ev
from companion.rules.riot.deck import UNKNOWN
from companion.rules.riot.tell import tell
from companion.words import Sentence

STEPS = (ev.Peeked, ev.Passed, ev.GiftsDue, ev.DrawDue, ev.RecruitDue, ev.WarDue)
"""Events that only lead to what is told next."""


def gist(setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
    """What is worth a line in the log."""
    return tuple(tell(setup, event) for event in events if not _is_step(event))


def _is_step(event: Event) -> bool:
    """Whether an event happens in every turn, hidden draw and plain end, or only leads on to another."""
    if isinstance(event, ev.Drew):
        return event.opening and set(event.cards) <= {UNKNOWN}
    if isinstance(event, ev.TurnEnded):
        return not event.cards
    return isinstance(event, STEPS)
