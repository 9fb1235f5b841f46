"""Covering: which part of a card lies under something else, so that only what is seen of it is compared.

Whatever lies on a card comes from outside: the colours there are not the card's, and its outline is not seen.
A card of another print differs inside its outline, which shows all round; that is never taken for a cover.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.comparing import Fit
from companion.vision.cards.look import RIM, Floats, tints
from companion.vision.frame import Pixels

OTHER = 0.35  # from which difference of colours on a cell is not the card's
DARKEST, RELATIVE = 20.0, 0.2  # grey levels and share of a colour by which it may be off
AGREES, PRINTED = 0.7, 8.0  # cells that surely show the card: by these the lamp's colour is told
ANCHORS = 10  # cells that are needed for that
LEAST, MOST = 0.04, 0.5  # share of a card that covers hide, with the cells round them that they touch
ENTRY = 3  # cells of the outline across which a cover comes
FOREIGN = 0.6  # share of a cover's cells whose colours are not the card's
CLOSED = 0.4  # share of the outline below a cover that must not be seen; where its edge crosses, both are mixed
SLACK = 0.5  # cells
OPEN = 0.6  # share of the other outline that must be
STEP = 14.0  # grey levels in good light: what an outline's two sides differ by at least
FAINT = 0.35  # of what they usually differ by: what is less is no outline
NEAR, FAR = 3, 11  # pixels from the outline between which both its sides are looked at
BLOCK = np.ones((3, 3), np.uint8)

Mask = NDArray[np.bool_]


def seen_cells(wide: Pixels, known: Floats, fit: Fit) -> Floats | None:
    """How much of each cell (rows, columns) of a card is seen, 0 or 1; None where nothing lies on it.

    `wide` is the picture of the card, laid onto the known one, with `RIM` pixels around it. `known` are the
    colours (rows, columns, 3) of that one, and `fit` is how they fit.
    """
    seen = tints(wide[RIM:-RIM, RIM:-RIM])
    gain = _gain(seen, known, fit)
    away = (np.abs(seen * gain - known) / (DARKEST + RELATIVE * known)).max(axis=2)
    hidden = cv2.dilate(_covers(away > OTHER, _outline(wide, gain)).astype(np.float32), BLOCK)
    return np.asarray(1 - hidden, np.float32) if LEAST <= hidden.mean() <= MOST else None


def _gain(seen: Floats, known: Floats, fit: Fit) -> Floats:
    """By what the seen colours are to be multiplied (3,) to be as bright as the known ones."""
    sure = (fit.agrees > AGREES) & (fit.print > PRINTED)
    chosen = sure if sure.sum() >= ANCHORS else fit.agrees >= np.median(fit.agrees)
    return np.asarray(np.median(known[chosen] / np.maximum(seen[chosen], 4), axis=0), np.float32)


def _covers(foreign: Mask, outline: Floats) -> Mask:
    """The cells below covers; none where a card of another print would look alike.

    `foreign` marks the cells whose colours are not the card's, `outline` tells how far it shows at the border.
    """
    rim = np.ones_like(foreign)
    rim[1:-1, 1:-1] = False
    joined = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_CLOSE, BLOCK)
    count, parts = cv2.connectedComponents(joined, connectivity=4)
    free = rim & (joined == 0)
    faint = max(STEP, FAINT * float(np.median(outline[free]))) if free.any() else STEP
    unseen = outline < faint
    covers = np.zeros_like(foreign)
    for number in range(1, count):
        part = parts == number
        if foreign[part].mean() >= FOREIGN and _enters(part & rim, unseen):
            covers |= part & _nearer(part & rim & unseen, rim & ~unseen)
    rest = outline[rim & ~covers]
    return covers if rest.size and (rest >= STEP).mean() >= OPEN else np.zeros_like(foreign)


def _enters(border: Mask, unseen: Mask) -> bool:
    """Whether something comes in across these cells of the border: below it, no outline is seen."""
    return bool(border.sum() >= ENTRY and unseen[border].mean() >= CLOSED)


def _nearer(these: Mask, those: Mask) -> Mask:
    """The cells that lie as near to some of `these` as to `those`.

    What lies where the outline is seen is the card's own, though its colours are another's.
    """
    one, other = (
        cv2.distanceTransform((~cells).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)
        for cells in (these, those)
    )
    return np.asarray(one <= other + SLACK)


def _outline(wide: Pixels, gain: Floats) -> Floats:
    """By how many grey levels, in good light, the two sides of the outline differ at each cell of the border.

    Zero at the cells (rows, columns) inside.
    """
    bright = wide.astype(np.float32) * gain
    rows, columns = tints(wide[RIM:-RIM, RIM:-RIM]).shape[:2]
    steps = np.zeros((rows, columns), np.float32)
    for place, side, length in (
        (np.s_[0, :], bright, columns),
        (np.s_[-1, :], bright[::-1], columns),
        (np.s_[:, 0], bright.swapaxes(0, 1), rows),
        (np.s_[:, -1], bright[:, ::-1].swapaxes(0, 1), rows),
    ):
        steps[place] = np.maximum(steps[place], _step(side, length))
    return steps


def _step(side: Floats, length: int) -> Floats:
    """By how much the outline's two sides differ at `length` places along the first rows of a picture."""
    along = side[:, RIM:-RIM]
    outer, inner = (
        cv2.resize(rows.mean(axis=0)[None], (length, 1), interpolation=cv2.INTER_AREA)[0]
        for rows in (along[RIM - FAR : RIM - NEAR], along[RIM + NEAR : RIM + FAR])
    )
    return np.asarray(np.abs(outer - inner).max(axis=1), np.float32)
