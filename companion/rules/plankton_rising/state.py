"""The state of Plankton Rising: everything that lies on the table, and what the running turn has brought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.rules.game import Setup
from companion.rules.plankton_rising.box import Box, Card, Home
from companion.rules.plankton_rising.events import Task
from companion.rules.plankton_rising.ops import Ability
from companion.rules.plankton_rising.vocabulary import (
    CARDS,
    COLOURS,
    DICE,
    FACES,
    FRIEND,
    GAPS,
    HOME,
    KINDS,
    KITCHEN,
    ROWS,
    TOKENS,
    VILLAIN,
)
from companion.words import Sentence, say

TEAMS, TRIM, DEAL, PLACE, PLANKTON, ROLLS, END, OVER = (
    "TEAMS", "TRIM", "DEAL", "PLACE", "PLANKTON", "DICE", "END", "OVER"
)  # fmt: skip
"""The phases: teams are taken, Villains left out, cards dealt; then each turn (R9); then it is over."""

UNLISTED = 3
"""At most so many dice of a colour whose number the box does not tell: ten dice in four colours (A16)."""


@dataclass(frozen=True)
class Team:
    """A team: the seat that plays it, its cards and tokens, each token with the turn in which it was drawn."""

    seat: int
    home: str = ""
    dice: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    place: str = ""


@dataclass(frozen=True)
class Turn:
    """What lasts until the dice go back: the pool with its faces (empty: not rolled yet) and what was done.

    `laid` are dice with their targets, `shown` their faces.
    """

    pool: Mapping[str, str] = field(default_factory=dict)
    laid: Mapping[str, str] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    met: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    hits: tuple[str, ...] = ()
    first: Mapping[str, int] = field(default_factory=dict)
    roll_no: int = 0
    assigned: int = 0
    asides: int = 0


@dataclass(frozen=True)
class State:
    """The whole table.

    `deck` are the cards that may come, in order where the app deals; `strangers` counts those that the box does
    not list. `seen` are the Plankton cards since the last shuffle. `shuffles` counts shuffles of any pile.
    """

    setup: Setup
    box: Box
    phase: str = TEAMS
    tasks: tuple[Task, ...] = ()
    teams: tuple[Team, ...] = ()
    on: int = 0
    turn_no: int = 1
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(ROWS, ("",) * GAPS))
    deck: tuple[str, ...] = ()
    strangers: int = 0
    out: tuple[str, ...] = ()
    strangers_out: int = 0
    known: Mapping[str, Card] = field(default_factory=dict)
    time: Mapping[str, int] = field(default_factory=dict)
    theft: Mapping[str, int] = field(default_factory=dict)
    stolen: tuple[str, ...] = ()
    plankton: str = "chum"
    seen: tuple[tuple[str, str], ...] = ()
    lost_friends: tuple[str, ...] = ()
    lost_villains: tuple[str, ...] = ()
    token_discard: tuple[str, ...] = ()
    shuffles: int = 0
    faces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    thrown: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    turn: Turn = field(default_factory=Turn)
    won: bool | None = None
    reason: str = ""

    # ---- teams

    @property
    def team(self) -> Team:
        """The active team."""
        return self.teams[self.on]

    @property
    def home(self) -> Home:
        """The active team's Home Base card."""
        return self.box.homes[self.team.home]

    def team_name(self, number: int) -> str:
        """A team by its Home Base card, else by its player."""
        team = self.teams[number]
        return self.box.homes[team.home].name if team.home else self.setup.seats[team.seat].name

    def team_of(self, card: str) -> int | None:
        """The team that a card lies with, or None."""
        return next((number for number, team in enumerate(self.teams) if card in team.friends), None)

    @property
    def orders_done(self) -> int:
        """The Orders of all teams together (R53)."""
        return sum(len(team.orders) for team in self.teams)

    # ---- cards

    def card(self, name: str) -> Card:
        """What is known of a card: what was told at the table goes before the box."""
        return self.known.get(name) or self.box.cards[name]

    def title(self, name: str) -> str | Sentence:
        """A card's name; one that nobody named is called by its kind and number."""
        card = self.card(name)
        return card.name or say("{kind} {number}", kind=KINDS[card.kind], number=name.rpartition("-")[2])

    def row(self, place: str) -> tuple[str, ...]:
        """The cards in a place from left to right; none on the Chum Bucket."""
        return tuple(card for card in self.rows.get(place, ()) if card)

    def row_of(self, card: str) -> str:
        """The place in whose row a card lies, or nothing."""
        return next((place for place in ROWS if card in self.rows[place]), "")

    def kind(self, card: str) -> str:
        """friend, order or villain."""
        return self.card(card).kind

    def lying(self) -> Iterator[str]:
        """All cards in the rows and on the teams that can have Time."""
        for place in ROWS:
            yield from (card for card in self.row(place) if self.card(card).capacity)
        for team in self.teams:
            yield from team.friends

    def friends(self, place: str = "") -> tuple[str, ...]:
        """The Friends in the row of a place, or in both."""
        rows = (place,) if place else ROWS
        return tuple(card for one in rows for card in self.row(one) if self.kind(card) == FRIEND)

    def villains(self, place: str = "") -> tuple[str, ...]:
        """The Villains in the row of a place, or in both."""
        rows = (place,) if place else ROWS
        return tuple(card for one in rows for card in self.row(one) if self.kind(card) == VILLAIN)

    def room(self, card: str) -> int:
        """How many more Time counters a card takes (R47)."""
        return self.card(card).capacity - self.time.get(card, 0)

    @property
    def deck_left(self) -> int:
        """How many cards the deck still has."""
        return len(self.deck) + self.strangers

    @property
    def gap(self) -> tuple[str, int] | None:
        """The first empty place of the rows, or None."""
        for place in ROWS:
            if "" in self.rows[place]:
                return place, self.rows[place].index("")
        return None

    # ---- the app's own piles

    @property
    def deals(self) -> bool:
        """Whether the app deals the cards: wished, and the box lists all of them."""
        return self.turns_plankton and len(self.box.cards) == CARDS

    @property
    def turns_plankton(self) -> bool:
        """Whether the app turns up the Plankton cards: by house rule, or because its box is not printed."""
        dealer = self.setup.options["cards"]
        return dealer == "app" or (self.box.app_deals and dealer != "printed")

    @property
    def draws(self) -> bool:
        """Whether the app draws the tokens: wished, and the box tells how many there are of each."""
        return self.turns_plankton and all(token.copies for token in self.box.tokens.values())

    @property
    def tokens_left(self) -> int:
        """How many Spatula tokens the supply has, before used ones are shuffled in (R52)."""
        total = sum(token.copies for token in self.box.tokens.values())
        known = all(token.copies for token in self.box.tokens.values())
        held = sum(len(team.tokens) for team in self.teams)
        return (total if known else TOKENS) - held - len(self.token_discard)

    # ---- symbols and dice

    def ability(self, target: str) -> Ability | None:
        """The ability of the active team card (`home`) or of a Friend; None when it is not known."""
        return self.home.ability if target == HOME else self.card(target).ability

    def price(self, target: str) -> Mapping[str, int] | None:
        """The symbols that a target asks for in all; None for an unknown ability (any will do)."""
        if target != HOME and self.row_of(target):
            return self.card(target).symbols
        ability = self.ability(target)
        return None if ability is None else ability.cost

    def need(self, target: str) -> dict[str, int]:
        """The symbols that a target still misses."""
        met = self.turn.met.get(target, {})
        price = self.price(target) or {}
        return {
            symbol: number - met.get(symbol, 0) for symbol, number in price.items() if number > met.get(symbol, 0)
        }

    def complete(self, card: str) -> bool:
        """Whether a card in a row has all its symbols."""
        return bool(self.card(card).symbols) and not self.need(card)

    def colour_left(self, colour: str) -> int:
        """How many dice of a colour the supply has (A16)."""
        mine = [*self.turn.pool, *self.turn.laid, *self.turn.gone]
        same = sum(die.startswith(colour) for die in mine)
        return min(self.box.copies.get(colour, UNLISTED) - same, DICE - len(mine))

    def next_die(self, colour: str) -> str:
        """The name of one more die of a colour."""
        mine = [*self.turn.pool, *self.turn.laid, *self.turn.gone]
        return f"{colour}{sum(die.startswith(colour) for die in mine) + 1}"

    def faces_of(self, die: str) -> tuple[str, ...]:
        """The faces that a die can show: as the box or the family tell them, else any."""
        colour = die[:1]
        told = self.faces.get(colour) or self.box.faces.get(colour) or FACES
        return tuple(face for face in FACES if face in told)

    @property
    def first_task(self) -> str:
        """The kind of the task that people have to do, or nothing."""
        return self.tasks[0].kind if self.tasks else ""

    @property
    def here(self) -> str:
        """The place of the active team."""
        return self.team.place or KITCHEN


def colours_known(state: State) -> tuple[str, ...]:
    """The colours whose faces are enforced."""
    return tuple(colour for colour in COLOURS if state.faces.get(colour) or state.box.faces.get(colour))
