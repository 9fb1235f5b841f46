"""A laid card: everything that it can mean among the open choices, down to what still has to be chosen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.rules.args import Arg, OneOf, Pick, Value
from companion.rules.card_args import OneFor, Spread
from companion.rules.game import Action, Choice
from companion.words import Sentence


@dataclass(frozen=True)
class Way:
    """One thing that a card laid by `seat` can mean: the text of its action, or what is asked before it is one."""

    seat: int
    label: Sentence
    action: str = ""
    asks: tuple[Way, ...] = ()

    @property
    def actions(self) -> tuple[str, ...]:
        """The texts of all actions that it can lead to."""
        return (self.action,) if self.action else tuple(text for way in self.asks for text in way.actions)


def codes(choices: tuple[Choice, ...]) -> tuple[str, ...]:
    """The codes of all cards that mean something now."""
    laid = (code for choice in choices for code in choice.cards)
    spread = (code for choice in choices if choice.spread for code in choice.spread.values)
    return tuple(dict.fromkeys((*laid, *spread)))


def ways(choices: tuple[Choice, ...], code: str) -> tuple[Way, ...]:
    """What the card with this code can mean now; nothing when no choice is taken with it.

    A choice whose other arguments cannot be told by picking is left to the page. A card that is a move is a move:
    only one that is none can be all of a spread.
    """
    alone = tuple(
        way
        for choice in choices
        if code in choice.cards
        for seat in choice.seats
        for way in _way(choice, seat, dict(choice.cards[code]), choice.label)
    )
    return alone or tuple(together(choices, (code,)))


def together(choices: tuple[Choice, ...], laid: Sequence[str]) -> Iterator[Way]:
    """What cards with these codes can mean that are laid side by side."""
    for choice in choices:
        spread = choice.spread
        if spread and len(laid) == spread.count and all(code in spread.values for code in laid):
            row = tuple(spread.values[code] for code in laid)
            action = Action(choice.seats[0], choice.name, {spread.arg: row})
            if choice.allows(action):
                yield Way(action.seat, spread.label, str(action))


def spreads(choices: tuple[Choice, ...]) -> tuple[Spread, ...]:
    """The spreads that can be laid now."""
    return tuple(choice.spread for choice in choices if choice.spread)


def _way(choice: Choice, seat: int, args: dict[str, Value], label: Sentence) -> Iterator[Way]:
    """The choice with the `args` that are known, if the others can be picked; what is alone needs no picking."""
    missing = next((name for name in choice.args if name not in args), None)
    if missing is None:
        action = Action(seat, choice.name, args)
        if choice.allows(action):
            yield Way(seat, label, str(action))
        return
    picks = _picks(choice.args[missing], args)
    if len(picks) == 1:
        yield from _way(choice, seat, {**args, missing: picks[0].value}, label)
        return
    asks = tuple(way for pick in picks for way in _way(choice, seat, {**args, missing: pick.value}, pick.label))
    if asks:
        yield Way(seat, label, asks=asks)


def _picks(arg: Arg, args: Mapping[str, Value]) -> tuple[Pick, ...]:
    """The picks that an argument leaves beside `args`; none when it cannot be told by picking."""
    left = arg.beside(args) if isinstance(arg, OneFor) else arg
    if not isinstance(left, OneOf):
        return ()
    return tuple(pick for pick in left.picks if arg.allows(pick.value, args))
