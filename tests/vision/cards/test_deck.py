from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import LessonError
from companion.vision.cards.deck import DECK, POKER, Deck, DeckCard, DeckShelf, Sample, decoded, encoded, open_deck

SAMPLE = Sample("fox", "0" * 64, "fox.jpg", "2024-01-01T00:00:00+00:00")
FOREST = Deck("forest", "Forest", POKER, (DeckCard("fox", "Füchsin"), DeckCard("oak", "Oak")), (SAMPLE,))


def laid(root: Path, deck: Deck) -> Path:
    (root / deck.id).mkdir(parents=True)
    (root / deck.id / DECK).write_bytes(encoded(deck))
    return root


def test_a_deck_comes_back_from_its_file(tmp_path: Path) -> None:
    laid(tmp_path, FOREST)
    deck = open_deck(tmp_path / "forest")
    assert replace(deck, folder="") == FOREST
    assert deck.folder == str(tmp_path / "forest")
    assert deck.card("fox").title == "Füchsin"
    assert deck.known == {"fox"}
    with pytest.raises(LessonError, match="bear"):
        deck.card("bear")


@pytest.mark.parametrize(
    "change",
    [
        ("format = 1", "format = 2"),
        ('code = "oak"', 'code = "fox"'),
        ('code = "oak"', 'code = "../oak"'),
        ("63.0", "6300.0"),
        ("0000", "00zz"),
        ('title = "Forest"', "title = 3"),
        ('code = "fox", title', 'code = "hen", title'),
        ("cards", "cards["),
    ],
)
def test_a_damaged_deck_is_refused(tmp_path: Path, change: tuple[str, str]) -> None:
    laid(tmp_path, FOREST)
    text = encoded(FOREST).decode()
    assert change[0] in text
    (tmp_path / "forest" / DECK).write_text(text.replace(*change, 1), encoding="utf-8")
    with pytest.raises(LessonError, match="damaged"):
        open_deck(tmp_path / "forest")


def test_a_deck_of_the_family_hides_a_shipped_one(tmp_path: Path) -> None:
    own, shipped = tmp_path / "own", tmp_path / "shipped"
    laid(shipped, FOREST)
    laid(shipped, replace(FOREST, id="sea"))
    laid(own, replace(FOREST, title="Ours"))
    shelf = DeckShelf(own, shipped, tmp_path / "nowhere")
    assert shelf.ids == ("forest", "sea")
    assert shelf.deck("forest").title == "Ours"
    assert shelf.folder("sea") == shipped / "sea"
    for strange in ("moon", "../shipped/sea", ""):
        with pytest.raises(LessonError, match="no deck"):
            shelf.deck(strange)


def test_what_is_too_large_is_no_deck() -> None:
    with pytest.raises(ValueError, match="at most"):
        decoded(b"#" * 2_000_001)
