"""The round: what is open between two accepted actions, and the View of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.rules.args import Value
from companion.state.table import Fix, Table
from companion.state.view import FixPreview, Proposal, View
from companion.vision.reading import Reading

LOOK_LIMIT = 30.0
"""Seconds after which a look is given up: longer than the eye's own limits, so only a hung driver meets it."""


@dataclass
class Round:
    """What is on the desk between two accepted actions; a new round starts empty.

    `asked` is the act of which people are asked what it really said.
    """

    proposal: Proposal | None = None
    fix: Fix | None = None
    asked: int | None = None
    given: dict[str, Value] = field(default_factory=dict)
    looking_since: float | None = None
    reading: Reading | None = None

    def hangs(self, now: float) -> bool:
        """Whether a look has gone on too long at the monotonic time `now`, in seconds."""
        return self.looking_since is not None and now - self.looking_since > LOOK_LIMIT


def phase_of(table: Table | None, round: Round) -> str:  # noqa: A002  (the field's word)
    """The phase as `View.phase` lists them."""
    proposal = round.proposal
    if round.looking_since is not None:
        return "looking"
    if proposal is None:
        return "home" if table is None else "play" if table.choices else "over"
    if proposal.why_not:
        return "cannot-read"
    return "proposal" if proposal.acceptable else "question"


def seen_view(bare: View, table: Table, round: Round) -> View:  # noqa: A002
    """The `bare` View filled with a running evening."""
    game, state = table.game, table.state
    return replace(
        bare,
        phase=phase_of(table, round),
        game=game.id,
        evening=table.evening,
        seats=table.setup.seats,
        active=game.active(state),
        prompt=game.prompt(state),
        choices=table.choices,
        given=dict(round.given),
        board=game.board(state),
        proposal=round.proposal,
        fix=_fix_preview(table, round),
        log=table.log(),
        can_take_back=table.last_choice is not None,
        outcome=game.outcome(state),
    )


def _fix_preview(table: Table, round: Round) -> FixPreview | None:  # noqa: A002
    if round.fix:
        return table.preview(round.fix)
    return FixPreview(round.asked, choices=table.chances(round.asked)) if round.asked else None
