"""Pictures of dice, clean and spoiled in every way that is a reason not to read; and what the eye says of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.rules.game import Expectation
from companion.vision.bump import Bump
from companion.vision.frame import Frame, Pixels
from companion.vision.reader import DiceReader
from companion.vision.still import Stillness
from companion.vision.tray import Tray, from_corners
from hardware.simulators.scenes import Die, Scene, faces_of, outline, render
from hardware.simulators.scenes.surroundings import forearm

STEP = 0.1  # seconds between two frames
WIDTH, HEIGHT = 1280, 960
LOOKS = (
    ("#f5f1e6", "#20242c"),
    ("#c4202a", "#f5f1e6"),
    ("#1c1c1e", "#f5f1e6"),
    ("#2a5fc4", "#f5f1e6"),
    ("#f2c81e", "#20242c"),
    ("#2f9a4a", "#f5f1e6"),
)
MATS = ("#2c6b38", "#27556b", "#e8e4da", "#7a2020", "#9a9a98", "#8a6a44")
PIPS = faces_of("pips")
WRONG = "wrong"  # a reading that needs no question, and is not what lies there
UNABLE = "nothing to see it by"  # where calibrating has said that a bump will not be noticed


@dataclass(frozen=True)
class Picture:
    """A clean picture with its dice: centre x, y and side in pixels (n, 3), their faces, and the dice area."""

    pixels: Pixels
    dice: np.ndarray
    faces: tuple[str, ...]
    tray: Tray | None = None

    @property
    def side(self) -> float:
        """The usual side in pixels."""
        return float(np.median(self.dice[:, 2]))


@dataclass(frozen=True)
class Case:
    """What the camera shows one after another, and what is known: all but the last picture lie before the look."""

    pictures: Sequence[Pixels]
    expectation: Expectation
    faces: tuple[str, ...]
    tray: Tray | None = None
    reference: Pixels | None = None


def told(reader: DiceReader, case: Case) -> str:
    """What the eye says of a case as `companion.eye.Eye` would.

    A slug, `?` for a question, nothing for a right reading without one, or `WRONG`.
    """
    watch = Stillness()
    words = [watch.feed(Frame(pixels, STEP * index)) for index, pixels in enumerate(case.pictures)]
    frame = Frame(case.pictures[-1], 0.0)
    if len(words) > 1 and words[-1]:
        return words[-1]
    if case.reference is not None and case.tray:
        bump = Bump(Frame(case.reference, 0.0), case.tray)
        moved = bump.check(frame).verdict == "camera-moved"
        return "camera-moved" if moved else "" if bump.able else UNABLE
    reading = reader.read(frame, expectation=case.expectation, tray=case.tray)
    silent = "" if sorted(reading.faces) == sorted(case.faces) else WRONG
    return reading.why_not or reading.doubt or (silent if reading.sure else "?")


# ---- clean pictures


def drawn(seed: int, count: int = 5, **change: object) -> Picture:
    """Dice of one look, well apart on one of six mats; `change` the fields of the last die."""
    scene = scene_of(seed, count)
    *others, last = scene.dice
    return photographed(replace(scene, dice=(*others, replace(last, **change))))  # type: ignore[arg-type]


def scene_of(seed: int, count: int = 5) -> Scene:
    """The scene of `drawn`."""
    rng = np.random.default_rng(seed)
    body, ink = LOOKS[seed % len(LOOKS)]
    dice: list[Die] = []
    while len(dice) < count:
        x, y = rng.uniform(70, 250), rng.uniform(60, 180)
        if all(np.hypot(x - die.x, y - die.y) > 34 for die in dice):
            dice.append(Die("pips", str(rng.integers(1, 7)), x, y, float(rng.uniform(0, 360)), body=body, ink=ink))
    return Scene(tuple(dice), mat=MATS[(seed + seed // 6) % len(MATS)], seed=seed)


def photographed(scene: Scene) -> Picture:
    """The photograph of a scene; the dice area reaches to 40 mm from the border."""
    corners = [outline(scene, die, WIDTH, HEIGHT) for die in scene.dice]
    dice = np.array([(*top.mean(axis=0), np.linalg.norm(top[0] - top[1])) for top in corners]).reshape(-1, 3)
    ring = [(160.0, 800.0), (1120.0, 800.0), (1120.0, 160.0), (160.0, 160.0)]
    tray = from_corners(ring, (scene.width - 80, scene.height - 80), (WIDTH, HEIGHT))
    faces = tuple(die.face for die in scene.dice)
    return Picture(render(scene, WIDTH, HEIGHT), dice, faces, tray)


# ---- spoiled ones, by reason: from a picture and a number that varies them


def expecting(count: int) -> Expectation:
    """So many pip dice."""
    return Expectation("pips", PIPS, counts=(count,))


def plain(picture: Picture, _: int = 0) -> Case:
    """The clean picture, as many dice expected as there are, still for a while."""
    return Case([picture.pixels] * 8, expecting(len(picture.dice)), picture.faces, picture.tray)


def hand(picture: Picture, seed: int) -> Case:
    """A hand comes and rests on the table that was free before."""
    return replace(plain(picture), pictures=[picture.pixels] * 8 + [with_hand(picture, seed)] * 8)


def hand_from_the_start(picture: Picture, seed: int) -> Case:
    """A hand rests there before the first look."""
    return replace(plain(picture), pictures=[with_hand(picture, seed)] * 8)


def moving(picture: Picture, seed: int) -> Case:
    """One die turns on its place until the last frame."""
    x, y, side = picture.dice[seed % len(picture.dice)]
    film = [turned_part(picture.pixels, x, y, side, 12.0 * k) for k in range(8)]
    return replace(plain(picture), pictures=film)


def dark(picture: Picture, seed: int) -> Case:
    """Hardly any light: what is left lies little above the noise."""
    noise = np.random.default_rng(seed).normal(0, 3, picture.pixels.shape)
    return _last(picture, picture.pixels * 0.04 + noise)


def glare(picture: Picture, seed: int) -> Case:
    """The lamp's reflection on two dice, three where there are more than four."""
    rng = np.random.default_rng(seed)
    spots = np.zeros(picture.pixels.shape[:2], np.float32)
    count = min(len(picture.dice), 2 if len(picture.dice) < 5 else 3)
    for x, y, side in picture.dice[rng.choice(len(picture.dice), count, replace=False)]:
        cv2.circle(spots, (int(x), int(y)), int(side * rng.uniform(0.45, 0.8)), 1.0, cv2.FILLED)
    soft = cv2.GaussianBlur(spots, (0, 0), max(1.0, 0.12 * picture.side))
    return _last(picture, picture.pixels + 400 * soft[..., None])


