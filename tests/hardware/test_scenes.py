"""Drawn scenes: the same pixels every time, and the truth where the pixels are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from hardware.simulators.scenes import Die, Scene, UnknownFace, _camera, _cube, faces_of, outline, render
from hardware.simulators.scenes.camera import looking_at, overhead
from hardware.simulators.scenes.cube import SIDES
from hardware.simulators.scenes.textures import around

SIZE = (640, 480)
DIE = Die("pips", "5", 160.0, 120.0, 20.0)


def difference(one: Scene, other: Scene) -> np.ndarray:
    return np.asarray(np.abs(render(one, *SIZE).astype(int) - render(other, *SIZE)).max(axis=2))


def test_a_picture_has_the_size_asked_for() -> None:
    picture = render(Scene((DIE,)), 320, 240)
    assert picture.shape == (240, 320, 3)
    assert picture.dtype == np.uint8


def test_the_same_scene_gives_the_same_pixels() -> None:
    scene = Scene((DIE, replace(DIE, x=60.0, face="2")), seed=7, hand=True)
    assert np.array_equal(render(scene, *SIZE), render(scene, *SIZE))


def test_another_seed_gives_another_picture() -> None:
    assert difference(Scene((DIE,), seed=1), Scene((DIE,), seed=2)).any()


@pytest.mark.parametrize("die_set", ["pips", "friends", "characters"])
def test_the_outline_lies_on_the_drawn_die(die_set: str) -> None:
    for face in faces_of(die_set):
        die = Die(die_set, face, 210.0, 90.0, 33.0, body="#f5f1e6")
        scene = Scene((die,), seed=3)
        changed = difference(scene, replace(scene, dice=())) > 40
        quad = outline(scene, die, *SIZE)
        middle = quad.mean(axis=0)
        inner = (0.8 * quad + 0.2 * middle).round().astype(int)
        assert all(changed[y, x] for x, y in inner), face
        beyond = (1.5 * quad - 0.5 * middle).round().astype(int)
        far_corner = beyond[np.argmin(beyond[:, 0] + beyond[:, 1])]  # upper left: away from shadow and sides
        assert not changed[far_corner[1], far_corner[0]], face


@pytest.mark.parametrize("angle", [0.0, 40.0, 90.0, 200.0, 359.0])
def test_the_outline_turns_with_the_die(angle: float) -> None:
    quad = outline(Scene((DIE,)), replace(DIE, angle=angle), *SIZE)
    upper_edge = quad[1] - quad[0]
    measured = np.degrees(np.arctan2(-upper_edge[1], upper_edge[0])) % 360
    assert measured == pytest.approx(angle % 360, abs=1e-6)


@pytest.mark.parametrize("tilt", [30.0, 45.0])
def test_a_die_that_leans_stands_on_its_edge_and_shows_another_side(tilt: float) -> None:
    flat, leant = (_cube(replace(DIE, tilt=degrees), np.random.default_rng(0)) for degrees in (0.0, tilt))
    assert flat.corners()[:, 2].min() == pytest.approx(0)
    assert leant.corners()[:, 2].min() == pytest.approx(0)
    assert sorted(leant.corners()[:, 2])[1] == pytest.approx(0)  # two corners: an edge
    top = outline(Scene((DIE,)), replace(DIE, tilt=tilt), *SIZE)
    sides = np.linalg.norm(np.roll(top, 1, axis=0) - top, axis=1)
    assert sides.min() / sides.max() == pytest.approx(np.cos(np.radians(tilt)), abs=0.06)
    assert len(leant.visible(_camera(Scene((DIE,)), *SIZE))) >= 2


def test_a_die_on_another_hides_it_and_is_nearer_to_the_camera() -> None:
    above = replace(DIE, lift=16.0)
    both, upper = Scene((DIE, above), seed=1), Scene((above,), seed=1)
    quad = outline(both, above, *SIZE)
    x, y = quad.mean(axis=0).round().astype(int)
    assert not difference(both, upper)[y, x] > 40
    side = np.linalg.norm(quad[1] - quad[0])
    low = outline(both, DIE, *SIZE)
    assert side > 1.02 * np.linalg.norm(low[1] - low[0])


def test_the_outline_grows_with_the_die_and_the_picture() -> None:
    def side(die: Die, size: tuple[int, int]) -> float:
        quad = outline(Scene((die,)), die, *size)
        return float(np.linalg.norm(quad[1] - quad[0]))

    small = side(DIE, SIZE)
    assert side(DIE, (1280, 960)) == pytest.approx(2 * small)
    assert side(replace(DIE, size=20.0), SIZE) > 1.24 * small


def test_the_print_is_not_mirrored() -> None:
    die = Die("characters", "SQ", 160.0, 120.0, 0.0, size=60.0)
    scene = Scene((die,))
    quad = outline(scene, die, *SIZE).astype(np.float32)
    square = np.array([[0, 0], [256, 0], [256, 256], [0, 256]], np.float32)
    top = cv2.warpPerspective(render(scene, *SIZE), cv2.getPerspectiveTransform(quad, square), (256, 256))
    # the clarinet runs from the lower left to the upper right corner
    along = top[40:80, 175:215].astype(float).mean() + top[185:215, 45:75].astype(float).mean()
    across = top[40:80, 45:75].astype(float).mean() + top[185:215, 185:215].astype(float).mean()
    assert along < across - 40


def test_opposite_sides_of_a_pip_die_sum_to_seven() -> None:
    for face in faces_of("pips"):
        for seed in range(8):
            sides = [int(value) for value in around("pips", face, np.random.default_rng(seed))]
            assert sorted(sides) == [1, 2, 3, 4, 5, 6]
            assert [sides[k] + sides[k + 1] for k in (0, 2, 4)] == [7, 7, 7]
            assert sides[4] == int(face)


def test_opposite_sides_of_a_cube_point_away_from_each_other() -> None:
    for k in (0, 2, 4):
        assert np.array_equal(SIDES[k, 0], -SIDES[k + 1, 0])
    for normal, right, up in SIDES:
        assert np.array_equal(np.cross(right, up), normal)


def test_a_hand_reaches_in_over_the_border() -> None:
    scene = Scene((DIE,), seed=5)
    changed = difference(scene, replace(scene, hand=True)) > 40
    border = np.concatenate([changed[0], changed[-1], changed[:, 0], changed[:, -1]])
    assert border.sum() > 20
    assert changed[100:-100].any()


def test_less_light_is_darker() -> None:
    scene = Scene((DIE,))
    assert render(replace(scene, light=0.3), *SIZE).mean() < 0.5 * render(scene, *SIZE).mean()


def test_a_die_casts_a_shadow_on_the_mat() -> None:
    scene = Scene((DIE,), mat="#c0c0c0")
    darker = render(replace(scene, dice=()), *SIZE).astype(int) - render(scene, *SIZE) > 30
    quad = outline(scene, DIE, *SIZE)
    lower_right = quad.max(axis=0).round().astype(int)
    assert darker[lower_right[1] : lower_right[1] + 12, lower_right[0] - 12 : lower_right[0] + 12].any()


def test_a_die_partly_or_wholly_outside_is_no_error() -> None:
    dice = tuple(replace(DIE, x=x, y=y) for x, y in ((0.0, 0.0), (320.0, 120.0), (900.0, -400.0)))
    assert render(Scene(dice), *SIZE).any()


def test_an_unknown_face_names_the_known_ones() -> None:
    with pytest.raises(UnknownFace, match="1, 2, 3, 4, 5, 6; got '7'") as caught:
        render(Scene((replace(DIE, face="7"),)), *SIZE)
    assert isinstance(caught.value, CompanionError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("text", ["red", "#12345", "27556b7"])
def test_a_colour_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="rrggbb"):
        render(Scene((DIE,), mat=text), *SIZE)


def test_the_overhead_camera_shows_the_plane_to_scale() -> None:
    camera = overhead(320, 240, *SIZE, foot=(100.0, 50.0), above=500.0)
    corners = camera.project([[0, 0, 0], [320, 240, 0], [160, 120, 0]])
    assert corners == pytest.approx(np.array([[0, 480], [640, 0], [320, 240]]))
    assert camera.centre == pytest.approx([100, 50, 500])


def test_a_held_camera_has_its_target_in_the_middle() -> None:
    camera = looking_at([160, 120, 0], [160, -100, 300], 700.0, *SIZE, roll=0.2)
    assert camera.project([[160, 120, 0]]) == pytest.approx(np.array([[320, 240]]))
    assert camera.centre == pytest.approx([160, -100, 300])
    assert camera.project([[160, 140, 0]])[0, 1] < 240  # farther away is higher in the picture
