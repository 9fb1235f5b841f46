"""Plant-Based Riot: whole random games; COMPANION_GAMES says how many (5000 for a thorough run)."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.game import Action
from companion.rules.riot import GAME, State
from companion.rules.riot.deck import SIZE, UNKNOWN
from companion.rules.riot.events import TurnEnded
from companion.rules.riot.state import LIMIT, MOVES
from companion.rules.setup import checked_setup
from tests.play import fold, random_action, random_game, random_setup
from tests.rules.riot import BOX, PAPER, cards_of, riot_setup

GAMES = int(os.environ.get("COMPANION_GAMES", "8"))
POINTS, QUESTIONS = 43, 23


@pytest.mark.timeout(0)
def test_cards_are_conserved_after_every_event_of_whole_random_games() -> None:
    for seed in range(GAMES):
        rng = random.Random(seed)
        setup = checked_setup(GAME, replace(random_setup(GAME, rng), box=(BOX, PAPER)[seed % 2]))
        for before, _action, events, _after in random_game(GAME, setup, rng):
            state = before
            for event in events:
                state = GAME.apply(state, event)
                _check(state)
                if isinstance(event, TurnEnded):
                    assert len(state.hands[event.seat]) <= LIMIT


def _check(state: State) -> None:
    """What holds at all times: 88 cards, no more of any than there are, groups as the rules want them."""
    assert cards_of(state) == 88
    assert 0 <= state.moves <= MOVES
    for card in state.deck.cards:
        assert card.copies is None or state.shown.get(card.id, 0) <= card.copies
    assert state.rest >= len(state.unseen)
    for turf in state.turfs:
        assert all(1 <= len(group.cards) <= SIZE for group in turf.groups)
        assert all(group.gang in state.deck.by_id[card].gangs for group in turf.groups for card in group.cards)
        short = Counter(group.gang for group in turf.groups if len(group.cards) < SIZE)
        assert not short or max(short.values()) == 1
        assert len({group.ref for group in turf.groups}) == len(turf.groups)


class Dealer:
    """A table whose every card is known: plays at random with cards told as they are drawn."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        setup = riot_setup(2 + seed % 4, PAPER)
        self.state = GAME.new(setup)
        self.box = Counter({card.id: card.copies or 0 for card in self.state.deck.cards})
        self.pile = self.rng.sample([*self.box.elements()], self.box.total())
        hands = tuple(tuple(self.take(5)) for _ in setup.seats)
        self.state = replace(self.state, hands=hands)

    def take(self, count: int) -> list[str]:
        taken, self.pile = self.pile[:count], self.pile[count:]
        return taken

    def play(self) -> Iterator[State]:
        for _ in range(2000):
            choices = GAME.choices(self.state)
            if not choices:
                return
            action = self._true(random_action(self.rng.choice(choices), self.rng))
            self.state = fold(GAME, self.state, GAME.decide(self.state, action))
            yield self.state

    def _true(self, action: Action) -> Action:
        """The action with the cards that really are drawn."""
        if action.name not in ("draw", "recruit"):
            return action
        if "reshuffled" in action.args:
            self.pile += self.rng.sample(self.state.discard, len(self.state.discard))
        args = {name: value for name, value in action.args.items() if name == "reshuffled"}
        cards = self.take(self.state.after_drawing(self.state.due)[0])
        if action.name == "recruit" and cards:
            kept, *back = self.rng.sample(cards, len(cards))
            self.pile = [*back, *self.pile]
            return replace(action, args={**args, "cards": tuple(cards), "keep": kept})
        return replace(action, args={**args, "cards": tuple(cards)})


@pytest.mark.timeout(0)
def test_every_single_card_is_where_the_companion_believes_it() -> None:
    for seed in range(GAMES):
        dealer = Dealer(seed)
        for state in dealer.play():
            hands = [card for hand in state.hands for card in hand]
            turfs = [card for turf in state.turfs for card in turf.cards]
            assert UNKNOWN not in hands
            assert state.pile == len(dealer.pile)
            assert Counter([*hands, *turfs, *state.discard, *dealer.pile]) == dealer.box
            assert Counter(state.hidden) == Counter(dealer.pile)


def test_every_rule_point_and_every_question_has_a_test_of_its_name() -> None:
    texts = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_riot*.py")]
    names = re.findall(r"^def test_((?:[ra]\d\d_)+)", "\n".join(texts), re.MULTILINE)
    tested = {point for name in names for point in re.findall(r"[ra]\d\d", name)}
    assert tested >= {f"r{number:02}" for number in range(1, POINTS + 1)}
    assert tested >= {f"a{number:02}" for number in range(1, QUESTIONS + 1)}
