"""Where the eye for cards lies: its networks and the decks that are shipped."""

from __future__ import annotations

from pathlib import Path

BESIDE = Path(__file__).resolve().parents[2] / "models" / "cards"  # in an installed wheel
IN_CHECKOUT = Path(__file__).resolve().parents[3] / "models" / "cards"


def shipped_cards() -> Path:
    """The folder of the networks and decks that are shipped."""
    return BESIDE if BESIDE.exists() else IN_CHECKOUT
