"""Cards: which may be drawn, what each does, and what people enter when a card says something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.args import Number, OneOf, Pick
from companion.rules.game import Action, Choice, Event
from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import DECKS, SPACES, Card
from companion.rules.monopoly.course import Course, Move, Refusal, number
from companion.rules.monopoly.effects import described
from companion.rules.monopoly.payments import charge, till
from companion.rules.monopoly.state import BANK, KRAB, State
from companion.rules.monopoly.walking import back, forward
from companion.words import say

NEAREST = {"transport": "double", "utility": "ten_times"}
"""What a card says of the rent at the nearest deed of each kind."""


def deck_here(state: State) -> str:
    """The deck of the space where the active token stands."""
    return state.space(state.players[state.active].at).kind


def _by_hand(state: State) -> bool:
    return state.phase == "CARD" and state.rule("cards") == "table"


def _cards(state: State) -> tuple[Choice, ...]:
    """The cards that can lie on top: those not seen since the last time through the deck come first (R15)."""
    deck = deck_here(state)
    if not _by_hand(state) or not state.decks[deck]:
        return ()
    known = state.box.cards[deck]
    picks = tuple(
        Pick(card, described(known[card], state.space(known[card].to).name, state.box.names))
        for card in dict.fromkeys(state.decks[deck])
    )
    return (Choice((state.active,), "card", state.box.names.deck(deck), {"card": OneOf(picks)}, chance=True),)


def _card(state: State, action: Action) -> tuple[Event, ...]:
    card = state.box.cards[deck_here(state)][str(action.args["card"])]
    return _carried_out(state, action.seat, card, card.id)


def _wrong_card(state: State, action: Action) -> Refusal | None:
    card, deck = action.args.get("card"), deck_here(state)
    if state.phase != "CARD" or deck not in DECKS:
        return None
    if any(card in state.box.cards[other] for other in DECKS if other != deck):
        return Refusal("R15", "wrong-deck", say("This space draws from the other deck."))
    if card in state.box.cards[deck]:
        return Refusal("R16", "card-kept", say("A player keeps this card, so it cannot be drawn."))
    return Refusal("R15", "unknown-card", say("This card is not in the deck."))


def _draws(state: State) -> tuple[Choice, ...]:
    if state.phase != "CARD" or state.rule("cards") != "app":
        return ()
    label = say("Draw a card: {deck}", deck=state.box.names.deck(deck_here(state)))
    return (Choice((state.active,), "draw", label, chance=True),)


def _draw(state: State, action: Action) -> tuple[Event, ...]:
    """The top card of the deck that the setup's seed has shuffled; nothing when all are kept."""
    deck = deck_here(state)
    if not state.decks[deck]:
        return (e.CardDrawn(action.seat, deck, "", "none"),)
    card = state.box.cards[deck][state.decks[deck][0]]
    return _carried_out(state, action.seat, card, card.id)


# ---- what people enter


def _entries(name: str) -> Callable[[State], tuple[Choice, ...]]:
    def opened(state: State) -> tuple[Choice, ...]:
        if not _by_hand(state):
            return ()
        entries = {choice.name: choice for choice in _palette(state)}
        return (entries[name],)

    return opened


def _palette(state: State) -> tuple[Choice, ...]:
    seat = (state.active,)
    money = OneOf(
        (
            Pick("get", say("get from the bank")),
            Pick("pay", say("pay")),
            Pick("get_each", say("get from every player")),
            Pick("pay_each", say("pay every player")),
        )
    )
    rest = OneOf(
        (
            Pick("transport", say("go to the nearest transport, double rent")),
            Pick("utility", say("go to the nearest utility, ten times a throw")),
            Pick("keep", say("keep it: it opens the jail")),
            Pick("jail", say("go to jail")),
            Pick("none", say("nothing of all this")),
        )
    )
    spaces = OneOf(tuple(Pick(space.pos, say("{space}", space=space.name)) for space in state.box.spaces))
    prices = {"pineapple": Number(0, 500), "krab": Number(0, 500)}
    return (
        Choice(seat, "card_money", say("The card says: money"), {"op": money, "amount": Number(1, 1000)}, True),
        Choice(seat, "card_go", say("The card says: go forward to"), {"to": spaces}, True),
        Choice(seat, "card_back", say("The card says: go back"), {"steps": Number(1, SPACES - 1)}, True),
        Choice(seat, "card_repairs", say("The card says: pay per building"), prices, True),
        Choice(seat, "card_other", say("The card says: something else"), {"op": rest}, True),
    )


