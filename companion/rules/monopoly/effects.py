"""What a card says, in our own words or the family's."""

from __future__ import annotations

from companion.rules.monopoly.box import Card
from companion.rules.monopoly.names import Names
from companion.words import Sentence, say


def described(card: Card, to: str, names: Names) -> Sentence:
    """The family's text of a card, or its effect in a sentence; `to` is the name of the space that it leads to."""
    return Sentence("{text}", {"text": card.text}) if card.text else effect(card, to, names)


def effect(card: Card, to: str, names: Names) -> Sentence:
    """What a card does, in our own words."""
    match card.op:
        case "move_to":
            return say("Go forward to {space}; GO pays if you come to it", space=to)
        case "bank" | "each":
            return Sentence(_MONEY[card.op, card.amount >= 0].template, {"amount": names.money(abs(card.amount))})
        case "nearest":
            return _NEAREST[card.kind]
        case "back":
            return say("Go back {steps} spaces", steps=card.steps)
        case "repairs":
            return say(
                "Repairs: pay {pineapple} for each pineapple and {krab} for each Krab",
                pineapple=names.money(card.pineapple),
                krab=names.money(card.krab),
            )
    return _PLAIN[card.op]


_MONEY = {
    ("bank", True): say("Get {amount}", amount=""),
    ("bank", False): say("Pay {amount}", amount=""),
    ("each", True): say("Every player gives you {amount}", amount=""),
    ("each", False): say("Give every player {amount}", amount=""),
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
