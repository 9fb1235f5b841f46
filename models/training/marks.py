"""What is on dice: drawings of faces in many makes, and the colours of bodies and prints."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from hardware.simulators.scenes.textures import drawing, faces_of

Mix = tuple[float, ...]  # shares of pips, friends, characters and icons; the rest are numerals
USUAL: Mix = (0.55, 0.1, 0.1, 0.2)
PURE: dict[str, Mix] = {
    "friends": (0, 1, 0, 0),
    "characters": (0, 0, 1, 0),
    "icons": (0, 0, 0, 1),
    "numerals": (0, 0, 0, 0),
}


class Marks:
    """The icons, loaded once, and everything else that can be on a die."""

    def __init__(self, icons: Path) -> None:
        self.icons = np.load(icons)["pictures"].astype(np.float32)
        self.icons[..., 3] /= 255

    def art(self, rng: np.random.Generator, mix: Mix = USUAL) -> tuple[str, np.ndarray]:
        """A label such as "pips/3" or "icons/712" and its drawing (n, n, 4) float32."""
        kind = int(np.searchsorted(np.cumsum(mix), rng.random()))
        if kind == 0:
            value = int(rng.integers(1, 7))
            return f"pips/{value}", pips(value, rng)
        if kind in (1, 2):
            die_set = ("friends", "characters")[kind - 1]
            face = str(rng.choice(faces_of(die_set)))
            return f"{die_set}/{face}", drawing(die_set, face)
        if kind == 3:
            index = int(rng.integers(len(self.icons)))
            return f"icons/{index}", self.icons[index]
        return "numerals", numeral(rng)

    def design(self, rng: np.random.Generator, mix: Mix) -> tuple[str, list[np.ndarray]]:
        """The label of the top and six drawings: sides first, then top and bottom."""
        label, top = self.art(rng, mix)
        kind, _, face = label.partition("/")
        if kind == "pips":
            rest = [value for value in range(1, 7) if value not in (int(face), 7 - int(face))]
            a = int(rng.choice(rest))
            b = int(rng.choice([v for v in rest if v not in (a, 7 - a)]))
            seed = int(rng.integers(1 << 30))
            values = (a, 7 - a, b, 7 - b, int(face), 7 - int(face))
            return label, [pips(v, np.random.default_rng(seed)) for v in values]
        sides = [self.art(rng, PURE[kind])[1] for _ in range(5)]
        return label, [*sides[:4], top, sides[4]]


def pips(value: int, rng: np.random.Generator) -> np.ndarray:
    """Pips in a random make, (96, 96, 4) float32: size, spread, a larger or red one, hollow rims."""
    side = 96
    radius = rng.uniform(0.075, 0.135)
    spread = rng.uniform(0.24, 0.33)
    big_one = rng.random() < 0.2
    red = rng.random() < 0.1
    spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}[value]
    if value in (2, 3) and rng.random() < 0.5:
        spots = [{0: 2, 8: 6}.get(s, s) for s in spots]
    art = np.zeros((side, side, 4), np.float32)
    ink = (200, 30, 40) if red and value in (1, 4) else (0x20, 0x24, 0x2C)
    art[..., :3] = ink
    mask = np.zeros((side, side), np.uint8)
    r = radius * side * (1.6 if value == 1 and big_one else 1)
    for spot in spots:
        u = 0.5 + (spot % 3 - 1) * spread
        v = 0.5 + (spot // 3 - 1) * spread
        cv2.circle(mask, (round(u * side * 16), round(v * side * 16)), round(r * 16), 255, -1, cv2.LINE_AA, 4)
    if rng.random() < 0.15:
        mask = mask - (cv2.erode(mask, np.ones((7, 7))) * rng.uniform(0.2, 0.7)).astype(np.uint8)
    art[..., 3] = mask / 255
    return art


def numeral(rng: np.random.Generator) -> np.ndarray:
    """A number as on dice without pips, (96, 96, 4) float32."""
    art = np.zeros((96, 96, 4), np.float32)
    art[..., :3] = (0x20, 0x24, 0x2C)
    mask = np.zeros((96, 96), np.uint8)
    text = str(rng.integers(1, 21)) if rng.random() < 0.6 else str(rng.integers(1, 7))
    font, scale = int(rng.integers(0, 8)), rng.uniform(1.4, 2.6) / len(text) ** 0.6
    (w, h), _ = cv2.getTextSize(text, font, scale, 5)
    cv2.putText(mask, text, (48 - w // 2, 48 + h // 2), font, scale, 255, int(rng.integers(3, 9)), cv2.LINE_AA)
    art[..., 3] = mask / 255.0
    return art


def any_colour(rng: np.random.Generator) -> np.ndarray:
    """Red, green, blue 0-255 (3,) float32, of any hue, saturation and brightness."""
    hsv = np.array([[[rng.uniform(0, 360), rng.beta(1, 1.3), rng.beta(1.6, 1.1)]]], np.float32)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0] * 255


def luma(colour: np.ndarray) -> float:
    return float(colour @ (0.299, 0.587, 0.114))
