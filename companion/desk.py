"""The desk: what every ask does to the table; called by the host's thread alone."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.boxes import Boxes
from companion.doubts import doubt
from companion.errors import AskError, CompanionError, NoGame, StaleAsk
from companion.eye import Look
from companion.pace import Pace
from companion.pictures import Pictures
from companion.proposals import Judge, added, amended, removed
from companion.proposer import Proposer
from companion.round import Round, phase_of, seen_view
from companion.rules.args import Faces
from companion.rules.game import Action, Expectation, Seat, Setup
from companion.state.clock import TurnClock, checked_clock
from companion.state.codec import plain_values
from companion.state.journal import Journal
from companion.state.table import Table
from companion.state.view import Notice, Proposal, Service, View
from companion.vision.reading import Reading
from companion.words import say


class Desk:
    """The table with all that is open on it; each public method is an ask.

    An ask changes the desk and returns nothing, or raises a `CompanionError` and changes nothing. `eye` begins the
    look number `looks`, whose outcome comes back as the ask `looked`; False when it cannot.
    """

    def __init__(
        self,
        journal: Journal,
        pictures: Pictures,
        boxes: Boxes,
        untouched: Callable[[Reading, Reading], bool] = lambda _a, _b: False,
        accepted: Callable[[Reading], None] = lambda _reading: None,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._journal = journal
        self._boxes = boxes
        self.eye: Callable[[Expectation | None], bool] | None = None
        self._proposer = Proposer(pictures, untouched)
        self._accepted = accepted
        self._now = now
        self._wall = wall
        self._table: Table | None = None
        self._round = Round()
        self._pace = Pace()
        self.notice: Notice | None = None
        self._services: dict[str, Service] = {}
        self.looks = self.number = self.changed_at = 0

    # ---- evenings

    def new(
        self,
        game: str,
        seats: list[Seat],
        options: Mapping[str, Any] | None = None,
        clock: TurnClock | None = None,
        seed: int = 0,
        box: str = "",
    ) -> None:
        """Start an evening with what the named `box` holds; `seed` 0 is one that nobody foresees."""
        turn_clock = checked_clock(clock.mode, clock.limit) if clock else TurnClock()
        printed = self._boxes.read(game, box) if box else {}
        setup = Setup(tuple(seats), plain_values(options or {}), seed or secrets.randbits(32), printed)
        self._sit(Table.new(self._journal, game, setup, turn_clock, self._wall()))

    def open(self, evening: int) -> None:
        """Continue an evening."""
        self._sit(Table(self._journal, evening))

    def leave(self) -> None:
        """Back to the home page; the evening can be continued."""
        self._table, self._pace = None, Pace()
        self._next_round()

    # ---- the button

    def press(self) -> None:
        """The button, short: accept what can be accepted, else look at the tray."""
        proposal = self._round.proposal
        if proposal and proposal.acceptable:
            self.accept(proposal.id)
        else:
            self.read()

    def long_press(self) -> None:
        """The button, long: give up a look, put a proposal away, else take back the last choice."""
        if self._round.looking_since is not None:
            self._round.looking_since = None
        elif self._round.proposal:
            self.dismiss(self._round.proposal.id)
        else:
            self.take_back()

    # ---- a roll

    def read(self) -> None:
        """Look at the tray; a look that is under way goes on."""
        judge = self._judge()
        if self._round.looking_since is not None:
            return
        if judge.expects() is None:
            raise AskError(say("No roll is open now."), advice=judge.game.prompt(judge.state))
        self.looks += 1
        if self.eye is None or not self.eye(judge.expects()):
            raise CompanionError(say("The camera is not ready."), advice=say("Wait, or enter the roll by hand."))
        self._round.proposal, self._round.looking_since = None, self._now()

    def looked(self, look: Look, number: int | None = None) -> None:
        """The outcome of a look, by default of the last one; asked by the eye."""
        if self._table is None or self._round.looking_since is None or number not in (None, self.looks):
            return  # it was given up, or overtaken by a roll that was entered by hand
        self._round.looking_since = None
        if look.reading is None:
            self.tell(look.error or CompanionError(say("The eye gave no answer.")))
            return
        proposed = self._proposer.propose(self._judge(), look.reading, look)
        self._round.reading, self._round.proposal = proposed
        if not self._round.proposal.picture:
            self.tell(CompanionError(say("The picture cannot be kept."), advice=say("Check the disk.")))

    def accept(self, proposal: int) -> None:
        """Accept a proposal as it stands."""
        shown, judge = self._shown(proposal), self._judge()
        question = judge.question(shown)
        if question or not shown.dice:
            raise AskError(question or doubt(shown.why_not)[0], advice=say("Answer the question first."))
        reading = self._round.reading
        self._do(judge.action(shown), shown.picture)
        if reading:
            self._proposer.accepted = reading
            self._accepted(reading)

    def dismiss(self, proposal: int) -> None:
        """Put a proposal away; nothing was rolled."""
        self._shown(proposal)
        self._round.proposal = None

    def amend(self, proposal: int, die: int, face: str) -> None:
        """Set the face of one die of a proposal."""
        self._round.proposal = amended(self._judge(), self._shown(proposal), die, face)

    def remove(self, proposal: int, die: int) -> None:
        """Take something out of a proposal that was no die."""
        self._round.proposal = removed(self._judge(), self._shown(proposal), die)

    def add(self, proposal: int, face: str) -> None:
        """Add a die to a proposal that was not seen."""
        self._round.proposal = added(self._judge(), self._shown(proposal), face)

    # ---- choices

    def do(self, action: str) -> None:
        """A choice in its text form; also a roll that is entered by hand."""
        self._do(Action.parse(action))

    def give(self, name: str, value: list[int]) -> None:
        """Choose an argument ahead of a roll."""
        args = [choice.args[name] for choice in self._playing().choices if choice.chance and name in choice.args]
        args = [arg for arg in args if not isinstance(arg, Faces)]
        if not args or (value and not args[0].allows(tuple(value), {})):
            raise AskError(say("This cannot be chosen now."), detail=f"got {name!r} = {value!r}")
        self._round.given[name] = tuple(value)
        if self._round.proposal and not self._round.proposal.why_not:
            self._round.proposal = self._judge().judged(self._round.proposal)

    # ---- mistakes

    def fix(self, act: int, faces: list[str]) -> None:
        """Correct a past reading; when later acts would be dropped they are shown first."""
        table = self._playing()
        plan = table.plan_fix(act, tuple(faces))
        if plan.dropped:
            self._round.fix, self._round.fix_faces = plan, tuple(faces)
            self.changed_at = self.number + 1  # who confirms has seen this one
        else:
            self._change(lambda: table.fix(plan, at=self._wall()))

    def confirm_fix(self) -> None:
        """Carry out the correction that was shown."""
        table, plan = self._playing(), self._round.fix
        if plan is None:
            raise AskError(say("There is no correction to confirm."))
        self._change(lambda: table.fix(plan, at=self._wall()))

    def cancel_fix(self) -> None:
        """Leave everything as it was."""
        self._round.fix = None

    def take_back(self) -> None:
        """Undo the last choice."""
        table = self._playing()
        self._change(lambda: table.take_back(at=self._wall()))

    def pause(self) -> None:
        """Stop the turn clock."""
        self._playing()
        self._pace.paused = True

    def resume(self) -> None:
        """Let the turn clock run on."""
        self._pace.paused = False

    def clear_notice(self) -> None:
        """The notice was read."""
        self.notice = None

    def service(self, name: str, state: Service) -> None:
        """A service tells its state."""
        self._services[name] = state

    def tell(self, error: CompanionError) -> None:
        """Show an error that nobody waits for, such as one after a press of the button."""
        self.notice = Notice(error.slug, error.sentence, error.advice)

    def tick(self) -> bool:
        """Time has passed: give up a look that never came back, close a window; whether anything changed."""
        due = self._pace.due(self._now())
        if due and phase_of(self._table, self._round) == "play":
            self._do(due)
        elif self._round.hangs(self._now()):
            self._round.looking_since = None
            self.tell(CompanionError(say("The camera does not answer."), advice=say("Enter the roll by hand.")))
        else:
            return False
        return True

    # ---- what everybody sees

    def check_fresh(self, seen: int | None) -> None:
        """Refuse an ask that was made looking at an older table, or at one from before a restart.

        Raises:
            StaleAsk: the table has changed since View number `seen`.
        """
        if seen is not None and not self.changed_at <= seen <= self.number:
            raise StaleAsk(say("The table has moved on."), detail=f"the View is {self.number}, got {seen!r}")

    def view(self) -> View:
        """The View under the next number."""
        self.number += 1
        bare = View(self.number, "home", notice=self.notice, services=dict(self._services))
        if self._table is None:
            return bare
        seen = seen_view(bare, self._table, self._round)
        now = self._now()
        self._pace.follow(seen.board.get("window"), seen.phase == "play", now)
        return replace(seen, clock=self._pace.turn.shown(now), window=self._pace.shown_window(now))

    def _playing(self) -> Table:
        if self._table is None:
            raise NoGame(say("No game is running."))
        return self._table

    def _judge(self) -> Judge:
        table = self._playing()
        return Judge(table.game, table.state, self._round.given)

    def _shown(self, proposal: int) -> Proposal:
        shown = self._round.proposal
        if shown is None or shown.id != proposal:
            raise StaleAsk(say("This reading is no longer on the table."), detail=f"got proposal {proposal!r}")
        return shown

    def _do(self, action: Action, picture: str = "") -> None:
        table, used = self._playing(), self._pace.turn.seconds(self._now())
        self._change(lambda: table.do(action, at=self._wall(), used=used, picture=picture))

    def _change(self, change: Callable[[], object]) -> None:
        """Change the table; the turn that is open then goes on with the seconds that it had used, if any."""
        table = self._playing()
        before = table.game.active(table.state)
        change()
        self._next_round()
        if table.game.active(table.state) != before:
            self._pace.next_turn(table.used, self._now())

    def _next_round(self) -> None:
        self._round = Round()
        self.notice = None
        self.changed_at = self.number + 1

    def _sit(self, table: Table) -> None:
        """Begin or continue at `table`, the clock where the last accepted act left it."""
        self._table, self._proposer.accepted = table, None
        self._pace = Pace(replace(table.clock, used=table.used))
        self._next_round()
