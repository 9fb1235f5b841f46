"""Plankton Rising by taps only: a first evening with nothing told, whole games, and the end of one that is won.

Every day a solo player in haste loses a whole game in some forty taps; COMPANION_EVENING=whole wins one as well.
"""

from __future__ import annotations

import os
import random
import re
import secrets
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import Page, expect

from companion.rules.game import Action, Seat, Setup
from companion.rules.plankton_rising import GAME
from companion.rules.setup import checked_setup
from companion.state.clock import TurnClock
from companion.state.table import Table
from companion.state.view import View
from hardware.simulators.players import chosen, thrown
from tests.browser.audit import AXE, SMALL, TOO_WIDE, VIOLATIONS
from tests.browser.conftest import Opener, Shown, settled
from tests.play import random_action
from tests.rules.plankton import shipped
from tests.rules.test_plankton_games import eager_game
from tests.web.rig import ANN_AND_BO, Rig

pytestmark = [pytest.mark.browser, pytest.mark.timeout(200)]
WHOLE = os.environ.get("COMPANION_EVENING") == "whole"
LAST = 8
"""So many moves at the end of a game are made on the page; those before it by the host."""


def up_to_date(page: Page, rig: Rig) -> None:
    expect(page.locator("main")).to_have_attribute("data-number", str(rig.view.number), timeout=15_000)


def tapped(page: Page, rig: Rig, what: str) -> None:
    """Tap a button and wait for what comes of it."""
    before = rig.view.number
    page.locator(what).first.click()
    rig.host.wait(before, 15)
    up_to_date(page, rig)


def faces(page: Page, rig: Rig, choice: str, shown: tuple[str, ...]) -> None:
    page.locator(f"#pad-{choice} summary").click()
    for face in shown:
        page.locator(f'#pad-{choice} button[data-face="{face}"]').click()
    tapped(page, rig, f"#pad-{choice} [data-send]")


def make(page: Page, rig: Rig, action: Action) -> None:
    """One move by taps."""
    match action.name:
        case "roll" | "reroll":
            shown = action.args["faces"]
            assert isinstance(shown, tuple)
            faces(page, rig, action.name, tuple(str(face) for face in shown))
        case "assign" | "set_aside":
            die, _, target = str(action.args.get("to") or action.args["die"]).partition(">")
            page.locator(f"label:has(#die-{die})").click()
            tapped(page, rig, f"#lay-{die}-{target} >> visible=true" if target else f"#aside-{die}")
        case _:
            tapped(page, rig, f"form:has(input[name=action][value='{action}']) button >> visible=true")


# ---- a first evening: nothing is told


def deal(page: Page, rig: Rig, kind: str, symbols: str, capacity: int) -> None:
    tapped(page, rig, f"#new-{kind}")
    for symbol in symbols:
        page.locator(f'.described button[data-face="{symbol}"]').click()
    if capacity:
        page.locator(f".numbers label:has([value='{capacity}'])").click()
    tapped(page, rig, ".described [data-send]")


def sit_down(page: Page, rig: Rig) -> None:
    """From the new-game page to two teams with their dice and leaders."""
    page.fill("[name=name-0]", "Ann")
    page.fill("[name=name-1]", "Bo")
    page.locator("form.setup button.primary").click()
    page.wait_for_url("**/table")
    settled(page)
    for home, dice in (("patrick", "YYB"), ("krabs", "RRG")):
        tapped(page, rig, f"form:has(input[value*='{home}']) button")
        for name, colour in zip(("first", "second", "third"), dice, strict=True):
            page.locator(f"label:has(input[name={name}][value='\"{colour}\"'])").click()
        tapped(page, rig, "#step-home_dice button.primary")
        page.locator(".numbers label:has([value='5'])").click()
        tapped(page, rig, ".described button.primary")


@pytest.mark.thorough
def test_a_first_turn_with_nothing_told(shown: Shown, open_page: Opener) -> None:
    rig = shown.rig
    rig.boxes.write("plankton_rising", "aaa", "# Nothing told")
    page = open_page("/new/plankton_rising", "phone")
    page.locator("select[name=box]").select_option("aaa")
    sit_down(page, rig)
    for kind, symbols, capacity in (
        ("friend", "FF", 3), ("order", "ET", 0), ("villain", "HH", 2), ("order", "EF", 0),
        ("friend", "HT", 3), ("order", "FH", 0), ("friend", "TT", 3), ("villain", "TE", 2),
    ):  # fmt: skip
        deal(page, rig, kind, symbols, capacity)
    tapped(page, rig, "button.room-kitchen")
    page.locator("label:has(input[name=ingredient])").nth(2).click()
    page.locator("label:has(input[name=location])").first.click()
    tapped(page, rig, "#reveal-it")
    assert rig.view.board["task"]["kind"] == "manual"
    tapped(page, rig, "form:has(input[value*='time+:new-friend-5']) button")
    while rig.view.board["task"]:
        tapped(page, rig, "#do-done")
    faces(page, rig, "roll", ("F", "E", "T"))
    make(page, rig, Action(0, "assign", {"to": "Y1>new-friend-1"}))
    faces(page, rig, "roll", ("EE", "F"))
    make(page, rig, Action(0, "assign", {"to": "B1>new-friend-1"}))
    make(page, rig, Action(0, "end"))
    deal(page, rig, "friend", "H", 2)
    board = rig.view.board
    assert [str(card["name"]) for card in board["teams"][0]["friends"]] == ["Patrick", "Friend 1"]
    assert (board["rows"]["dining"][0]["time"], board["ingredients"][2]["theft"]) == (1, 1)
    expect(page.locator("header.turn")).to_contain_text("Bo")
    assert page.evaluate(TOO_WIDE) <= 0


