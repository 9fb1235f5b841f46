"""Deeds and buildings, told for the log."""

from __future__ import annotations

from companion.rules.game import Setup
from companion.rules.monopoly import events as e
from companion.rules.monopoly.state import KRAB
from companion.rules.monopoly.told.words import Fixed, Told, called, lot_name, money, place
from companion.words import Sentence, say


def _dealt(setup: Setup, event: e.Dealt) -> Sentence:
    name, space = called(setup, event.seat), place(setup, event.space)
    if event.price:
        return say(
            "{name} is dealt {space} and pays {price}.", name=name, space=space, price=money(setup, event.price)
        )
    return say("{name} is dealt {space}.", name=name, space=space)


def _bought(setup: Setup, event: e.Bought) -> Sentence:
    space = place(setup, event.space)
    if not event.price:
        return say("Takes {space} for nothing.", space=space)
    return say("Buys {space} for {price}.", space=space, price=money(setup, event.price))


def _declined(setup: Setup, event: e.Declined) -> Sentence:
    return say("Leaves {space}.", space=place(setup, event.space))


def _lot_opened(setup: Setup, event: e.LotOpened) -> Sentence:
    return say("Auction: {lot}.", lot=lot_name(setup, event.kind, event.space))


def _bid_made(setup: Setup, event: e.BidMade) -> Sentence:
    return say("Bids {amount}.", amount=money(setup, event.amount))


def _lot_sold(setup: Setup, event: e.LotSold) -> Sentence:
    name, lot = called(setup, event.seat), lot_name(setup, event.kind, event.space)
    return say("{name} gets {lot} for {price}.", name=name, lot=lot, price=money(setup, event.price))


def _lot_unsold(setup: Setup, event: e.LotUnsold) -> Sentence:
    return say("Nobody bids for {lot}.", lot=lot_name(setup, event.kind, event.space))


def _built(setup: Setup, event: e.Built) -> Sentence:
    space = place(setup, event.space)
    if event.level == KRAB:
        return say("Builds a Krab on {space} for {price}.", space=space, price=money(setup, event.price))
    return say("Builds pineapple {level} on {space}.", level=event.level, space=space)


def _sold(setup: Setup, event: e.BuildingSold) -> Sentence:
    space = place(setup, event.space)
    return say("Gives a building on {space} back for {price}.", space=space, price=money(setup, event.price))


def _group_sold(setup: Setup, event: e.GroupSold) -> Sentence:
    return say("Gives all buildings of a colour back for {price}.", price=money(setup, event.price))


def _mortgaged(setup: Setup, event: e.Mortgaged) -> Sentence:
    return say("Mortgages {space} for {value}.", space=place(setup, event.space), value=money(setup, event.value))


def _lifted(setup: Setup, event: e.Lifted) -> Sentence:
    space = place(setup, event.space)
    return say("Lifts the mortgage on {space} for {price}.", space=space, price=money(setup, event.price))


TOLD: Told = {
    e.Dealt: _dealt,
    e.Bought: _bought,
    e.Declined: _declined,
    e.LotOpened: _lot_opened,
    e.LotSold: _lot_sold,
    e.LotUnsold: _lot_unsold,
    e.Built: _built,
    e.BuildingSold: _sold,
    e.Mortgaged: _mortgaged,
    e.Lifted: _lifted,
    e.BidMade: _bid_made,
    e.GroupSold: _group_sold,
}
"""Sentences with names of players and places."""

FIXED: Fixed = {
    e.BidderPassed: say("Leaves the auction."),
}
"""Sentences that are always the same."""
