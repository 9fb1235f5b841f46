from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import combinations
from typing import Any, TypeGuard

import numpy as np
import pytest

from companion.decks import DECKS, HEIGHT, WIDTH, DrawnDeck, NoSuchCard, drawn_deck, face
from companion.decks.layout import BAND, SYMBOL_DRAWINGS
from companion.decks.raster import text_width
from companion.decks.shapes import Shape, Words
from companion.errors import CompanionError
from companion.rules import GAMES, plankton_rising
from companion.rules.card_game import CardGame
from companion.rules.plankton_rising.box import filled, read
from companion.rules.plankton_rising.vocabulary import SYMBOLS
from companion.rules.riot.deck import APPLES, CARDS, GANGS, SIZE, checked_box, shipped
from companion.vision.cards.deck import CARD_CODE
from web.languages import LANGUAGES, SOURCE, speaking
from web.words import text

ALL = [drawn_deck(name) for name in DECKS]
SMALL = 3.0  # pixels per millimetre: what a camera over a table sees of a card
ALIKE = 4.0  # grey levels by which two cards differ at least, on the mean


def sample_box() -> Any:
    text = files(plankton_rising).joinpath("boxes", "sample.toml").read_text(encoding="utf-8")
    return filled(tomllib.loads(text))


def test_riot_has_its_98_cards_by_the_template() -> None:
    deck = drawn_deck("riot")
    assert deck.size == CARDS
    box = checked_box(shipped("paper"))
    copies = {card.code: card.copies for card in deck.cards}
    assert sum(code.startswith("C-") for code in copies) == GANGS
    for gang in box["gangs"]:
        assert copies[gang["code"]] == SIZE
        assert copies[f"C-{gang['code']}"] == 1
    for card in box["cards"]:
        assert copies[card["id"]] == card["copies"]
    assert len(copies) == 2 * GANGS + len(box["cards"])


def test_plankton_has_48_cards_and_18_of_the_thief() -> None:
    deck, box = drawn_deck("plankton_rising"), read(sample_box())
    assert deck.size == 48 + 18
    assert {card.code for card in deck.cards} == {*box.cards, *(f"{tile}-{place}" for tile, place in box.pile)}


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.id)
def test_every_code_is_one_that_the_game_and_the_eye_know(deck: DrawnDeck) -> None:
    box = {"riot": checked_box(shipped("paper")), "plankton_rising": sample_box()}[deck.id]
    game = GAMES[deck.id]
    assert isinstance(game, CardGame)
    assert {*deck.codes} == {*game.cards(box)}
    assert all(CARD_CODE.fullmatch(code) for code in deck.codes)
    assert len({str(card.title) for card in deck.cards}) == len(deck.cards)


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.id)
def test_all_designs_differ_even_for_a_camera(deck: DrawnDeck) -> None:
    seen = {card.code: face(card, 1.0).astype(np.float32) for card in (*deck.cards, deck.back)}
    differences = {
        (one, other): float(np.abs(seen[one] - seen[other]).mean()) for one, other in combinations(seen, 2)
    }
    nearest = min(differences, key=lambda pair: differences[pair])
    assert differences[nearest] > ALIKE, nearest


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.id)
def test_everything_lies_on_the_card_and_words_have_room(deck: DrawnDeck) -> None:
    for card in (*deck.cards, deck.back):
        for item in card.items:
            if isinstance(item, Shape):
                assert item.points.min() > -1
                assert (item.points.max(axis=0) < (WIDTH + 1, HEIGHT + 1)).all(), card.code
            else:
                half = text_width(item.text, item.size, bold=item.bold) / 2
                assert item.x - half > 0, (card.code, item)
                assert item.x + half < WIDTH, (card.code, item)


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.id)
def test_a_name_is_on_every_card_in_letters_that_can_be_read(deck: DrawnDeck) -> None:
    for card in deck.cards:
        sizes = [item.size for item in card.items if isinstance(item, Words) and item.bold]
        assert max(sizes) >= 3.0, card.code
    whole = " ".join(item.text for card in deck.cards for item in card.items if isinstance(item, Words))
    assert "Toll Badger" in whole or "Captain Cork" in whole


def test_every_symbol_has_a_drawing() -> None:
    assert SYMBOL_DRAWINGS.keys() == SYMBOLS.keys()


def test_a_picture_is_as_large_as_asked_and_upside_down_words_are() -> None:
    deck = drawn_deck("riot")
    assert face(deck.card("RAD"), SMALL).shape == (264, 189, 3)
    wild = deck.card("W-RAD-PEA")
    turned = [item.text for item in wild.items if isinstance(item, Words) and item.upside_down]
    assert turned == ["PEA", "Pea Pod Posse"]
    band = face(wild, 4.0)[-52:-24].astype(int)
    name = next(item for item in wild.items if isinstance(item, Words) and item.text == "Pea Pod Posse")
    assert (band.sum(axis=2) > 700).any(axis=0).sum() > 0.5 * 4 * text_width(name.text, name.size)


def test_what_is_not_drawn_is_refused() -> None:
    with pytest.raises(NoSuchCard, match=r"'poker'"):
        drawn_deck("poker")
    with pytest.raises(NoSuchCard, match=r"'HEARTS'.*'riot'") as caught:
        drawn_deck("riot").card("HEARTS")
    assert isinstance(caught.value, CompanionError)
    assert isinstance(caught.value, LookupError)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != SOURCE])
@pytest.mark.parametrize("name", DECKS)
def test_the_rules_on_cards_are_printed_in_each_language_and_fit(name: str, language: str) -> None:
    """Names stay as the box has them; what is told below the picture ends above the band, and above the crests."""
    with speaking(language):
        deck = drawn_deck(name, text)
        small = {card.code: [item for item in card.items if _rule(item)] for card in deck.cards}
    english = {card.code: [item for item in card.items if _rule(item)] for card in drawn_deck(name).cards}
    said = {
        code for code, rows in small.items() if [row.text for row in rows] != [row.text for row in english[code]]
    }
    assert len(said) > len(deck.cards) / 3
    assert [str(card.title) for card in deck.cards] == [str(card.title) for card in drawn_deck(name).cards]
    for code, rows in small.items():
        assert len(rows) <= (2 if code in APPLES else 4), code
        assert max((row.y for row in rows), default=0) < HEIGHT - BAND - 0.7, code


def _rule(item: object) -> TypeGuard[Words]:
    return isinstance(item, Words) and not item.bold and item.y > 55
