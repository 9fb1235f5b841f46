"""The palette: single changes that people tap when they read a card that the app does not know, or put right
what lies otherwise on the table than here.
"""  # noqa: D205  (one sentence)

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.rules.args import Pick, Value
from companion.rules.plankton_rising import effects
from companion.rules.plankton_rising.course import Course
from companion.rules.plankton_rising.dice_events import DieAdded, FacesLearnt, Turned
from companion.rules.plankton_rising.events import Flagged, Mistaken, PlanktonMoved, Task, TokenBack
from companion.rules.plankton_rising.moves import learnable
from companion.rules.plankton_rising.scope import die_to_add, open_tile
from companion.rules.plankton_rising.state import PLANKTON, ROLLS, State
from companion.rules.plankton_rising.vocabulary import (
    CHUM,
    COLOUR_NAMES,
    COLOURS,
    FACE_NAMES,
    FACES,
    FLAGS,
    PLACES,
    ROWS,
)
from companion.words import Sentence, listed, say


@dataclass(frozen=True)
class Changes:
    """Every single change that can be made in a state, `time+:F1` for a Time counter on card F1.

    They are many and rarely looked at: so they are counted up only when somebody does.
    """

    state: State

    @cached_property
    def picks(self) -> tuple[Pick, ...]:
        """The changes with their labels."""
        return tuple(Pick(what, label) for what, label in _all(self.state))

    def allows(self, value: Value, args: Mapping[str, Value]) -> bool:  # noqa: ARG002  (the protocol's shape)
        """Whether `value` is one of the changes."""
        return isinstance(value, str) and any(value == pick.value for pick in self.picks)

    def sample(self, rng: random.Random, args: Mapping[str, Value]) -> Value:  # noqa: ARG002
        """One of them."""
        return rng.choice(self.picks).value


def _all(state: State) -> Iterator[tuple[str, Sentence]]:
    yield from _times(state)
    yield from _thefts(state)
    yield from _cards(state)
    yield from _dice(state)
    yield from _faces(state)
    yield from _others(state)


def _times(state: State) -> Iterator[tuple[str, Sentence]]:
    for card in state.lying():
        if state.room(card) > 0:
            yield f"time+:{card}", say("+1 Time: {card}", card=state.title(card))
        if state.time.get(card):
            yield f"time-:{card}", say("−1 Time: {card}", card=state.title(card))


def _thefts(state: State) -> Iterator[tuple[str, Sentence]]:
    for one in state.box.ingredients.values():
        if open_tile(state, one.id):
            yield f"theft+:{one.id}", say("+1 Theft: {tile}", tile=one.name)
        if state.theft.get(one.id):
            yield f"theft-:{one.id}", say("−1 Theft: {tile}", tile=one.name)


def _cards(state: State) -> Iterator[tuple[str, Sentence]]:
    in_rows = [card for place in ROWS for card in state.row(place)]
    for card in (*in_rows, *(card for team in state.teams for card in team.friends)):
        yield f"return:{card}", say("{card} goes back to the deck", card=state.title(card))
        yield f"describe:{card}", say("{card}: tell anew what is printed", card=state.title(card))
    for card in in_rows if not state.deals else ():
        yield f"again:{card}", say("{card} is really another card", card=state.title(card))
    for card in state.lost_friends:
        yield f"return:{card}", say("{card} comes back into the deck", card=state.title(card))


def _dice(state: State) -> Iterator[tuple[str, Sentence]]:
    if state.phase != ROLLS:
        return
    for colour in COLOURS:
        if die_to_add(state, colour):
            yield f"die:{colour}", say("one more {colour} die", colour=COLOUR_NAMES[colour])
    for die, shown in state.turn.pool.items():
        for face in state.faces_of(die) if shown else ():
            if face != shown:
                yield f"face:{die}={face}", say("{die} now shows {face}", die=die, face=FACE_NAMES[face])


def _faces(state: State) -> Iterator[tuple[str, Sentence]]:
    """What dice can show at all: learnt when they have been thrown often enough, and unlearnt."""
    for colour in learnable(state):
        faces = listed(FACE_NAMES[face] for face in FACES if face in state.thrown[colour])
        yield f"learn:{colour}", say("{colour} dice: only {faces}", colour=COLOUR_NAMES[colour], faces=faces)
    for colour, known in state.faces.items():
        if known:
            yield f"forget:{colour}", say("{colour} dice: other faces too", colour=COLOUR_NAMES[colour])


def _others(state: State) -> Iterator[tuple[str, Sentence]]:
    for flag, words in FLAGS.items():
        if flag not in state.turn.flags:
            yield f"flag:{flag}", words
    yield "token:1", say("draw a Spatula token")
    for number, team in enumerate(state.teams):
        for kind in dict.fromkeys(kind for kind, _drawn in team.tokens):
            token = state.box.tokens[kind].name
            yield (
                f"untoken:{number}:{kind}",
                say("{team} gives back: {token}", team=state.team_name(number), token=token),
            )
    yield "shuffle:plankton", say("shuffle the Plankton cards")
    for place in (*ROWS, CHUM):
        if place != state.plankton:
            yield f"plankton:{place}", say("Plankton goes to {place}", place=PLACES[place])
    if state.phase == PLANKTON:
        yield "reveal:1", say("turn up another Plankton card")


def change(course: Course, what: str) -> None:
    """Make one of the `Changes`."""
    kind, _, name = what.partition(":")
    _CHANGES[kind](course, name)


def _again(course: Course, card: str) -> None:
    course.happen(Mistaken(card))
    course.tasks = [Task("fill"), *(task for task in course.tasks if task.source != card)]


def _die(course: Course, colour: str) -> None:
    course.happen(DieAdded(course.state.next_die(colour)))


def _learn(course: Course, colour: str) -> None:
    seen = course.state.thrown[colour]
    course.happen(FacesLearnt(colour, tuple(face for face in FACES if face in seen)))


def _give_token_back(course: Course, name: str) -> None:
    number, _, kind = name.partition(":")
    newest = max(drawn for one, drawn in course.state.teams[int(number)].tokens if one == kind)
    course.happen(TokenBack(int(number), kind, newest))


def _draw(course: Course, _name: str) -> None:
    course.next(Task("draw", left=1, team=course.state.on))


_CHANGES: Mapping[str, Callable[[Course, str], None]] = {
    "time+": lambda course, card: effects.time(course, card, 1),
    "time-": lambda course, card: effects.time(course, card, -1),
    "theft+": lambda course, tile: effects.theft(course, tile, 1),
    "theft-": lambda course, tile: effects.theft(course, tile, -1),
    "return": lambda course, card: effects.give_back(course, card, after=0),
    "again": _again,
    "describe": lambda course, card: course.next(Task("describe", card, "again")),
    "die": _die,
    "face": lambda course, turned: course.happen(Turned(*turned.split("="))),
    "learn": _learn,
    "forget": lambda course, colour: course.happen(FacesLearnt(colour, ())),
    "flag": lambda course, flag: course.happen(Flagged(flag)),
    "token": _draw,
    "untoken": _give_token_back,
    "shuffle": lambda course, pile: course.next(Task("shuffle", pile)),
    "plankton": lambda course, place: course.happen(PlanktonMoved(place)),
    "reveal": lambda course, _name: course.next(Task("reveal")),
}
"""By the first word of a change."""
