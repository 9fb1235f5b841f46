from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.errors import LessonBusy, LessonError
from companion.files import BESIDE
from companion.vision.cards import lettering, store, teaching
from companion.vision.cards.deck import DECK, Deck, open_deck
from companion.vision.cards.figures import figures
from companion.vision.cards.rectify import rectified, standard
from companion.vision.frame import Pixels
from tests.vision.cards.drawn import SIZE, varied
from tests.vision.cards.table import photograph

FACES = {code: picture for code, (_, picture) in varied(np.random.default_rng(6), 4).items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    teaching.begin(tmp_path / "forest", "Forest", SIZE)
    return tmp_path / "forest"


def view(code: str, seed: int) -> Pixels:
    shot = photograph([FACES[code]], SIZE, "clean", np.random.default_rng(seed))
    return rectified(shot.frame, shot.corners[0], SIZE)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.jpg")}


def test_a_card_is_taught_named_and_taken_back(folder: Path) -> None:
    deck = teaching.teach(folder, "fox", "Fox", FACES["V0"], "fox.png")
    assert [(card.code, card.title) for card in deck.cards] == [("fox", "Fox")]
    assert open_deck(folder) == deck
    assert files(folder) == {deck.samples[0].file}
    picture = store.read_samples(deck)[0][1]
    assert picture.shape == (352, 252, 3)
    again = teaching.teach(folder, "fox", "", FACES["V0"], "fox.png")
    assert again == deck  # the same picture teaches nothing, and no title keeps the title
    assert teaching.retitle(folder, "fox", "Red Fox").card("fox").title == "Red Fox"
    assert teaching.undo(folder).card("fox").title == "Fox"
    assert teaching.undo(folder).cards == ()
    assert files(folder) == set()
    with pytest.raises(LessonError, match="nothing to take back"):
        teaching.undo(folder)


def test_pictures_are_relabelled_and_forgotten(folder: Path) -> None:
    deck = teaching.teach_all(folder, [("fox", "Fox", FACES["V0"]), ("oak", "Oak", FACES["V1"])])
    assert deck.step == 1
    wrong = teaching.teach(folder, "oak", "", FACES["V2"]).of("oak")[1]
    moved = teaching.relabel(folder, wrong.sha256, "fox")
    assert len(moved.of("fox")) == 2
    assert files(folder) >= {sample.file for sample in moved.samples}
    assert len(teaching.forget_sample(folder, wrong.sha256).of("fox")) == 1
    assert [card.code for card in teaching.forget(folder, "fox").cards] == ["oak"]
    assert len(teaching.undo(folder).of("fox")) == 1
    with pytest.raises(LessonError, match="bear"):
        teaching.forget(folder, "bear")
    with pytest.raises(LessonError, match="no such picture"):
        teaching.forget_sample(folder, "0" * 64)


@pytest.mark.parametrize("code", ["", "../fox", "a b", "x" * 41, "-fox"])
def test_a_code_must_be_one(folder: Path, code: str) -> None:
    with pytest.raises(LessonError, match="code"):
        teaching.teach(folder, code, "Fox", FACES["V0"])
    assert open_deck(folder).step == 0


def test_names_and_sizes_of_decks_must_be_some(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(LessonError, match="already"):
        teaching.begin(folder, "Forest", SIZE)
    with pytest.raises(LessonError, match="name"):
        teaching.begin(tmp_path / "My Deck", "", SIZE)
    with pytest.raises(LessonError, match="size"):
        teaching.begin(tmp_path / "tiny", "", (1.0, 88.0))
    with pytest.raises(LessonError, match="no deck"):
        teaching.teach(tmp_path / "nowhere", "fox", "", FACES["V0"])


def test_what_is_no_picture_of_a_card_is_refused(folder: Path) -> None:
    for strange in (np.zeros((20, 20, 3), np.uint8), np.zeros((90, 60), np.uint8), np.zeros((90, 60, 3))):
        with pytest.raises(LessonError, match="no picture"):
            teaching.teach(folder, "fox", "", strange)  # type: ignore[arg-type]  # as a careless caller may


def test_only_so_many_pictures_of_a_card(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "MOST_SAMPLES", 1)
    teaching.teach(folder, "fox", "", FACES["V0"])
    with pytest.raises(LessonError, match="enough"):
        teaching.teach(folder, "fox", "", FACES["V1"])


def test_a_step_on_an_older_deck_is_refused(folder: Path) -> None:
    old = open_deck(folder)
    teaching.teach(folder, "fox", "", FACES["V0"])
    with pytest.raises(LessonBusy, match="meanwhile"):
        store.save(folder, old, old.after("late"))


def test_damaged_pictures_are_told(folder: Path) -> None:
    deck = teaching.teach(folder, "fox", "", FACES["V0"])
    path = folder / deck.samples[0].file
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(LessonError, match="damaged"):
        store.read_samples(deck)
    path.unlink()
    with pytest.raises(LessonError, match="missing"):
        store.read_samples(deck)
    with pytest.raises(LessonError, match="damaged"):
        store.read_picture(store.jpeg(FACES["V0"]), SIZE)  # of another size


def test_what_a_power_cut_left_is_swept(folder: Path) -> None:
    left = folder / f"{BESIDE}abc"
    left.write_bytes(b"half")
    (folder / "samples" / "fox").mkdir(parents=True)
    (folder / "samples" / "fox" / "stray.jpg").write_bytes(b"stray")
    deck = teaching.teach(folder, "fox", "", FACES["V0"])
    assert not left.exists()
    assert files(folder) == {deck.samples[0].file}
    assert (folder / DECK).exists()


def test_a_deck_tells_how_well_its_cards_are_known(folder: Path) -> None:
    for code in ("V0", "V1"):
        for seed in (1, 2):
            teaching.teach(folder, code, "", view(code, seed), f"{seed}")
    teaching.teach(folder, "V2", "", view("V2", 3))
    deck: Deck = teaching.teach_all(folder, [])
    found = figures(deck)
    assert (found.right + found.asked, found.wrong, found.single, found.untaught) == (4, (), ("V2",), ())
    assert found.right >= 3
    assert {one for pair in found.alike for one in pair[:2]} == {"V0", "V1", "V2"}


def test_without_the_library_no_words_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lettering, "LIBRARY", "no_such_library")
    assert not lettering.installed()
    assert teaching.suggest_title(FACES["V0"]) is None
    assert lettering.chosen(FACES["V0"], {"a": "Fox"}) is None


def test_the_likest_title_is_chosen_only_when_it_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    read = [lettering.Line("Red Foxx", 0.05, 0.1), lettering.Line("Draw two cards", 0.03, 0.7)]
    monkeypatch.setattr(lettering, "lines", lambda _: read)
    assert lettering.chosen(FACES["V0"], {"a": "Red Fox", "b": "Oak"}) == "a"
    assert lettering.chosen(FACES["V0"], {"a": "Red Fox", "b": "Red Foxy"}) is None
    assert lettering.chosen(FACES["V0"], {"a": "Wolf", "b": "Oak"}) is None
    assert lettering.suggest_title(FACES["V0"]) == "Red Foxx"


def test_a_title_is_read_from_a_card() -> None:
    pytest.importorskip("rapidocr", reason="the library that reads words is not installed")
    name, picture = varied(np.random.default_rng(1), 1)["V0"]
    assert teaching.suggest_title(standard(picture, SIZE)) == name
