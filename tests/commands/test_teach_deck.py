from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.commands.teach_deck import main
from companion.vision.cards import lettering
from companion.vision.cards.deck import DECKS, open_deck
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.table import photograph

FACES = {code: picture for code, (_, picture) in varied(np.random.default_rng(31), 2).items()}


@pytest.fixture(autouse=True)
def no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "LIBRARY", "no_such_library")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def run(state: Path, *arguments: str) -> int:
    return main([*arguments, "--state", str(state)])


def photo(folder: Path, name: str, code: str, seed: int = 1) -> str:
    folder.mkdir(exist_ok=True)
    shot = photograph([FACES[code]], SIZE, "clean", np.random.default_rng(seed), turns=[5.0])
    (folder / name).write_bytes(shot.frame.jpeg(95))
    return str(folder / name)


def test_a_deck_is_taught_listed_packed_and_taken_in(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = tmp_path / "photos"
    photo(photos, "fox.jpg", "V0")
    photo(photos, "fox_2.jpg", "V0", 2)
    photo(photos, "oak.jpg", "V1")
    assert run(state, "forest", str(photos), "--deck-title", "The Forest") == 0
    assert run(state, "forest", "--list", "--show", "--export", str(tmp_path / "forest.zip")) == 0
    out = capsys.readouterr().out
    assert "learnt fox 'fox', 2 pictures" in out
    assert "The Forest: 2 cards, 3 pictures" in out
    assert "0 wrong" in out
    assert "the words on cards are not read" in out
    assert run(state, "wood", "--import", str(tmp_path / "forest.zip")) == 0
    assert run(state, "wood", "--forget", "oak") == 0
    assert [card.code for card in open_deck(state / DECKS / "wood").cards] == ["fox"]
    assert run(state, "wood", "--undo") == 0
    assert len(open_deck(state / DECKS / "wood").cards) == 2
    assert run(state, "--list") == 0
    assert "forest" in capsys.readouterr().out


def test_a_title_is_read_where_the_words_can_be(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lettering, "suggest_title", lambda _: "Red Fox")
    path = photo(tmp_path, "fox.jpg", "V0")
    assert run(state, "forest", "--card", "fox", path) == 0
    assert "Red Fox" in capsys.readouterr().out
    assert run(state, "forest", "--card", "fox", "--title", "Fox", photo(tmp_path, "b.jpg", "V0", 2)) == 0
    assert open_deck(state / DECKS / "forest").card("fox").title == "Fox"


def test_what_teaches_nothing_is_told(state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = tmp_path / "bare.jpg"
    bare.write_bytes(photograph([], SIZE, "clean", np.random.default_rng(1)).frame.jpeg())
    assert run(state, "forest", "--card", "fox", str(bare)) == 1
    assert "No card is seen" in capsys.readouterr().err
    assert run(state, "My Deck", str(bare)) == 2
    assert run(state, "nothing", "--show") == 2
    assert run(state, "nothing", "--undo") == 2
    with pytest.raises(SystemExit):
        run(state)
