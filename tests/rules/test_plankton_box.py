"""The box of Plankton Rising: what is told, what is asked at the table, and what is refused."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.errors import SetupError
from companion.rules.plankton_rising import GAME, State
from companion.rules.plankton_rising.box import filled, read
from companion.rules.plankton_rising.state import ROLLS
from tests.rules.plankton import (
    SHIPPED,
    ability,
    act,
    begin,
    box,
    finish,
    lay,
    lie,
    names,
    order,
    picks,
    refused,
    reveal,
    roll,
    shipped,
    to_dice,
    villain,
    with_tokens,
)

FILES = Path(__file__).parents[2] / "companion" / "rules" / "plankton_rising"


def deal(state: State, card: str, symbols: str = "E", capacity: int = 0, **more: str) -> State:
    """A card comes up, and what is printed on it is told as far as it is asked for."""
    state = act(state, "deal", card=card)
    if state.first_task == "describe":
        told: dict[str, Any] = {"symbols": tuple(symbols)} | ({"capacity": capacity} if capacity else {}) | more
        state = act(state, "describe", **told)
    return state


def bare(players: int = 1, told: dict[str, Any] | None = None) -> State:
    """Level 0: nothing is told; teams, dice and leaders' capacities are given at the table."""
    state = begin(players, told if told is not None else {})
    while picks(state, "team"):
        state = act(state, "team", home=picks(state, "team")[0])
        if state.first_task == "home":
            state = act(state, "home_dice", first="R", second="R", third="G")
        state = act(state, "describe", capacity=4)
    for card in ("friend", "friend", "order", "villain", "order", "friend", "villain", "order"):
        state = deal(state, f"new:{card}", "EF", 0 if card == "order" else 3)
    return state


# ---- level 0: nothing is told


def test_without_any_description_everything_is_asked() -> None:
    state = begin(1, {})
    assert (state.strangers, len(state.deck)) == (44, 4)
    state = act(state, "team", home="patrick")
    assert names(state) == ["home_dice"]
    state = act(state, "home_dice", first="Y", second="Y", third="B")
    assert names(state) == ["describe"]
    assert refused(state, "team", home="krabs") == ("R47", "describe-needed")
    assert act(state, "describe", capacity=5).card("leader-patrick").capacity == 5


def test_new_cards_are_described_by_kind_symbols_and_capacity() -> None:
    state = bare()
    assert [state.kind(card) for card in state.row("kitchen")] == ["friend", "friend", "order", "villain"]
    assert state.need("new-friend-1") == {"E": 1, "F": 1}
    assert (state.card("new-friend-1").capacity, state.card("new-order-3").capacity) == (3, 0)
    assert (state.strangers, state.phase) == (36, "PLACE")


def test_a_card_without_symbols_cannot_be_told() -> None:
    state = act(finish_dealing(bare()), "deal", card="new:order")
    assert refused(state, "describe", symbols=()) == ("R9", "wrong-arguments")
    assert refused(state, "describe", symbols=("EE",)) == ("R9", "wrong-arguments")


def finish_dealing(state: State) -> State:
    """A gap in the first row: its first card was taken for another one."""
    state = act(state, "place", place="dining")
    state = act(state, "plankton", ingredient="i1", location="chum")
    return act(state, "change", what=f"again:{state.rows['kitchen'][0]}")


def test_a_card_may_be_given_its_name() -> None:
    state = deal(finish_dealing(bare()), "new:friend", "HH", 2, name="Gary")
    assert str(state.title(state.rows["kitchen"][0])) == "Gary"
    assert str(state.title(state.rows["kitchen"][1])) == "Friend 2"


def test_there_are_eleven_orders_at_most() -> None:
    told = box(cards=[*box()["cards"][:4], *(order(f"o{number}", "E") for number in range(11))])
    state = begin(2, told)
    for home in "AB":
        state = act(state, "team", home=home)
    assert "new:friend" in picks(state, "deal")
    assert "new:order" not in picks(state, "deal")


