"""The state after money changed hands or is owed."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.monopoly import events as e
from companion.rules.monopoly.after.changes import After, pay, player, receive, rested, returned
from companion.rules.monopoly.state import BANK, Claim, Debt, Deed, State


def _paid(state: State, event: e.Paid) -> State:
    state = pay(state, event.payer, event.payee, event.amount, event.cause, event.space)
    return replace(state, debts=state.debts[1:]) if event.settles else state


def _debt_opened(state: State, event: e.DebtOpened) -> State:
    debt = Debt(event.debtor, event.creditor, event.amount, event.cause, event.space)
    return replace(state, debts=(*state.debts, debt))


def _rent_due(state: State, event: e.RentDue) -> State:
    claim = Claim(event.payer, event.owner, event.amount, event.space, state.turn)
    return replace(state, claims=(*state.claims, claim))


def _unclaimed(state: State, event: e.RentClaimed | e.RentLapsed) -> State:
    """The oldest claim of this owner on this payer and space is gone."""
    claims = list(state.claims)
    key = (event.payer, event.owner, event.space)
    claims.remove(next(one for one in claims if (one.payer, one.owner, one.space) == key))
    return replace(state, claims=tuple(claims))


def _bankrupted(state: State, event: e.Bankrupted) -> State:
    kept = state.players[event.seat].cards
    heir = event.creditor if event.creditor >= 0 else None
    state = pay(state, BANK, event.seat, event.refund, "sell", state.players[event.seat].at)
    state = pay(state, event.seat, event.creditor, event.cash, "bankrupt", state.players[event.seat].at)
    lent = tuple(pos for pos in event.deeds if state.deeds[pos].mortgaged and heir is not None)
    given = {pos: Deed(heir, pos in lent) for pos in event.deeds}  # the bank wipes mortgages out
    state = replace(state, deeds={**state.deeds, **given}, fresh=(*state.fresh, *lent))
    state = player(state, event.seat, out=True, jailed=False, cards=())
    if heir is None:
        state = returned(state, kept)
    else:
        state = player(state, heir, cards=(*state.players[heir].cards, *kept))
    return _forgotten(state, event.seat)


def _forgotten(state: State, seat: int) -> State:
    """The state without what waited for a seat that is out."""
    debts = tuple(debt for debt in state.debts if seat not in (debt.debtor, debt.creditor))
    claims = tuple(claim for claim in state.claims if seat not in (claim.payer, claim.owner))
    trade = state.trade if state.trade and seat not in (state.trade.by, state.trade.partner) else None
    return replace(state, debts=debts, claims=claims, trade=trade, hold=0 if seat == state.active else state.hold)


def _payment_made(state: State, event: e.PaymentMade) -> State:
    return replace(state, unpaid=tuple(one for one in state.unpaid if one.number != event.number))


def _cash_counted(state: State, event: e.CashCounted) -> State:
    return receive(receive(state, event.seat, event.change), BANK, -event.change)


AFTER: After = {
    e.Paid: _paid,
    e.DebtOpened: _debt_opened,
    e.RentDue: _rent_due,
    e.RentClaimed: _unclaimed,
    e.RentLapsed: _unclaimed,
    e.Bankrupted: _bankrupted,
    e.PaymentMade: _payment_made,
    e.CashCounted: _cash_counted,
    e.TaxChosen: rested,
}
"""What each event does."""
