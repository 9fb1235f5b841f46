"""What the home page says first: what to do next, and who plays here."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules import GAMES
from companion.state.view import View
from companion.statistics.chronicle import Chronicle
from companion.statistics.players import Player
from companion.statistics.roster import RosterError
from companion.words import Sentence, say
from web.contract import Evening

REGULARS = 8
"""So many players the home page shows."""


def unfinished(evenings: Sequence[Evening]) -> Evening | None:
    """The newest evening, if it can be gone on with."""
    newest = evenings[0] if evenings else None
    return newest if newest and newest.readable and not newest.over else None


def what_next(view: View, evenings: Sequence[Evening]) -> Sentence:
    """The next step of somebody who has just come in, in one sentence."""
    if view.game:
        return say("{game} is on the table: go on with it, or put it away.", game=GAMES[view.game].title)
    left = unfinished(evenings)
    if left:
        return say("Go on with {game}, or choose another game.", game=GAMES[left.game].title)
    if evenings:
        return say("Choose a game, and write down who plays.")
    return say("Choose a game, write down who plays, and throw the dice: the companion does the rest.")


def regulars(chronicle: Chronicle | None) -> tuple[Player, ...]:
    """Who plays here and is not hidden, newest first; nobody while the file of players cannot be used."""
    try:
        return tuple(one for one in chronicle.sitters() if not one.profile.hidden) if chronicle else ()
    except RosterError:
        return ()
