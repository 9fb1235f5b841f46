"""Why a move is refused: the rule point, a reason for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.errors import IllegalAction
from companion.rules.game import Action
from companion.rules.riot import offers
from companion.rules.riot.aims import aim_of
from companion.rules.riot.deck import FELON, NOPE, UNKNOWN
from companion.rules.riot.moves import row, word
from companion.rules.riot.state import LIMIT, State
from companion.rules.riot.turf import LOOSE, Group
from companion.words import Sentence, say

Reason = tuple[str, str, Sentence]
KINDS = {"lay": ("gang", "wild", "mega"), "secure": ("security",)}


def why(state: State, action: Action) -> IllegalAction:
    """The refusal of an action that no open choice allows: the first rule that it breaks."""
    point, reason, sentence = next(_broken(state, action))
    return IllegalAction(point, sentence, detail=f"got {str(action)!r}", reason=reason)


def _broken(state: State, action: Action) -> Iterator[Reason]:
    """Every rule that an action breaks, the plainest first."""
    yield from _wrong_moment(state, action)
    if action.name in ("block", "let"):
        yield from _no_block(state, action)
    if action.name in ("lay", "secure", *offers.PLAYS):
        yield from _no_such_card(state, action)
    yield from _REASONS.get(action.name, _nothing)(state, action)
    yield "R9", "wrong-arguments", say("Something is missing or wrong in this move.")


def _nothing(state: State, action: Action) -> Iterator[Reason]:  # noqa: ARG001  (every reason's shape)
    yield from ()


def _wrong_moment(state: State, action: Action) -> Iterator[Reason]:
    if state.phase == "OVER":
        yield "R38", "game-over", say("The game is over.")
    if action.name not in offers.OPEN[state.phase]:
        yield _POINTS.get(action.name, "R9"), "wrong-phase", say("That cannot be done now.")
    if action.name in ("block", "let"):
        return
    if action.seat not in (state.givers if action.name == "give" else (state.active,)):
        yield "R5", "not-your-turn", say("It is another player's turn.")
    if state.phase == "MOVES" and action.name != "end" and not state.moves:
        yield "R9", "no-moves", say("All three moves of this turn are used.")


def _no_block(state: State, action: Action) -> Iterator[Reason]:
    pending = state.pending
    if pending is None or action.seat not in state.seats:
        return
    if action.seat == pending.last:
        yield "R35", "own-card", say("Nobody blocks their own card.")
    if action.seat in pending.passed:
        yield "R35", "passed", say("You have let it happen already.")
    if action.seat in state.spared:
        yield "R35", "spared", say("You have blocked this for yourself already.")
    if not state.holds(action.seat, NOPE):
        yield "R16", "not-in-hand", say("This card cannot be in that hand.")


def _no_such_card(state: State, action: Action) -> Iterator[Reason]:
    name = word(action, "card")
    card = state.deck.by_id.get(name)
    if card is None:
        yield "R1", "unknown-card", say("This card is not in the box.")
        return
    if card.id == NOPE:
        yield "R16", "not-an-action", say("No You Don't! only answers what somebody else does.")
    legal = offers.PLAYS[action.name] if action.name in offers.PLAYS else state.deck.ids(*KINDS[action.name])
    if card.id not in legal:
        yield "R14", "wrong-card", say("{card} is not played in this way.", card=card.name)
    if UNKNOWN in state.hands[action.seat] and not state.holds(action.seat, name):
        yield "R1", "no-copy-left", say("All cards {card} of the box lie open already.", card=card.name)
    if not state.holds(action.seat, name):
        yield "R20", "not-in-hand", say("This card cannot be in that hand.")


def _no_lay(state: State, action: Action) -> Iterator[Reason]:
    gang = word(action, "gang")
    if gang not in state.deck.by_code:
        yield "R10", "unknown-gang", say("There is no such gang.")
        return
    card = state.deck.by_id[word(action, "card")]
    if gang not in card.gangs:
        told = say("{card} cannot be one of the {gang}.", card=card.name, gang=state.deck.gang(gang))
        yield "R21", "wrong-gang", told


def _no_guard(state: State, action: Action) -> Iterator[Reason]:
    yield from _not_guarded(state, word(action, "card"), word(action, "group"))


def _not_guarded(state: State, card: str, ref: str) -> Iterator[Reason]:
    group = state.turfs[state.active].find(ref)
    if group is None:
        yield "R23", "no-such-group", say("A security card needs a gang of yours to protect.")
    elif card == FELON and not state.full(group):
        yield "R24", "not-full", say("{card} only goes on a full gang.", card=state.deck.name(FELON))


def _no_move(state: State, action: Action) -> Iterator[Reason]:
    ref, _, name = word(action, "what").partition(" ")
    group, card = state.turfs[state.active].find(ref), state.deck.by_id.get(name)
    lying = (*group.cards, *group.security) if group else state.turfs[state.active].loose if ref == LOOSE else ()
    if card is None or name not in lying:
        yield "R12", "not-there", say("This card does not lie there.")
        return
    if card.kind == "gang":
        yield "R13", "not-movable", say("Plain gang cards stay where they are.")
    target = word(action, "to")
    if target == ref:
        yield "R12", "same-place", say("The card lies there already.")
    if card.kind == "security":
        yield from _not_guarded(state, name, target)
    elif target in state.deck.by_code and target not in card.gangs:
        told = say("{card} cannot be one of the {gang}.", card=card.name, gang=state.deck.gang(target))
        yield "R21", "wrong-gang", told


def _no_theft(state: State, action: Action) -> Iterator[Reason]:
    aim = aim_of(state, word(action, "take"), word(action, "gang"))
    if aim is None:
        yield "R20", "not-there", say("This card does not lie there.")
        return
    group = state.turfs[aim.seat].at(aim.group)
    if aim.seat == state.active:
        yield "R27", "own-turf", say("Choose a card of another player.")
    card = state.deck.by_id[word(action, "card")]
    if group.gang not in card.steals and action.name == "steal":
        told = say("{card} cannot take {gang}.", card=card.name, gang=state.deck.gang(group.gang))
        yield "R27", "wrong-gang", told
    if not state.open_to(group) or (action.name == "trade" and state.guard(group)):
        yield _protected(state, group, "R32" if action.name == "trade" else "R28")
    if aim.gang not in state.deck.by_id[aim.card].gangs:
        yield "R21", "wrong-gang", say("The card cannot be one of that gang.")


def _protected(state: State, group: Group, point: str) -> Reason:
    guard = state.guard(group)
    point = "R25" if guard == FELON else point
    told = say("{gang} are protected by {card}.", gang=state.deck.gang(group.gang), card=state.deck.name(guard))
    return point, "protected", told


def _no_gang_theft(state: State, action: Action) -> Iterator[Reason]:
    seat, _, ref = word(action, "group").partition(" ")
    owner = int(seat) if seat.isdecimal() else -1
    group = state.turfs[owner].find(ref) if owner in state.seats else None
    if group is None:
        yield "R30", "no-such-group", say("There is no such gang.")
        return
    if owner == state.active:
        yield "R30", "own-turf", say("Choose a gang of another player.")
    if not state.open_to(group):
        yield _protected(state, group, "R30")
    if not state.full(group) and not state.switch("bananas_any_group"):
        yield "R30", "not-full", say("{gang} are no full gang.", gang=state.deck.gang(group.gang))


def _no_trade(state: State, action: Action) -> Iterator[Reason]:
    yield from _no_theft(state, action)
    aim = aim_of(state, word(action, "give"))
    if aim is None or aim.seat != state.active:
        yield "R32", "not-there", say("This card does not lie in your turf.")
    elif state.guard(group := state.turfs[aim.seat].at(aim.group)):
        yield _protected(state, group, "R32")


def _no_war(state: State, action: Action) -> Iterator[Reason]:  # noqa: ARG001
    if len(state.full_gangs(state.active)) < 2:
        yield "R37", "need-two-full", say("A Turf War needs two full gangs of different names.")


def _no_end(state: State, action: Action) -> Iterator[Reason]:
    surplus, cards = offers.surplus_of(state), row(action, "cards")
    if len(cards) < surplus:
        told = say("Discard {count} first: only {limit} cards may stay.", count=surplus - len(cards), limit=LIMIT)
        yield "R18", "discard-down-to-7", told
    if len(cards) > surplus:
        told = say("That is too much: {count} may be discarded.", count=surplus)
        yield "R18", "too-many-discarded", told
    if surplus:
        yield "R18", "not-in-hand", say("These cards cannot be in that hand.")


def _no_draw(state: State, action: Action) -> Iterator[Reason]:
    drawn, _, fresh = state.after_drawing(state.due)
    if fresh and action.args.get("reshuffled") is not True:
        yield "R19", "reshuffle-needed", say("The draw pile is used up: shuffle the discard pile first.")
    point = "R34" if action.name == "recruit" else "R7"
    cards = row(action, "cards")
    keep = action.args.get("keep")
    if cards and keep is not None and keep not in cards:
        yield "R34", "not-among-top", say("Keep one of the cards that you have looked at.")
    if cards and not offers.off_the_pile(state).allows(cards, {}):
        yield point, "wrong-cards", say("These cards cannot have been drawn: {count} are due.", count=drawn)


def _no_gift(state: State, action: Action) -> Iterator[Reason]:  # noqa: ARG001
    yield "R29", "not-a-gift", say("Give one of your own unprotected gang cards.")


def _no_name(state: State, action: Action) -> Iterator[Reason]:  # noqa: ARG001
    yield "R21", "wrong-gang", say("The card cannot be one of that gang.")


def _no_verdict(state: State, action: Action) -> Iterator[Reason]:
    gangs = word(action, "match").split("+")
    if len(gangs) == 2 and {*gangs} <= {*state.full_gangs(state.active)}:  # only R43 forbids such a pair
        yield "R43", "rivals", say("Rivals cannot win together.")
    yield "R38", "no-such-match", say("Two of your full gangs have to match.")


def _no_reveal(state: State, action: Action) -> Iterator[Reason]:  # noqa: ARG001
    yield "R4", "wrong-cards", say("The Cartel has {count} different gangs.", count=state.cartel)


_REASONS: Mapping[str, Callable[[State, Action], Iterator[Reason]]] = {
    "draw": _no_draw,
    "recruit": _no_draw,
    "lay": _no_lay,
    "secure": _no_guard,
    "move": _no_move,
    "steal": _no_theft,
    "take_gang": _no_gang_theft,
    "trade": _no_trade,
    "war": _no_war,
    "end": _no_end,
    "give": _no_gift,
    "name": _no_name,
    "tell": _no_verdict,
    "reveal": _no_reveal,
}

_POINTS: Mapping[str, str] = {
    "peek": "R42",
    "draw": "R7",
    "recruit": "R34",
    "block": "R16",
    "let": "R16",
    "resolve": "R16",
    "give": "R29",
    "name": "R21",
    "tell": "R42",
    "reveal": "R42",
    "war": "R15",
}
"""The rule that a move breaks when it is not its moment; R9 for what is a move of one's own turn."""
