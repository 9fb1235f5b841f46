"""What the reader's crops go through: errors of the square, other materials, light, lens and file."""

from __future__ import annotations

import cv2
import numpy as np

INPUT, TOP_SIDE = 64, 36
STORED, STORED_SIDE = 112, 45
MIDDLE = slice((INPUT - TOP_SIDE) // 2, (INPUT + TOP_SIDE) // 2)


def spoiled(crop: np.ndarray, rng: np.random.Generator, recolour: bool = False) -> np.ndarray:
    """The reader's input (INPUT, INPUT, 3) float32 0-1 with errors of centre, size, turn, light and lens."""
    picture = cv2.warpAffine(crop, seen_from(rng), (INPUT, INPUT), borderMode=cv2.BORDER_REFLECT_101)
    picture = np.rot90(picture, rng.integers(4)).astype(np.float32) / 255
    if recolour:
        picture = recoloured(picture, rng)
    picture = picture ** np.exp(rng.normal(0, 0.2)) * np.exp(rng.normal(0, 0.22)) * np.exp(rng.normal(0, 0.07, 3))
    if rng.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.12:
        picture = shaken(picture, rng)
    if rng.random() < 0.12:
        small = int(rng.integers(18, 48))
        picture = cv2.resize(cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA), (INPUT, INPUT))
    picture = shining(picture, rng, 0.35)
    return filed(shaded(picture, rng, 0.7), rng, 0.05)


def shining(picture: np.ndarray, rng: np.random.Generator, share: float) -> np.ndarray:
    """The picture, with a lamp mirrored in a share of them."""
    if rng.random() < share:
        picture = picture + (glare(rng) if rng.random() < 0.5 else reflection(rng))
    return picture


def shaded(picture: np.ndarray, rng: np.random.Generator, most: float) -> np.ndarray:
    """The picture, now and then with the edge of a shadow that takes so much of the light at most."""
    if rng.random() < 0.15:
        picture = picture * (1 - rng.uniform(0.2, most) * edge(rng))
    return picture


def filed(picture: np.ndarray, rng: np.random.Generator, most: float) -> np.ndarray:
    """The picture as a camera keeps it, float32 0-1: with noise of so much at most, and at times as a JPEG."""
    if rng.random() < 0.4:
        picture = picture + rng.standard_normal(picture.shape, np.float32) * rng.uniform(0.004, most)
    picture = np.clip(picture, 0, 1).astype(np.float32)
    return compressed(picture, rng) if rng.random() < 0.25 else picture


def seen_from(rng: np.random.Generator) -> np.ndarray:
    """The map (2, 3) from a stored crop to the input: turned, shifted, scaled, and now and then seen obliquely."""
    angle = rng.normal(0, 7) if rng.random() < 0.6 else rng.uniform(-45, 45)
    scale = TOP_SIDE / STORED_SIDE * np.exp(rng.normal(0, 0.09))
    warp = cv2.getRotationMatrix2D(((STORED - 1) / 2, (STORED - 1) / 2), angle, scale)
    shear = np.eye(2) + rng.normal(0, 0.04, (2, 2))
    if rng.random() < 0.2:
        shear = shear @ squeezed(rng)
    warp[:, :2] = shear @ warp[:, :2]
    middle = np.array([(STORED - 1) / 2] * 2)
    warp[:, 2] = (INPUT - 1) / 2 + rng.normal(0, 0.05 * TOP_SIDE, 2) - warp[:, :2] @ middle
    return warp


def squeezed(rng: np.random.Generator) -> np.ndarray:
    """A top side seen from up to 55 degrees off the vertical in any direction, its area kept; (2, 2)."""
    short = np.sqrt(rng.uniform(0.57, 1))
    a = rng.uniform(0, np.pi)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    return turn @ np.diag([short, 1 / short]) @ turn.T


