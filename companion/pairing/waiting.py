"""A tablet that waits at the door: one at a time, under a sign that people can compare."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from companion.rules.colours import COLOURS
from companion.rules.setup import COLOURS as SEAT_COLOURS
from companion.words import Sentence, say

ANIMALS = (
    say("otter"), say("whale"), say("heron"), say("crab"), say("seal"), say("squid"), say("gull"), say("eel"),
    say("turtle"), say("ray"), say("shark"), say("snail"), say("starfish"), say("pelican"),
    say("urchin"), say("prawn"),
)  # fmt: skip

PATIENCE = 60.0
"""Seconds for which a tablet waits."""


@dataclass(frozen=True)
class Sign:
    """What the waiting tablet and the table's own tablets show: an animal and a colour."""

    animal: Sentence
    colour: str

    @property
    def sentence(self) -> Sentence:
        """The sign in words."""
        return say("{animal}, {colour}", animal=self.animal, colour=COLOURS[self.colour])


@dataclass(frozen=True)
class Waiting:
    """A tablet that waits: `ticket` is its secret, `until` monotonic seconds."""

    ticket: str
    name: str
    sign: Sign
    until: float


def arrived(name: str, now: float) -> Waiting:
    """A tablet that begins to wait at `now`, monotonic seconds, under a sign that nobody can choose."""
    sign = Sign(secrets.choice(ANIMALS), secrets.choice(SEAT_COLOURS))
    return Waiting(secrets.token_urlsafe(16), name, sign, now + PATIENCE)