# ---- whole games, from the new-game page to the end

Player = Callable[[View, random.Random], Action]
SHUFFLED = 17
"""How the deck is shuffled where a hasty player loses soon."""


def hasty(view: View, rng: random.Random) -> Action:
    """Throws once in each turn and ends it: no Friend gets company, so the team loses its last one."""
    open_now = {choice.name: choice for choice in view.choices if choice.name not in ("change", "use", "token")}
    rolled = bool(view.board["turn_scope"]["roll_no"])
    wanted = "end" if "end" in open_now and rolled else "roll"
    return random_action(open_now.get(wanted) or next(iter(open_now.values())), rng)


def eager(view: View, rng: random.Random) -> Action:
    """What a simulated player does, with dice that fall by chance."""
    action = chosen(view, rng)
    choice = next(one for one in view.choices if one.name == action.name and action.seat in one.seats)
    return random_action(choice, rng) if thrown(view, action) else action


def seated(page: Page, players: int) -> None:
    """From the new-game page to a table where the companion deals the invented deck."""
    for row, one in enumerate(ANN_AND_BO[:players]):
        page.fill(f"[name=name-{row}]", one["name"])
    page.locator("select[name=box]").select_option("sample")
    page.locator("[name=rule-cards]").select_option('"app"')
    page.locator("form.setup button.primary").click()
    page.wait_for_url("**/table")
    settled(page)


def played_by_taps(page: Page, rig: Rig, player: Player, seed: int) -> int:
    """Every move of a game made on the page; gives their number."""
    rng = random.Random(seed)
    for moves in count():
        if rig.view.phase == "over":
            return moves
        up_to_date(page, rig)
        make(page, rig, player(rig.view, rng))
    raise AssertionError("no end")


def test_a_whole_game_is_lost_by_taps(shown: Shown, open_page: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda _bits: SHUFFLED)
    page = open_page("/new/plankton_rising", "phone")
    seated(page, 1)
    moves = played_by_taps(page, shown.rig, hasty, SHUFFLED)
    assert moves > 12
    assert shown.rig.view.board["reason"] == "team"
    expect(page.locator("header.turn")).to_contain_text("Plankton wins this time")
    assert page.evaluate(TOO_WIDE) <= 0


@pytest.mark.skipif(
    os.environ.get("COMPANION_EVENING") != "whole", reason="takes minutes: COMPANION_EVENING=whole"
)
@pytest.mark.timeout(3600)
def test_a_whole_game_for_two_is_played_by_taps(shown: Shown, open_page: Opener) -> None:
    page = open_page("/new/plankton_rising", "tall")
    seated(page, 2)
    moves = played_by_taps(page, shown.rig, eager, 1)
    view = shown.rig.view
    print(f"{moves} moves, {view.board['turn']} turns, {view.outcome.sentence if view.outcome else ''}")
    assert moves > 50
    assert len(view.log) == moves


# ---- the end of a game that is won


def set_up(seed: int) -> Setup:
    seats = tuple(Seat(one["name"], one["colour"]) for one in ANN_AND_BO)
    return checked_setup(GAME, Setup(seats, {"odds": True}, seed, shipped("sample")))


def won_game() -> tuple[int, list[Action]]:
    """The seed and the moves of a game with the invented deck that the players win."""
    for seed in count(1):
        played = list(eager_game(set_up(seed), random.Random(seed)))
        if played[-1][-1].won:
            return seed, [action for _before, action, _events, _after in played]
    raise AssertionError("no end")


@pytest.mark.thorough
def test_a_game_is_won_by_taps(shown: Shown, open_page: Opener) -> None:
    rig = shown.rig
    seed, moves = won_game()
    table = Table.new(rig.journal, "plankton_rising", set_up(seed), TurnClock(), 0.0)
    for action in moves[:-LAST]:
        table.do(action, at=0.0)
    rig.ask("open", evening=table.evening)
    page = open_page("/table", bypass_csp=True, reduced_motion="reduce")
    settled(page)
    page.add_script_tag(path=AXE)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate(SMALL) == []
    for action in moves[-LAST:]:
        up_to_date(page, rig)
        make(page, rig, action)
    assert rig.view.phase == "over"
    expect(page.locator("main")).to_contain_text("you win together")
    expect(page.locator(".meters")).to_contain_text(re.compile(r"7\s*/7"))
    assert page.evaluate(VIOLATIONS) == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_dice_have_no_known_hurdle(shown: Shown, open_page: Opener, scheme: str) -> None:
    rig = shown.rig
    rig.new("plankton_rising", box="sample", seed=4)
    for action in ('0 team home="garden"', '1 team home="hall"', '0 place place="kitchen"'):
        rig.ask("do", action=action)
    page = open_page("/table", "tall", color_scheme=scheme, bypass_csp=True, reduced_motion="reduce")
    settled(page)
    page.add_script_tag(path=AXE)
    assert page.evaluate(VIOLATIONS) == []
    assert page.evaluate(TOO_WIDE) <= 0
    assert page.evaluate(SMALL) == []
