"""What lies beside dice and is taken for them: keyboards, printed labels, number tokens, sockets."""

from __future__ import annotations

import cv2
import numpy as np
from marks import any_colour

SHEET = 192  # pixels of the side of a thing before it is laid on the table
SIGNS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-=/<>")


def cluttered(window: np.ndarray, squares: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The window (n, n, 3) uint8 with one or two such things beside its dice (squares (k, 4))."""
    picture = window.astype(np.float32)
    taken = np.zeros(window.shape[:2], np.uint8)
    for x, y, side, _ in squares.tolist():
        cv2.circle(taken, (round(x), round(y)), max(1, round(side)), 1, cv2.FILLED)
    things = (keyboard, label, token, sockets)
    for _ in range(rng.integers(1, 3)):
        thing = things[rng.integers(len(things))](rng)
        for _ in range(3):
            if lay(picture, thing, taken, rng):
                break
    return np.clip(picture, 0, 255).astype(np.uint8)


def lay(picture: np.ndarray, sheet: np.ndarray, taken: np.ndarray, rng: np.random.Generator) -> bool:
    """Lays a sheet (h, w, 4) uint8 somewhere, turned and seen obliquely; not where a die is."""
    n = len(picture)
    h, w = sheet.shape[:2]
    length = np.exp(rng.uniform(np.log(24), np.log(1.1 * n)))
    a, tall = rng.uniform(0, 2 * np.pi), rng.uniform(0.55, 1)
    unit = np.array([[-1, -h / w], [1, -h / w], [1, h / w], [-1, h / w]]) * length / 2
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    quad = unit @ turn.T * (1, tall) + rng.uniform(0, n, 2) + rng.normal(0, 0.04 * length, (4, 2))
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    soft = cv2.GaussianBlur(sheet.astype(np.float32), (0, 0), max(0.3, 0.4 * w / length))
    laid = cv2.warpPerspective(soft, warp, (n, n))
    if (laid[..., 3] > 0)[taken > 0].any():
        return False
    picture += (laid[..., :3] * rng.uniform(0.5, 1.05) - picture) * (laid[..., 3:] / 255)
    return True


def plate(colour: np.ndarray, height: int = SHEET, width: int = SHEET) -> np.ndarray:
    sheet = np.full((height, width, 4), 255, np.uint8)
    sheet[..., :3] = np.clip(colour, 0, 255)
    return sheet


def keyboard(rng: np.random.Generator) -> np.ndarray:
    """Rows of keys with a sign each, dark or light, or printed squares on a board."""
    grey = rng.uniform(0, 255) * np.ones(3)
    sheet = plate(any_colour(rng) if rng.random() < 0.3 else grey)
    pitch = int(rng.integers(24, 64))
    gap = int(rng.integers(2, max(3, pitch // 5)))
    key = any_colour(rng) if rng.random() < 0.3 else rng.choice([15, 40, 235]) * np.ones(3)
    ink = [255.0 - float(key.mean())] * 3 + [255.0]
    for y in range(0, SHEET, pitch):
        for x in range(-int(rng.integers(0, pitch)), SHEET, pitch):
            cv2.rectangle(
                sheet, (x + gap, y + gap), (x + pitch - gap, y + pitch - gap), [*key.tolist(), 255.0], -1
            )
            at = (x + gap + int(0.2 * pitch), y + int(rng.uniform(0.5, 0.8) * pitch))
            cv2.putText(sheet, str(rng.choice(SIGNS)), at, 0, pitch / 60, ink, 1, cv2.LINE_AA)
    return sheet


def label(rng: np.random.Generator) -> np.ndarray:
    """A small paper with large signs, lines of print and bars."""
    paper = rng.uniform(190, 255) * np.ones(3) if rng.random() < 0.7 else any_colour(rng)
    sheet = plate(paper, int(rng.integers(70, SHEET)))
    ink = [20.0, 20.0, 24.0, 255.0] if paper.mean() > 110 else [240.0, 240.0, 240.0, 255.0]
    h, w = sheet.shape[:2]
    text = "".join(rng.choice(SIGNS, rng.integers(1, 5)))
    cv2.putText(sheet, text, (8, int(h * rng.uniform(0.4, 0.9))), 0, rng.uniform(1, 2.6), ink, 6, cv2.LINE_AA)
    for _ in range(rng.integers(0, 3)):
        x, y = (int(v) for v in rng.uniform(0.05, 0.7, 2) * (w, h))
        if rng.random() < 0.5:
            for k in range(0, int(rng.integers(20, 90)), 5):
                cv2.line(sheet, (x + k, y), (x + k, y + 30), ink, int(rng.integers(1, 4)))
        else:
            cv2.rectangle(sheet, (x, y), (x + int(rng.integers(10, 40)), y + int(rng.integers(10, 40))), ink, -1)
    return sheet


def token(rng: np.random.Generator) -> np.ndarray:
    """A round piece with a number and a row of dots, or a coin."""
    sheet = np.zeros((SHEET, SHEET, 4), np.uint8)
    colour, ink = any_colour(rng).tolist(), any_colour(rng).tolist()
    middle = SHEET // 2
    cv2.circle(sheet, (middle, middle), middle - 4, [*colour, 255.0], -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(sheet, (middle, middle), middle - 14, [*ink, 255.0], 4, cv2.LINE_AA)
    number = str(rng.integers(1, 20))
    cv2.putText(sheet, number, (middle - 26 * len(number), middle + 16), 0, 2.4, [*ink, 255.0], 8, cv2.LINE_AA)
    dots = int(rng.integers(0, 6))
    for k in range(dots):
        at = (middle + round((k - (dots - 1) / 2) * 18), middle + 44)
        cv2.circle(sheet, at, 6, [*ink, 255.0], -1, cv2.LINE_AA)
    return sheet


def sockets(rng: np.random.Generator) -> np.ndarray:
    """A device with dark slots and round holes in a row."""
    colour = rng.uniform(20, 220)
    sheet = plate(colour * np.ones(3), int(rng.integers(50, SHEET)))
    h = len(sheet)
    dark = [colour * 0.2] * 3 + [255.0]
    step = int(rng.integers(24, 60))
    for x in range(10, SHEET - 10, step):
        if rng.random() < 0.5:
            cv2.rectangle(sheet, (x, h // 3), (x + step // 2, 2 * h // 3), dark, -1)
        else:
            cv2.circle(sheet, (x + step // 4, h // 2), step // 5, dark, -1, cv2.LINE_AA)
    return sheet
