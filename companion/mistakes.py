"""Mistakes: the asks that put right what was read, entered or chosen wrongly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from companion.errors import AskError, NothingToFix
from companion.round import Round
from companion.rules.game import Action
from companion.state.table import Fix, Table
from companion.words import say


class Mistakes(ABC):
    """The part of the desk that corrects: each public method is an ask.

    A correction that would drop later acts is shown first, and carried out when somebody confirms it.
    """

    _round: Round

    @abstractmethod
    def _playing(self) -> Table:
        """The table of the evening that runs."""

    @abstractmethod
    def _change(self, change: Callable[[Table, float], object]) -> None:
        """Change the table at unix seconds, and begin a new round."""

    @abstractmethod
    def _show_all(self) -> None:
        """Whoever asks from now on has to have seen what is on the desk now."""

    def fix(self, act: int, faces: list[str]) -> None:
        """Correct a past roll."""
        self._fix(self._playing().plan_fix(act, tuple(faces)))

    def open_fix(self, act: int) -> None:
        """Ask what a past act of chance that was no roll really said."""
        if not self._playing().chances(act):
            raise NothingToFix(say("There is nothing to correct in this."), detail=f"got act {act!r}")
        self._round.fix, self._round.asked = None, act
        self._show_all()

    def fix_act(self, act: int, action: str) -> None:
        """Correct a past act of chance: what was drawn, dealt or revealed, as the text of an action."""
        self._fix(self._playing().plan_act(act, Action.parse(action)))

    def confirm_fix(self) -> None:
        """Carry out the correction that was shown."""
        self._playing()
        plan = self._round.fix
        if plan is None:
            raise AskError(say("There is no correction to confirm."))
        self._change(lambda table, at: table.fix(plan, at=at))

    def cancel_fix(self) -> None:
        """Leave everything as it was."""
        self._round.fix = self._round.asked = None

    def take_back(self) -> None:
        """Undo the last choice."""
        self._change(lambda table, at: table.take_back(at=at))

    def _fix(self, plan: Fix) -> None:
        if plan.dropped:
            self._round.fix, self._round.asked = plan, None
            self._show_all()
        else:
            self._change(lambda table, at: table.fix(plan, at=at))
