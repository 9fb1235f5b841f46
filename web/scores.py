"""How everybody stands, in a word for each seat: for pages that have no room for a game's whole board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.state.view import View
from companion.words import Sentence, say
from web import monopoly

Told = str | Sentence


@dataclass(frozen=True)
class Lying:
    """A die as it lies: its face, and whether the eye is `sure` of it or a person is."""

    face: str
    sure: bool = True


def standing(view: View) -> tuple[Told, ...]:
    """How each seat stands, in the order of the seats; empty texts for a game that tells nothing of the kind."""
    if view.outcome and view.outcome.scores:
        counted = COUNTED.get(view.game, _plain)
        return tuple(counted(view.board, points) for points in view.outcome.scores)
    told = STANDINGS.get(view.game)
    return told(view) if told else ("",) * len(view.seats)


def together(view: View) -> tuple[tuple[Sentence, int, int], ...]:
    """What players who win or lose together have: each a title, how many there are, and of how many."""
    if view.game != "plankton_rising":
        return ()
    board = view.board
    stolen = sum(bool(one["stolen"]) for one in board["ingredients"])
    return (
        (say("Orders done"), board["orders"]["done"], board["orders"]["needed"]),
        (say("Stolen"), stolen, len(board["ingredients"])),
        (say("Friends lost"), len(board["lost"]), 10),
    )


def dice(view: View) -> tuple[Lying, ...]:
    """The dice that the table is about: those of a reading that waits, else those that lie."""
    if view.proposal and view.proposal.dice:
        return tuple(Lying(die.face, die.sure or die.by_hand) for die in view.proposal.dice)
    found = LYING.get(view.game)
    return tuple(Lying(face) for face in found(view.board)) if found else ()


def ranking(view: View) -> tuple[tuple[int, ...], ...]:
    """The seats of an evening that is over, in the order in which they are revealed: the winners last."""
    if view.outcome is None:
        return ()
    points = view.outcome.scores or (0,) * len(view.seats)
    others = [seat for seat in range(len(view.seats)) if seat not in view.outcome.winners]
    by_points: dict[int, list[int]] = {}
    for seat in sorted(others, key=lambda seat: points[seat]):
        by_points.setdefault(points[seat], []).append(seat)
    return tuple(filter(None, (*(tuple(seats) for seats in by_points.values()), view.outcome.winners)))


def _plain(_board: Mapping[str, Any], points: int) -> str:
    return str(points)


def _yahtzee(view: View) -> tuple[Told, ...]:
    return tuple(str(points) for points in view.board["totals"])


def _just_dice(view: View) -> tuple[Told, ...]:
    return tuple("" if one["sum"] is None else str(one["sum"]) for one in view.board["players"])


def _monopoly(view: View) -> tuple[Told, ...]:
    money = monopoly.names(view.board).money
    return tuple(say("bankrupt") if one["out"] else money(one["cash"]) for one in view.board["players"])


def _riot(view: View) -> tuple[Told, ...]:
    return tuple(say("{count} gangs", count=one["full"]) for one in view.board["players"])


def _plankton(view: View) -> tuple[Told, ...]:
    orders = {team["seat"]: len(team["orders"]) for team in view.board["teams"]}
    return tuple(str(orders.get(seat, "")) for seat in range(len(view.seats)))


STANDINGS: Mapping[str, Callable[[View], tuple[Told, ...]]] = {
    "yahtzee_jr": _yahtzee,
    "just_dice": _just_dice,
    "monopoly": _monopoly,
    "riot": _riot,
    "plankton_rising": _plankton,
}
"""How a game's seats stand, by its id."""

COUNTED: Mapping[str, Callable[[Mapping[str, Any], int], str]] = {
    "monopoly": lambda board, points: monopoly.names(board).money(points),
}
"""How the points of a game that is over are written, where they are more than a number, by the game's id."""

LYING: Mapping[str, Callable[[Mapping[str, Any]], tuple[str, ...]]] = {
    "yahtzee_jr": lambda board: tuple(board["dice"]),
    "just_dice": lambda board: tuple((board["last"] or {"faces": ()})["faces"]),
    "monopoly": lambda board: tuple(board["dice"]),
    "plankton_rising": lambda board: tuple(
        one["face"] for one in board["turn_scope"].get("pool", ()) if one["face"]
    ),
}
"""The faces of the dice that lie, by the game's id."""
