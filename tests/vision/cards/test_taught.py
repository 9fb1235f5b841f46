from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.vision.cards.look import Look, coarse, features, likeness
from companion.vision.cards.placing import Patch
from companion.vision.cards.rectify import rectified, standard, turned
from companion.vision.cards.sighting import ALIKE, UNKNOWN
from companion.vision.cards.taught import TaughtCards
from companion.vision.cards.verdict import Verdict
from companion.vision.frame import Pixels
from tests.vision.cards.drawn import SIZE, families, varied
from tests.vision.cards.table import photograph


@lru_cache
def faces() -> dict[str, Pixels]:
    rng = np.random.default_rng(3)
    cards = varied(rng, 8) | families(rng, 2, 4)
    return {code: picture for code, (_, picture) in cards.items()}


@lru_cache
def deck(*without: str) -> TaughtCards:
    return TaughtCards([(code, standard(face, SIZE)) for code, face in faces().items() if code not in without])


def seen(code: str, condition: str = "clean", seed: int = 1, turns: tuple[int, ...] = (0, 2)) -> Verdict:
    return deck().recognise(looks(code, condition, seed, turns))


def looks(code: str, condition: str = "clean", seed: int = 1, turns: tuple[int, ...] = (0, 2)) -> dict[int, Look]:
    shot = photograph([faces()[code]], SIZE, condition, np.random.default_rng(seed))
    return {turn: Look(rectified(shot.frame, turned(shot.corners[0], turn), SIZE)) for turn in turns}


def test_each_card_is_recognised_also_where_only_the_title_differs() -> None:
    for seed, code in enumerate(faces()):
        verdict = seen(code, seed=seed)
        assert (verdict.candidates[0][0], verdict.reason, verdict.turn) == (code, None, 0)
        assert verdict.candidates[0][1] > 0.95
        assert sum(chance for _, chance in verdict.candidates) <= 1 + 1e-9


def test_a_card_upside_down_is_turned() -> None:
    shot = photograph([faces()["V3"]], SIZE, "clean", np.random.default_rng(4))
    start = turned(shot.corners[0], 2)
    verdict = deck().recognise({k: Look(rectified(shot.frame, turned(start, k), SIZE)) for k in (0, 2)})
    assert (verdict.candidates[0][0], verdict.turn) == ("V3", 2)


def test_a_card_that_was_not_taught_is_asked_about() -> None:
    for stranger in ("V2", "F1-1"):  # one with a look of its own, and one that differs in a title from its fellows
        verdict = deck(stranger).recognise(looks(stranger))
        assert verdict.reason in (UNKNOWN, ALIKE)
    assert deck("V2").recognise(looks("V2")).reason == UNKNOWN


def test_a_card_whose_title_is_hidden_is_asked_about_among_its_fellows() -> None:
    face = faces()["F0-2"].copy()
    face[: round(face.shape[0] * 0.17)] = 128
    face[round(face.shape[0] * 0.66) :] = 128
    verdict = deck().recognise({0: Look(standard(face, SIZE))})
    assert verdict.reason is not None
    assert {code.split("-")[0] for code, _ in verdict.candidates[:2]} == {"F0"}


def test_a_card_that_is_taught_twice_under_two_names_is_never_sure() -> None:
    face = standard(faces()["V1"], SIZE)
    twins = TaughtCards([("one", face), ("two", face), ("other", standard(faces()["V5"], SIZE))])
    assert twins.recognise({0: Look(face)}).reason == ALIKE


@pytest.mark.thorough
def test_many_pictures_of_one_card_leave_room_for_its_rivals() -> None:
    """One like it that is not its fellow must not pass for lack of others to compare it with."""
    rng = np.random.default_rng(5)
    views = [photograph([faces()["F1-0"]], SIZE, "clean", rng) for _ in range(9)]
    many = [("F1-0", rectified(one.frame, one.corners[0], SIZE)) for one in views]
    taught = TaughtCards([*many, ("F1-3", standard(faces()["F1-3"], SIZE)), ("V0", standard(faces()["V0"], SIZE))])
    verdict = taught.recognise(looks("F1-3", seed=9))
    assert verdict.candidates[0][0] == "F1-3"
    assert {code for code, _ in verdict.candidates} == {"F1-0", "F1-3", "V0"}


def test_a_deck_of_one_card_is_never_sure() -> None:
    alone = TaughtCards([("V1", standard(faces()["V1"], SIZE))])
    for code in ("V1", "V2"):
        verdict = alone.recognise(looks(code))
        assert (verdict.candidates[0][0], verdict.reason is None) == ("V1", False)


def test_an_empty_deck_knows_no_card() -> None:
    assert TaughtCards([]).recognise(looks("V0")) == Verdict(0, (), UNKNOWN)
    assert TaughtCards([]).placed(features(faces()["V0"])) == ()


