"""Players over all evenings: what they played, won and scored, and for how long."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules import game_of
from companion.rules.game import Seat
from companion.rules.names import heard
from companion.state.codec import decode_setup
from companion.state.journal import Start
from companion.statistics.roster import AVATARS, Profile, Profiles, profile_of
from companion.statistics.told import Summary
from companion.words import Sentence


@dataclass(frozen=True)
class Result:
    """What an evening means for its players: `scores` and `seconds` by seat, `winners` once it is `over`."""

    evening: int
    game: str
    title: Sentence
    seats: tuple[Seat, ...]
    began: float
    over: bool
    winners: tuple[int, ...]
    scored: Sentence
    scores: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True)
class Figures:
    """A player's figures in one game: evenings begun, finished and won, the best finished score, seconds at it."""

    game: str
    title: Sentence
    scored: Sentence
    begun: int = 0
    finished: int = 0
    won: int = 0
    best: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class Player:
    """A profile with its avatar and colour filled in, and its figures by game."""

    profile: Profile
    avatar: str
    colour: str
    figures: tuple[Figures, ...]
    last: float

    @property
    def name(self) -> str:
        """The name that is shown."""
        return self.profile.name

    @property
    def begun(self) -> int:
        """Evenings of all games."""
        return sum(one.begun for one in self.figures)

    @property
    def won(self) -> int:
        """Evenings of all games that were won."""
        return sum(one.won for one in self.figures)

    @property
    def seconds(self) -> float:
        """Seconds on turn in all games."""
        return sum(one.seconds for one in self.figures)


def result_of(summary: Summary) -> Result:
    """What an evening means for its players."""
    return Result(
        summary.evening,
        summary.game,
        summary.title,
        summary.seats,
        summary.began,
        summary.over,
        summary.winners,
        summary.scored,
        summary.scores,
        summary.times.seats,
    )


def seated(start: Start) -> Result:
    """Who sat down for an evening, and nothing of how it went: no act of it is looked at.

    Raises:
        UnknownGame: its game is not on the list of this version.
        CodecError: the record does not fit.
    """
    game, (setup, _) = game_of(start.game), decode_setup(start.setup)
    nobody = (0.0,) * len(setup.seats)
    return Result(
        start.id, game.id, game.title, setup.seats, start.started_at, False, (), Sentence(""), (), nobody
    )


def players(profiles: Profiles, results: Iterable[Result]) -> tuple[Player, ...]:
    """Everybody who ever sat at the table or has a profile; who played last comes first."""
    sat: dict[str, list[tuple[Result, int]]] = {heard(one.name): [] for one in profiles}
    named = {heard(one.name): one for one in profiles}
    for result in results:
        for number, seat in enumerate(result.seats):
            profile = profile_of(profiles, seat.name)
            named.setdefault(heard(profile.name), profile)
            sat.setdefault(heard(profile.name), []).append((result, number))
    found = (_player(named[key], places) for key, places in sat.items())
    return tuple(sorted(found, key=lambda one: (-one.last, heard(one.name))))


def together(results: Iterable[Result], one: Profile, other: Profile) -> bool:
    """Whether both sat at the table in one evening: then they are two people."""
    return any(
        any(one.is_called(seat.name) for seat in result.seats)
        and any(other.is_called(seat.name) for seat in result.seats)
        for result in results
    )


def _player(profile: Profile, places: list[tuple[Result, int]]) -> Player:
    games: dict[str, Figures] = {}
    for result, number in places:
        before = games.get(result.game) or Figures(result.game, result.title, result.scored)
        games[result.game] = _with(before, result, number)
    last = max((result.began for result, _ in places), default=0.0)
    return Player(
        profile, profile.avatar or _own(profile.name), _colour(profile, places), (*games.values(),), last
    )


def _with(figures: Figures, result: Result, number: int) -> Figures:
    score = result.scores[number] if result.over and result.scores else None
    best = max((one for one in (figures.best, score) if one is not None), default=None)
    return replace(
        figures,
        begun=figures.begun + 1,
        finished=figures.finished + result.over,
        won=figures.won + (number in result.winners),
        best=best,
        scored=result.scored if best == score else figures.scored,
        seconds=figures.seconds + result.seconds[number],
    )


def _colour(profile: Profile, places: list[tuple[Result, int]]) -> str:
    """The chosen colour, else that of the last evening."""
    newest = max(places, key=lambda place: place[0].began, default=None)
    return profile.colour or (newest[0].seats[newest[1]].colour if newest else "")


def _own(name: str) -> str:
    """An avatar for somebody who chose none: always the same for a name."""
    return AVATARS[sum(heard(name).encode()) % len(AVATARS)]
