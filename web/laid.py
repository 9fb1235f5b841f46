"""What the pages need to show laid cards: their pictures, and the part of a photograph round them."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from flask import Flask

from companion.decks import DECKS, DrawnCard, drawn_deck
from companion.rules.laid import Way, codes, spreads
from companion.state.view import View
from companion.words import Sentence, listed, say
from web.site import Site

AROUND = 0.25
"""Of a card's size that is shown around it."""


def install(app: Flask, site: Site) -> None:
    """Give the templates of `app` what they need for cards."""
    decks = site.decks

    def card_picture(deck: str, code: str) -> str:
        """Where the picture of a deck's card is; an empty text when there is none."""
        shown = decks.picture(deck, code) if decks else None
        return f"/decks/{deck}/cards/{code}.jpg?{shown.stem[:8]}" if shown else ""

    def card_title(deck: str, code: str) -> str:
        """What the deck calls a card, or its code where it has no such card."""
        known = decks.decks().get(deck) if decks else None
        return next((card.title for card in known.cards if card.code == code), code) if known else code

    app.jinja_env.globals |= {
        "card_picture": card_picture,
        "card_title": card_title,
        "around": around,
        "only_way": only_way,
        "drawn_cards": drawn_cards,
        "drawn_mark": drawn_mark,
    }


def drawn_cards(view: View) -> tuple[DrawnCard, ...]:
    """The drawn cards that hands can lay at a simulated table now: those that mean something come first."""
    if not view.card_expected or view.game not in DECKS:
        return ()
    now = codes(view.choices)
    return tuple(sorted(drawn_deck(view.game).cards, key=lambda card: card.code not in now))


def drawn_mark(view: View) -> str:
    """Another text where other cards come first."""
    return f"{zlib.crc32(' '.join(codes(view.choices)).encode()):x}"


def lying(laid: Sequence[tuple[str, str]], view: View) -> Sentence:
    """Which drawn cards lie at a simulated table; of those that nobody may see now only how many."""
    if not laid:
        return say("No card lies there.")
    if any(one.sealed for one in spreads(view.choices)):
        return say("1 card lies there.") if len(laid) == 1 else say("{count} cards lie there.", count=len(laid))
    return say(
        "Lying there: {cards}", cards=listed((drawn_deck(deck).card(code).title for deck, code in laid), ", ")
    )


def around(corners: Sequence[tuple[float, float]]) -> str:
    """The view box of a card and a little of the table around it."""
    xs, ys = zip(*corners, strict=True)
    left, top, width, height = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    x, y = left - AROUND * width, top - AROUND * height
    return f"{x:.0f} {y:.0f} {(1 + 2 * AROUND) * width:.0f} {(1 + 2 * AROUND) * height:.0f}"


def only_way(ways: Sequence[Way]) -> Sentence | None:
    """What the one thing is that a card can mean, the first that was asked of it."""
    return ways[0].label if ways else None
