"""What is open: every choice of Plant-Based Riot with its legal values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.rules.args import Arg, OneOf, Pick
from companion.rules.card_args import Cards, OneFor, OneIn
from companion.rules.game import Choice
from companion.rules.riot import aims, spreads, war
from companion.rules.riot.deck import (
    APPLES,
    BANANAS,
    CHERRY,
    DIP,
    FELON,
    LEEKY,
    NOPE,
    PEACHY,
    RECRUIT,
    SPIN,
    TRADE,
    UNKNOWN,
    called,
)
from companion.rules.riot.state import LIMIT, State
from companion.rules.riot.turf import LOOSE, Turf
from companion.words import Sentence, say

PLAYS: Mapping[str, tuple[str, ...]] = {
    "play": (PEACHY, LEEKY, DIP, RECRUIT),
    "steal": (*APPLES, CHERRY),
    "take_gang": (BANANAS,),
    "trade": (TRADE,),
    "spin": (SPIN,),
}
"""The action cards by the choice that plays them."""

WAYS = OneOf((Pick("left", say("to the left (clockwise)")), Pick("right", say("to the right"))))  # A19
Found = tuple[Choice, ...]


def choices(state: State) -> Found:
    """What is open now; empty when the game is over."""
    return tuple(choice for name in OPEN[state.phase] for choice in _OFFERS[name](state))


def offered(state: State, name: str) -> Found:
    """The open choices of this name."""
    return _OFFERS[name](state) if name in OPEN[state.phase] else ()


def _peek(state: State) -> Found:
    return (Choice((state.active,), "peek", say("I have looked at one Cartel card"), chance=True),)


def _draw(state: State) -> Found:
    drawn, _, fresh = state.after_drawing(state.due)
    label = say("I have drawn 1 card") if drawn == 1 else say("I have drawn {count} cards", count=drawn)
    told = {"cards": off_the_pile(state)}
    return (Choice((state.active,), "draw", label, _reshuffling(fresh), chance=True, optional=told),)


def _recruit(state: State) -> Found:
    _, _, fresh = state.after_drawing(state.due)
    label = say("I have kept one of the top cards and put the others back")
    top = off_the_pile(state)
    told: dict[str, Arg] = {"cards": top, "keep": OneIn("cards", tuple(top.pool))} if top.count else {}
    return (Choice((state.active,), "recruit", label, _reshuffling(fresh), chance=True, optional=told),)


def off_the_pile(state: State) -> Cards:
    """What may be drawn now, out of the discard pile too when that is shuffled for it."""
    drawn, _, fresh = state.after_drawing(state.due)
    return _face_down(replace(state, discard=()) if fresh else state, drawn, {}, drawn)


def _face_down(state: State, count: int, own: Mapping[str, int], unknown: int) -> Cards:
    deck = state.deck
    return Cards(count, state.hidden, own, unknown, deck.uncounted, state.rest, state.unseen, deck.names)


def _reshuffling(fresh: int) -> Mapping[str, Arg]:
    if not fresh:
        return {}
    label = say("The discard pile of {count} cards is shuffled: it is the new draw pile", count=fresh)
    return {"reshuffled": OneOf((Pick(True, label),))}  # R19


def _in_hand(state: State, cards: tuple[str, ...]) -> OneOf:
    return OneOf(tuple(state.deck.card_picks[card] for card in cards))


def _lay(state: State) -> Found:
    cards = state.playable("gang", "wild", "mega")
    gangs = OneFor("card", {card: state.deck.uses[card] for card in cards})
    return _with_card(state, "lay", say("Lay a gang card"), cards, {"gang": gangs})


def _secure(state: State) -> Found:
    guarded = {card: _group_picks(state, card) for card in state.playable("security")}
    cards = tuple(card for card, picks in guarded.items() if picks)
    return _with_card(state, "secure", say("Protect a gang"), cards, {"group": OneFor("card", guarded)})


def _with_card(state: State, name: str, label: Sentence, cards: tuple[str, ...], more: Mapping[str, Arg]) -> Found:
    """A choice that plays one of these cards from the hand while there are moves (R9, R10, R11, R14)."""
    if not cards or not state.moves:
        return ()
    args = {"card": _in_hand(state, cards), **more}
    return (Choice((state.active,), name, label, args, cards={card: {"card": card} for card in cards}),)


def _group_picks(state: State, card: str, source: str = "") -> tuple[Pick, ...]:
    """The own groups that a security card can go to: Water-Felon only to full ones (R24)."""
    groups = (group for group in _mine(state).groups if group.ref != source)
    return tuple(
        Pick(group.ref, say("{gang} ({count})", gang=state.deck.gang(group.gang), count=len(group.cards)))
        for group in groups
        if card != FELON or state.full(group)
    )


def _mine(state: State) -> Turf:
    return state.turfs[state.active]


def _move(state: State) -> Found:
    ways = _movable(state) if state.moves else {}
    ways = {source: picks for source, picks in ways.items() if picks}
    if not ways:
        return ()
    sources = tuple(Pick(source, _source_label(state, source)) for source in ways)
    args: dict[str, Arg] = {"what": OneOf(sources), "to": OneFor("what", ways)}
    return (Choice((state.active,), "move", say("Move a wild or security card"), args),)


def _movable(state: State) -> dict[str, tuple[Pick, ...]]:
    """The wild and security cards of the own turf with where they can go (R12, R13)."""
    turf, found = _mine(state), dict[str, tuple[Pick, ...]]()
    for group in turf.groups:
        for card in group.cards:
            others = tuple(pick for pick in state.deck.uses[card] if pick.value != group.gang)
            found[f"{group.ref} {card}"] = others
        for card in group.security:
            found[f"{group.ref} {card}"] = _group_picks(state, card, group.ref)
    return found | {f"{LOOSE} {card}": _group_picks(state, card) for card in turf.loose}


def _source_label(state: State, source: str) -> Sentence:
    ref, card = source.split(" ")
    group = _mine(state).find(ref)
    if group is None:
        return say("{card} (loose)", card=state.deck.name(card))
    return say("{card} of {gang}", card=state.deck.name(card), gang=state.deck.gang(group.gang))


def _play(state: State) -> Found:
    return _with_card(state, "play", say("Play an action card"), _held(state, "play"), {})


def _held(state: State, name: str) -> tuple[str, ...]:
    return tuple(card for card in PLAYS[name] if card in state.deck.by_id and state.holds(state.active, card))


def _steal(state: State) -> Found:
    held = _held(state, "steal") if state.moves else ()
    by_gang = aims.steals(state) if held else {}
    takes = {card: aims.of_gangs(by_gang, state.deck.by_id[card].steals) for card in held}
    cards = tuple(card for card, picks in takes.items() if picks)
    whole = aims.becoming(state.deck, aims.of_gangs(by_gang, tuple(by_gang)))
    return _with_card(
        state, "steal", say("Take a gang card"), cards, {"take": OneFor("card", takes), "gang": whole}
    )


def _take_gang(state: State) -> Found:
    held = _held(state, "take_gang") if state.moves else ()
    groups = aims.whole_gangs(state) if held else ()
    return _with_card(
        state, "take_gang", say("Take a whole gang"), held if groups else (), {"group": OneOf(groups)}
    )


def _trade(state: State) -> Found:
    held = _held(state, "trade") if state.moves else ()
    gives, takes = (aims.presents(state, state.active), aims.trades(state)) if held else ((), ())
    args: dict[str, Arg] = {"take": OneOf(takes), "gang": aims.becoming(state.deck, takes), "give": OneOf(gives)}
    return _with_card(state, "trade", say("Trade gang cards"), held if gives and takes else (), args)


def _spin(state: State) -> Found:
    return _with_card(state, "spin", say("Move all turfs on"), _held(state, "spin"), {"way": WAYS})


def _war(state: State) -> Found:
    if not state.moves or len(state.full_gangs(state.active)) < 2:  # R37
        return ()
    return (Choice((state.active,), "war", say("Turf War!")),)


def _end(state: State) -> Found:
    surplus = surplus_of(state)
    args: dict[str, Arg] = {"cards": _discards(state, surplus)} if surplus else {}
    return (Choice((state.active,), "end", say("End my turn"), args, spread=spreads.discards(state, surplus)),)


def surplus_of(state: State) -> int:
    """The cards that the active seat holds above the limit (R18)."""
    return max(0, len(state.hands[state.active]) - LIMIT)


def _discards(state: State, count: int) -> Cards:
    own = Counter(state.hands[state.active])
    unknown = own.pop(UNKNOWN, 0)
    return _face_down(state, count, own, unknown)


def _block(state: State) -> Found:
    seats = state.blockers
    return (Choice(seats, "block", say("No You Don't!"), cards={NOPE: {}}),) if seats else ()


def _let(state: State) -> Found:
    seats = state.blockers
    return (Choice(seats, "let", say("Let it happen")),) if seats else ()


def _resolve(state: State) -> Found:
    seat = state.pending.seat if state.pending else state.active
    return (Choice((seat,), "resolve", say("Nobody blocks")),)


def _give(state: State) -> Found:
    gifts = ((seat, aims.presents(state, seat)) for seat in state.givers)
    label = say("Give away a gang card")
    return tuple(
        Choice((seat,), "give", label, {"card": OneOf(of)}, cards=aims.lying_once(of)) for seat, of in gifts
    )


def _name(state: State) -> Found:
    card = aims.unnamed(state).card
    gangs = OneOf(state.deck.uses[card])
    label = say("{card} is used as", card=state.deck.name(card))
    return (Choice((state.active,), "name", label, {"gang": gangs}),)


def _tell(state: State) -> Found:
    return (
        Choice((state.active,), "tell", say("What the Cartel cards say"), {"match": OneOf(war.verdicts(state))}),
    )


def _reveal(state: State) -> Found:
    told = {gang.code: called(gang.name) for gang in state.deck.gangs}
    cards = Cards(state.cartel, dict.fromkeys(told, 1), unknown=state.cartel, names=told)
    label = say("Let the companion compare the Cartel cards")
    laid = spreads.cartel(state, label)
    return (Choice((state.active,), "reveal", label, {"cards": cards}, chance=True, spread=laid),)


OPEN: Mapping[str, tuple[str, ...]] = {
    "PEEK": ("peek",),
    "START": ("draw",),
    "MOVES": ("lay", "secure", "move", *PLAYS, "war", "end"),
    "PENDING": ("block", "let", "resolve"),
    "DRAW": ("draw",),
    "RECRUIT": ("recruit",),
    "GIVE": ("give",),
    "NAME": ("name",),
    "WAR": ("tell", "reveal"),
    "OVER": (),
}
"""The choices that each phase can open."""

_OFFERS: Mapping[str, Callable[[State], Found]] = {
    "peek": _peek,
    "draw": _draw,
    "recruit": _recruit,
    "lay": _lay,
    "secure": _secure,
    "move": _move,
    "play": _play,
    "steal": _steal,
    "take_gang": _take_gang,
    "trade": _trade,
    "spin": _spin,
    "war": _war,
    "end": _end,
    "block": _block,
    "let": _let,
    "resolve": _resolve,
    "give": _give,
    "name": _name,
    "tell": _tell,
    "reveal": _reveal,
}
