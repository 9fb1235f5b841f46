"""A verdict: which card of the deck a rectified picture shows, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.vision.cards.look import Features, Look
from companion.vision.cards.placing import Placed

Ranked = tuple[tuple[str, float], ...]
"""Codes with their confidence 0-1, best first."""

SHOWN = 4  # candidates that are told


@dataclass(frozen=True)
class Verdict:
    """The `candidates` with their confidence; `turn` is by how many corners the card is turned.

    `reason` is a slug of `companion.vision.cards.sighting.WHY_NOT`, or None where the first candidate is sure.
    """

    turn: int
    candidates: Ranked
    reason: str | None


class Recogniser(Protocol):
    """Tells which card of one deck a picture shows."""

    def placed(self, seen: Features) -> tuple[Placed, ...]:
        """Where cards may lie some of whose features are among these; none where its edges tell better."""

    def likeness(self, looks: Mapping[int, Look]) -> float:
        """How like one of the cards it is at a glance, 1 at most."""

    def recognise(self, looks: Mapping[int, Look]) -> Verdict:
        """The verdict on a card that is seen turned by each of these numbers of corners."""
