"""What a card says, in our own words or the family's."""

from __future__ import annotations

from companion.rules.monopoly.box import Card
from companion.words import Sentence, say


def described(card: Card, to: str) -> Sentence:
    """The family's text of a card, or its effect in a sentence; `to` is the name of the space that it leads to."""
    return Sentence("{text}", {"text": card.text}) if card.text else _effect(card, to)


def _effect(card: Card, to: str) -> Sentence:
    match card.op:
        case "move_to":
            return say("Go forward to {space}; GO pays if you come to it", space=to)
        case "bank" | "each":
            return Sentence(_MONEY[card.op, card.amount >= 0].template, {"amount": abs(card.amount)})
        case "nearest":
            return _NEAREST[card.kind]
        case "back":
            return say("Go back {steps} spaces", steps=card.steps)
        case "repairs":
            return say(
                "Repairs: pay {pineapple} for each pineapple and {krab} for each Krab",
                pineapple=card.pineapple,
                krab=card.krab,
            )
    return _PLAIN[card.op]


_MONEY = {
    ("bank", True): say("Get {amount} dollars", amount=0),
    ("bank", False): say("Pay {amount} dollars", amount=0),
    ("each", True): say("Every player gives you {amount} dollars", amount=0),
    ("each", False): say("Give every player {amount} dollars", amount=0),
}
_NEAREST = {
    "utility": say("Go to the nearest utility: buy it, or throw and pay ten times the throw"),
    "transport": say("Go to the nearest transport: buy it, or pay double rent"),
}
_PLAIN = {
    "keep": say("This card opens the jail: keep it until you use or sell it"),
    "jail": say("Go to jail at once, without pay"),
    "none": say("Nothing happens"),
}
