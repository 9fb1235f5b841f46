"""What lens, light and file do to a drawn picture."""

from __future__ import annotations

import cv2
import numpy as np


def photographed(canvas: np.ndarray, rng: np.random.Generator, die_px: float) -> np.ndarray:
    """The photograph (h, w, 3) uint8 of a canvas whose dice are die_px pixels wide."""
    picture = shaded(lit(canvas, rng), rng)
    picture = shaken(softened(picture, rng, die_px), rng, die_px)
    picture += rng.standard_normal(picture.shape, np.float32) * np.float32(rng.exponential(2.5))
    return compressed(np.clip(picture, 0, 255).astype(np.uint8), rng)


def plane(picture: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """X (w,) and y (h, 1) from -1 to 1."""
    height, width = picture.shape[:2]
    return np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)[:, None]


def lit(canvas: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Exposure, tint, light that falls off to a side and to the corners."""
    x, y = plane(canvas)
    gain = 1 + rng.normal(0, 0.18) * x + rng.normal(0, 0.18) * y - rng.uniform(0, 0.15) * (x * x + y * y)
    exposure = float(np.exp(rng.normal(0, 0.25))) if rng.random() < 0.88 else rng.uniform(0.25, 0.55)
    tint = np.exp(rng.normal(0, 0.07, 3))
    return canvas * np.clip(gain, 0.2, 2)[..., None] * (exposure * tint).astype(np.float32)


def shaded(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Now and then the lamp's reflection on the table, or the edge of a large shadow."""
    x, y = plane(picture)
    if rng.random() < 0.12:
        u, v = rng.uniform(-1, 1, 2)
        spot = np.exp(-((x - u) ** 2 + (y - v) ** 2) / rng.uniform(0.01, 0.2))
        picture = picture + 200 * rng.random() * spot[..., None]
    if rng.random() < 0.25:
        a = rng.uniform(0, 2 * np.pi)
        away = x * np.cos(a) + y * np.sin(a) - rng.uniform(-0.6, 0.6)
        edge = 1 / (1 + np.exp(-np.clip(away * rng.uniform(5, 60), -30, 30)))
        picture = picture * (1 - rng.uniform(0.2, 0.6) * edge)[..., None]
    return picture


def softened(picture: np.ndarray, rng: np.random.Generator, die_px: float) -> np.ndarray:
    blur = min(rng.exponential(0.012) * die_px + 0.3, 0.05 * die_px + 0.3)
    return cv2.GaussianBlur(picture, (0, 0), blur)


def shaken(picture: np.ndarray, rng: np.random.Generator, die_px: float) -> np.ndarray:
    if rng.random() >= 0.08:
        return picture
    n = max(3, int(die_px * 0.12) | 1)
    kernel = np.zeros((n, n), np.float32)
    kernel[n // 2] = 1 / n
    kernel = cv2.warpAffine(kernel, cv2.getRotationMatrix2D((n // 2, n // 2), rng.uniform(0, 180), 1), (n, n))
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def compressed(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    if rng.random() >= 0.5:
        return picture
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)
