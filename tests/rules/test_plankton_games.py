"""Whole games of Plankton Rising: every way to win and to lose, and nothing on the table gets lost or doubled.

The everyday number of games is small; COMPANION_GAMES says how many more are wanted.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import pytest

from companion.rules.args import OneOf
from companion.rules.game import Action, Choice, Event, Setup
from companion.rules.plankton_rising import GAME, State
from companion.rules.plankton_rising.dice_events import Rolled
from companion.rules.plankton_rising.events import (
    OrderDone,
    Returned,
    TheftChanged,
    TimeChanged,
    TokenBack,
    TokenDrawn,
    TokenSpent,
    VillainHit,
)
from companion.rules.plankton_rising.vocabulary import CARDS, ROWS, SPACES, TOKENS
from companion.rules.setup import checked_setup
from tests.laws import LAWS
from tests.play import fold, random_action, random_setup
from tests.rules.plankton import shipped

GAMES = int(os.environ.get("COMPANION_GAMES", "16"))
MANY = 1000
BOXES = ("", "rulebook", "sample")


def setup_with(box: str, rng: random.Random, **options: Any) -> Setup:
    setup = random_setup(GAME, rng)
    told = shipped(box) if box else {}
    chosen = {**setup.options, **options}
    return checked_setup(GAME, replace(setup, box=told, seed=rng.randrange(1000), options=chosen))


def eager_game(setup: Setup, rng: random.Random) -> Iterator[tuple[State, Action, tuple[Event, ...], State]]:
    """A game of a player who lays dice where they complete a card, Orders first."""
    state = GAME.new(setup)
    while choices := GAME.choices(state):
        action = eager_action(state, choices, rng)
        happened = GAME.decide(state, action)
        after: State = fold(GAME, state, happened)
        yield state, action, happened, after
        state = after


def eager_action(state: State, choices: tuple[Choice, ...], rng: random.Random) -> Action:
    """Dice go to one card as long as they serve it, the others are thrown again; help comes where it is free."""
    open_now = {choice.name: choice for choice in choices}
    for name in ("bonus", "use", "token", "done"):
        if name in open_now and rng.random() < 0.8:
            return random_action(open_now[name], rng)
    if "assign" in open_now:
        best = _best(state, open_now["assign"])
        if "roll" not in open_now or best.args["to"] in _serving(state, open_now["assign"]):
            return best
    for name in ("roll", "set_aside", "end"):
        if name in open_now:
            return random_action(open_now[name], rng)
    if "place" in open_now:
        room = max(ROWS, key=lambda place: sum(state.kind(card) == "order" for card in state.row(place)))
        return Action(state.team.seat, "place", {"place": room})
    return random_action(rng.choice([choice for choice in choices if choice.name != "change"]), rng)


def _best(state: State, choice: Choice) -> Action:
    """The assignment that is worth most: help for a Friend short of time, a first company, then Orders."""

    def worth(to: str) -> tuple[int, int]:
        target = to.partition(">")[2]
        return _rank(state, target), sum(state.need(target).values())

    return Action(state.team.seat, "assign", {"to": min(_all(choice), key=worth)})


def _all(choice: Choice) -> list[str]:
    (arg,) = choice.args.values()
    assert isinstance(arg, OneOf)
    return [str(pick.value) for pick in arg.picks]


def _serving(state: State, choice: Choice) -> list[str]:
    """The assignments to the card that is worth most here, to what was begun, and to help that is needed."""
    worth = {card: (_rank(state, card), sum(state.need(card).values())) for card in state.row(state.here)}
    wanted = (min(worth, key=lambda card: worth[card], default=""), *state.turn.met)
    goals = {to: to.partition(">")[2] for to in _all(choice)}
    return [to for to, target in goals.items() if target in wanted or _rank(state, target) == 0]


def _rank(state: State, target: str) -> int:
    if not state.row_of(target):
        return 0 if min((state.room(card) for card in state.team.friends), default=9) <= 2 else 4
    if state.kind(target) == "friend":
        return 1 if len(state.team.friends) < 3 else 3
    return 2 if state.kind(target) == "order" else 5


# ---- what is conserved


def cards_are_all_somewhere(state: State) -> None:
    """Each of the 48 cards is in exactly one place."""
    rows = [card for place in ROWS for card in state.rows[place] if card]
    teams = [card for team in state.teams for card in (*team.friends, *team.orders)]
    named = [*rows, *teams, *state.deck, *state.out, *state.lost_friends, *state.lost_villains]
    assert len(named) == len(set(named))
    assert len(named) + state.strangers + state.strangers_out == CARDS
    assert all(len(state.rows[place]) == 4 for place in ROWS)


def counters_fit_their_spaces(state: State) -> None:
    lying = {*state.lying()}
    assert all(0 < number <= state.card(card).capacity for card, number in state.time.items())
    assert {*state.time} <= lying
    assert all(0 <= number <= SPACES for number in state.theft.values())
    assert not {*state.theft} & {*state.stolen}
    assert len(state.stolen) == len(set(state.stolen))


def tokens_are_all_somewhere(state: State) -> None:
    held = [kind for team in state.teams for kind, _turn in team.tokens]
    copies = {kind: token.copies for kind, token in state.box.tokens.items()}
    assert state.tokens_left >= 0
    if all(copies.values()):
        out = Counter([*held, *state.token_discard])
        assert all(out[kind] <= copies[kind] for kind in out)
        assert state.tokens_left + sum(out.values()) == sum(copies.values()) == TOKENS


def dice_are_all_somewhere(state: State) -> None:
    turn = state.turn
    mine = [*turn.pool, *turn.laid, *turn.gone]
    assert len(mine) == len(set(mine)) <= 10
    for colour, copies in state.box.copies.items():
        assert sum(die.startswith(colour) for die in mine) <= max(copies, state.team.dice.count(colour))


class Sums:
    """Counters as the events tell them, against those of the state."""

    def __init__(self) -> None:
        self.theft = Counter[str]()
        self.orders = 0
        self.tokens = 0
        self.throws = 0

    def add(self, events: tuple[Event, ...]) -> None:
        for event in events:
            match event:
                case TheftChanged():
                    self.theft[event.ingredient] += event.by
                case OrderDone():
                    self.orders += 1
                case TokenDrawn():
                    self.tokens += 1
                case TokenSpent() | TokenBack():
                    self.tokens -= 1
                case Rolled():
                    self.throws += len(event.dice)

    def agree(self, state: State) -> None:
        for ingredient in state.box.ingredients:
            expected = SPACES if ingredient in state.stolen else state.theft.get(ingredient, 0)
            assert self.theft[ingredient] == expected
        assert self.orders == state.orders_done
        assert self.tokens == sum(len(team.tokens) for team in state.teams)


def times_follow(before: State, events: tuple[Event, ...], after: State) -> None:
    """Every change of a Time track that lasts is told by an event; a card that left comes back without Time."""
    told = Counter[str]()
    left = {event.card for event in events if isinstance(event, Returned)}
    for event in events:
        if isinstance(event, TimeChanged | VillainHit):
            told[event.card] += event.by if isinstance(event, TimeChanged) else 1
    for card in ({*before.lying()} & {*after.lying()}) - {*after.team.friends} - left:
        if after.row_of(card) == before.row_of(card):
            assert after.time.get(card, 0) - before.time.get(card, 0) == told[card]


Ending = tuple[bool, str]
"""Whether the players won, and why."""


def played(setup: Setup, rng: random.Random) -> Ending:
    """How an eager game ends; everything is conserved after every act."""
    sums, state = Sums(), GAME.new(setup)
    for before, _action, events, after in eager_game(setup, rng):
        cards_are_all_somewhere(after)
        counters_fit_their_spaces(after)
        tokens_are_all_somewhere(after)
        dice_are_all_somewhere(after)
        times_follow(before, events, after)
        sums.add(events)
        sums.agree(after)
        state = after
    assert state.won is not None
    return state.won, state.reason


@pytest.mark.timeout(0)  # thousands of games take long
@pytest.mark.parametrize("box", BOXES, ids=lambda box: box or "none")
def test_nothing_is_lost_or_doubled_in_random_games(box: str) -> None:
    for seed in range(max(1, GAMES // 20)):
        played(setup_with(box, random.Random(seed)), random.Random(seed))


def dealt_by_the_app(seed: int) -> Ending:
    """How a game with the invented deck ends where the app deals and seven Orders win."""
    rng = random.Random(seed)
    return played(setup_with("sample", rng, cards="app", orders_to_win=7, villains=("all", "none")[seed % 2]), rng)


def endings(games: int) -> Counter[Ending]:
    """The ends of so many games; many are spread over the processors."""
    if games < MANY:
        return Counter(map(dealt_by_the_app, range(games)))
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return Counter(pool.map(dealt_by_the_app, range(games), chunksize=50))


@pytest.mark.timeout(0)
def test_every_way_to_win_and_to_lose_is_reached() -> None:
    """An eager player wins at times; with many games every other end comes too, and nothing is ever lost."""
    ends = endings(GAMES)
    print(sorted(ends.items()))
    if GAMES >= MANY:
        assert {*ends} == {(True, "orders"), (False, "stolen"), (False, "friends"), (False, "team")}
    assert sum(ends.values()) == GAMES
    assert (True, "orders") in ends
    assert len(ends) >= 3


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("box", BOXES[1:])
def test_law_with_a_box(law: Any, box: str) -> None:
    for seed in range(max(1, GAMES // 200)):
        law(GAME, setup_with(box, random.Random(seed)), seed)