def test_an_unknown_effect_is_read_and_tapped() -> None:
    state = reveal(bare(), "dining", "i1", "kitchen")
    assert (state.first_task, state.tasks[0].source) == ("manual", "new-order-3")
    assert refused(state, "roll", faces=("H", "H", "T")) == ("R24", "effect-open")
    state = act(act(state, "change", what="time+:new-friend-1"), "change", what="theft+:i2")
    assert (state.time["new-friend-1"], state.theft) == (2, {"i1": 1, "i2": 1})
    state = act(act(state, "done"), "done")
    assert (state.phase, state.tasks) == (ROLLS, ())


def test_an_unknown_ability_takes_any_symbol_and_is_read() -> None:
    state = roll(to_dice(bare(), "dining", "i1"), "H E T")
    state = lay(state, "R1>leader-squidward")
    assert "leader-squidward" not in state.turn.used
    state = act(state, "use", card="leader-squidward")
    assert state.first_task == "manual"
    assert refused(act(state, "done"), "use", card="leader-squidward") == ("R34", "ability-used")


@pytest.mark.parametrize(
    ("what", "seen"),
    [
        ("time+:new-friend-6", lambda state: state.time["new-friend-6"] == 1),
        ("theft-:i1", lambda state: state.theft["i1"] == 0),
        ("flag:no_tokens", lambda state: state.turn.flags == ("no_tokens",)),
        ("die:Y", lambda state: state.turn.pool["Y1"] == ""),
        ("face:R1=FF", lambda state: state.turn.pool["R1"] == "FF"),
        ("plankton:kitchen", lambda state: state.plankton == "kitchen"),
        ("return:new-friend-6", lambda state: "new-friend-6" in state.deck),
        ("token:1", lambda state: state.first_task == "draw"),
        ("shuffle:plankton", lambda state: state.first_task == "shuffle"),
        ("describe:new-friend-6", lambda state: state.first_task == "describe"),
    ],
)
def test_each_change_of_the_palette_does_what_it_says(what: str, seen: Any) -> None:
    state = act(roll(to_dice(bare(), "dining", "i1"), "H E T"), "change", what=what)
    assert seen(state)


def test_a_token_that_was_taken_for_another_one_goes_back() -> None:
    state = with_tokens(lie(changes={"turn_no": 4}), ("heal", 1), ("E", 3), team=1)
    state = act(to_dice(state), "change", what="untoken:1:E")
    assert (state.teams[1].tokens, state.token_discard, state.tokens_left) == ((("heal", 1),), (), 29)


def test_the_palette_turns_up_another_plankton_card_only_while_effects_are_read() -> None:
    state = reveal(bare(), "dining", "i1", "kitchen")
    after = act(act(state, "change", what="reveal:1"), "plankton", ingredient="i2", location="chum")
    assert (after.theft, after.plankton) == ({"i1": 1, "i2": 1}, "chum")
    assert "reveal:1" not in picks(to_dice(bare()), "change")


def test_a_card_that_was_taken_for_another_one_is_dealt_anew() -> None:
    state = finish_dealing(bare())
    assert (state.first_task, state.strangers, "new-friend-1" in state.known) == ("fill", 37, False)
    state = deal(state, "new:villain", "TT", 2)
    assert (state.kind(state.rows["kitchen"][0]), state.strangers) == ("villain", 36)


def test_a_known_card_taken_for_another_one_goes_back_without_a_shuffle() -> None:
    state = act(to_dice(lie()), "change", what="again:F1")
    assert (state.first_task, "F1" in state.deck) == ("fill", True)
    assert act(state, "deal", card="X2").rows["kitchen"][0] == "X2"


