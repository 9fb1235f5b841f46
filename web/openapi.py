"""The description of every address in OpenAPI 3.1, made of the routes themselves and of what they declare here."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import Any

from flask import Blueprint, Flask, current_app
from flask.typing import ResponseReturnValue
from werkzeug.routing import Rule

from companion.pairing import Role
from companion.rules import GAMES
from companion.rules.setup import COLOURS
from web import asks, deckshop, fields, fragments, roles, sessions, uploads

Schema = Mapping[str, Any]

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FILE: Schema = {"type": "string", "format": "binary"}
SWITCH: Schema = {"type": "string", "enum": ["0", "1"]}
ROLE: Schema = {"type": "string", "enum": [role.name.lower() for role in Role]}
PIN: Schema = {"type": "string", "pattern": "^[0-9]{4,12}$"}
GAME: Schema = {"type": "string", "enum": [*GAMES]}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


SEAT: Schema = {
    "type": "object",
    "properties": {"name": TEXT, "colour": {"type": "string", "enum": [*COLOURS]}},
    "required": ["name", "colour"],
}
CLOCK: Schema = {
    "type": "object",
    "properties": {"mode": {"type": "string", "enum": ["off", "up", "down"]}, "limit": {"type": "number"}},
}
ARGUMENTS: Mapping[str, Schema] = {
    "game": GAME,
    "seats": _list(SEAT),
    "options": {"type": "object"},
    "clock": CLOCK,
    "evening": WHOLE,
    "proposal": WHOLE,
    "die": WHOLE,
    "act": WHOLE,
    "face": TEXT,
    "faces": _list(TEXT),
    "action": TEXT,
    "code": TEXT,
    "name": TEXT,
    "value": _list(WHOLE),
    "box": TEXT,
}
"""What the arguments of asks are, by their names."""

FORMS: Mapping[str, Mapping[str, Schema]] = {
    "setups.start": {"name-0": TEXT, "name-1": TEXT, "clock": TEXT, "seconds": TEXT, "box": TEXT, "sit": TEXT},
    "hands.press": {"seconds": {"type": "number"}},
    "hands.throw": {"keep": _list(TEXT)},
    "hands.lay": {"deck": TEXT, "code": TEXT, "beside": SWITCH, "turned": SWITCH, "fanned": SWITCH},
    "hands.hand": {"there": WHOLE},
    "boxshelf.keep": {"name": TEXT, "text": TEXT, "file": FILE},
    "deck.keep": {"name": TEXT, "kind": TEXT, "id": TEXT, "op": TEXT, "n": TEXT, "capacity": TEXT},
    "teach.begin": {"title": TEXT, "name": _list(TEXT)},
    "teach.begin_shipped": {"set": TEXT},
    "teach.take_in": {"parcel": FILE, "replace": SWITCH},
    "teach.rename": {"title": TEXT, "name": _list(TEXT), "code": _list(TEXT)},
    "teach.look": {"picture": FILE},
    "teach_samples.send": {"pictures": _list(FILE)},
    "teach_samples.choose": {"chosen": _list(WHOLE)},
    "teach_samples.keep": {"chosen": _list(WHOLE)},
    "teach_samples.relabel": {"face": TEXT},
    "deckshop.begin": {"title": TEXT, "game": TEXT},
    "deckshop.take_in": {"parcel": FILE, "game": TEXT},
    "deckshop.send": {"pictures": _list(FILE)},
    "deckshop.keep": {"code": TEXT, "title": TEXT},
    "calibration.take": {"ruler": TEXT},
    "calibration.measure": {"corner": _list(TEXT), "width": TEXT, "depth": TEXT},
    "calibration.use": {"mat": TEXT},
    "players.keep": {"who": TEXT, "name": TEXT, "avatar": TEXT, "colour": TEXT, "hidden": TEXT},
    "players.merge": {"who": TEXT, "into": TEXT},
    "players.part": {"who": TEXT, "name": TEXT},
    "pairing.knock": {"name": TEXT},
    "pairing.code": {"code": TEXT, "name": TEXT},
    "pairing.unlock": {"pin": PIN},
    "tablets.invite": {"role": ROLE},
    "tablets.rename": {"name": TEXT},
    "tablets.grant": {"role": ROLE},
    "tablets.set_pin": {"pin": PIN, "again": PIN},
}
"""The fields of each form; an endpoint that takes nothing, or what only its page can know, is not here."""

LIVE_PAGE: Schema = {"type": "string", "pattern": f"^({fragments.NAMES})$"}

QUERIES: Mapping[str, Mapping[str, Schema]] = {
    "live.live": {"page": LIVE_PAGE, "after": TEXT},
    "live.now": {"page": LIVE_PAGE},
    "pairing.pair": {"code": TEXT},
    "deck.deck": {"card": TEXT},
    "players.change": {"who": TEXT},
    "rulebook.book": {"q": TEXT, "evening": WHOLE},
    "deckshop.paper": {"paper": {"type": "string", "enum": [*deckshop.PAPERS]}, "backs": SWITCH},
}
"""The queries that each address knows."""

CONVERTERS: Mapping[str, Schema] = {"int": {"type": "integer", "minimum": 0}}
"""What an argument in an address is, by the name of its converter; a text without a slash where it has none."""

SEGMENT: Schema = {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}

PROBLEM: Schema = {
    "type": "object",
    "properties": {"slug": TEXT, "sentence": TEXT, "advice": TEXT},
    "required": ["slug"],
}

pages = Blueprint("openapi", __name__)


@pages.get("/openapi.json")
def description() -> ResponseReturnValue:
    """The description that is read now."""
    return described(current_app)


def described(app: Flask) -> dict[str, Any]:
    """The OpenAPI document of `app`."""
    paths: dict[str, dict[str, Any]] = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        for path, method, operation in _operations(app, rule):
            paths.setdefault(path, {})[method] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table Companion", "version": version("table-companion")},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": sessions.COOKIE}},
            "schemas": {"Problem": PROBLEM},
        },
    }


def _operations(app: Flask, rule: Rule) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of every operation of a route; each verb of an ask is one."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
    for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
        made = _operation(app.view_functions[rule.endpoint], rule, method)
        if rule.endpoint != "asks.ask":
            yield path, method.lower(), made
            continue
        for verb, known in asks.VERBS.items():
            own = {"operationId": f"ask.{verb}", "requestBody": _ask_body(known), "parameters": []}
            yield path.replace("{verb}", verb), method.lower(), {**made, **own}


def _operation(view: Callable[..., Any], rule: Rule, method: str) -> dict[str, Any]:
    needed = roles.needed(rule.endpoint)
    made: dict[str, Any] = {
        "operationId": rule.endpoint if len(rule.methods or ()) <= 3 else f"{rule.endpoint}.{method.lower()}",
        "summary": (inspect.getdoc(view) or rule.endpoint).partition("\n")[0],
        "tags": [rule.endpoint.partition(".")[0]],
        "x-role": needed.name.lower(),
        "security": [{"session": []}] if needed else [],
        "parameters": [*_in_path(rule), *_in_query(rule)],
        "responses": _responses(rule.endpoint, method),
    }
    if method == "POST":
        made["requestBody"] = _form(rule.endpoint)
    return made


def _in_path(rule: Rule) -> Iterator[dict[str, Any]]:
    kinds = {name: kind for kind, name in re.findall(r"<(?:(\w+):)?(\w+)>", rule.rule)}
    for name, kind in kinds.items():
        yield {"name": name, "in": "path", "required": True, "schema": CONVERTERS.get(kind, SEGMENT)}


def _in_query(rule: Rule) -> Iterator[dict[str, Any]]:
    for name, schema in QUERIES.get(rule.endpoint, {}).items():
        yield {"name": name, "in": "query", "schema": schema}


def _form(endpoint: str) -> dict[str, Any]:
    """The body of a form; with files in it, it comes in parts."""
    known = FORMS.get(endpoint, {})
    parts = any(FILE in (schema, schema.get("items")) for schema in known.values())
    kind = "multipart/form-data" if parts else "application/x-www-form-urlencoded"
    schema = {"type": "object", "properties": {**known}, "additionalProperties": TEXT}
    return {"description": f"At most {uploads.most_of(endpoint)} bytes.", "content": {kind: {"schema": schema}}}


def _ask_body(known: Mapping[str, fields.Field]) -> dict[str, Any]:
    """The body of an ask, in JSON or as a form; `seen` is the tag of the View that its sender looked at."""
    schema = {
        "type": "object",
        "properties": {"seen": TEXT, **{name: ARGUMENTS.get(name, {}) for name in known}},
        "required": [name for name, field in known.items() if field is fields.one],
    }
    kinds = ("application/json", "application/x-www-form-urlencoded")
    return {"content": {kind: {"schema": schema} for kind in kinds}}


def _responses(endpoint: str, method: str) -> dict[str, Any]:
    done = {"303": {"description": "Done; where to go on."}} if method == "POST" else {}
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}, "text/html": {}}
    refused = {"403": {"description": f"Needs the role {roles.needed(endpoint).name.lower()}."}}
    return {
        "200": {"description": "What was asked for."},
        **done,
        **(refused if roles.needed(endpoint) else {}),
        "429": {"description": "Too often; `Retry-After` tells the seconds to wait."},
        "default": {"description": "What is wrong, in words.", "content": problem},
    }
