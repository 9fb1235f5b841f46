"""Words for what the program calls by a code: arguments of choices, effects of cards, and what the rules name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.colours import COLOURS
from companion.rules.plankton_rising import vocabulary
from companion.words import Sentence, say
from web.words import text

ARGUMENTS: Mapping[str, Sentence] = {
    "amount": say("How much?"),
    "bodies": say("The dice's colours"),
    "capacity": say("Clock spaces"),
    "card": say("Which card?"),
    "cards": say("Which cards?"),
    "cash": say("How much money?"),
    "character": say("Which character?"),
    "die": say("Which die?"),
    "faces": say("Which faces?"),
    "first": say("The first die"),
    "gang": say("Which gang?"),
    "give": say("What is given?"),
    "group": say("Which group?"),
    "home": say("Which team?"),
    "how": say("In which way?"),
    "ingredient": say("Which ingredient?"),
    "keep": say("Which card is kept?"),
    "krab": say("For each Krab"),
    "location": say("At which place?"),
    "match": say("Which one fits?"),
    "name": say("Its name"),
    "number": say("How many?"),
    "op": say("What does it do?"),
    "partner": say("With whom?"),
    "payment": say("Which payment?"),
    "pineapple": say("For each pineapple"),
    "place": say("At which place?"),
    "rent": say("Which rent?"),
    "reroll": say("Which dice are thrown again?"),
    "reshuffled": say("Was the pile shuffled?"),
    "second": say("The second die"),
    "space": say("Which space?"),
    "steps": say("How many steps?"),
    "symbols": say("Which symbols?"),
    "take": say("What is taken?"),
    "third": say("The third die"),
    "to": say("Where to?"),
    "token": say("Which token?"),
    "way": say("In which way?"),
    "what": say("What is it?"),
}
"""What a page asks for each argument of a choice."""

EFFECTS: Mapping[str, Sentence] = {
    "add_time": say("Add Time"),
    "remove_time": say("Take Time away"),
    "add_villain_time": say("Add Time to Villains"),
    "return_to_deck": say("Put a card back into the deck"),
    "none": say("Nothing"),
    "shuffle_plankton": say("Shuffle the Plankton cards"),
    "reveal_another_plankton": say("Turn one more Plankton card"),
    "add_theft": say("Add thefts"),
    "remove_theft": say("Take thefts away"),
    "draw_token": say("Draw tokens"),
    "reroll": say("Throw dice again"),
    "extra_die": say("One more die"),
    "change_face": say("Turn a die to another face"),
    "symbol": say("A symbol counts as well"),
    "flag": say("Something is forbidden this turn"),
    "choose_one": say("Choose one of several"),
    "manual": say("Something else, in its own words"),
}
"""What a card of Plankton Rising can do."""

TARGETS: Mapping[str, Sentence] = {
    "any_friend": say("any Friend"),
    "friends_here": say("all Friends at this place"),
    "active_team": say("the team whose turn it is"),
    "each_team": say("each team"),
    "lost_friends": say("a lost Friend"),
    "self": say("this card itself"),
    "villains_here": say("all Villains at this place"),
    "other_villains": say("all other Villains"),
    "any_villain": say("any Villain"),
    "type:E": say("all Friends with Effort"),
    "type:H": say("all Friends with Friendship"),
    "type:T": say("all Friends with Teamwork"),
    "type:F": say("all Friends with Fun"),
}
"""Whom such an effect means."""


def argument(name: str) -> str:
    """What a page asks for the argument `name`."""
    return text(ARGUMENTS[name])


def colour(name: str) -> str:
    """The colour `name`."""
    return text(COLOURS[name])


def effect(name: str) -> str:
    """The effect `name`."""
    return text(EFFECTS[name])


def target(name: str) -> str:
    """The target `name`."""
    return text(TARGETS[name])


def die_colour(letter: str) -> str:
    """The colour of a die of Plankton Rising by its letter."""
    return text(vocabulary.COLOUR_NAMES[letter])


def card_kind(name: str) -> str:
    """The kind `name` of a card of Plankton Rising."""
    return text(vocabulary.KINDS[name])
