from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from companion.errors import ModelError
from companion.vision.cards.deck import DeckShelf, open_deck
from companion.vision.cards.look import Look
from companion.vision.cards.printed import PrintedCards
from companion.vision.cards.reader import CardReader
from companion.vision.cards.rectify import standard
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import UNKNOWN
from companion.vision.classifier import softmax
from companion.vision.frame import Frame, Pixels
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.photos import labelled_cards, matched

DECK = "playing-cards"
EVERY = 6  # each so-many-th labelled photograph is read every day
PIPS = {"2": [(0.5, 0.2)], "4": [(0.29, 0.2), (0.71, 0.2)], "10": []}


@pytest.fixture(scope="module")
def printed() -> PrintedCards:
    deck = open_deck(shipped_cards() / DECK)
    return PrintedCards(Path(deck.folder) / deck.network)


def card(rank: str, heart: bool) -> Pixels:
    """A plain card of our own: index in two corners, pips of a heart's or a diamond's form."""
    sheet = Image.new("RGB", (378, 528), "white")
    half = Image.new("RGBA", sheet.size)
    draw = ImageDraw.Draw(half)
    draw.text((36, 16), rank, (200, 20, 30), ImageFont.load_default(60), anchor="ma")
    _pip(draw, 36, 108, 40, heart)
    for x, y in PIPS[rank]:
        _pip(draw, 378 * x, 528 * y, 86, heart)
    for layer in (half, half.rotate(180)):
        sheet.paste(layer, (0, 0), layer)
    return np.asarray(sheet, np.uint8)


def _pip(draw: ImageDraw.ImageDraw, x: float, y: float, size: float, heart: bool) -> None:
    r, ink = size / 2, (200, 20, 30)
    if not heart:
        draw.polygon([(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)], ink)
        return
    for side in (-1, 1):
        middle = x + side * 0.45 * r
        draw.ellipse((middle - 0.5 * r, y - 0.85 * r, middle + 0.5 * r, y + 0.15 * r), ink)
    draw.polygon([(x - 0.9 * r, y - 0.2 * r), (x + 0.9 * r, y - 0.2 * r), (x, y + r)], ink)


@pytest.mark.parametrize(("rank", "heart", "code"), [("2", True, "2H"), ("4", False, "4D"), ("4", True, "4H")])
def test_cards_of_another_make_are_read_either_way_up(
    printed: PrintedCards, rank: str, heart: bool, code: str
) -> None:
    picture = standard(card(rank, heart), SIZE)
    for seen in (picture, np.ascontiguousarray(picture[::-1, ::-1])):
        assert printed.recognise({0: Look(seen)}).candidates[0][0] == code


def test_what_is_no_playing_card_is_unknown(printed: PrintedCards) -> None:
    strange = [standard(face, SIZE) for _, face in varied(np.random.default_rng(4), 12).values()]
    verdicts = [printed.recognise({0: Look(face)}) for face in strange]
    assert all(verdict.reason is not None for verdict in verdicts)
    assert sum(verdict.reason == UNKNOWN for verdict in verdicts) >= 9


def test_the_deck_of_playing_cards_has_52(printed: PrintedCards) -> None:
    deck = DeckShelf(shipped_cards()).deck(DECK)
    assert len(deck.known) == 52
    assert deck.card("QH").title == "Queen of Hearts"
    assert {rank + suit for rank in printed.card.ranks for suit in printed.card.suits} == deck.known


def test_chances_add_up() -> None:
    chances = softmax(np.array([[1.0, 2.0, 800.0]], np.float32))
    assert chances.sum() == pytest.approx(1)
    assert chances.argmax() == 2


def test_a_damaged_network_is_told(tmp_path: Path) -> None:
    shutil.copytree(shipped_cards() / DECK, tmp_path / DECK)
    path = tmp_path / DECK / "card.json"
    card = json.loads(path.read_text())
    (tmp_path / DECK / card["file"]).unlink()
    with pytest.raises(ModelError, match="missing"):
        PrintedCards(path)
    path.write_text("[]")
    with pytest.raises(ModelError, match="damaged"):
        PrintedCards(path)


@pytest.mark.photos
def test_real_cards_are_read_or_asked_about() -> None:
    cards = labelled_cards()[::EVERY]
    if not cards:
        pytest.skip("the folder of real photographs is not there")
    reader = CardReader(open_deck(shipped_cards() / DECK))
    fates: Counter[str] = Counter()
    for one in cards:
        frame = Frame.load(one.photo.path)
        seen = reader.read(frame)
        mine = next(
            (seen[k] for k, box, _ in matched([s.corners for s in seen], one.photo, frame) if box == one.box), None
        )
        fates["missed" if mine is None else "asked" if not mine.sure else str(mine.code == one.code)] += 1
    assert fates["False"] == 0
    assert fates["True"] >= 0.3 * len(cards)
    assert fates["missed"] <= 0.35 * len(cards)
