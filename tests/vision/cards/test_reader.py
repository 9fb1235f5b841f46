from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.cards import lettering, teaching
from companion.vision.cards.annotate import annotate
from companion.vision.cards.deck import open_deck
from companion.vision.cards.edges import fitted
from companion.vision.cards.finder import CardFinder, Found
from companion.vision.cards.reader import CERTAIN, DOUBTFUL, CardReader
from companion.vision.cards.shelf import shipped_cards
from companion.vision.cards.sighting import ALIKE, BLUR, GLARE, SMALL, UNKNOWN, WHY_NOT, CardSighting
from companion.vision.frame import Frame
from tests.vision.cards.drawn import SIZE, families, reader_of, varied
from tests.vision.cards.table import Photograph, photograph

CARDS = varied(np.random.default_rng(21), 6) | families(np.random.default_rng(22), 1, 3)
STRANGER = "V5"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> CardReader:
    return reader_of(tmp_path_factory.mktemp("decks") / "drawn", CARDS, STRANGER)


def shot(codes: Sequence[str], condition: str = "clean", seed: int = 1) -> Photograph:
    return photograph([CARDS[code][1] for code in codes], SIZE, condition, np.random.default_rng(seed))


def of(seen: Sequence[CardSighting], corners: np.ndarray) -> CardSighting:
    return min(seen, key=lambda one: float(np.linalg.norm(one.corners.mean(axis=0) - corners.mean(axis=0))))


def test_several_cards_are_read_in_one_look(reader: CardReader) -> None:
    codes = ["V1", "F0-2", "V3"]
    picture = shot(codes)
    seen = reader.read(picture.frame)
    for code, corners in zip(codes, picture.corners, strict=True):
        one = of(seen, corners)
        assert (one.code, one.reason, one.sure) == (code, None, True)
        assert one.confidence == one.candidates[0][1] > 0.9
        assert np.abs(one.corners - corners).max() < 12  # pixels: from the card's own top left
    known = [one.code for one in seen if one.sure]
    assert known == codes  # from the left


def test_a_stranger_and_a_bare_table(reader: CardReader) -> None:
    picture = shot([STRANGER])
    one = of(reader.read(picture.frame), picture.corners[0])
    assert (one.code, one.sure, one.reason) == (None, False, UNKNOWN)
    assert one.candidates
    assert reader.read(shot([]).frame) == ()


def test_a_card_that_is_partly_covered_is_right_or_asked_about(reader: CardReader) -> None:
    codes = []
    for seed, code in enumerate(("V0", "V1", "V3", "V4")):
        picture = shot([code], "covered", seed)
        hidden = fitted(picture.frame, picture.corners[0])
        seen = reader.recognise(picture.frame, hidden)
        assert seen.code in (code, None)
        codes.append(seen.code)
    assert len({*codes} - {None}) >= 1


