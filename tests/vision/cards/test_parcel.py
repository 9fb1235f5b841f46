from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.errors import LessonError
from companion.vision.cards import parcel, teaching
from companion.vision.cards.deck import DECK, Deck, decoded, encoded, open_deck
from tests.vision.cards.drawn import SIZE, varied

FACES = [(code, title, picture) for code, (title, picture) in varied(np.random.default_rng(2), 3).items()]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("decks") / "forest"
    teaching.begin(folder, "Forest", SIZE)
    teaching.teach_all(folder, FACES)
    return parcel.packed(folder)


def changed(data: bytes, change: Callable[[dict[str, bytes]], None]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def with_deck(change: Callable[[Deck], Deck]) -> Callable[[dict[str, bytes]], None]:
    return lambda files: files.update({DECK: encoded(change(decoded(files[DECK])))})


def test_a_deck_comes_to_another_table_whole(packed: bytes, tmp_path: Path) -> None:
    deck = parcel.unpack(packed, tmp_path / "woods")
    assert (deck.id, deck.title, [card.title for card in deck.cards]) == (
        "woods",
        "Forest",
        [title for _, title, _ in FACES],
    )
    assert parcel.packed(tmp_path / "woods") == changed_id(packed, "woods")
    place = tmp_path / "woods.zip"
    parcel.pack(tmp_path / "woods", place)
    with pytest.raises(LessonError, match="already"):
        parcel.pack(tmp_path / "woods", place)


def changed_id(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = {one: archive.read(one) for one in archive.namelist()}
    files[DECK] = encoded(replace(decoded(files[DECK]), id=name))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for one, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(one), content)
    return out.getvalue()


def test_what_was_there_can_be_had_back(packed: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "forest"
    teaching.begin(folder, "Ours", SIZE)
    mine = teaching.teach(folder, "fox", "Fox", FACES[0][2])
    assert len(parcel.unpack(packed, folder).cards) == 3
    assert teaching.undo(folder).cards == mine.cards


@pytest.mark.parametrize(
    "change",
    [
        lambda files: files.pop(DECK),
        lambda files: files.pop(next(name for name in files if name.endswith(".jpg"))),
        lambda files: files.update({next(n for n in files if n.endswith(".jpg")): b"\xff\xd8 no picture"}),
        lambda files: files.update({"../evil": b""}),
        lambda files: files.update({"/evil": b""}),
        lambda files: files.update({DECK: b"x" * 3_000_000}),
        lambda files: files.update({f"f{k}": b"" for k in range(8001)}),
        with_deck(lambda deck: replace(deck, network="../../evil.json")),
        with_deck(lambda deck: replace(deck, size_mm=(70.0, 70.0))),
        with_deck(lambda deck: replace(deck, samples=deck.samples * 20)),
    ],
    ids=["no deck", "no sample", "no picture", "above", "root", "large", "many", "network", "size", "samples"],
)
def test_what_is_no_deck_changes_nothing(
    packed: bytes, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    with pytest.raises(LessonError, match=r"no deck|damaged"):
        parcel.unpack(changed(packed, change), tmp_path / "forest")
    assert [*tmp_path.rglob("*")] == []


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_parcel_spoiled_anywhere_is_refused_or_whole(data: st.DataObject) -> None:
    whole = _small()
    at = data.draw(st.integers(0, len(whole) - 1))
    spoiled = whole[:at] + bytes([data.draw(st.integers(0, 255))]) + whole[at + 1 :]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "forest"
        try:
            deck = parcel.unpack(spoiled, folder)
        except LessonError:
            assert not (folder / DECK).exists()
        else:
            assert open_deck(folder).cards == deck.cards


def _small() -> bytes:
    deck = Deck("forest", "Forest", SIZE, ())
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(DECK), encoded(deck))
    return out.getvalue()


def test_a_deck_that_is_shipped_with_a_network_needs_no_parcel(tmp_path: Path) -> None:
    (tmp_path / "printed").mkdir()
    (tmp_path / "printed" / DECK).write_bytes(
        encoded(Deck("printed", "Printed", SIZE, (), network="network.json"))
    )
    with pytest.raises(LessonError, match="needs no parcel"):
        parcel.packed(tmp_path / "printed")


def test_a_name_that_is_none_is_refused(packed: bytes, tmp_path: Path) -> None:
    with pytest.raises(LessonError, match="name"):
        parcel.unpack(packed, tmp_path / "My Deck")
