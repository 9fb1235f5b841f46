"""What a tablet may say aloud: whose turn it is, what is about to go wrong, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.state.view import View
from companion.words import Sentence, listed, say

ALERTS: Mapping[str, Sentence] = {
    "stolen-tonight": say("Stolen at the end of this turn: {names}!"),
    "one-theft": say("One more theft and it is gone: {names}!"),
    "out-of-time": say("No time left: {names}. Help now!"),
    "one-time": say("One space of time left: {names}"),
}
"""The alerts that a game's board may hold under `alerts`, worst first."""

YOUR_TURN = say("{name}, it is your turn.")


@dataclass(frozen=True)
class Herald:
    """Something to be heard once, when its `key` is new: its `kind` (turn, alarm or end) names its sound.

    `colour` is that of the seat which it is about, or empty.
    """

    kind: str
    key: str
    sentence: Sentence
    colour: str = ""


def alerts(view: View) -> tuple[tuple[str, Sentence], ...]:
    """What is about to go wrong in a running game, worst first: each a slug and a sentence."""
    if view.outcome:
        return ()
    found = ((one["kind"], listed(one["names"])) for one in view.board.get("alerts", ()))
    return tuple((kind, Sentence(ALERTS[kind].template, {"names": names})) for kind, names in found)


def heralds(view: View) -> tuple[Herald, ...]:
    """All that is so now; what a page had already is not said again."""
    return tuple(_heralds(view))


def _heralds(view: View) -> Iterator[Herald]:
    if view.outcome:
        yield Herald("end", f"end-{view.evening}", view.outcome.sentence)
    elif view.active is not None:
        seat = view.seats[view.active]
        yield Herald("turn", f"turn-{view.active}", Sentence(YOUR_TURN.template, {"name": seat.name}), seat.colour)
    for kind, sentence in alerts(view):
        yield Herald("alarm", f"{kind}-{sentence.params['names']}", sentence)
