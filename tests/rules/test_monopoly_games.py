"""Monopoly over whole games: laws, money, deeds, pieces and cards kept, rents against the data, landings."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.rules.game import Action
from companion.rules.monopoly import GAME, State
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import DECKS, read
from companion.rules.monopoly.state import KRAB
from companion.rules.monopoly.worth import rent
from tests.monopoly_landing import ENDS, IN_JAIL, VISITS, chain, deviations, ends, published, walked
from tests.play import random_game, random_setup
from tests.rules.monopoly import LENT, give, money, start

GAMES = int(os.environ.get("COMPANION_GAMES", "20"))
DATA = Path(os.environ.get("COMPANION_GOLDEN") or Path(__file__).parents[3] / "shared" / "golden").parent
BOARD = DATA / "rules" / "data" / "monopoly_board.json"

# ---- what is conserved


@pytest.mark.timeout(0)  # thousands of games take long
def test_nothing_is_made_or_lost_in_any_event_of_random_games() -> None:
    """And the games come to the rare places, so that this says something about them."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        seen += kept_all_along(seed)
    assert {"DEBT", "AUCTION", "TAX", "CARD", "START", "DEAL"} <= set(seen)
    assert {"Traded", "Bankrupted", "Lifted", "Built", "CardKept", "PaymentMade", "LeftJail"} <= set(seen)


def kept_all_along(seed: int) -> Counter[str]:
    """Check the state after every single event of a game; gives the phases and events that it came to."""
    rng = random.Random(seed)
    setup = random_setup(GAME, rng)
    state, seen = GAME.new(setup), Counter[str]()
    for before, _action, events, after in random_game(GAME, setup, rng):
        seen.update([before.phase, *(type(event).__name__ for event in events)])
        for event in events:
            state = GAME.apply(state, event)
            check(state)
        assert state == after
    assert GAME.outcome(state) is not None
    return seen


def check(state: State) -> None:
    """Money sums to zero and nobody is below it; deeds belong to players, no piece or card is made or lost."""
    assert money(state) == 0
    assert min(player.cash for player in state.players) >= 0
    assert 0 <= state.pineapples <= 32
    assert 0 <= state.krabs <= 12
    assert {deed.owner for deed in state.deeds.values()} <= {None, *state.solvent}
    assert all(not deed.level or (deed.owner is not None and not deed.mortgaged) for deed in state.deeds.values())
    check_even(state)
    check_cards(state)


def check_even(state: State) -> None:
    for spaces in state.box.groups.values():
        ranks = [state.rank(space.pos) for space in spaces]
        assert max(ranks) - min(ranks) <= 1


def check_cards(state: State) -> None:
    kept = [card for player in state.players for card in player.cards if card[1]]
    for deck in DECKS:
        there = Counter(state.decks[deck]) + Counter(card for where, card in kept if where == deck)
        assert there == Counter(state.box.deck(deck))


# ---- a family that plays to the end


EAGER = ("settle", "bankrupt", "buy", "place", "build", "roll", "card", "throw", "tax", "pass", "end", "decline")
LAST_RESORT = ("sell_group", "sell_building", "mortgage")
"""What somebody does who builds whenever there is cash and sells only when that must be."""


def eager(state: State, rng: random.Random) -> Action:
    """The acting seat's move; in an auction anybody's who leaves it."""
    open_now = [one for one in GAME.choices(state) if state.acting in one.seats or one.name == "pass"]
    names = [one.name for one in open_now]
    name = "pass" if "pass" in names else next(name for name in (*EAGER, *LAST_RESORT) if name in names)
    choice = open_now[names.index(name)]
    seat = choice.seats[0] if name == "pass" else state.acting
    return Action(seat, name, {key: arg.sample(rng, {}) for key, arg in choice.args.items()})


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whole_games_without_the_coin_end_with_one_player_left(players: int) -> None:
    """Every group has one owner from the start, else players who never trade go on for ever."""
    rng = random.Random(players)
    state = start(players)
    for number, group in enumerate(state.box.groups.values()):
        state = give(state, number % players, *(space.pos for space in group))
    for _ in range(4000):
        if GAME.outcome(state):
            break
        for event in GAME.decide(state, eager(state, rng)):
            state = GAME.apply(state, event)
        check(state)
    assert state.result is not None
    assert (state.result.cause, len(state.solvent)) == ("last", 1)


