"""The values that pass through every game: actions and their text, choices, arguments, setups."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import ActionTextError, SetupError, UnknownGame
from companion.rules import GAMES, game_of
from companion.rules.args import YES_NO, Arg, Faces, Name, Names, Number, OneOf, Pick, Some, Value, WordEach
from companion.rules.game import Action, Choice, Expectation, Seat, Setup
from companion.rules.setup import COLOURS, checked_setup
from companion.words import say

YAHTZEE, DICE = GAMES["yahtzee_jr"], GAMES["just_dice"]

names = st.from_regex(r"[a-z][a-z0-9_-]{0,15}", fullmatch=True)
texts = st.text(max_size=20)
values: st.SearchStrategy[Any] = st.one_of(
    texts,
    st.integers(),
    st.booleans(),
    st.lists(texts, max_size=6).map(tuple),
    st.lists(st.integers(), max_size=6).map(tuple),
)

# ---- text form


@settings(deadline=None)
@given(seat=st.integers(0, 5), name=names, args=st.dictionaries(names, values, max_size=4))
def test_an_actions_text_gives_the_action_again(seat: int, name: str, args: dict[str, Value]) -> None:
    action = Action(seat, name, args)
    again = Action.parse(str(action))
    assert again == action
    assert [type(value) for value in again.args.values()] == [type(value) for value in args.values()]
    assert str(again) == str(action)
    assert str(action).isascii()


def test_an_actions_text_reads_as_it_is_documented() -> None:
    action = Action(0, "roll", {"faces": ("SB", "SQ"), "reroll": (2, 3)})
    assert str(action) == '0 roll faces=["SB","SQ"] reroll=[2,3]'
    assert Action.parse('  0 roll   reroll=[2, 3]  faces=["SB", "SQ"] ').args == action.args
    assert Action.parse("1 finish") == Action(1, "finish")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "x roll",
        "roll 0",
        "0 roll faces",
        "0 roll faces=",
        "0 roll faces=[",
        "0 roll faces=SB",
        "0 roll =1 2",
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ActionTextError, match="expected 'SEAT NAME key=json") as refusal:
        Action.parse(text)
    assert repr(text) in refusal.value.detail


def test_a_text_that_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(ActionTextError):
        Action.parse("0 roll faces=" + "[" * 200_000)


@settings(deadline=None)
@given(text=st.text(max_size=40))
def test_any_text_is_an_action_or_an_error_of_ours(text: str) -> None:
    try:
        action = Action.parse(text)
    except ActionTextError:
        return
    assert Action.parse(str(action)).seat == action.seat


# ---- choices and arguments


def a_choice() -> Choice:
    args: dict[str, Arg] = {"number": Number(1, 3)}
    return Choice((1, 2), "pay", say("Pay"), args, optional={"words": WordEach("row"), "row": Some((0, 1, 2))})


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        (Action(1, "pay", {"number": 1}), True),
        (Action(2, "pay", {"number": 3, "row": (0, 2)}), True),
        (Action(2, "pay", {"number": 3, "row": (0, 2), "words": ("a", "b")}), True),
        (Action(2, "pay", {"number": 3, "row": (0, 2), "words": ("a",)}), False),
        (Action(2, "pay", {"number": 3, "words": ("a",)}), False),
        (Action(0, "pay", {"number": 1}), False),
        (Action(1, "play", {"number": 1}), False),
        (Action(1, "pay", {}), False),
        (Action(1, "pay", {"number": 4}), False),
        (Action(1, "pay", {"number": 1, "more": 1}), False),
    ],
)
def test_choice_allows(action: Action, allowed: bool) -> None:
    assert a_choice().allows(action) is allowed


PICKS = OneOf((Pick("SB", say("a")), Pick(1, say("b")), Pick(False, say("c"))))
THROWN = Faces("pips", ("1", "2", "3"), 1, 3, limits={"3": 1})
AGAIN = Faces("pips", ("1", "2", "3"), 3, 3, over=("1", "3", "2"), at="which", limits={"3": 1})


@pytest.mark.parametrize(
    ("arg", "value", "allowed"),
    [
        (PICKS, "SB", True),
        (PICKS, 1, True),
        (PICKS, True, False),
        (PICKS, 0, False),
        (PICKS, False, True),
        (PICKS, ("SB",), False),
        (YES_NO, True, True),
        (YES_NO, 1, False),
        (YES_NO, "yes", False),
        (Some((0, 2, 4)), (0, 4), True),
        (Some((0, 2, 4)), (4, 0), False),
        (Some((0, 2, 4)), (0, 0), False),
        (Some((0, 2, 4)), (1,), False),
        (Some((0, 2, 4)), (), False),
        (Some((0, 2, 4), least=0), (), True),
        (Some((0, 2, 4), most=1), (0, 2), False),
        (Some((0, 1)), (False, True), False),
        (Some((0, 1)), (0.0, 1.0), False),
        (Some((0, 1)), "01", False),
        (Number(1, 3), 3, True),
        (Number(1, 3), 0, False),
        (Number(1, 3), 4, False),
        (Number(0, 1), True, False),
        (Number(1, 3), 2.0, False),
        (Number(1, 3), "2", False),
        (Name(), "my-dice-2", True),
        (Name(), "a" * 40, True),
        (Name(), "a" * 41, False),
        (Name(), "", False),
        (Name(), "../x", False),
        (Name(), "Dice", False),
        (Name(), "dice\n", False),
        (Name(), 3, False),
        (Names(2, 3), ("a", "b"), True),
        (Names(2, 3), ("a",), False),
        (Names(2, 3), ("a", "b", "c", "d"), False),
        (Names(2, 3), ("a", "a"), False),
        (Names(2, 3), ("a", ""), False),
        (Names(2, 3), ("a", "\u200b"), False),
        (Names(2, 3), ("a", 1), False),
        (Names(2, 3), (("a",), ["b"]), False),
        (Names(2, 3), "ab", False),
        (THROWN, ("1",), True),
        (THROWN, ("1", "1", "2"), True),
        (THROWN, (), False),
        (THROWN, ("1",) * 4, False),
        (THROWN, ("3", "3"), False),
        (THROWN, ("4",), False),
        (THROWN, (1,), False),
        (THROWN, (["1"],), False),
        (THROWN, "1", False),
    ],
)
def test_arg_allows(arg: Arg, value: Any, allowed: bool) -> None:
    assert arg.allows(value, {}) is allowed


@pytest.mark.parametrize(
    ("faces", "which", "allowed"),
    [
        (("1",), (0,), True),
        (("1", "2"), (0,), False),
        (("3",), (0,), False),  # the 3 that stays and this one are two
        (("3",), (1,), True),
        (("1", "3", "2"), (0, 1, 2), True),
        ((), (), True),
    ],
)
def test_faces_over_dice_that_lie_there(faces: tuple[str, ...], which: tuple[int, ...], allowed: bool) -> None:
    assert AGAIN.allows(faces, {"which": which}) is allowed


@pytest.mark.parametrize(
    ("words", "allowed"),
    [(("red", ""), True), (("red",), False), (("red", "x" * 41), False), (("red", "\n"), False), ((1, 2), False)],
)
def test_a_word_for_each_entry(words: Any, allowed: bool) -> None:
    assert WordEach("faces").allows(words, {"faces": ("1", "2")}) is allowed


@pytest.mark.parametrize(
    ("arg", "args"),
    [
        (PICKS, {}),
        (YES_NO, {}),
        (Some((0, 2, 4)), {}),
        (Some((0, 2, 4), least=0, most=2), {}),
        (Number(-2, 3), {}),
        (Name(), {}),
        (Names(2, 40), {}),
        (THROWN, {}),
        (AGAIN, {"which": (0, 2)}),
        (WordEach("faces"), {"faces": ("1", "2", "3")}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_an_arg_samples_it_allows(arg: Arg, args: dict[str, Value]) -> None:
    rng = random.Random(1)
    drawn = [arg.sample(rng, args) for _ in range(200)]
    assert all(arg.allows(value, args) for value in drawn)
    assert len(set(drawn)) > 1


def test_expectation_without_a_number_takes_any() -> None:
    free = Expectation("pips", ("1", "2"))
    assert free.complaint(("1",) * 9) is None
    assert "not on these dice" in str(free.complaint(("3",)))


# ---- setups


def named(*raw: str) -> list[str]:
    seats = tuple(Seat(name, colour) for name, colour in zip(raw, COLOURS, strict=False))
    return [seat.name for seat in checked_setup(DICE, Setup(seats)).seats]


SCRIPTS = {
    "latin": "Ä",
    "arabic": "ن",
    "hebrew": "ש",
    "cjk": "名",
    "rare cjk": "𠮷",
    "emoji": "🐙",
    "emoji with skin": "👍🏽",
    "emoji family": "👩‍👩‍👧‍👦",
    "heart": "❤️",
    "combining": "e\u0301",
    "combining without a composed form": "x\u0302\u0323",
    "devanagari": "कि",
    "thai": "กี่",
    "hangul": "\u1112\u1161\u11ab",
}


@pytest.mark.parametrize("one", SCRIPTS.values(), ids=SCRIPTS.keys())
def test_a_name_of_forty_characters_is_taken_in_any_script_and_one_of_forty_one_refused(one: str) -> None:
    (name,) = named(one * 40)
    assert named(name) == [name]
    with pytest.raises(SetupError, match="1 to 40 characters"):
        named(one * 41)


def test_a_name_is_tidied() -> None:
    assert named("  Ada \t Lovelace\n") == ["Ada Lovelace"]
    assert named("e\u0301") == ["\u00e9"]


@pytest.mark.parametrize("name", ["", "   ", "\n\t", "\u200b", "\u200d\ufe0f", "\u0301", "\u2028"])
def test_a_name_that_shows_nothing_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="1 to 40 characters"):
        named(name)


def test_a_name_is_not_a_tower_of_marks() -> None:
    with pytest.raises(SetupError, match="1 to 40 characters"):
        named("a" + "\u0301" * 400)


@pytest.mark.parametrize("name", ["A\x00", "A\x1b[2J", "A\x7f", "A\u202eB", "A\u2066B", "A\ud800", "A\ue000"])
def test_a_name_with_control_characters_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="control characters") as refusal:
        named(name)
    str(refusal.value.detail).encode()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "Ada"),
        ("Ada", "ADA"),
        ("Ada", " ada "),
        ("Straße", "STRASSE"),
        ("Zoe\u0301", "Zo\u00e9"),
        ("Ada", "A\u200bda"),
        ("Ada", "Ａｄａ"),
    ],
)
def test_two_players_cannot_have_the_same_name(one: str, other: str) -> None:
    with pytest.raises(SetupError, match="same name"):
        named(one, other)


@pytest.mark.parametrize("colour", ["", "Yellow", "#ff0000", "pink"])
def test_an_unknown_colour_is_refused(colour: str) -> None:
    with pytest.raises(SetupError, match="colour is not known") as refusal:
        checked_setup(DICE, Setup((Seat("Ada", colour),)))
    assert repr(colour) in refusal.value.detail


def test_two_players_cannot_have_the_same_colour() -> None:
    with pytest.raises(SetupError, match="same colour"):
        checked_setup(DICE, Setup((Seat("Ada", "red"), Seat("Bo", "red"))))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_wrong_numbers_of_players_are_refused_in_the_games_words(game: Any) -> None:
    least, most = game.players
    for count in (least, most):
        seats = tuple(Seat(f"Player {number}", COLOURS[number]) for number in range(count))
        assert checked_setup(game, Setup(seats)).seats == seats
    for count in (0, least - 1, most + 1):
        seats = tuple(Seat(f"Player {number}", COLOURS[number % 6]) for number in range(count))
        with pytest.raises(SetupError, match=f"{game.title} is for {least} to {most} players"):
            checked_setup(game, Setup(seats))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_house_rules_are_filled_in_and_unknown_ones_refused(game: Any) -> None:
    seats = tuple(Seat(f"Player {number}", COLOURS[number]) for number in range(game.players[0]))
    checked = checked_setup(game, Setup(seats, seed=7))
    assert checked.options == {option.name: option.default for option in game.options}
    assert all(option.values.allows(option.default, {}) for option in game.options)
    assert checked.seed == 7
    assert checked_setup(game, checked) == checked
    with pytest.raises(SetupError, match="not known") as refusal:
        checked_setup(game, Setup(seats, {"free_parking": True}))
    assert "'free_parking'" in refusal.value.detail


@pytest.mark.parametrize("value", [1, "yes", (), None, [True]])
def test_a_house_rule_of_another_kind_is_refused(value: Any) -> None:
    seats = (Seat("Ada", "red"), Seat("Bo", "blue"))
    with pytest.raises(SetupError, match="cannot be set so") as refusal:
        checked_setup(YAHTZEE, Setup(seats, {"allow_voluntary_zero": value}))
    assert repr(value) in refusal.value.detail


def test_the_list_of_games_names_each_by_its_id() -> None:
    assert all(game_of(name) is game and game.id == name for name, game in GAMES.items())
    with pytest.raises(UnknownGame, match="no such game") as refusal:
        game_of("chess")
    assert "'chess'" in refusal.value.detail
    assert str(refusal.value.advice)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_setups_options_are_plain_json(game: Any) -> None:
    assert json.loads(json.dumps({option.name: option.default for option in game.options}))
