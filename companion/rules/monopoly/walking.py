"""Tokens: where they come to and what is due there."""

from __future__ import annotations

from companion.rules.monopoly import events as e
from companion.rules.monopoly.box import DECKS, RENTS, SPACES, Space
from companion.rules.monopoly.course import Course
from companion.rules.monopoly.payments import charge, owe_rent, till
from companion.rules.monopoly.state import BANK, POT, State
from companion.rules.monopoly.worth import rent


def walk(course: Course, seat: int, steps: int) -> None:
    """Let a token go forward by the dice, with the salary of GO on landing or passing (R4, R7)."""
    to = course.state.players[seat].at + steps
    arrive(course, seat, to % SPACES, "dice", salary=to >= SPACES)


def forward(course: Course, seat: int, to: int, special: str = "") -> None:
    """Let a token go forward to a space by a card, with the salary when it comes to or over GO (R7)."""
    arrive(course, seat, to, "card", salary=to <= course.state.players[seat].at, special=special)


def back(course: Course, seat: int, steps: int) -> None:
    """Let a token go back by a card; that never pays (A24)."""
    arrive(course, seat, (course.state.players[seat].at - steps) % SPACES, "card", salary=False)


def arrive(course: Course, seat: int, to: int, by: str, *, salary: bool, special: str = "") -> None:
    """Let a token come to a space, and what is due there happen."""
    course.happen(e.Moved(seat, to, by, _opens(course.state, seat, to, special), special))
    wage = course.state.space(0).amount
    if salary and wage:
        course.happen(e.Paid(BANK, seat, wage, "salary", 0))
    _land(course, seat, course.state.space(to))


def _opens(state: State, seat: int, pos: int, special: str) -> str:
    """The step that waits on a space, or nothing."""
    space = state.space(pos)
    if space.kind in DECKS:
        return "CARD"
    if space.kind == "tax_choice":
        return "" if state.short else "TAX"
    if space.kind in RENTS and state.deeds[pos].owner is None:
        return "BUY"
    throw = special == "ten_times" and state.deeds[pos].owner != seat and rent(state, pos, 1, special)
    return "THROW" if throw else ""


def _land(course: Course, seat: int, space: Space) -> None:
    state = course.state
    if space.kind == "go_to_jail":
        course.happen(e.Jailed(seat, "space"))  # R8, R19: no salary, and nothing of Jail itself
    elif space.kind == "tax" or (space.kind == "tax_choice" and state.short):
        charge(course, seat, till(state), space.amount, "tax", space.pos)
    elif space.kind == "parking" and state.pot:
        course.happen(e.Paid(POT, seat, state.pot, "pot", space.pos))
    elif space.kind in RENTS and state.step != "THROW":
        owe_rent(course, seat, space.pos, sum(state.dice), state.special)