# ---- rents against the data table


def oracle(table: dict[int, dict[str, Any]], pos: int, owned: dict[int, tuple[int, int]], dice: int) -> int:
    """The rent in the table's own words: `owned` is owner and level (-1 mortgaged) by place."""
    space = table[pos]
    owner, level = owned[pos]
    if level < 0:
        return 0
    mates = [other for other, raw in table.items() if raw.get("group") == space["group"]]
    count = sum(1 for other in mates if other in owned and owned[other][0] == owner)
    if space["kind"] == "utility":
        return int(space["multiplier"][count - 1] * dice)
    if space["kind"] == "transport":
        return int(space["rent"][count - 1])
    return int(space["rent"][level]) * (2 if level == 0 and count == len(mates) else 1)


@pytest.mark.skipif(not BOARD.exists(), reason=f"no data table at {BOARD}")
@pytest.mark.parametrize("seed", range(30))
def test_rents_are_those_of_the_data_table(seed: int) -> None:
    table = {raw["pos"]: raw for raw in json.loads(BOARD.read_text(encoding="utf-8"))}
    rng = random.Random(seed)
    deeds = [pos for pos, raw in table.items() if "price" in raw]
    levels = {"street": (-1, 0, 0, 1, 2, 3, 4, KRAB)}
    owned = {
        pos: (rng.randrange(3), rng.choice(levels.get(table[pos]["kind"], (-1, 0))))
        for pos in deeds
        if rng.random() < 0.8
    }
    for group in {table[pos]["group"] for pos in deeds} if seed % 2 else set():
        who = rng.randrange(3)
        owned |= {pos: (who, owned.get(pos, (0, 0))[1]) for pos in deeds if table[pos]["group"] == group}
    state = start(3)
    for pos, (who, level) in owned.items():
        state = give(state, who, pos, level=LENT if level < 0 else level)
    for pos in owned:
        dice = rng.randint(2, 12)
        due = oracle(table, pos, owned, dice)
        assert rent(state, pos, dice) == due
        assert rent(replace(state, plankton=pos), pos, dice) == 2 * due


@pytest.mark.skipif(not BOARD.exists(), reason=f"no data table at {BOARD}")
def test_the_board_that_ships_has_the_facts_of_the_data_table() -> None:
    table = json.loads(BOARD.read_text(encoding="utf-8"))
    for raw, space in zip(table, read(GAME.checked_box({})).spaces, strict=True):
        assert (space.pos, space.group) == (raw["pos"], raw.get("group", ""))
        assert (space.price, space.mortgage) == (raw.get("price", 0), raw.get("mortgage", 0))
        assert space.building == raw.get("house_cost", 0)
        assert list(space.rent) == raw.get("rent", raw.get("multiplier", []))


# ---- where tokens come to


def test_the_chain_gives_the_published_ends() -> None:
    """With the double that leaves jail counted as the first of three, as there."""
    share = 100 * chain(exit_counts=True)
    assert {space: float(share[space]) for space in ENDS} == pytest.approx(ENDS, abs=0.0011)


def test_the_chain_of_our_rules_gives_all_published_visits() -> None:
    share = 100 * chain(visits=True)
    assert {space: float(share[space]) for space in VISITS} == pytest.approx(VISITS, abs=0.000051)  # as printed


@pytest.mark.timeout(0)
def test_tokens_come_to_places_as_often_as_published() -> None:
    """Within statistical error: of 41 places none is further off than 4.5 standard errors."""
    paths = walked(min(250 * GAMES, 100_000), seed=7)
    for far in (deviations(paths, published(), batches=25), deviations(ends(paths), chain(), batches=25)):
        assert abs(far).max() < 4.5
        assert float((far**2).sum()) < 100  # about 41 are expected
    assert sum(path[-1] == IN_JAIL for path in paths) > len(paths) / 20


def test_dice_of_a_game_move_by_their_sum() -> None:
    state = start()
    for one in range(1, 7):
        for two in range(1, 7):
            events = GAME.decide(state, Action(0, "roll", {"faces": (str(one), str(two))}))
            moved = next(event for event in events if isinstance(event, e.Moved))
            assert moved.space == one + two
