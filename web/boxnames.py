"""The names of Monopoly's board in a form: spaces, groups, decks, cards and money, without touching a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.boxes import written
from companion.errors import BoxError, CompanionError, SetupError
from companion.rules.monopoly import GAME
from companion.rules.monopoly.box import Box, read
from companion.rules.monopoly.effects import effect
from companion.rules.monopoly.names import DECKS, GROUPS, LONGEST, is_text
from companion.words import Sentence, say
from web.answers import described, status_of
from web.site import here

SIDES = (
    say("First side: GO to the jail"),
    say("Second side: the jail to Free Parking"),
    say("Third side: Free Parking to Go To Jail"),
    say("Last side: Go To Jail to GO"),
)
"""The four sides of the board, ten spaces each."""

EMPTY = say("This cannot be empty.")
STRANGE = say("At most {most} letters and signs on one line.", most=LONGEST)

pages = Blueprint("boxnames", __name__)


@dataclass(frozen=True)
class Field:
    """A text of the form: its key, what it is, what the box says now, of at least `least` characters.

    Its label has the colour of a `group`, and a `hint` behind it, where there are such.
    """

    key: str
    label: Sentence
    value: str
    least: int = 0
    group: str = ""
    hint: str = ""

    def fault(self, text: str) -> Sentence | None:
        """What is wrong with a text for it, or None."""
        if len(text) < self.least:
            return EMPTY
        return None if is_text(text, self.least) else STRANGE


@dataclass(frozen=True)
class Section:
    """Fields that belong together; long ones are closed at first."""

    title: Sentence
    fields: tuple[Field, ...]
    closed: bool = False


@pages.get("/boxes/monopoly/<name>/names")
def form(name: str) -> ResponseReturnValue:
    """The form for a box; for one that ships the family's own copy of it, when there is one."""
    own = f"our-{name}"
    if not here().boxes.is_own(GAME.id, name) and here().boxes.is_own(GAME.id, own):
        return redirect(f"/boxes/monopoly/{own}/names", 303)
    return _page(name, {})


@pages.post("/boxes/monopoly/<name>/names")
def keep(name: str) -> ResponseReturnValue:
    """Keep the names in a box of the family's own, or show the form again with what is wrong at each field."""
    typed = {key: text.strip() for key, text in request.form.items()}
    found = faults(name, typed)
    if found:
        return _page(name, typed, found), 400
    try:
        text = written(renamed(here().boxes.read(GAME.id, name), typed))
        here().boxes.write(GAME.id, typed["name"], f"# {typed['title']}\n\n{text}")
    except (BoxError, SetupError) as error:
        return _page(name, typed, {"name": error.sentence}, error), status_of(error)
    return redirect(f"/boxes/{GAME.id}", 303)


def faults(name: str, typed: Mapping[str, str]) -> dict[str, Sentence]:
    """What is wrong with the texts of a form, by field."""
    told = ((field.key, field.fault(typed.get(field.key, ""))) for one in sections(name) for field in one.fields)
    return {key: fault for key, fault in told if fault}


def sections(name: str) -> tuple[Section, ...]:
    """Everything that can be named in a box."""
    raw = here().boxes.read(GAME.id, name)
    box = read(raw)
    return (
        Section(say("This box"), tuple(_whole(name, box))),
        Section(say("Colours and groups"), tuple(_groups(box))),
        *(Section(title, tuple(_side(box, side)), closed=True) for side, title in enumerate(SIDES)),
        *(Section(DECKS[deck], tuple(_deck(box, deck)), closed=True) for deck in DECKS),
    )


def _whole(name: str, box: Box) -> Iterator[Field]:
    boxes = here().boxes
    own = name if boxes.is_own(GAME.id, name) else f"our-{name}"
    title = boxes.titles(GAME.id)[name] if own == name else "Our own board"
    yield Field("title", say("What you call it"), title, 1)
    yield Field("name", say("Its short name: small letters, digits and hyphens"), own, 1)
    yield Field("currency", say("Money: a sign or a word"), box.names.currency, 1)


def _groups(box: Box) -> Iterator[Field]:
    for group, ours in GROUPS.items():
        yield Field(f"group-{group}", ours, box.names.groups.get(group, ""), group=group)


def _side(box: Box, side: int) -> Iterator[Field]:
    for space in box.spaces[10 * side : 10 * side + 10]:
        hint = box.names.money(space.price) if space.price else ""
        yield Field(f"space-{space.pos}", say("Space {pos}", pos=space.pos), space.name, 1, space.group, hint)


def _deck(box: Box, deck: str) -> Iterator[Field]:
    yield Field(f"deck-{deck}", say("Name of the deck"), box.names.decks.get(deck, ""))
    for card in box.cards[deck].values():
        label = effect(card, box.spaces[card.to].name, box.names)
        yield Field(f"card-{deck}-{card.id}", label, card.text)


def renamed(box: Mapping[str, Any], typed: Mapping[str, str]) -> dict[str, Any]:
    """The box with the names of a form that has no faults."""
    decks = {deck: [{**card, "text": typed[f"card-{deck}-{card['id']}"]} for card in box[deck]] for deck in DECKS}
    names = {
        "currency": typed["currency"],
        "groups": {group: typed[f"group-{group}"] for group in GROUPS},
        "decks": {deck: typed[f"deck-{deck}"] for deck in DECKS},
    }
    spaces = [{**space, "name": typed[f"space-{space['pos']}"]} for space in box["spaces"]]
    return {**box, "spaces": spaces, **decks, "names": names}


def _page(
    name: str,
    typed: Mapping[str, str],
    found: Mapping[str, Sentence] | None = None,
    error: CompanionError | None = None,
) -> str:
    return render_template(
        "games/monopoly/names.html",
        name=name,
        title=here().boxes.titles(GAME.id).get(name, name),
        sections=sections(name),
        typed=typed,
        faults=found or {},
        longest=LONGEST,
        trouble=described(error) if error else None,
    )
