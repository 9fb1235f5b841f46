from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.commands.read import main
from companion.vision.cards import lettering, teaching
from companion.vision.cards.deck import DECKS
from companion.vision.frame import Frame
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.table import photograph

CARDS = varied(np.random.default_rng(41), 4)


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    state = tmp_path_factory.mktemp("state")
    teaching.begin(state / DECKS / "drawn", "Drawn", SIZE)
    teaching.teach_all(state / DECKS / "drawn", [(code, name, face) for code, (name, face) in CARDS.items()])
    return state


@pytest.fixture(scope="module")
def photo(state: Path) -> Path:
    shot = photograph([CARDS["V2"][1], CARDS["V0"][1]], SIZE, "clean", np.random.default_rng(2))
    (state / "table.jpg").write_bytes(shot.frame.jpeg(95))
    return state / "table.jpg"


def run(state: Path, *arguments: str) -> int:
    return main(["--cards", "--deck", "drawn", "--state", str(state), *arguments])


def test_cards_are_told_in_words(state: Path, photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(state, str(photo)) == 0
    assert capsys.readouterr().out.startswith(f"{photo}: V2 V0")


def test_cards_are_told_to_programs_and_shown(
    state: Path, photo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(state, "--json", "--annotate", str(tmp_path / "seen.png"), str(photo)) == 0
    line = json.loads(capsys.readouterr().out)
    sure = [card for card in line["cards"] if card["code"]]
    assert [card["code"] for card in sure] == ["V2", "V0"]
    assert sure[0]["title"] == CARDS["V2"][0]
    assert np.array(sure[0]["corners"]).shape == (4, 2)
    assert (line["ok"], line["why_not"]) == (True, None)
    assert Frame.load(tmp_path / "seen.png").width == 1280


def test_a_table_without_cards_and_a_deck_that_is_none(
    state: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "bare.png"
    bare.write_bytes(photograph([], SIZE, "clean", np.random.default_rng(1)).frame.png())
    (tmp_path / "text.png").write_bytes(b"no picture")
    monkeypatch.setattr(lettering, "LIBRARY", "no_such_library")
    assert run(state, "--json", "--words", str(bare), str(tmp_path / "text.png")) == 0
    told = capsys.readouterr()
    first, second = (json.loads(line) for line in told.out.splitlines())
    assert (first["ok"], first["why_not"], first["cards"]) == (False, "no-cards", [])
    assert (second["why_not"], second["cards"]) == ("not-a-picture", [])
    assert "not installed" in told.err
    assert main(["--cards", "--deck", "nothing", "--state", str(state), str(bare)]) == 2
    assert "no deck" in capsys.readouterr().err
