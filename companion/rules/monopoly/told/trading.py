"""Offers, told for the log."""

from __future__ import annotations

from companion.rules.game import Setup
from companion.rules.monopoly import events as e
from companion.rules.monopoly.told.words import Fixed, Told, called, money, place
from companion.words import Sentence, listed, say


def _trade_opened(setup: Setup, event: e.TradeOpened) -> Sentence:
    return say("Writes an offer to {partner}.", partner=called(setup, event.partner))


def _trade_offered(setup: Setup, event: e.TradeOffered) -> Sentence:
    return say("Makes {partner} an offer.", partner=called(setup, event.partner))


def _traded(setup: Setup, event: e.Traded) -> Sentence:
    by, partner = called(setup, event.by), called(setup, event.partner)
    mine = _given(setup, event.gives, event.give_cards, event.cash)
    theirs = _given(setup, event.takes, event.take_cards, -event.cash)
    return say("{by} gives {mine}; {partner} gives {theirs}.", by=by, mine=mine, partner=partner, theirs=theirs)


def _given(setup: Setup, deeds: tuple[int, ...], cards: int, cash: int) -> str | Sentence:
    """What one side of a trade hands over."""
    parts: list[str | Sentence] = [place(setup, pos) for pos in deeds]
    parts += [say("{count} × a card that opens the jail", count=cards)] if cards else []
    parts += [Sentence("{cash}", {"cash": money(setup, cash)})] if cash > 0 else []
    return listed(parts) if parts else say("nothing")


TOLD: Told = {
    e.TradeOpened: _trade_opened,
    e.TradeOffered: _trade_offered,
    e.Traded: _traded,
}
"""Sentences with names of players and places."""

FIXED: Fixed = {
    e.TradeDrafted: say("The offer changes."),
    e.TradeCountered: say("Answers with another offer."),
    e.TradeDropped: say("Says no to the offer."),
}
"""Sentences that are always the same."""