def test_what_is_printed_can_be_told_anew() -> None:
    state = act(to_dice(lie()), "change", what="describe:F1")
    state = act(state, "describe", capacity=2, symbols=("E", "T", "E"))
    assert (state.card("F1").capacity, state.need("F1"), state.card("F1").name) == (2, {"E": 2, "T": 1}, "F1")


# ---- levels mix


def test_a_deck_may_tell_some_cards_wholly_some_in_part_and_some_not_at_all() -> None:
    part = {"id": "half", "name": "Half", "kind": "villain"}
    told = box(cards=[*box()["cards"][:4], part, order("whole", "ET")])
    state = begin(2, told)
    for home in "AB":
        state = act(state, "team", home=home)
    state = act(state, "deal", card="whole")
    assert state.first_task == "fill"
    state = act(state, "deal", card="half")
    assert state.first_task == "describe"
    state = act(state, "describe", capacity=2, symbols=("H",))
    assert (state.card("half").effect, state.need("half")) == (None, {"H": 1})
    assert "new:friend" in picks(state, "deal")


# ---- effects of the vocabulary that no other test has


def effect(op: dict[str, Any], **cards: Any) -> State:
    """Plankton is in the Kitchen with a Villain that does `op`."""
    told = box()
    told["cards"] = [one for one in told["cards"] if one["id"] != "DOODLE"] + [villain("DOODLE", "HH", op)]
    return reveal(lie("F1 DOODLE V2 F3", told=told, **cards), "dining", "i4", "kitchen")


@pytest.mark.parametrize(
    ("op", "time"),
    [
        ({"op": "add_time", "target": "friends_here"}, {"F1": 2, "F3": 2, "LA": 1}),
        ({"op": "add_time", "target": "each_team"}, {"F1": 1, "F3": 1, "LA": 2, "LB": 1}),
        ({"op": "add_time", "target": "other_villains", "n": 2}, {"F1": 1, "F3": 1, "V2": 2, "LA": 1}),
        ({"op": "add_time", "target": "villains_here"}, {"F1": 1, "F3": 1, "V2": 1, "DOODLE": 1, "LA": 1}),
        ({"op": "add_time", "target": "self"}, {"F1": 1, "F3": 1, "DOODLE": 1, "LA": 1}),
    ],
)
def test_whom_an_effect_reaches(op: dict[str, Any], time: dict[str, int]) -> None:
    assert effect(op).time == time


def test_an_effect_may_give_a_choice_of_two() -> None:
    ways = [{"do": {"op": "add_theft"}}, {"do": [{"op": "add_time"}, {"op": "flag", "flag": "no_tokens"}]}]
    state = effect({"op": "choose_one", "options": ways})
    assert picks(state, "pick") == ["0", "1"]
    assert act(state, "pick", what="1").turn.flags == ("no_tokens",)
    state = act(state, "pick", what="0")
    assert picks(state, "pick") == [f"i{number}" for number in range(1, 7)]
    assert act(state, "pick", what="i6").theft == {"i4": 1, "i6": 1}


def test_effects_that_set_tasks() -> None:
    assert effect({"op": "draw_token", "n": 2}).first_task == "draw"
    assert effect({"op": "shuffle_plankton"}).first_task == "shuffle"
    state = effect({"op": "reveal_another_plankton"})
    assert act(state, "plankton", ingredient="i5", location="chum").theft == {"i4": 1, "i5": 1}
    assert effect({"op": "manual", "text": "sing a song"}).first_task == "manual"


def test_an_effect_may_choose_several_cards() -> None:
    state = effect({"op": "add_time", "target": "any_friend", "pick": 2})
    state = act(act(state, "pick", what="F2"), "pick", what="LB")
    assert (state.time["F2"], state.time["LB"]) == (1, 1)


