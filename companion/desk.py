"""The desk: what every ask does to the table; called by the host's thread alone."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.boxes import Boxes
from companion.cards import Decks, named
from companion.errors import AlreadyDone, AskError, CompanionError, IllegalAction, NoGame, StaleAsk
from companion.eye import Look
from companion.mistakes import Mistakes
from companion.pace import Pace
from companion.pictures import Pictures
from companion.ports import Wanted
from companion.proposals import Judge, added, amended, given_arg, removed
from companion.proposer import Proposer
from companion.round import Round, phase_of, seen_view
from companion.rules.game import Action, Seat, Setup
from companion.state.clock import TurnClock, checked_clock
from companion.state.codec import plain_values
from companion.state.journal import Journal
from companion.state.table import Table
from companion.state.view import Notice, Proposal, Service, View
from companion.vision.reading import Reading
from companion.words import say


class Desk(Mistakes):
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
        decks: Decks | None = None,
        resume: Callable[[Table], tuple[float, float]] = lambda table: (table.used, table.played),
    ) -> None:
        self._journal = journal
        self._boxes = boxes
        self.eye: Callable[[Wanted], bool] | None = None
        self._decks = decks
        self._proposer = Proposer(pictures, untouched, accepted, decks)
        self._now = now
        self._wall = wall
        self._resume = resume
        self._table: Table | None = None
        self._round = Round()
        self._pace = Pace()
        self.notice: Notice | None = None
        self._services: dict[str, Service] = {}
        self._done: dict[str, int] = {}  # what was done this evening, with the View after it
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

    def seat_press(self, seat: int) -> None:
        """The button before a seat: take the choice that the game gives it now; nothing where it gives none."""
        if self._table is None or seat >= len(self._table.setup.seats):
            return
        name = str(self._table.game.board(self._table.state).get("seat_button", ""))
        if self._table.is_open(Action(seat, name)):
            self._do(Action(seat, name))
        elif name:
            who = self._table.setup.seats[seat].name
            raise AskError(say("{name} has nothing to answer now.", name=who), advice=say("Look at the table."))

    # ---- a roll

    def read(self) -> None:
        """Look at the tray; a look that is under way goes on."""
        judge = self._judge()
        if self._round.looking_since is not None:
            return
        wanted = judge.expects() or judge.cards
        if wanted is None:
            raise AskError(say("No roll is open now."), advice=judge.game.prompt(judge.state))
        self.looks += 1
        if self.eye is None or not self.eye(wanted):
            raise CompanionError(say("The camera is not ready."), advice=say("Wait, or enter the roll by hand."))
        self._round.proposal, self._round.looking_since = None, self._now()

    def looked(self, look: Look, number: int | None = None) -> None:
        """The outcome of a look, by default of the last one; asked by the eye."""
        if self._table is None or self._round.looking_since is None or number not in (None, self.looks):
            return  # it was given up, or overtaken by a roll that was entered by hand
        self._round.looking_since = None
        try:
            self._round.reading, self._round.proposal = self._proposer.answer(self._judge(), look)
            if not self._round.proposal.picture and not self._proposer.secret:
                self.tell(CompanionError(say("The picture cannot be kept."), advice=say("Check the disk.")))
        except CompanionError as error:
            self.tell(error)

    def accept(self, proposal: int, action: str = "") -> None:
        """Accept a proposal as it stands; a laid card as the `action` that was chosen among its ways."""
        shown, reading = self._shown(proposal), self._round.reading
        self._do(self._proposer.action(self._judge(), shown, action), shown.picture)
        if unlearnt := self._proposer.accept(shown, reading):
            self.tell(unlearnt)

    def name_card(self, proposal: int, code: str) -> None:
        """Say which card was laid; it is learnt once it is accepted."""
        self._round.proposal = named(self._judge(), self._shown(proposal), code)

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
        self._round.given[name] = given_arg(self._playing().choices, name, value)
        if self._round.proposal and not self._round.proposal.why_not:
            self._round.proposal = self._judge().judged(self._round.proposal)

    # ---- the clocks, and what people are told

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
        point = error.point if isinstance(error, IllegalAction) else ""
        self.notice = Notice(error.slug, error.sentence, error.advice, point)

    def tick(self) -> bool:
        """Time has passed: give up a look that never came back, close a window; whether anything changed."""
        due = self._pace.due(self._now())
        if due and phase_of(self._table, self._round) == "play" and self._playing().is_open(due):
            self._do(due)
        elif self._round.hangs(self._now()):
            self._round.looking_since = None
            self.tell(CompanionError(say("The camera does not answer."), advice=say("Enter the roll by hand.")))
        else:
            return False
        return True

    # ---- what everybody sees

    def check_fresh(self, seen: int | None, action: str = "") -> None:
        """Refuse an ask that was made looking at an older table, or at one from before a restart.

        Raises:
            AlreadyDone: since View number `seen` somebody else has done the very `action`.
            StaleAsk: the table has changed since then.
        """
        if seen is not None and not self.changed_at <= seen <= self.number:
            if self._table and seen < self._done.get(action, 0) and self._table.holds(action):
                raise AlreadyDone(say("Somebody was faster: this is done."), detail=f"got {action!r}")
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
        clock, window = self._pace.turn.shown(now), self._pace.shown_window(now)
        return replace(seen, clock=clock, window=window, card_expected=self._judge().cards is not None)

    def _playing(self) -> Table:
        if self._table is None:
            raise NoGame(say("No game is running."))
        return self._table

    def _judge(self) -> Judge:
        table, decks = self._playing(), self._decks
        cards = decks.expects(table.game, table.setup.box, table.choices) if decks else None
        return Judge(table.game, table.state, self._round.given, cards)

    def _shown(self, proposal: int) -> Proposal:
        shown = self._round.proposal
        if shown is None or shown.id != proposal:
            raise StaleAsk(say("This reading is no longer on the table."), detail=f"got proposal {proposal!r}")
        return shown

    def _do(self, action: Action, picture: str = "") -> None:
        now = self._now()
        used, played = self._pace.turn.seconds(now), self._pace.played.seconds(now)
        self._change(lambda table, at: table.do(action, at=at, used=used, picture=picture, played=played))
        self._done[str(action)] = self.changed_at

    def _change(self, change: Callable[[Table, float], object]) -> None:
        """Change the table; the turn that is open then goes on with the seconds that it had used, if any."""
        table = self._playing()
        before = table.game.active(table.state)
        change(table, self._wall())
        self._next_round()
        if table.game.active(table.state) != before:
            self._pace.next_turn(table.used, self._now())

    def _next_round(self) -> None:
        self._round = Round()
        self.notice = None
        self._show_all()

    def _show_all(self) -> None:
        self.changed_at = self.number + 1

    def _sit(self, table: Table) -> None:
        """Begin or continue at `table`, the clocks where they were left."""
        used, played = self._resume(table)
        self._table, self._done = table, {}
        self._proposer.forget()
        self._pace = Pace(replace(table.clock, used=used), TurnClock("up", used=played))
        self._next_round()
