"""What the action cards may aim at: gang cards and groups in the turfs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.rules.args import Pick, Value
from companion.rules.card_args import OneFor
from companion.rules.riot.deck import Deck
from companion.rules.riot.events import Aim
from companion.rules.riot.state import State
from companion.rules.riot.turf import Group
from companion.words import Sentence, say


def targets(state: State) -> Iterator[tuple[int, Group]]:
    """Every group in another turf than the active one."""
    for seat in state.seats:
        if seat != state.active:
            for group in state.turfs[seat].groups:
                yield seat, group


def steals(state: State) -> Mapping[str, tuple[Pick, ...]]:
    """What a theft may take: the unprotected cards of other turfs, by the gang that they are used as (A14)."""
    found: dict[str, tuple[Pick, ...]] = {}
    for seat, group in targets(state):
        if state.open_to(group):
            found[group.gang] = (*found.get(group.gang, ()), *_lying(state, seat, group))
    return found


def trades(state: State) -> tuple[Pick, ...]:
    """What Gang Trade may take: an unprotected card of another turf (R32)."""
    groups = ((seat, group) for seat, group in targets(state) if not state.guard(group))
    return tuple(pick for seat, group in groups for pick in _lying(state, seat, group))


def presents(state: State, seat: int) -> tuple[Pick, ...]:
    """The unprotected cards of a seat that it can give away (R29, R32, A10)."""
    groups = (group for group in state.turfs[seat].groups if not state.guard(group))
    return tuple(pick for group in groups for pick in _lying(state, seat, group))


def lying_once(picks: tuple[Pick, ...]) -> Mapping[str, Mapping[str, Value]]:
    """By each card what it tells as `card` when it is laid; one that lies in two groups tells nothing."""
    cards = [str(pick.value).split(" ")[2] for pick in picks]
    return {card: {"card": pick.value} for card, pick in zip(cards, picks, strict=True) if cards.count(card) == 1}


def _lying(state: State, seat: int, group: Group) -> tuple[Pick, ...]:
    owner = state.setup.seats[seat].name
    return tuple(
        Pick(f"{seat} {group.ref} {card}", _lying_label(state.deck, owner, card, group))
        for card in dict.fromkeys(group.cards)
    )


def _lying_label(deck: Deck, owner: str, card: str, group: Group) -> Sentence:
    if card == group.gang:
        return say("{owner}: {card}", owner=owner, card=deck.name(card))
    return say("{owner}: {card} of {gang}", owner=owner, card=deck.name(card), gang=deck.gang(group.gang))


def becoming(deck: Deck, takes: tuple[Pick, ...]) -> OneFor:
    """The gangs that the taker of a card may name, for each card that can be taken (A15)."""
    cards = {str(pick.value): str(pick.value).split(" ")[2] for pick in takes}
    return OneFor("take", {take: deck.uses[card] for take, card in cards.items()})


def whole_gangs(state: State) -> tuple[Pick, ...]:
    """What Top Bananas may take: an unprotected full gang of another turf (R30, A7)."""
    return tuple(
        Pick(f"{seat} {group.ref}", group_label(state, seat, group))
        for seat, group in targets(state)
        if state.open_to(group) and (state.full(group) or state.switch("bananas_any_group"))
    )


def group_label(state: State, seat: int, group: Group) -> Sentence:
    """A group in words."""
    owner, gang = state.setup.seats[seat].name, state.deck.gang(group.gang)
    return say("{owner}: {gang} ({count})", owner=owner, gang=gang, count=len(group.cards))


def aim_of(state: State, text: str, gang: str = "") -> Aim | None:
    """The card in a turf that a pick's value `SEAT GROUP CARD` means, to be used as `gang`, or as it is used now.

    None when no such card lies there.
    """
    seat, _, rest = text.partition(" ")
    ref, _, card = rest.partition(" ")
    owner = int(seat) if seat.isdecimal() else len(state.seats)
    group = state.turfs[owner].find(ref) if owner in state.seats else None
    return Aim(owner, ref, card, gang or group.gang) if group and card in group.cards else None


def unnamed(state: State) -> Aim:
    """The first wild card that the active seat was given and has not named, where it lies now (A15)."""
    aim = state.naming[0]
    groups = state.turfs[aim.seat].groups
    return next(
        replace(aim, group=group.ref) for group in groups if group.gang == aim.gang and aim.card in group.cards
    )


def of_gangs(by_gang: Mapping[str, tuple[Pick, ...]], gangs: tuple[str, ...]) -> tuple[Pick, ...]:
    """The cards of these gangs (R27)."""
    return tuple(pick for gang in gangs for pick in by_gang.get(gang, ()))
