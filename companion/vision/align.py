"""Alignment: how a picture moved against an earlier one of the same table."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.vision.fiducials import Grey
from companion.vision.lens import Lens

Floats = NDArray[np.float64]
Fine = NDArray[np.float32]

SIDE = 960  # pixels of the longer side at which features are looked for
FEATURES = 1500
LEAST_MATCHES = 20  # that move alike
LEAST_SHARE = 0.2  # of all matches
SPREAD = 0.35  # share of the picture's width, or of its height, over which they lie
APART = 2.0  # pixels of that picture: a match that lies farther off is none
NEARLY = 4.0  # times that, a match may lie beside a similarity, which a camera that nods does not give exactly
PATTERN_SIDE = 320  # pixels of the longer side at which whole patterns are compared
LARGE = 6.0  # pixels of that, standard deviation: what varies more slowly is light, not pattern
FAINT = 3.0  # grey levels: pattern below it counts less
SAME = 0.6  # correlation from which two patterns are the same
CLEARLY = 1.25  # times what a motion leaves unlike must be unlike without it; less is noise
FAINTLY = 0.2  # correlation that other tables do not reach by chance
TRIAL = (0.012, -0.008, 1.0)  # shares of the longer side and degrees by which an aligner is tried out
TRIAL_LIGHT = 0.8
TRIAL_NOISE = 4.0  # grey levels, at least; else twice the picture's own
OFF = 0.002  # share of the longer side by which it may then be wrong at the corners


class Aligner:
    """Finds the motion of later pictures against `grey`, looking only where the mask `around` (h, w) is not 0.

    Single things that stand out (ORB, matched both ways) or the phases of the whole give a rough motion, and the
    whole pattern makes it precise (ECC, Evangelidis and Psarakis 2008); all are OpenCV's. Motions are homographies
    (3, 3) of pixels that are straightened by the `lens`. A pattern that repeats may fit one repeat beside.
    """

    def __init__(self, grey: Grey, around: Grey, lens: Lens | None) -> None:
        self._lens = lens
        self._size = grey.shape[::-1]
        self._points, self._features = _described(grey, around)
        self._pattern = _pattern(grey)
        shape = self._pattern.shape[::-1]
        self._around = cv2.erode(cv2.resize(around, shape, interpolation=cv2.INTER_NEAREST), np.ones((9, 9)))
        self._featured = False
        self.able = self._passes(grey)

    def motion(self, grey: Grey) -> Floats | None:
        """How the picture moved to become `grey`, or None where that cannot be told."""
        now = _pattern(grey)
        features = self._by_features(grey)
        for start in self._starts(now, features):
            found = self._precise(now, start)
            if found is not None and self._likeness(now, found) >= SAME:
                return self._straight(found) if self._better(now, found) else np.eye(3)
        return None

    def faintly_same(self, grey: Grey) -> bool:
        """Whether `grey` shows a little of the pattern in its old place: it may be covered, or drown in noise."""
        return self._likeness(_pattern(grey), np.eye(3)) >= FAINTLY

    def _starts(self, now: Fine, features: Floats | None) -> Iterator[Floats]:
        """Rough motions (3, 3) of the reduced pattern, the likeliest first.

        Where there are features that agree on nothing, phases that do would be those of a pattern that repeats.
        """
        if features is not None:
            yield features
            return
        if not self._featured:
            seen = (self._around > 0).astype(np.float32)
            window = cv2.createHanningWindow(now.shape[::-1], cv2.CV_32F)
            (right, down), _ = cv2.phaseCorrelate(self._pattern * seen, now * seen, window)
            yield np.array([[1, 0, right], [0, 1, down], [0, 0, 1]])
        yield np.eye(3)

    def _precise(self, now: Fine, start: Floats) -> Floats | None:
        """The motion near a rough one at which the patterns are most alike, or None where none is found."""
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 60, 1e-5)
        given = start.astype(np.float32)
        try:
            _, found = cv2.findTransformECC(
                self._pattern, now, given, cv2.MOTION_HOMOGRAPHY, stop, self._around, 3
            )
        except cv2.error:  # it does not converge: the patterns have nothing in common
            return None
        return np.asarray(found, np.float64)

    def _likeness(self, now: Fine, motion: Floats) -> float:
        """The correlation, -1 to 1, of the patterns once a motion (3, 3) is taken out."""
        back, size = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, now.shape[::-1]
        laid = cv2.warpPerspective(now, motion, size, flags=back)
        whole = cv2.warpPerspective(np.ones_like(now), motion, size, flags=back) > 0.999
        both = (self._around > 0) & whole
        return float(np.corrcoef(self._pattern[both], laid[both])[0, 1]) if both.any() else 0.0

    def _better(self, now: Fine, motion: Floats) -> bool:
        """Whether a motion suits the patterns clearly better than none."""
        return 1 - self._likeness(now, np.eye(3)) > CLEARLY * (1 - self._likeness(now, motion))

    def _by_features(self, grey: Grey) -> Floats | None:
        """The motion (3, 3) of the reduced pattern that most matches agree on, or None."""
        points, features = _described(grey, None)
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(self._features, features)
        if len(pairs) < LEAST_MATCHES:
            return None
        before = self._points[[pair.queryIdx for pair in pairs]]
        now = points[[pair.trainIdx for pair in pairs]]
        apart = APART * min(1.0, PATTERN_SIDE / SIDE)
        _, near = cv2.estimateAffinePartial2D(
            before, now, method=cv2.RANSAC, ransacReprojThreshold=NEARLY * apart, maxIters=5000, confidence=0.999
        )
        if near is None or near.sum() < LEAST_MATCHES:
            return None
        rough = near.ravel() > 0
        motion, alike = cv2.findHomography(before[rough], now[rough], cv2.RANSAC, apart)
        if motion is None or not self._enough(before[rough][alike.ravel() > 0], len(pairs)):
            return None
        return np.asarray(motion, np.float64)

    def _enough(self, alike: Floats, matches: int) -> bool:
        """Whether the places (n, 2) of the matches that move alike are many, and not all in one corner."""
        if len(alike) < max(LEAST_MATCHES, LEAST_SHARE * matches):
            return False
        return bool((np.ptp(alike, axis=0) / self._pattern.shape[::-1]).max() >= SPREAD)

    def _straight(self, motion: Floats) -> Floats:
        """A motion (3, 3) of the reduced pattern as one of straightened pixels of the whole picture."""
        factor = self._pattern.shape[1] / self._size[0]
        before = np.stack(np.meshgrid(*(np.linspace(0, side, 7) for side in self._size)), -1).reshape(-1, 1, 2)
        now = (cv2.perspectiveTransform((before + 0.5) * factor - 0.5, motion) + 0.5) / factor - 0.5
        found, _ = cv2.findHomography(straight(before, self._lens), straight(now, self._lens), 0)
        return np.asarray(found, np.float64)

    def _passes(self, grey: Grey) -> bool:
        """Whether a known small motion of the picture itself is found in worse light and with more noise."""
        trial = self._trial(max(grey.shape))
        moved = TRIAL_LIGHT * cv2.warpPerspective(grey, trial, self._size, borderMode=cv2.BORDER_REFLECT)
        noise = max(TRIAL_NOISE, 2 * _noise(grey)) * np.random.default_rng(0).standard_normal(
            grey.shape, np.float32
        )
        worse = np.clip(moved + noise, 0, 255).astype(np.uint8)
        self._featured = self._by_features(worse) is not None
        found = self.motion(worse)
        if found is None:
            return False
        corners = np.array([(0, 0), (self._size[0], 0), self._size, (0, self._size[1])], np.float64)[:, None]
        shown = straight(cv2.perspectiveTransform(corners, trial), self._lens)
        told = cv2.perspectiveTransform(straight(corners, self._lens)[:, None], found)[:, 0]
        return bool(np.linalg.norm(shown - told, axis=-1).max() < OFF * max(grey.shape))

    def _trial(self, longest: int) -> Floats:
        """The motion (3, 3) by which it is tried out, for a picture `longest` pixels long."""
        right, down, degrees = TRIAL
        trial = np.eye(3)
        trial[:2] = cv2.getRotationMatrix2D((self._size[0] / 2, self._size[1] / 2), degrees, 1.0)
        trial[:2, 2] += right * longest, down * longest
        return trial


def _noise(grey: Grey) -> float:
    """The standard deviation of the noise in grey levels (Immerkaer 1996); a fine pattern counts as noise."""
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    return float(np.sqrt(np.pi / 2) / 6 * np.mean(np.abs(cv2.filter2D(grey, cv2.CV_32F, mask))))


def _described(grey: Grey, mask: Grey | None) -> tuple[Floats, NDArray[np.uint8]]:
    """What stands out where the mask is not 0: places (n, 2) in the reduced pattern, ORB descriptions (n, 32)."""
    small = _reduced(grey, SIDE)
    even = cv2.createCLAHE(2.0, (8, 8)).apply(cv2.GaussianBlur(small, (0, 0), 1.0))
    inside = None if mask is None else cv2.resize(mask, even.shape[::-1], interpolation=cv2.INTER_NEAREST)
    points, features = cv2.ORB.create(FEATURES, fastThreshold=8).detectAndCompute(even, inside)
    if not points:
        return np.empty((0, 2)), np.empty((0, 32), np.uint8)
    factor = _factor(grey, PATTERN_SIDE) / _factor(grey, SIDE)
    return (np.array([point.pt for point in points]) + 0.5) * factor - 0.5, np.asarray(features, np.uint8)


def _pattern(grey: Grey) -> Fine:
    """The picture reduced and without its light: (h, w) float32 about 0."""
    smooth = cv2.GaussianBlur(_reduced(grey, PATTERN_SIDE).astype(np.float32), (0, 0), 1.0)
    fine = cv2.subtract(smooth, cv2.GaussianBlur(smooth, (0, 0), LARGE))
    strength = np.sqrt(cv2.GaussianBlur(fine**2, (0, 0), LARGE))
    return np.asarray(np.clip(fine / (strength + FAINT), -2, 2), np.float32)


def _factor(grey: Grey, side: int) -> float:
    return float(min(1.0, side / max(grey.shape)))


def _reduced(grey: Grey, side: int) -> Grey:
    factor = _factor(grey, side)
    size = max(1, round(grey.shape[1] * factor)), max(1, round(grey.shape[0] * factor))
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def straight(points: ArrayLike, lens: Lens | None) -> Floats:
    """Points (n, 2) as a straight lens would show them."""
    return lens.straightened(points) if lens else np.asarray(points, np.float64).reshape(-1, 2)
