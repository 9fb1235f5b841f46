"""Replay of reported cards: the pictures of a bundle read again with the deck that goes along, or is shipped."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from companion.bundles import Bundle, SeenCards, Unpacked
from companion.cards import codes_of, meaning
from companion.vision.cards.deck import Deck, open_deck
from companion.vision.cards.parcel import unpack
from companion.vision.cards.reader import CardReader
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame

Sightings = tuple[CardSighting, ...]
Verdict = Literal["right", "asked", "wrong", "open"]


def replayed_cards(opened: Unpacked, seen: SeenCards) -> Sightings:
    """The cards that the eye sees in a bundle's picture now; raises as `replay.replayed` does."""
    if not opened.deck:
        return _read(open_deck(shipped_cards() / seen.deck), opened)
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        return _read(unpack(opened.deck, Path(folder) / seen.deck), opened)


def _read(deck: Deck, opened: Unpacked) -> Sightings:
    return CardReader(deck).read(Frame.load(opened.pictures[-1]), opened.bundle.note.tray)


def as_seen(seen: SeenCards) -> Sightings:
    """The cards as they were seen when the picture was taken."""
    return tuple(one.sighting() for one in seen.cards)


def verdict_of_cards(bundle: Bundle, seen: SeenCards, now: Sequence[CardSighting]) -> Verdict:
    """Whether cards that are seen are right: as `replay.verdict`, for what a table would propose."""
    if bundle.truth is None:
        return "open"
    proposed = proposed_cards(seen, now, len(bundle.truth))
    if sorted(proposed) == sorted(bundle.truth) and (proposed or not now):
        return "right"
    return "wrong" if proposed and all(code in seen.codes for code in proposed) else "asked"


def proposed_cards(seen: SeenCards, now: Sequence[CardSighting], count: int = 1) -> list[str]:
    """The codes of the `count` cards that a table would propose; none where it would ask."""
    if count > 1:
        row = codes_of(one for one in now if one.code in seen.codes)
        return row if len(row) == count else []
    return codes_of(shown) if len(shown := meaning(now, seen.codes)) == 1 else []


def questioned_cards(seen: SeenCards, now: Sequence[CardSighting], count: int = 1) -> bool:
    """Whether people would be asked: too few or too many, one that is not sure, or one that means nothing then."""
    proposed = proposed_cards(seen, now, count)
    return not proposed or any(code not in seen.codes for code in proposed)
