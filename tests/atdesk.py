"""What tests at the desk share: an eye that only notes what it is to look for, and what the desk then shows."""

from __future__ import annotations

from companion.desk import Desk
from companion.ports import Wanted
from companion.state.view import Proposal, View


class AtDesk:
    """Somebody at a `desk`; `expected` is what the eye was asked for, and `eye_works` whether it can look."""

    desk: Desk

    def __init__(self) -> None:
        self.expected: list[Wanted] = []
        self.eye_works = True

    def open_eye(self) -> None:
        """Give the desk its eye, and let it show itself once."""
        self.desk.eye = self._look
        self.desk.view()

    def _look(self, wanted: Wanted) -> bool:
        self.expected.append(wanted)
        return self.eye_works

    @property
    def view(self) -> View:
        return self.desk.view()

    @property
    def proposal(self) -> Proposal:
        found = self.view.proposal
        assert found is not None
        return found