@pytest.mark.parametrize(
    ("flag", "name", "refusal"),
    [
        ("no_home_dice", "assign", ("R58", "dice-blocked")),
        ("no_tokens", "token", ("R49", "no-tokens")),
        ("no_extra_dice", "use", ("A16", "no-such-die-left")),
    ],
)
def test_what_a_turn_forbids(flag: str, name: str, refusal: tuple[str, str]) -> None:
    state = lie(a="LA F1", changes={"turn_no": 5, "time": {"LA": 2}})
    state = act(to_dice(with_tokens(state, ("heal", 1))), "change", what=f"flag:{flag}")
    args: dict[str, Any] = {"assign": {"to": "Y1>home"}, "token": {"token": "0:heal"}, "use": {"card": "LA"}}
    state = state if name == "use" else roll(state, "E E F")
    assert refused(state, name, **args[name]) == refusal


# ---- the app deals


def dealt_by_app(seed: int) -> State:
    state = begin(2, shipped("sample"), seed, cards="app")
    for home in ("garden", "hall"):
        state = act(state, "team", home=home)
    return state


def test_the_app_deals_the_same_cards_for_the_same_seed() -> None:
    assert dealt_by_app(3).rows == dealt_by_app(3).rows != dealt_by_app(4).rows
    assert all(all(row) for row in dealt_by_app(3).rows.values())


def test_the_app_turns_up_plankton_cards_each_once() -> None:
    empty = dict.fromkeys(("kitchen", "dining"), ("",) * 4)
    state = replace(dealt_by_app(3), rows=empty, deck=())
    for _ in range(18):
        state = act(act(replace(state, phase="PLACE", tasks=()), "place", place="kitchen"), "reveal")
    assert len(set(state.seen)) == len(state.seen) == 18
    assert [*state.seen] != sorted(state.seen)


def test_the_app_draws_tokens_that_are_left() -> None:
    state = dealt_by_app(3)
    state = act(act(state, "place", place="kitchen"), "reveal")
    assert state.draws
    assert "draw" not in names(state)


# ---- files


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_box_is_checked_and_says_what_it_is(name: str) -> None:
    told = shipped(name)
    again = filled(json.loads(json.dumps(filled(told))))
    assert again == filled(told)
    assert told["source"] == {"rulebook": "rulebook", "sample": "fictional"}[name]


def test_the_invented_deck_has_the_counts_of_the_real_box() -> None:
    told = read(filled(shipped("sample")))
    kinds = [card.kind for card in told.cards.values()]
    assert (len(kinds), kinds.count("order"), len(told.pile)) == (48, 11, 18)
    assert sum(token.copies for token in told.tokens.values()) == 30
    assert sum(told.copies.values()) == 10
    assert all(card.symbols for card in told.cards.values())
    assert all(card.capacity or card.kind == "order" for card in told.cards.values())
    assert all((card.ability is None) == (card.kind != "friend") for card in told.cards.values())
    assert all((card.effect is None) == (card.kind == "friend") for card in told.cards.values())


def test_the_rulebooks_box_tells_no_symbols_and_no_capacities() -> None:
    told = read(filled(shipped("rulebook")))
    assert [card.id for card in told.cards.values() if card.symbols or card.capacity] == []
    assert {card.id for card in told.cards.values() if card.effect} == {"doodlebob", "krabby-patty"}
    assert [home.id for home in told.homes.values() if home.dice] == ["squidward"]


def test_no_invented_name_is_a_real_one() -> None:
    real = {card["name"] for card in shipped("rulebook")["cards"]}
    invented = {card["name"] for card in shipped("sample")["cards"]}
    assert not real & invented
    text = (FILES / "boxes" / "sample.toml").read_text(encoding="utf-8")
    assert "of our own invention" in text.splitlines()[0]
    assert tomllib.loads(text)["source"] == "fictional"


