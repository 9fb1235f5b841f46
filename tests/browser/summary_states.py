"""Evenings that were played at random, and what is told of them: by name, what leads there and the path."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from companion.rules import GAMES
from companion.rules.game import Seat
from companion.rules.setup import COLOURS, checked_setup
from companion.state.clock import TurnClock
from companion.state.table import Table
from companion.statistics.roster import Profile
from tests.play import WEIGHTS, random_action, setup_of
from tests.web.rig import Rig

BEGAN = 1_700_000_000.0
FAMILY = ("Mia", "W" * 40, "مريم والقمر", "李小龙")
SEATS = {"yahtzee_jr": 4, "riot": 3, "monopoly": 4, "plankton_rising": 3, "just_dice": 2}
WISHES = {"monopoly": {"length": "timed"}, "plankton_rising": {"cards": "app"}}


def play(rig: Rig, game: str, seed: int = 3, most: int = 900, names: tuple[str, ...] = FAMILY) -> int:
    """An evening in the rig's journal, played at random to its end or for so many acts; gives its number."""
    rng = random.Random(seed)
    setup = setup_of(GAMES[game], SEATS[game], **WISHES.get(game, {}))
    seats = tuple(Seat(name, colour) for name, colour in zip(names[: SEATS[game]], COLOURS, strict=False))
    box = rig.boxes.read(game, "sample") if game == "plankton_rising" else {}
    checked = checked_setup(GAMES[game], replace(setup, seats=seats, box=box, seed=seed))
    table = Table.new(rig.journal, game, checked, TurnClock("up" if seed % 2 else "off"), BEGAN + seed * 86_400)
    at, used = BEGAN + seed * 86_400, 0.0
    for _ in range(most):
        if not table.choices:
            break
        weights = [_weight(game, choice.name, len(table.acts)) for choice in table.choices]
        action = random_action(rng.choices(table.choices, weights)[0], rng)
        seconds = rng.uniform(2, 25)
        at, used = at + seconds, used + seconds
        before = table.game.active(table.state)
        table.do(action, at=at, used=used)
        if table.game.active(table.state) != before:
            used = 0.0
    return table.evening


def _weight(game: str, choice: str, acts: int) -> float:
    """How often a choice is taken: an evening of just dice has at least forty throws."""
    if choice == "finish" and acts < 40:
        return 0.0
    return WEIGHTS.get(game, {}).get(choice, 1.0)


def evening(game: str) -> Callable[[Rig], None]:
    def lead(rig: Rig) -> None:
        play(rig, game)

    return lead


def begun(rig: Rig) -> None:
    play(rig, "monopoly", most=0)


def played(rig: Rig) -> None:
    for seed, game in enumerate(GAMES):
        play(rig, game, seed, most=300)


def known(rig: Rig) -> None:
    played(rig)
    rig.chronicle.keep("Mia", Profile("Mia Ó", avatar="whale", colour="blue"))
    rig.chronicle.keep("李小龙", Profile("李小龙", hidden=True))


def on_the_table(rig: Rig) -> None:
    """A game with house rules that are not the usual ones."""
    rig.new("riot", options={"rivals_rule": True, "window": 30})


STATES: dict[str, tuple[Callable[[Rig], None], str]] = {
    **{f"summary-{game}": (evening(game), "/evening/1/summary") for game in GAMES},
    "summary-begun": (begun, "/evening/1/summary"),
    "players": (known, "/players"),
    "players-change": (known, "/players/change?who=Mia"),
    "players-nobody": (begun, "/players/change?who=Zoe"),
    "new-known": (played, "/new/monopoly"),
    "rules": (begun, "/rules"),
    **{f"rules-{game}": (on_the_table, f"/rules/{game}#R7") for game in GAMES},
    "rules-found": (on_the_table, "/rules/riot?q=turf+war"),
    "rules-nothing": (on_the_table, "/rules/riot?q=zebra"),
}