def blur(picture: Picture, seed: int) -> Case:
    """Out of focus by a sixth of a die."""
    sigma = picture.side * np.random.default_rng(seed).uniform(0.13, 0.2)
    return _last(picture, cv2.GaussianBlur(picture.pixels, (0, 0), sigma))


def camera_moved(picture: Picture, seed: int) -> Case:
    """The camera was pushed aside by a tenth of the picture."""
    away = np.array([0.12, 0.09]) * (1 if seed % 2 else -1)
    pixels = np.roll(picture.pixels, (away * picture.pixels.shape[:2]).astype(int), (0, 1))
    return replace(_last(picture, pixels), reference=picture.pixels)


def outside(picture: Picture, _: int) -> Case:
    """The dice area ends before the rightmost die."""
    right = float(picture.dice[:, 0].max() - 1.2 * picture.side)
    return replace(plain(picture), pictures=[picture.pixels], tray=measured(picture, right))


def too_many(picture: Picture, _: int) -> Case:
    """One die fewer is expected."""
    return Case([picture.pixels], expecting(len(picture.dice) - 1), picture.faces, picture.tray)


def too_few(picture: Picture, _: int) -> Case:
    """One die more is expected."""
    return Case([picture.pixels], expecting(len(picture.dice) + 1), picture.faces, picture.tray)


def unknown_face(picture: Picture, _: int) -> Case:
    """Pips, where the game is played with characters."""
    expectation = Expectation("characters", faces_of("characters"), counts=(len(picture.dice),))
    return Case([picture.pixels], expectation, picture.faces, picture.tray)


SPOILS: dict[str, Callable[[Picture, int], Case]] = {
    "hand": hand,
    "moving": moving,
    "dark": dark,
    "glare": glare,
    "blur": blur,
    "camera-moved": camera_moved,
    "outside": outside,
    "too-many": too_many,
    "too-few": too_few,
    "unknown-face": unknown_face,
}
"""The reasons that any picture can be spoiled to show; leaning and stacked dice are drawn."""


def leaning(seed: int) -> Case:
    """The last die leans by 25 to 60 degrees."""
    return plain(drawn(seed, tilt=float(np.random.default_rng(seed).uniform(25, 60))))


def stacked(seed: int) -> Case:
    """A sixth die lies on the last one, a fifth to six tenths of a side beside its middle."""
    rng = np.random.default_rng(seed)
    scene = scene_of(seed)
    below, way = scene.dice[-1], rng.uniform(0, 2 * np.pi)
    aside = below.size * rng.uniform(0.2, 0.6)
    above = replace(
        below,
        x=below.x + aside * float(np.cos(way)),
        y=below.y + aside * float(np.sin(way)),
        angle=float(rng.uniform(0, 360)),
        lift=below.size,
    )
    return plain(photographed(replace(scene, dice=(*scene.dice, above))))


def measured(picture: Picture, right: float) -> Tray:
    """A tray in which the dice have the usual side, seen from straight above; it ends at the pixel `right`."""
    height, width = picture.pixels.shape[:2]
    scale = 16 / picture.side
    ring = [(0.0, 0.0), (right, 0.0), (right, float(height)), (0.0, float(height))]
    return from_corners(ring, (right * scale, height * scale), (width, height))


def with_hand(picture: Picture, seed: int) -> Pixels:
    """A drawn forearm in the picture."""
    canvas = picture.pixels.astype(np.float32)
    forearm(canvas, np.random.default_rng(seed))
    return _pixels(canvas)


def turned_part(pixels: Pixels, x: float, y: float, side: float, degrees: float) -> Pixels:
    """The picture with the disc round a die turned in its place."""
    matrix = cv2.getRotationMatrix2D((x, y), degrees, 1.0)
    turned = cv2.warpAffine(pixels, matrix, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(pixels.shape[:2], np.uint8)
    cv2.circle(mask, (int(x), int(y)), int(side), 255, cv2.FILLED)
    return np.where(mask[..., None] > 0, turned, pixels).astype(np.uint8)


def _last(picture: Picture, pixels: np.ndarray) -> Case:
    return replace(plain(picture), pictures=[_pixels(pixels)])


def _pixels(values: np.ndarray) -> Pixels:
    return np.asarray(np.clip(values, 0, 255), np.uint8)
