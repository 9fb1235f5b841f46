"""What is open now: every choice with its legal values, from the same tests that refuse all others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.rules.args import Arg, Number, OneOf, Pick, Text
from companion.rules.game import Choice
from companion.rules.plankton_rising import flow, moves
from companion.rules.plankton_rising.arguments import PlaceOf, Symbols, pool_faces
from companion.rules.plankton_rising.cards import plankton_code
from companion.rules.plankton_rising.laying import why_not_aside
from companion.rules.plankton_rising.palette import Changes
from companion.rules.plankton_rising.prompting import words_of
from companion.rules.plankton_rising.scope import ops_of
from companion.rules.plankton_rising.state import OVER, PLACE, ROLLS, TEAMS, TRIM, State
from companion.rules.plankton_rising.vocabulary import (
    CHUM,
    COLOUR_NAMES,
    FACE_NAMES,
    HOME,
    KINDS,
    ORDER,
    ORDERS,
    PLACES,
    ROWS,
    VILLAIN,
)
from companion.words import Sentence, say

MOST_SYMBOLS = 9


def choices(state: State) -> tuple[Choice, ...]:
    """What is open now; nothing when the game is over."""
    if state.phase == OVER:
        return ()
    if state.tasks:
        return _OF_TASKS[state.tasks[0].kind](state)
    return _OF_PHASES[state.phase](state)


def _one(state: State, name: str, label: Sentence, *, chance: bool = False, **args: Arg) -> Choice:
    return Choice((state.team.seat,), name, label, args, chance=chance)


def _if_any(state: State, name: str, label: Sentence, arg: str, picks: Iterable[Pick]) -> tuple[Choice, ...]:
    """The choice, if there is anything to pick."""
    found = tuple(picks)
    return (Choice((state.team.seat,), name, label, {arg: OneOf(found)}),) if found else ()


# ---- set-up


def _teams(state: State) -> tuple[Choice, ...]:
    taken = {team.home for team in state.teams}
    picks = (Pick(home.id, _plain(home.name)) for home in state.box.homes.values() if home.id not in taken)
    return _if_any(state, "team", say("Choose a team"), "home", picks)


def _trim(state: State) -> tuple[Choice, ...]:
    picks = (Pick(card, _title(state, card)) for card in state.deck if state.kind(card) == VILLAIN)
    leave = _if_any(state, "leave_out", say("Leave a Villain in the box"), "card", picks)
    most = min(state.strangers, moves.MOST_OUT)
    others = say("Leave out so many Villains that are not listed here")
    unlisted = (_one(state, "leave_out_others", others, number=Number(1, most)),) if most > 0 else ()
    return (*leave, *unlisted, _one(state, "start", say("Deal the cards")))


def _home(state: State) -> tuple[Choice, ...]:
    colours = OneOf(tuple(Pick(colour, name) for colour, name in COLOUR_NAMES.items()))
    label = say("These dice are on my team card")
    return (_one(state, "home_dice", label, first=colours, second=colours, third=colours),)


def _describe(state: State) -> tuple[Choice, ...]:
    task = state.tasks[0]
    card, again = state.card(task.source), task.role == "again"
    args: dict[str, Arg] = {}
    if card.kind != ORDER and (again or not card.capacity):
        args["capacity"] = Number(1, MOST_SYMBOLS)
    if state.team_of(card.id) is None and (again or not card.symbols):
        args["symbols"] = Symbols(MOST_SYMBOLS)
    label = say("This is printed on {card}", card=state.title(card.id))
    return (Choice((state.team.seat,), "describe", label, args, optional={"name": Text()}),)


def _deal(state: State) -> tuple[Choice, ...]:
    picks = [Pick(card, _title(state, card)) for card in state.deck]
    if state.strangers:
        orders = sum(card.kind == ORDER for card in (*state.box.cards.values(), *state.known.values()))
        none = state.setup.options["villains"] == "none"
        for kind, name in KINDS.items():
            if not (kind == ORDER and orders >= ORDERS) and not (kind == VILLAIN and none):
                picks.append(Pick(f"new:{kind}", say("another {kind}", kind=name)))
    row, _slot = state.gap or ("", 0)
    label = say("This card lies in {place} now", place=PLACES.get(row, say("the row")))
    cards = {card: {"card": card} for card in state.deck}
    return (replace(_one(state, "deal", label, chance=True, card=OneOf(tuple(picks))), cards=cards),)


# ---- Plankton


def _place(state: State) -> tuple[Choice, ...]:
    picks = tuple(Pick(place, PLACES[place]) for place in ROWS)
    early = _tokens(state) if state.setup.options["token_window"] == "any" else ()
    return (_one(state, "place", say("Put your token into a room"), place=OneOf(picks)), *early)


def _reveal(state: State) -> tuple[Choice, ...]:
    label = say("Turn up a Plankton card")
    if state.turns_plankton:
        return (_one(state, "reveal", label, chance=True),)
    left = moves.pile_left(state)
    tiles = tuple(Pick(one, _plain(state.box.ingredients[one].name)) for one in left)
    places = tuple(Pick(place, PLACES[place]) for place in (*ROWS, CHUM))
    args: dict[str, Arg] = {"ingredient": OneOf(tiles), "location": PlaceOf(places, left)}
    cards = {
        plankton_code(tile, place): {"ingredient": tile, "location": place}
        for tile, where in left.items()
        for place in where
    }
    return (replace(_one(state, "plankton", label, chance=True, **args), cards=cards),)


def _activate(state: State) -> tuple[Choice, ...]:
    waiting = flow.to_activate(state, state.tasks[0])
    picks = (Pick(card, _title(state, card)) for card in waiting)
    return _if_any(state, "activate", say("Which card acts first?"), "card", picks)


def _pick(state: State) -> tuple[Choice, ...]:
    task = state.tasks[0]
    op = (ops_of(state, task) or ())[task.step]
    picks = [Pick(one, _named(state, op.op, one)) for one in flow.open_picks(state, task, op)]
    if op.op == "choose_one":
        picks = [Pick(pick.value, words_of(op.options[int(str(pick.value))])) for pick in picks]
    if op.op == "reroll":
        picks.append(Pick(flow.ENOUGH, say("that is all")))
    return _if_any(state, "pick", _question(state, op.op), "what", picks)


def _question(state: State, op: str) -> Sentence:
    what = {
        "remove_time": say("Whose Time is taken away?"),
        "add_time": say("Who gets the Time?"),
        "add_villain_time": say("Which Villain gets the Time?"),
        "return_to_deck": say("Which card goes back to the deck?"),
        "add_theft": say("Which ingredient gets the Theft?"),
        "remove_theft": say("From which ingredient is a Theft taken?"),
        "extra_die": say("Which die comes in?"),
        "change_face": say("Turn which die to what?"),
        "reroll": say("Which die is thrown again?"),
        "symbol": say("Where does the symbol go?"),
        "choose_one": say("Which of these?"),
    }
    return say("{card}: {question}", card=moves.source_name(state, state.tasks[0]), question=what[op])


def _manual(state: State) -> tuple[Choice, ...]:
    done = say("{card}: everything is done", card=moves.source_name(state, state.tasks[0]))
    return (_one(state, "done", done), *_change(state))


def _change(state: State) -> tuple[Choice, ...]:
    return (_one(state, "change", say("Tap what happened on the table"), what=Changes(state)),)


def _shuffle(state: State) -> tuple[Choice, ...]:
    cards = say("The deck is shuffled"), say("The Plankton cards are shuffled")
    return (_one(state, "shuffled", cards[state.tasks[0].source == "plankton"]),)


def _draw(state: State) -> tuple[Choice, ...]:
    picks = tuple(Pick(kind, _plain(state.box.tokens[kind].name)) for kind in flow.kinds_left(state))
    return (_one(state, "draw", say("Draw a Spatula token"), chance=True, token=OneOf(picks)),)


# ---- dice


def _reroll(state: State) -> tuple[Choice, ...]:
    faces = pool_faces(state, state.tasks[0].picked)
    return (_one(state, "reroll", say("Throw these dice once more"), chance=True, faces=faces),)


def _rolls(state: State) -> tuple[Choice, ...]:
    found = list[Choice]()
    if moves.why_not_roll(state) is None:
        faces = pool_faces(state, tuple(state.turn.pool))
        found.append(_one(state, "roll", say("Roll the dice"), chance=True, faces=faces))
    assign = (Pick(to, _target(state, to)) for to in moves.assignments(state))
    found += _if_any(state, "assign", say("Lay a die on a card"), "to", assign)
    aside = (Pick(die, _die(state, die)) for die in state.turn.pool if why_not_aside(state, die) is None)
    found += _if_any(state, "set_aside", say("Set one die aside"), "die", aside)
    use = (Pick(one, _title(state, one), _does(state, one)) for one in moves.usable(state))
    found += _if_any(state, "use", say("Use an ability"), "card", use)
    found += [_one(state, "bonus", say("First-roll bonus"))] if moves.why_not_bonus(state) is None else []
    found += [*_tokens(state), *_change(state)]
    found += [_one(state, "end", say("End the turn"))] if moves.why_not_end(state) is None else []
    return tuple(found)


def _does(state: State, target: str) -> Sentence | None:
    ability = state.ability(target)
    return words_of(ability.ops) if ability else None


def _tokens(state: State) -> tuple[Choice, ...]:
    """The tokens that may be spent, by the seat that holds them (R49)."""
    found = list[Choice]()
    for seat in range(len(state.setup.seats)):
        picks = tuple(
            Pick(name, _plain(state.box.tokens[name.partition(":")[2]].name))
            for name in moves.tokens(state, seat)
            if moves.why_not_token(state, name) is None
        )
        if picks:
            found.append(Choice((seat,), "token", say("Use a Spatula token"), {"token": OneOf(picks)}))
    return tuple(found)


# ---- words


def _plain(name: str) -> Sentence:
    return Sentence("{name}", {"name": name})


def _title(state: State, card: str) -> Sentence:
    if card == HOME:
        return _plain(state.home.name)
    return Sentence("{name}", {"name": state.title(card)})


def _die(state: State, die: str) -> Sentence:
    return say("{colour} {face}", colour=COLOUR_NAMES[die[0]], face=FACE_NAMES[state.turn.pool[die]])


def _target(state: State, to: str) -> Sentence:
    die, _, target = to.partition(">")
    return say("{die} → {card}", die=_die(state, die), card=_title(state, target))


def _named(state: State, op: str, what: str) -> Sentence:
    match op:
        case "add_theft" | "remove_theft":
            return _plain(state.box.ingredients[what].name)
        case "extra_die":
            return COLOUR_NAMES[what]
        case "reroll":
            return _die(state, what)
        case "change_face":
            die, _, face = what.partition("=")
            return say("{die} → {face}", die=_die(state, die), face=FACE_NAMES[face])
        case "symbol" | "choose_one":
            return _title(state, what) if op == "symbol" else _plain(what)
    return say("{card} ({time} of {capacity} Time)", card=state.title(what), **_track(state, what))


def _track(state: State, card: str) -> dict[str, int]:
    return {"time": state.time.get(card, 0), "capacity": state.card(card).capacity}


_OF_PHASES: Mapping[str, Callable[[State], tuple[Choice, ...]]] = {
    TEAMS: _teams,
    TRIM: _trim,
    PLACE: _place,
    ROLLS: _rolls,
}
_OF_TASKS: Mapping[str, Callable[[State], tuple[Choice, ...]]] = {
    "home": _home,
    "describe": _describe,
    "reveal": _reveal,
    "activate": _activate,
    "ops": _pick,
    "manual": _manual,
    "reroll": _reroll,
    "fill": _deal,
    "shuffle": _shuffle,
    "draw": _draw,
}
