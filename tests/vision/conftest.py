from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.vision import classifier, detector
from companion.vision.reader import DiceReader

from .oracle import BASE, CLASSES, ColourReader, SquareDetector

PIPS = {"set": "pips", "title": "Pip dice", "kind": "classes", "sure": 0.7}
FRIENDS = {"set": "friends", "title": "Friends", "kind": "classes", "sure": 0.7}


def write_card(folder: Path, card: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "card.json").write_bytes(msgspec.json.encode(card))


def class_card(head: dict[str, object], codes: tuple[str, ...]) -> dict[str, object]:
    faces = [{"code": code, "name": f"face {code}"} for code in codes]
    return head | {"faces": faces, "classes": {code: code for code in codes}}


@pytest.fixture
def square_detector() -> SquareDetector:
    return SquareDetector()


@pytest.fixture
def colour_reader() -> ColourReader:
    return ColourReader()


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A folder with the cards of the base and two sets, but no networks."""
    write_card(tmp_path / "base", BASE)
    write_card(tmp_path / "pips", class_card(PIPS, CLASSES[:6]))
    write_card(tmp_path / "friends", class_card(FRIENDS, CLASSES[6:-1]))
    return tmp_path


@pytest.fixture
def reader(
    cards: Path, monkeypatch: pytest.MonkeyPatch, square_detector: SquareDetector, colour_reader: ColourReader
) -> DiceReader:
    """A reader of drawn squares."""
    monkeypatch.setattr(detector, "session", lambda *_: square_detector)
    monkeypatch.setattr(classifier, "session", lambda *_: colour_reader)
    return DiceReader(cards)
