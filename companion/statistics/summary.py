"""The summary of an evening, from what was played."""

from __future__ import annotations

from companion.statistics.games import teller_of
from companion.statistics.played import Played
from companion.statistics.times import times
from companion.statistics.told import Summary


def summarised(played: Played) -> Summary:
    """All that is told of an evening, over or not."""
    teller, outcome = teller_of(played.game.id), played.outcome
    turns = sum(any(map(teller.ends_turn, step.act.events)) for step in played.steps)
    return Summary(
        evening=played.id,
        game=played.game.id,
        title=played.game.title,
        seats=played.setup.seats,
        began=played.started_at,
        ended=played.steps[-1].act.at if played.steps else played.started_at,
        moves=len(played.steps),
        turns=turns,
        rounds=turns // max(1, teller.sides(played)),
        times=times(played),
        over=outcome is not None,
        winners=outcome.winners if outcome else (),
        how=outcome.sentence if outcome else None,
        scored=teller.scored(played),
        scores=teller.scores(played),
        series=teller.series(played),
        dice=teller.dice(played),
        facts=teller.facts(played),
    )
