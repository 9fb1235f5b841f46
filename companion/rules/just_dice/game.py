"""Just dice: throw any number of dice of one set in turn, as long as you like (points D1-D6 are our own)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from companion.errors import IllegalAction
from companion.rules.args import Arg, Faces, Name, Names, Number, Value, WordEach
from companion.rules.game import (
    Action,
    Choice,
    Event,
    Expectation,
    Option,
    Outcome,
    Setup,
    choice_of,
    legal_beside,
)
from companion.rules.just_dice.statistics import count_faces, fairness, total
from companion.rules.setup import no_box
from companion.words import Sentence, say

MOST_DICE = 20
HISTORY = 20
PIPS = ("1", "2", "3", "4", "5", "6")


@dataclass(frozen=True)
class Rolled(Event):
    """A seat threw these faces; `bodies` are the dice's own colours in the same order, when the eye told them."""

    seat: int
    faces: tuple[str, ...]
    bodies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finished(Event):
    """The players have had enough."""

    rolls: int


@dataclass(frozen=True)
class State:
    """All rolls so far."""

    setup: Setup
    rolls: tuple[Rolled, ...] = ()
    over: bool = False

    @property
    def die_set(self) -> str:
        """The name of the dice that are thrown."""
        return str(self.setup.options["die_set"])

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of those dice."""
        return _words(self.setup.options["faces"])

    @property
    def numbers(self) -> tuple[int, int]:
        """The least and the most dice of a roll (D2)."""
        dice = int(str(self.setup.options["dice"]))
        return (dice, dice) if dice else (1, MOST_DICE)

    @property
    def limit(self) -> int:
        """The number of rolls after which the evening ends; 0 for no end (D4)."""
        return int(str(self.setup.options["rolls"]))


class JustDice:
    """Any dice in turn.

    D1 players in seat order; D2 a set number of dice, or any up to 20; D3 one roll a turn; D4 it ends at the set
    number of rolls, or when somebody finishes; D5 only faces of the set; D6 nobody wins.
    """

    id: ClassVar[str] = "just_dice"
    title: ClassVar[Sentence] = say("Just dice")
    players: ClassVar[tuple[int, int]] = (1, 6)
    seating: ClassVar[Sentence] = say("In any order you like.")
    options: ClassVar[tuple[Option, ...]] = (
        Option("die_set", say("Which dice"), "pips", Name(), "D5"),
        Option("faces", say("Their faces"), PIPS, Names(2, 40), "D5"),
        Option("dice", say("Dice in a roll (0: any number)"), 0, Number(0, MOST_DICE), "D2"),
        Option("rolls", say("Rolls in all (0: no end)"), 0, Number(0, 10_000), "D4"),
    )
    events: ClassVar[tuple[type[Event], ...]] = (Rolled, Finished)

    def checked_box(self, box: Mapping[str, Any]) -> Mapping[str, Any]:
        """Nothing: the rules name all that is played with."""
        return no_box(self, box)

    def new(self, setup: Setup) -> State:
        """No rolls yet."""
        return State(setup)

    def tray(self, state: State, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        """The faces of the roll: all dice are thrown each time."""
        return _words(action.args["faces"])

    def corrected(self, state: State, action: Action, faces: tuple[str, ...]) -> Action:
        """The roll with these faces; without the dice's colours when their number has changed."""
        args = {**action.args, "faces": faces}
        if len(faces) != len(self.tray(state, action)):
            args.pop("bodies", None)
        return replace(action, args=args)

    def active(self, state: State) -> int | None:
        """The seats take turns (D1, D3)."""
        return None if state.over else len(state.rolls) % len(state.setup.seats)

    def choices(self, state: State) -> tuple[Choice, ...]:
        """A roll by the seat whose turn it is; anybody may finish."""
        seat = self.active(state)
        if seat is None:
            return ()
        least, most = state.numbers
        args: dict[str, Arg] = {"faces": Faces(state.die_set, state.faces, least, most)}
        everybody = tuple(range(len(state.setup.seats)))
        return (
            Choice(
                (seat,), "roll", say("Roll the dice"), args, chance=True, optional={"bodies": WordEach("faces")}
            ),
            Choice(everybody, "finish", say("Finish and look at the results")),
        )

    def decide(self, state: State, action: Action) -> tuple[Event, ...]:
        """A roll, and the end after the last one; or the end by word.

        Raises:
            IllegalAction: D1 another seat's turn, D2 wrong number of dice, D5 a face that these dice lack.
        """
        with legal_beside(self.choices(state)):
            choice = choice_of(self, state, action, "D1" if action.name == "roll" else "D4")
            if not choice.allows(action):
                raise self._refuse(state, action)
        if action.name == "finish":
            return (Finished(len(state.rolls)),)
        rolled = Rolled(action.seat, _words(action.args["faces"]), _words(action.args.get("bodies", ())))
        done = state.limit and len(state.rolls) + 1 >= state.limit
        return (rolled, Finished(len(state.rolls) + 1)) if done else (rolled,)

    def apply(self, state: State, event: Event) -> State:
        """The state after one of this game's events."""
        if isinstance(event, Rolled):
            return replace(state, rolls=(*state.rolls, event))
        return replace(state, over=True)

    def outcome(self, state: State) -> Outcome | None:
        """Nobody wins (D6)."""
        if not state.over:
            return None
        return Outcome((), say("{rolls} rolls. Thanks for playing!", rolls=len(state.rolls)))

    def expects(self, state: State, given: Mapping[str, Value]) -> Expectation | None:  # noqa: ARG002
        """So many dice of the set, or any number."""
        if state.over:
            return None
        least, most = state.numbers
        return Expectation(state.die_set, state.faces, tuple(range(least, most + 1)))

    def rolled(self, state: State, faces: tuple[str, ...], given: Mapping[str, Value]) -> Action:
        """The roll of the seat whose turn it is, with the dice's colours when the eye has `given` them.

        Raises:
            IllegalAction: the evening is over (D4).
        """
        seat = self.active(state)
        if seat is None:
            raise IllegalAction("D4", say("No roll is open now."), reason="wrong-phase")
        bodies = given.get("bodies")
        return Action(seat, "roll", {"faces": faces, "bodies": bodies} if bodies else {"faces": faces})

    def prompt(self, state: State) -> Sentence:
        """The next step in one sentence."""
        seat = self.active(state)
        if seat is None:
            return say("The evening is over.")
        return say("{name}: throw the dice into the tray and press the button.", name=state.setup.seats[seat].name)

    def tell(self, setup: Setup, event: Event) -> Sentence:  # noqa: ARG002
        """What happened, for the log."""
        if isinstance(event, Finished):
            return say("Finished after {rolls} rolls.", rolls=event.rolls)
        if not isinstance(event, Rolled):
            raise TypeError(f"expected an event of just_dice, got {event!r}")
        row = " ".join(event.faces)
        points = total(event.faces)
        return (
            say("{faces} = {points}", faces=row, points=points)
            if points is not None
            else Sentence("{faces}", {"faces": row})
        )

    def gist(self, setup: Setup, events: tuple[Event, ...]) -> tuple[Sentence, ...]:
        """Everything: nothing of it is long."""
        return tuple(self.tell(setup, event) for event in events)

    def board(self, state: State) -> Mapping[str, Any]:
        """The last roll, every player's figures, the counts per face and the fairness test."""
        counts = count_faces((roll.faces for roll in state.rolls), state.faces)
        fair = fairness(counts)
        return {
            "dice_set": state.die_set,
            "rolls": len(state.rolls),
            "last": _shown(state.rolls[-1]) if state.rolls else None,
            "players": [_figures(state, seat) for seat in range(len(state.setup.seats))],
            "faces": counts,
            "bodies": _by_body(state),
            "fairness": asdict(fair) if fair else None,
            "history": [_shown(roll) for roll in state.rolls[-HISTORY:]],
        }

    def _refuse(self, state: State, action: Action) -> IllegalAction:
        detail = f"got {str(action)!r}"
        faces = action.args.get("faces")
        expected = self.expects(state, {})
        if not isinstance(faces, tuple) or not expected:
            return IllegalAction("D3", say("A roll is a row of faces."), detail=detail)
        complaint = expected.complaint(_words(faces))
        point = "D5" if any(face not in state.faces for face in faces) else "D2"
        return IllegalAction(point, complaint or say("These dice cannot show that."), detail=detail)


def _words(value: Value) -> tuple[str, ...]:
    return tuple(str(one) for one in value) if isinstance(value, tuple) else ()


def _shown(roll: Rolled) -> dict[str, Any]:
    return {"seat": roll.seat, "faces": list(roll.faces), "sum": total(roll.faces)}


def _figures(state: State, seat: int) -> dict[str, Any]:
    rolls = [roll.faces for roll in state.rolls if roll.seat == seat]
    points = total(face for roll in rolls for face in roll)
    return {
        "rolls": len(rolls),
        "sum": points,
        "mean": points / len(rolls) if rolls and points is not None else None,
        "faces": count_faces(rolls, state.faces),
    }


def _by_body(state: State) -> dict[str, dict[str, int]]:
    """Face counts per body colour: the only way to tell dice of one set apart."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for roll in state.rolls:
        for face, body in zip(roll.faces, roll.bodies, strict=False):
            found.setdefault(body, []).append((face,))
    return {body: count_faces(rolls, state.faces) for body, rolls in sorted(found.items())}


GAME = JustDice()
"""The one instance."""
