"""Cards on the drawn table: flat, sleeved or not, one over another, with the lamp mirrored in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.decks import HEIGHT, WIDTH, DrawnCard, drawn_deck, face
from companion.decks.deck import CORNER

from .camera import Camera, Floats
from .cube import Light, turned

Pixels = NDArray[np.float32]

THICK = 0.35  # millimetres of a card; in a sleeve half as much again
SLEEVE = 1.5  # millimetres that a sleeve stands out around its card
FOIL = 0.45  # opacity of a sleeve's rim
VEIL = 0.07  # share of white that a sleeve lays over its card
STEPS = (3.0, 4.0, 6.0, 8.0, 10.0)  # pixels per millimetre in which cards are drawn


@dataclass(frozen=True)
class CardOnTable:
    """A drawn card that lies face up: the deck's id, its code, and where its middle lies in millimetres.

    x and y count as a `Die`'s do; angle: degrees counter-clockwise as seen from above, at 0 its top points away
    from the near edge. A card in a `sleeve` shines; `glare` is the strength 0-1 of a lamp mirrored in it, at
    `spot`, the share of its width and height. `lift`: millimetres above the table, for a card on others.

    An unknown deck or code raises companion.decks.NoSuchCard when it is drawn.
    """

    deck: str
    code: str
    x: float
    y: float
    angle: float = 0.0
    sleeve: bool = False
    glare: float = 0.0
    spot: tuple[float, float] = (0.3, 0.25)
    lift: float = 0.0

    @property
    def rim(self) -> float:
        """Millimetres that stand out around the printed card."""
        return SLEEVE if self.sleeve else 0.0

    def corners(self, rim: float = 0.0) -> Floats:
        """Its corners (4, 3) in mm, `rim` further out: its own upper left one, then clockwise as seen."""
        across, up = WIDTH / 2 + rim, HEIGHT / 2 + rim
        flat = np.array([(-across, up, 0), (across, up, 0), (across, -up, 0), (-across, -up, 0)], np.float64)
        thick = THICK * (1.5 if self.sleeve else 1)
        return np.asarray(flat @ turned(self.angle).T + (self.x, self.y, self.lift + thick))


def cast_card_shadow(canvas: Pixels, camera: Camera, card: CardOnTable, light: Light) -> None:
    """The thin shadow of a card's edge, drawn into the canvas (h, w, 3) float32."""
    corners = card.corners(card.rim)
    away = np.asarray(light.direction)
    ground = corners - away * (corners[:, 2:] / away[2])
    mask = np.zeros(canvas.shape[:2], np.uint8)
    points = np.round(camera.project(ground) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, canvas.shape[1] / 900)).astype(np.float32) / 255
    canvas *= 1 - light.shadow * soft[..., None]


def draw_card(canvas: Pixels, camera: Camera, card: CardOnTable, light: Light) -> None:
    """The card itself, drawn into the canvas (h, w, 3) float32."""
    quad = camera.project(card.corners(card.rim)).astype(np.float32)
    density = _density(quad, card)
    sheet = _sheet(card, density) * np.float32(light.shade(np.array([[0.0, 0.0, 1.0]]))[0])
    sheet = np.minimum(sheet, 255)
    height, width = sheet.shape[:2]
    opacity = _opacity(width, height, round(card.rim * density), CORNER * density)
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(square, quad - np.float32(0.5))
    layer = np.dstack([sheet * opacity, opacity])
    warped = cv2.warpPerspective(layer, homography, canvas.shape[1::-1], flags=cv2.INTER_AREA)
    canvas *= 1 - warped[..., 3:]
    canvas += warped[..., :3]


def card_outline(camera: Camera, card: CardOnTable) -> Floats:
    """The printed card's corners (4, 2) in pixels: its own upper left one, then clockwise as seen."""
    return camera.project(card.corners())


def _density(quad: Pixels, card: CardOnTable) -> float:
    """Pixels per millimetre in which the card is drawn: the least step that is finer than the picture."""
    longest = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    seen = longest / (HEIGHT + 2 * card.rim)
    return next((step for step in STEPS if step >= seen), STEPS[-1])


def _sheet(card: CardOnTable, density: float) -> Pixels:
    """The card with its sleeve and the lamp in it, (h, w, 3) float32 0-255."""
    printed = _printed(drawn_deck(card.deck).card(card.code), density)
    if card.sleeve:
        rim = round(SLEEVE * density)
        foil = (198, 202, 206)
        wider = cv2.copyMakeBorder(printed, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=foil)
        printed = np.asarray(wider, np.float32)
        printed = printed + (255 - printed) * np.float32(VEIL)
    if card.glare:
        printed = printed + (255 - printed) * np.float32(card.glare) * _lamp(printed.shape[:2], card.spot)
    return np.asarray(printed, np.float32)


@lru_cache(maxsize=16)
def _printed(card: DrawnCard, density: float) -> Pixels:
    return face(card, density).astype(np.float32)


def _lamp(shape: tuple[int, ...], spot: tuple[float, float]) -> Pixels:
    """A lamp's mirror image (h, w, 1) 0-1: a bright heart with a soft, slanting court."""
    height, width = shape
    v, u = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (u - spot[0] * width) / width, (v - spot[1] * height) / width
    along, across = u * 0.8 + v * 0.6, v * 0.8 - u * 0.6
    shine = np.exp(-(along**2) / 0.10 - across**2 / 0.016)
    return np.asarray(np.clip(1.6 * shine, 0, 1)[..., None], np.float32)


def _opacity(width: int, height: int, rim: int, radius: float) -> Pixels:
    """1 on the card and 0 at its rounded corners, (h, w, 1); a sleeve's rim lets the table shine through."""
    inner = _rounded(width - 2 * rim, height - 2 * rim, radius)
    if not rim:
        return inner[..., None]
    whole = _rounded(width, height, rim) * np.float32(FOIL)
    window = whole[rim:-rim, rim:-rim]
    np.maximum(window, inner, out=window)
    return whole[..., None]


@lru_cache(maxsize=16)
def _rounded(width: int, height: int, radius: float) -> Pixels:
    """A mask (h, w) 0-1 of a rectangle with rounded corners."""
    x = np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius)
    y = np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius)
    away = np.hypot(np.maximum(x, 0)[None], np.maximum(y, 0)[:, None])
    return np.asarray(np.clip(radius - away + 0.5, 0, 1), np.float32)
