"""The deck of Plankton Rising: tell card by card what is printed on it, and keep what was told at the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.boxes import written
from companion.errors import BoxError, CompanionError, SetupError
from companion.rules.plankton_rising import GAME
from companion.rules.plankton_rising.ops import KINDS, TARGETS
from companion.rules.plankton_rising.vocabulary import COLOURS, FLAGS, FRIEND, ORDER, SYMBOLS
from companion.words import say
from web import fields
from web.answers import described, status_of
from web.site import here

SIMPLE = tuple(kind for kind in KINDS if kind != "choose_one")
"""The effects that the form can tell; a choice between several is written into the file."""

pages = Blueprint("deck", __name__)


@pages.get("/deck/<name>")
def deck(name: str) -> ResponseReturnValue:
    """The cards of a box, and the form for one more or for the one named by `card`."""
    return _page(name, _card(name, request.args.get("card", "")))


@pages.post("/deck/<name>")
def keep(name: str) -> ResponseReturnValue:
    """Keep one card in the family's own box; one that ships becomes their own first."""
    told: dict[str, Any] = {}
    try:
        told = card_of(request.form)
        own = _write(name, {told["id"]: told})
    except (BoxError, SetupError) as error:
        return _page(name, told, error), status_of(error)
    return redirect(f"/deck/{own}", 303)


@pages.post("/deck/<name>/told")
def take_over(name: str) -> ResponseReturnValue:
    """Keep every card that was told at the running table."""
    old = {card["id"]: card for card in here().boxes.read(GAME.id, name)["cards"]}
    told = {card["id"]: {**old.get(card["id"], {}), **card} for card in _told()}
    return redirect(f"/deck/{_write(name, told)}", 303)


def _told() -> list[dict[str, Any]]:
    """The cards that were told at the running table."""
    view = here().host.view
    return [*view.board.get("told", ())] if view.game == GAME.id else []


def card_of(form: Mapping[str, str]) -> dict[str, Any]:
    """The card that a form tells, as a box file has it; what is left empty is not known.

    Raises:
        SetupError: a number that is none, or no name.
    """
    name = form.get("name", "").strip()
    if not name:
        raise SetupError(say("The card needs a name."), detail=f"got {name!r}")
    kind = form.get("kind", FRIEND)
    card: dict[str, Any] = {"id": form.get("id") or slug(name), "name": name, "kind": kind}
    card["symbols"] = _counts(form, "symbol")
    if kind != ORDER and _whole(form.get("capacity", "0")):
        card["capacity"] = _whole(form["capacity"])
    if form.get("icon"):
        card["icon"] = form["icon"]
    op = _op(form)
    if op and kind == FRIEND:
        card["ability"] = {"cost": _counts(form, "cost"), "do": op}
    elif op:
        card["effect"] = op
    return card


def slug(name: str) -> str:
    """An id made of a name: its letters and digits, joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or f"card-{sum(map(ord, name))}"


def _op(form: Mapping[str, str]) -> dict[str, Any]:
    if not form.get("op"):
        return {}
    found: dict[str, Any] = {"op": form["op"], "n": _whole(form.get("n", "1")) or 1}
    found |= {key: form[key] for key in ("target", "symbol", "flag", "text") if form.get(key)}
    return found | ({"colours": [form["colour"]]} if form.get("colour") else {})


def _counts(form: Mapping[str, str], what: str) -> dict[str, int]:
    numbers = {symbol: _whole(form.get(f"{what}-{symbol}", "0")) for symbol in SYMBOLS}
    return {symbol: number for symbol, number in numbers.items() if number}


def _whole(text: str) -> int:
    if not text.strip():
        return 0
    number = fields.decimal(text.strip())
    if number is None:
        raise SetupError(say("Here a whole number is needed."), detail=f"got {text!r}")
    return number


def _write(name: str, cards: Mapping[str, Any]) -> str:
    """The name of the family's own box after these cards were put into it, each in place of the one of its id."""
    boxes = here().boxes
    own = name if boxes.is_own(GAME.id, name) else f"our-{name}"
    box = dict(boxes.read(GAME.id, own if boxes.is_own(GAME.id, own) else name))
    old = {card["id"]: card for card in box["cards"]}
    box["cards"] = [*({**old, **cards}).values()]
    title = boxes.titles(GAME.id).get(own, own)
    boxes.write(GAME.id, own, f"# {title}\n\n{written(box)}")
    return own


def _card(name: str, card: str) -> dict[str, Any]:
    """A card of a box by its id, or an empty one."""
    found = (one for one in here().boxes.read(GAME.id, name)["cards"] if one["id"] == card)
    return dict(next(found, {}))


def _page(name: str, card: Mapping[str, Any], error: CompanionError | None = None) -> str:
    ability = card.get("ability") or {}
    return render_template(
        "games/plankton_rising/deck.html",
        name=name,
        title=here().boxes.titles(GAME.id).get(name, name),
        cards=here().boxes.read(GAME.id, name)["cards"],
        card=card,
        op=first_op(ability.get("do") or card.get("effect")),
        cost=ability.get("cost") or {},
        told=_told(),
        words={"ops": SIMPLE, "targets": TARGETS, "symbols": SYMBOLS, "flags": FLAGS, "colours": COLOURS},
        trouble=described(error) if error else None,
    )


def first_op(ops: Any) -> Mapping[str, Any]:
    """The one effect that the form shows; a list of several shows its first."""
    return ops if isinstance(ops, Mapping) else ops[0] if ops else {}
