"""What to say to people when the eye will not read: a sentence and an advice for every reason."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import Sentence, say

DOUBTS: Mapping[str, tuple[Sentence, Sentence]] = {
    "hand": (say("A hand is in the picture."), say("Take it away; I then look again by myself.")),
    "moving": (say("The dice are still moving."), say("I look again by myself when they lie still.")),
    "dark": (say("It is too dark to read."), say("Switch on a lamp near the tray and press again.")),
    "glare": (say("A reflection covers the dice."), say("Turn the lamp a little and press again.")),
    "blur": (say("The picture is not sharp."), say("Wipe the lens, check the camera's focus and press again.")),
    "camera-moved": (say("The camera has been moved."), say("Put it back, or calibrate it again.")),
    "leaning": (
        say("A die leans against something."),
        say("Throw that die again, or tap it to say what it shows."),
    ),
    "stacked": (
        say("A die seems to lie on top of another."),
        say("Throw it again. If it lies flat after all, tap it, and look whether one is missing."),
    ),
    "outside": (
        say("A die lies outside the tray."),
        say("Throw it again inside the tray; or tap it, and say what it shows or that it does not count."),
    ),
    "too-many": (say("There are too many things that look like dice."), say("Clear the tray and press again.")),
    "too-few": (
        say("I see too few dice."),
        say("Look for one under a hand, on or under another, beside the tray or on the floor, and press again."),
    ),
    "unknown-face": (say("A die shows a face that is not known."), say("Tap it to say what it is.")),
    "no-dice": (say("I see no dice in the tray."), say("Throw the dice and press again; no turn is used.")),
    "not-moved": (
        say("Nothing has moved since the last reading."),
        say("Throw the dice first. If they really fell so, enter them by hand."),
    ),
}
"""By slug: what is wrong, and what to do."""

UNKNOWN = (say("The dice cannot be read."), say("Press again, or enter the roll by hand."))


def doubt(slug: str) -> tuple[Sentence, Sentence]:
    """The sentence and the advice for `slug`; a general pair for one that is not in the list."""
    return DOUBTS.get(slug, UNKNOWN)
