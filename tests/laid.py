"""What tests of laid cards share: the cards that tell an action when they are laid."""

from __future__ import annotations

from companion.rules.game import Action, Choice


def row_of(choice: Choice, action: Action) -> tuple[str, ...]:
    """The codes of the cards that are laid to take `choice` by `action`; empty where no card tells it."""
    spread = choice.spread
    if spread and spread.arg in action.args:
        codes = {value: code for code, value in spread.values.items()}
        row = action.args[spread.arg]
        return tuple(codes[str(value)] for value in row) if isinstance(row, tuple) else ()
    told = (
        code for code, args in choice.cards.items() if all(action.args.get(name) == args[name] for name in args)
    )
    return tuple(told)[:1]