def _entered(card: Callable[[Action], Card]) -> Callable[[State, Action], tuple[Event, ...]]:
    return lambda state, action: _carried_out(state, action.seat, card(action), "")


def _money_card(action: Action) -> Card:
    op, amount = str(action.args["op"]), number(action, "amount")
    sign = 1 if op.startswith("get") else -1
    return Card("", "each" if op.endswith("each") else "bank", amount=sign * amount)


def _other_card(action: Action) -> Card:
    op = str(action.args["op"])
    return Card("", "nearest", kind=op) if op in NEAREST else Card("", op)


def _repairs_card(action: Action) -> Card:
    return Card("", "repairs", pineapple=number(action, "pineapple"), krab=number(action, "krab"))


# ---- what cards do


def _carried_out(state: State, seat: int, card: Card, known: str) -> tuple[Event, ...]:
    course, deck = Course(state), deck_here(state)
    course.happen(e.CardDrawn(seat, deck, known, card.op, card.amount))
    if card.op == "keep":
        course.happen(e.CardKept(seat, deck, known))
    else:
        _EFFECTS[card.op](course, seat, card)
    return course.events


def _nearest(course: Course, seat: int, card: Card) -> None:
    at = course.state.players[seat].at
    ahead = (course.state.space((at + steps) % SPACES) for steps in range(1, SPACES + 1))
    to = next(space.pos for space in ahead if space.kind == card.kind)
    forward(course, seat, to, NEAREST[card.kind])


def _bank(course: Course, seat: int, card: Card) -> None:
    at = course.state.players[seat].at
    if card.amount > 0:
        course.happen(e.Paid(BANK, seat, card.amount, "card", at))
    else:
        charge(course, seat, till(course.state), -card.amount, "card", at)


def _each(course: Course, seat: int, card: Card) -> None:
    """Money from or to every other player, one after another from the left."""
    state = course.state
    others = [other for other in (*state.solvent, *state.solvent) if other != seat]
    start = sum(other < seat for other in state.solvent)
    for other in others[start : start + len(state.solvent) - 1]:
        payer, payee = (other, seat) if card.amount > 0 else (seat, other)
        charge(course, payer, payee, abs(card.amount), "card", state.players[seat].at)


def _repairs(course: Course, seat: int, card: Card) -> None:
    levels = [course.state.deeds[space.pos].level for space in course.state.owned(seat)]
    krabs = levels.count(KRAB)
    amount = card.krab * krabs + card.pineapple * (sum(levels) - KRAB * krabs)
    charge(course, seat, till(course.state), amount, "card", course.state.players[seat].at)


_EFFECTS: Mapping[str, Callable[[Course, int, Card], None]] = {
    "move_to": lambda course, seat, card: forward(course, seat, card.to),
    "back": lambda course, seat, card: back(course, seat, card.steps),
    "jail": lambda course, seat, card: course.happen(e.Jailed(seat, "card")),  # noqa: ARG005  (one shape)
    "none": lambda course, seat, card: None,  # noqa: ARG005
    "nearest": _nearest,
    "bank": _bank,
    "each": _each,
    "repairs": _repairs,
}

MOVES = {
    "card": Move("R15", _cards, _card, _wrong_card),
    "draw": Move("R15", _draws, _draw),
    "card_money": Move("R15", _entries("card_money"), _entered(_money_card)),
    "card_go": Move("R15", _entries("card_go"), _entered(lambda a: Card("", "move_to", to=number(a, "to")))),
    "card_back": Move(
        "R15", _entries("card_back"), _entered(lambda a: Card("", "back", steps=number(a, "steps")))
    ),
    "card_repairs": Move("R15", _entries("card_repairs"), _entered(_repairs_card)),
    "card_other": Move("R15", _entries("card_other"), _entered(_other_card)),
}
"""What can be drawn or entered."""
