"""What templates may call: sentences, faces, seats' shapes, clocks and dates."""

from __future__ import annotations

import json
import math
from datetime import datetime
from pathlib import Path
from typing import Any

from babel.dates import format_date, format_time
from flask import Flask

from companion.proposals import card_doubt
from companion.rules import GAMES
from companion.rules.args import Faces, Number, OneOf, Some
from companion.rules.card_args import Cards, OneIn
from companion.state.view import Clock, View
from companion.words import Sentence, say
from web import across, charts, firstrun, heralds, monopoly, rulebook, scores, welcome, wording, words
from web.controls import Panel, corrections, everybodys, marked
from web.languages import spoken
from web.site import Site

SHAPES = {
    "yellow": ("star", say("yellow star")),
    "green": ("triangle", say("green triangle")),
    "blue": ("square", say("blue square")),
    "purple": ("diamond", say("purple diamond")),
    "red": ("circle", say("red circle")),
    "orange": ("hexagon", say("orange hexagon")),
}
"""For each seat's colour a shape of its own: its drawing and its name. Colour never stands alone."""

DRAWINGS = Path(__file__).parent / "static" / "games"
"""A drawing for each game's box; a game without one gets `any.svg`."""

GLASS = 60.0
"""The height of one half of the sand glass, in its drawing units."""

CONTROLS = {OneOf: "one", Some: "some", Number: "number", Cards: "cards", OneIn: "card"}
"""What a page draws for each kind of argument."""


def install(app: Flask, site: Site) -> None:
    """Give the templates of `app` their filters and functions."""
    jinja = app.jinja_env
    jinja.trim_blocks = jinja.lstrip_blocks = True
    jinja.filters |= {"text": words.text, "clock": clock_text, "day": day, "json": json.dumps}
    jinja.globals |= {
        "_": words.phrase,
        "argument": wording.argument,
        "colour_name": wording.colour,
        "effect_name": wording.effect,
        "target_name": wording.target,
        "die_colour": wording.die_colour,
        "card_kind": wording.card_kind,
        "shape": lambda colour: SHAPES[colour][0],
        "shape_name": lambda colour: words.text(SHAPES[colour][1]),
        "face_name": lambda die_set, face: words.name(site.faces.name(die_set, face)),
        "has_icon": lambda die_set, face: site.faces.icon(die_set, face) is not None,
        "die_set": die_set,
        "game_title": lambda game: words.text(GAMES[game].title) if game in GAMES else game,
        "lying": lying,
        "next_step": next_step,
        "kept": kept,
        "drawings": frozenset(file.stem for file in DRAWINGS.glob("*.svg")),
        "doubt": card_doubt,
        "control": lambda arg: next((drawn for kind, drawn in CONTROLS.items() if isinstance(arg, kind)), ""),
        "corrections": corrections,
        "everybodys": everybodys,
        "is_switch": is_switch,
        "used": used,
        "faces_chart": charts.faces_chart,
        "monopoly": monopoly,
        "verdict": charts.verdict,
        "figures": charts.figures,
        "alerts": heralds.alerts,
        "heralds": heralds.heralds,
        "standing": scores.standing,
        "together": scores.together,
        "shown_dice": scores.dice,
        "ranking": scores.ranking,
        "breadth": across.breadth,
        "called": across.called,
        "is_long": lambda words: across.breadth(words) > across.LONG,
        "sand_height": sand_height,
        "what_next": welcome.what_next,
        "unfinished": welcome.unfinished,
        "regulars": lambda: welcome.regulars(site.chronicle)[: welcome.REGULARS],
        "first_run_here": site.first_run is not None,
        "lamp_words": lambda: (
            {one: firstrun.lamp_name(one) for one in site.playground.lamps()} if site.playground else {}
        ),
        "linked": lambda path: linked(app, path),
        "rule_place": rulebook.place_of,
    }


def die_set(view: View) -> str:
    """The set whose faces the View shows: of the roll that is open, else the board's, else the game's own."""
    for choice in view.choices:
        for arg in choice.args.values():
            if isinstance(arg, Faces):
                return arg.die_set
    return str(view.board.get("dice_set", ""))


STEPS = {
    "looking": say("Hold on: I am looking at the tray."),
    "proposal": say("Is this right? Press the button or tap “Yes”; tap a die to correct it."),
    "question": say("Tap the dice that are not right, or look again."),
    "cannot-read": say("The dice could not be read: see below what to do."),
}
"""The next step while a reading is open; at other times the game says it."""


CARD_STEPS = {
    "looking": say("Hold on: I am looking at the card."),
    "proposal": say("Is this right? Press the button or tap “Yes”."),
    "question": say("Choose below, or lay the card anew and look again."),
    "cannot-read": say("The card could not be read: see below what to do."),
}
"""The same while a card is looked at."""


def next_step(view: View) -> Sentence | None:
    """What people do next, in one sentence."""
    return (CARD_STEPS if view.card_expected else STEPS).get(view.phase, view.prompt)


def lying(panel: Panel) -> tuple[str, ...]:
    """The dice on the table that a roll throws anew or lets stay."""
    return next((arg.over for arg in panel.choice.args.values() if isinstance(arg, Faces)), ())


def kept(view: View, panels: tuple[Panel, ...]) -> tuple[str, ...]:
    """The faces of the dice that stay when the others are thrown: without any mark only those that must."""
    for panel in panels:
        for name, arg in panel.marks.items():
            thrown = marked(view, name) or arg.values
            return tuple(face for place, face in enumerate(lying(panel)) if place not in thrown)
    return ()


def is_switch(arg: Any) -> bool:
    """Whether an argument is yes or no."""
    return isinstance(arg, OneOf) and [pick.value for pick in arg.picks] == [False, True]


def used(clock: Clock, now: float) -> float:
    """The seconds on a clock at the monotonic time `now`."""
    return clock.used + (max(0.0, now - clock.made_at) if clock.running else 0.0)


def clock_text(clock: Clock, now: float) -> str:
    """What the clock shows at `now`: minutes and seconds used, or left with a minus when they are gone."""
    seconds = used(clock, now) if clock.mode == "up" else clock.limit - used(clock, now)
    whole = int(seconds) if clock.mode == "up" else -int(-seconds // 1)
    sign = "−" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02}"


def sand_height(clock: Clock, now: float) -> float:
    """The height of the sand in the upper half of the glass at `now`, in the glass's drawing units.

    What flows through the neck is a share of a triangle's area, which goes with the square of its height.
    """
    left = max(0.0, 1 - used(clock, now) / clock.limit) if clock.limit else 0.0
    return round(GLASS * math.sqrt(left), 1)


def linked(app: Flask, path: str) -> str:
    """`path` where this application has such a page, else an empty text."""
    return path if app.url_map.bind("").test(path) else ""


def day(seconds: float) -> str:
    """The local date and minute of unix `seconds`, as the language spoken now writes them."""
    there = datetime.fromtimestamp(seconds)
    return f"{format_date(there, 'medium', locale=spoken())} {format_time(there, 'short', locale=spoken())}"
