from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.decks import DECKS, drawn_deck, face
from companion.vision.cards.deck import open_deck
from companion.vision.cards.shelf import shipped_cards
from companion.vision.frame import Frame

DIFFERENT = 9.0
"""Grey levels, on the mean, by which a JPEG differs from its drawing at most."""


@pytest.mark.parametrize("name", DECKS)
def test_the_eye_ships_with_every_drawn_card_as_it_is_drawn_now(name: str) -> None:
    """Else `models/training/card_decks.py` has to be run again."""
    drawn, deck = drawn_deck(name), open_deck(shipped_cards() / name)
    titles = [(card.code, str(card.title)) for card in drawn.cards]
    assert [(card.code, card.title) for card in deck.cards] == titles
    for card in drawn.cards:
        (sample,) = deck.of(card.code)
        learnt = Frame.load((Path(deck.folder) / sample.file).read_bytes()).pixels.astype(np.float32)
        assert np.abs(learnt - face(card, 4.0)).mean() < DIFFERENT, card.code