def test_likeness_forgives_what_is_hidden_and_the_lamp() -> None:
    known = np.stack([coarse(standard(face, SIZE)) for face in faces().values()])
    picture = standard(faces()["V4"], SIZE)
    dim = (picture * (0.35, 0.32, 0.28)).astype(np.uint8)
    hidden = picture.copy()
    hidden[:, 160:] = (30, 140, 60)
    for spoiled in (dim, hidden):
        assert [*faces()][int(likeness(coarse(spoiled), known).argmax())] == "V4"


def test_features_tell_where_a_card_lies_when_its_edges_were_mistaken() -> None:
    picture = standard(faces()["V6"], SIZE)
    corners = np.array([[40, 30], [215, 50], [200, 300], [30, 290]], np.float64)
    box = np.array([[0, 0], [252, 0], [252, 352], [0, 352]], np.float32)
    way = cv2.getPerspectiveTransform(box, corners.astype(np.float32))
    wide = np.asarray(cv2.warpPerspective(picture, way, (252, 352), borderValue=(60, 70, 80)), np.uint8)
    placed = deck().placed(features(wide))[0]
    assert np.abs(placed.corners - corners).max() < 8  # pixels: as if it was seen from afar
    upside_down = deck().placed(features(np.ascontiguousarray(wide[::-1, ::-1])))[0]
    assert np.abs((251, 351) - upside_down.corners - corners).max() < 8
    assert deck().placed(features(np.full((352, 252, 3), 100, np.uint8))) == ()


def test_few_features_place_a_card_most_of_which_is_covered() -> None:
    """Seen from above: a homography of so few would bend the card."""
    picture = standard(faces()["F0-1"], SIZE)
    way = np.array([[0.7, -0.5, 140], [0.5, 0.7, -20]])
    wide = np.asarray(cv2.warpAffine(picture, way, (300, 420), borderValue=(60, 70, 80)), np.uint8)
    box = np.array([[0, 0], [252, 0], [252, 352], [0, 352]])
    corners = box @ way[:, :2].T + way[:, 2]
    cv2.fillPoly(
        wide,
        [(np.array([[-9, -9], [261, -9], [261, 180], [-9, 230]]) @ way[:, :2].T + way[:, 2]).astype(np.int32)],
        (90, 20, 30),
    )
    seen = features(wide)
    placed = deck().placed(seen)[0]
    assert np.abs(placed.corners - corners).max() < 14  # pixels of 352
    assert 6 <= placed.matches < len(seen.places)


def test_a_look_upside_down_has_the_numbers_of_the_turned_picture() -> None:
    picture = standard(faces()["V3"], SIZE)
    over = Look(np.ascontiguousarray(picture[::-1, ::-1]))
    turned_ = Look(picture).upside_down()
    assert np.array_equal(turned_.picture, over.picture)
    assert np.abs(turned_.coarse - over.coarse).max() < 1e-4
    assert np.array_equal(turned_.details.fine, over.details.fine)
    likeness_ = turned_.details.features.descriptors @ over.details.features.descriptors.T
    same = likeness_.max(axis=1) > 0.97
    away = turned_.details.features.places - over.details.features.places[likeness_.argmax(axis=1)]
    assert same.mean() > 0.4
    assert np.abs(np.median(away[same], axis=0)).max() < 0.3  # pixels


def test_what_is_like_no_card_is_refused_at_a_glance() -> None:
    squares = np.kron(np.indices((44, 32)).sum(axis=0) % 2, np.ones((8, 8)))[:352, :252, None] * (250, 40, 0)
    bare = {0: Look(squares.astype(np.uint8))}
    assert deck().likeness(bare) < 0.4 < 0.8 < deck().likeness(looks("V3", turns=(0,)))
    verdict = deck().recognise(bare)
    assert verdict.reason == UNKNOWN
    assert verdict.candidates[0][1] == 0
    assert TaughtCards([]).likeness(bare) == 0


def test_a_card_is_placed_in_the_frame_by_a_patch_round_it() -> None:
    shot = photograph([faces()["V6"]], SIZE, "clean", np.random.default_rng(3), turns=(140.0,))
    corners, truth = turned(shot.corners[0], 1), shot.corners[0]
    part = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 0.7  # its edges were mistaken
    patch = Patch(shot.frame, part)
    assert np.allclose(patch.in_frame(patch.of_frame(truth)), truth)
    placed = deck().placed(patch.features)[0]
    assert np.abs(patch.in_frame(placed.corners) - truth).max() < 4


def test_a_sample_left_out_is_read_by_the_others() -> None:
    rng = np.random.default_rng(9)
    samples = []
    for code in ("V0", "V1", "V2"):
        for _ in range(2):
            shot = photograph([faces()[code]], SIZE, "clean", rng)
            samples.append((code, rectified(shot.frame, shot.corners[0], SIZE)))
    taught = TaughtCards([*samples, ("V3", standard(faces()["V3"], SIZE))])
    assert [taught.left_out(k, picture).candidates[0][0] for k, (_, picture) in enumerate(samples)] == [
        code for code, _ in samples
    ]
    lonely = taught.left_out(6, standard(faces()["V3"], SIZE))
    assert lonely.reason == UNKNOWN
    assert taught.most_alike(1)[0][2] <= 1