def recoloured(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same marks (h, w, 3) 0-1 on another material: dyed, or channels swapped and mixed, or a negative."""
    if rng.random() < 0.3:
        return dyed(picture, rng)
    if rng.random() < 0.4:
        picture = picture[..., rng.permutation(3)]
    if rng.random() < 0.3:
        mixing = rng.dirichlet((0.7, 0.7, 0.7), 3).T.astype(np.float32)
        picture = picture @ mixing
    if rng.random() < 0.2:
        picture = 1 - picture
    return np.clip(picture, 0, 1)


def dyed(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Dark parts take one colour and light parts another, often equally bright; the body may be of two colours."""
    grey = picture @ rng.dirichlet((2, 2, 2)).astype(np.float32)
    low, high = np.percentile(grey[MIDDLE, MIDDLE], (3, 97))
    light = np.clip((grey - low) / max(high - low, 0.02), -0.2, 1.2)[..., None]
    body, ink = two_colours(rng)
    if rng.random() < 0.5:
        swirl = cv2.resize(rng.random((4, 4), np.float32), (INPUT, INPUT), interpolation=cv2.INTER_CUBIC)
        other = rng.random(3).astype(np.float32)
        share = np.clip((swirl[..., None] - 0.5) * rng.uniform(1, 8) + 0.5, 0, 1) * rng.uniform(0.2, 0.8)
        body = body + (other - body) * share
    mostly_light = np.median(light[MIDDLE, MIDDLE]) > 0.5
    dark, bright = (ink, body) if mostly_light else (body, ink)
    return np.clip(dark + (bright - dark) * light, 0, 1).astype(np.float32)


def two_colours(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A body's and a print's colour (3,) 0-1 that differ in hue, and in half of the cases hardly in brightness."""
    weights = np.array([0.299, 0.587, 0.114])
    while True:
        body, ink = rng.beta(0.7, 0.7, (2, 3))
        if rng.random() < 0.5:
            ink = ink * np.clip(body @ weights / max(ink @ weights, 0.05) * np.exp(rng.normal(0, 0.35)), 0.2, 4)
        ink = np.clip(ink, 0, 1)
        if np.abs(body - ink).max() > 0.3:
            return body.astype(np.float32), ink.astype(np.float32)


def shaken(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """As a die that still moves looks: smeared along a line of up to a third of its side."""
    n = int(rng.integers(1, 7)) * 2 + 1
    line = np.zeros((n, n), np.float32)
    line[n // 2] = 1
    kernel = cv2.warpAffine(line, cv2.getRotationMatrix2D((n // 2, n // 2), rng.uniform(0, 180), 1), (n, n))
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def glare(rng: np.random.Generator) -> np.ndarray:
    v, u = np.mgrid[0:INPUT, 0:INPUT].astype(np.float32)
    x, y = rng.uniform(10, 54, 2)
    return (rng.uniform(0.1, 0.8) * np.exp(-((u - x) ** 2 + (v - y) ** 2) / rng.uniform(20, 400)))[..., None]


def reflection(rng: np.random.Generator) -> np.ndarray:
    """A lamp's picture in a glossy side: arcs, rings and streaks, bright and sharp, (INPUT, INPUT, 1)."""
    sheet = np.zeros((INPUT, INPUT), np.float32)
    for _ in range(rng.integers(1, 3)):
        at = rng.uniform(16, 48, 2).astype(int).tolist()
        axes = rng.integers(1, 12, 2).tolist()
        first = rng.uniform(0, 360)
        cv2.ellipse(
            sheet, at, axes, rng.uniform(0, 180), first, first + rng.uniform(30, 360), 1.0, int(rng.integers(1, 3))
        )
    return cv2.GaussianBlur(sheet, (0, 0), rng.uniform(0.5, 1.2))[..., None] * rng.uniform(0.2, 0.9)


def edge(rng: np.random.Generator) -> np.ndarray:
    v, u = np.mgrid[-1:1:64j, -1:1:64j].astype(np.float32)
    a = rng.uniform(0, 2 * np.pi)
    line = u * np.cos(a) + v * np.sin(a) - rng.uniform(-0.6, 0.6)
    return (1 / (1 + np.exp(-np.clip(line * rng.uniform(4, 40), -30, 30))))[..., None]


def compressed(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """As a JPEG file keeps it, its colours at half the resolution."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))]
    _, data = cv2.imencode(".jpg", np.round(picture * 255).astype(np.uint8), quality)
    return cv2.imdecode(data, cv2.IMREAD_COLOR).astype(np.float32) / 255