@pytest.mark.parametrize(
    ("section", "where"),
    [
        ({"homes": []}, "homes"),
        ({"ingredients": [{"id": "a", "name": "A"}]}, "ingredients"),
        ({"cards": [{"id": "a", "name": "A", "kind": "cook"}]}, r"cards\[1\]\.kind"),
        ({"cards": [{"id": "a b", "name": "A", "kind": "order"}]}, r"cards\[1\]\.id"),
        ({"cards": [{"id": "a", "kind": "order"}]}, r"cards\[1\]\.name"),
        ({"cards": [{"id": "a", "name": "A", "kind": "order", "colour": 1}]}, r"cards\[1\]\.colour"),
        ({"cards": [{"id": "a", "name": "A", "kind": "order", "symbols": {"X": 1}}]}, r"cards\[1\]\.symbols"),
        ({"cards": [{"id": "a", "name": "A", "kind": "friend", "capacity": 10}]}, r"cards\[1\]\.capacity"),
        ({"cards": [order(f"o{one}", "E") for one in range(12)]}, "homes"),
        ({"cards": [*box()["cards"], order("o", "E")]}, "at most 11 Orders"),
        ({"cards": [*box()["cards"], *(villain(f"v{one}", "E") for one in range(30))]}, "at most 48 cards"),
        ({"dice": [{"colour": "P"}]}, r"dice\[1\]\.colour"),
        ({"dice": [{"colour": "Y", "faces": ["E"]}]}, r"dice\[1\]\.faces"),
        ({"tokens": [{"id": "a", "name": "A", "copies": 31}]}, r"tokens\[1\]\.copies"),
        ({"tokens": [{"id": f"t{one}", "name": "A", "copies": 16} for one in range(2)]}, "at most 30 tokens"),
        ({"tokens": [{"id": "a", "name": "A", "do": {"op": "dance"}}]}, r"tokens\[1\]\.do\[1\]\.op"),
        ({"tokens": [{"id": "a", "name": "A", "do": {"op": "symbol"}}]}, r"do\[1\]\.symbol"),
        ({"tokens": [{"id": "a", "name": "A", "do": {"op": "flag"}}]}, r"do\[1\]\.flag"),
        ({"tokens": [{"id": "a", "name": "A", "do": {"op": "choose_one"}}]}, r"do\[1\]\.options"),
        ({"plankton_cards": [{"ingredient": "zz", "location": "chum"}]}, r"plankton_cards\[1\]\.ingredient"),
        ({"plankton_cards": 7}, "plankton_cards"),
        ({"cards": [7]}, r"cards\[1\]"),
        ({"houses": []}, "houses"),
    ],
)
def test_a_box_that_cannot_be_is_refused_with_the_place(section: dict[str, Any], where: str) -> None:
    with pytest.raises(SetupError, match=where):
        GAME.checked_box(box(**section))


def test_an_ability_without_an_effect_is_refused() -> None:
    home = box()["homes"][0] | {"ability": {"cost": {"E": 1}}}
    with pytest.raises(SetupError, match=r"homes\[1\]\.ability\.do"):
        GAME.checked_box(box(homes=[home, *box()["homes"][1:]]))
    assert ability({"op": "none"})["cost"] == {}


def test_copies_of_a_card_are_cards_of_their_own() -> None:
    told = read(filled(box(cards=[*box()["cards"][:4], order("o", "E") | {"copies": 3}])))
    assert [card for card in told.cards if card.startswith("o")] == ["o", "o-2", "o-3"]


def test_an_empty_value_is_as_good_as_none() -> None:
    card: dict[str, Any] = {
        "id": "a",
        "name": "A",
        "kind": "friend",
        "capacity": None,
        "symbols": {},
        "ability": None,
    }
    told = read(filled(box(cards=[*box()["cards"], card], tokens=None)))
    assert (told.cards["a"].capacity, told.cards["a"].ability, len(told.tokens)) == (0, None, 11)


def test_what_is_told_at_the_table_ends_with_the_evening() -> None:
    state = bare()
    assert finish(roll(to_dice(state, "dining", "i1"), "H E T")).known.keys() >= {"new-friend-1"}
    assert GAME.new(state.setup).known == {}
