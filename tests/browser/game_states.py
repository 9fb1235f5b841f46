"""Games that were played for a while, on the table: by name, what leads there."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.summary_states import play
from tests.web.rig import Rig

FAMILY = ("Mia", "Oma Lieselotte", "Benjamin", "Papa")


def after(game: str, acts: int, seed: int = 3) -> Callable[[Rig], None]:
    """A game after so many moves, or at its end where it has fewer."""

    def lead(rig: Rig) -> None:
        rig.ask("open", evening=play(rig, game, seed, acts, FAMILY))

    return lead


STATES: dict[str, Callable[[Rig], None]] = {
    "plankton-teams": after("plankton_rising", 0),
    "plankton-place": after("plankton_rising", 3),
    "plankton-begun": after("plankton_rising", 6),
    "plankton-early": after("plankton_rising", 20),
    "plankton-middle": after("plankton_rising", 90),
    "plankton-late": after("plankton_rising", 150),
    "plankton-over": after("plankton_rising", 3000),
    "monopoly-begun": after("monopoly", 0),
    "monopoly-middle": after("monopoly", 150),
    "monopoly-late": after("monopoly", 700),
    "yahtzee-middle": after("yahtzee_jr", 9),
    "dice-middle": after("just_dice", 30),
    "riot-late": after("riot", 120),
}