def test_what_is_found_twice_is_one_card(reader: CardReader, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = shot(["V1", "V3"], seed=3)
    whole = [Found(corners, 0.9, 150) for corners in picture.corners]
    inner = [
        Found(one.middle + (one.corners - one.middle) * share, 0.95, 150 * share)
        for one in whole
        for share in (0.8, 0.5)
    ]
    monkeypatch.setattr(CardFinder, "find", lambda *_: [*inner, *whole])
    assert [one.code for one in reader.read(picture.frame)] == ["V1", "V3"]


def test_what_is_hardly_a_card_is_told_if_it_is_surely_known(
    reader: CardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = shot(["V1", STRANGER], seed=3)
    doubtful = [Found(corners, DOUBTFUL, 150) for corners in picture.corners]
    monkeypatch.setattr(CardFinder, "find", lambda *_: doubtful)
    assert [one.code for one in reader.read(picture.frame)] == ["V1"]
    certain = [Found(corners, CERTAIN, 150) for corners in picture.corners]
    monkeypatch.setattr(CardFinder, "find", lambda *_: certain)
    assert [one.code for one in reader.read(picture.frame)] == ["V1", None]


ONE_SHAPE = [
    (0.93, CERTAIN, True),
    (0.92, CERTAIN, False),
    (0.97, DOUBTFUL, True),
    (0.96, DOUBTFUL, False),
]
TWO_SHAPES = [
    (("KH", 0.6), ("KH", 0.98), "KH"),  # the other is sure enough
    (("KH", 0.6), ("QH", 0.96), None),
    (("KH", 0.91), ("KH", 0.5), "KH"),  # both agree
    (("KH", 0.5), ("KH", 0.91), "KH"),
    (("KH", 0.91), ("KH", 0.4), None),
    (("KH", 0.89), ("KH", 0.89), None),
    (("KH", 0.92), ("QH", 0.9), None),
]


def printed(monkeypatch: pytest.MonkeyPatch, score: float, readings: Sequence[tuple[str, float]]) -> CardReader:
    """A reader of playing cards that finds one card of this score, and reads these in its shapes."""
    said = iter(readings)
    box = shot(["V1"], seed=3).corners[0]

    def recognise(_: object, __: Frame, corners: np.ndarray) -> CardSighting:
        code, confidence = next(said)
        sure = confidence >= 0.9
        return CardSighting(
            corners, code if sure else None, confidence, ((code, confidence),), None if sure else ALIKE
        )

    monkeypatch.setattr(CardFinder, "find", lambda *_: [Found(box, score, 150)])
    monkeypatch.setattr(CardReader, "recognise", recognise)
    return CardReader(open_deck(shipped_cards() / "playing-cards"))


@pytest.mark.parametrize(("confidence", "score", "sure"), ONE_SHAPE)
def test_a_printed_card_needs_more_where_its_shape_is_in_doubt(
    monkeypatch: pytest.MonkeyPatch, confidence: float, score: float, sure: bool
) -> None:
    seen = printed(monkeypatch, score, [("KH", confidence), ("QH", 0.1)]).read(shot([]).frame)
    asked = [None] if score >= CERTAIN else []
    assert [one.code for one in seen] == (["KH"] if sure else asked)


@pytest.mark.parametrize(("first", "other", "code"), TWO_SHAPES)
def test_a_printed_card_is_read_in_two_shapes_where_one_does_not_tell(
    monkeypatch: pytest.MonkeyPatch, first: tuple[str, float], other: tuple[str, float], code: str | None
) -> None:
    (seen,) = printed(monkeypatch, CERTAIN, [first, other]).read(shot([]).frame)
    assert (seen.code, seen.sure) == (code, code is not None)
    assert seen.reason == (None if code else ALIKE)


def test_a_blurred_card_is_told(reader: CardReader) -> None:
    picture = shot(["F0-1"], seed=4)
    soft = Frame(np.asarray(cv2.GaussianBlur(picture.frame.pixels, (0, 0), 9), np.uint8), 0.0)
    assert reader.recognise(soft, picture.corners[0]).reason == BLUR


def test_a_lamp_on_what_tells_a_card_from_its_fellows_is_told(reader: CardReader) -> None:
    picture = shot(["F0-1"], seed=4)
    corners = picture.corners[0]
    pixels = picture.frame.pixels.copy()
    for side in (corners[:2], corners[2:]):  # over the title, and over the text below
        x, y = (side.mean(axis=0) * 0.75 + corners.mean(axis=0) * 0.25).astype(int).tolist()
        cv2.circle(pixels, (x, y), 80, (255, 255, 255), cv2.FILLED)
    assert reader.recognise(Frame(pixels, 0.0), corners).reason == GLARE


def test_a_card_far_away_is_too_small(reader: CardReader) -> None:
    picture = shot(["F0-1"], seed=4)
    small = Frame(np.asarray(cv2.resize(picture.frame.pixels, None, fx=0.1, fy=0.1), np.uint8), 0.0)
    seen = reader.recognise(small, picture.corners[0] * 0.1)
    assert (seen.code, seen.reason) == (None, SMALL)


def test_corners_that_were_mistaken_are_found_again_by_the_print(reader: CardReader) -> None:
    picture = shot(["V2"], seed=6)
    corners = picture.corners[0]
    inner = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 0.82
    seen = reader.recognise(picture.frame, inner)
    assert seen.code == "V2"
    assert np.abs(seen.corners - corners).max() < 8  # pixels


def test_words_decide_between_look_alikes(reader: CardReader, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = CARDS["F0-0"][1].copy()
    height = bare.shape[0]
    for top, bottom in ((0.06, 0.14), (0.68, 0.92)):  # the title and the text are rubbed off
        bare[round(top * height) : round(bottom * height), 30:-30] = bare[height // 7, 30]
    picture = photograph([bare], SIZE, "clean", np.random.default_rng(7))
    corners = picture.corners[0]
    assert reader.recognise(picture.frame, corners).reason == ALIKE
    monkeypatch.setattr(reader._judge, "words", True)
    monkeypatch.setattr(lettering, "chosen", lambda _, titles: "F0-0" if "F0-0" in titles else None)
    seen = reader.recognise(picture.frame, corners)
    assert (seen.code, seen.reason, seen.candidates[0]) == ("F0-0", None, ("F0-0", seen.confidence))
    monkeypatch.setattr(lettering, "chosen", lambda *_: None)
    assert reader.recognise(picture.frame, corners).reason == ALIKE


def test_the_picture_shows_what_was_read(reader: CardReader) -> None:
    picture = shot(["V1", STRANGER])
    seen = reader.read(picture.frame)
    marked = annotate(picture.frame, seen)
    assert marked.pixels.shape == picture.frame.pixels.shape
    changed = np.abs(marked.pixels.astype(int) - picture.frame.pixels).sum(axis=2) > 60
    for one in seen:
        x, y = one.corners[0].round().astype(int).tolist()
        assert changed[y - 4 : y + 5, x - 4 : x + 5].any()


def test_every_reason_has_its_sentence() -> None:
    assert set(WHY_NOT) == {SMALL, BLUR, GLARE, UNKNOWN, ALIKE}
    assert all(sentence and advice for sentence, advice in WHY_NOT.values())


def test_a_card_is_taught_from_a_photograph_of_the_table(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    teaching.begin(folder, "Table", SIZE)
    upright = photograph([CARDS["V4"][1]], SIZE, "clean", np.random.default_rng(3), turns=[4.0])
    teaching.teach(folder, "V4", "", upright.frame)
    teaching.teach(folder, "V4", "", shot(["V4"], seed=8).frame)  # whichever way round, now that it is known
    assert len(open_deck(folder).samples) == 2
    teaching.teach(folder, "V0", "", CARDS["V0"][1])
    picture = shot(["V4"], seed=11)
    one = of(CardReader(open_deck(folder)).read(picture.frame), picture.corners[0])
    assert one.code == "V4"
    assert np.abs(one.corners - picture.corners[0]).max() < 12
