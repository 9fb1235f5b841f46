"""Die sets: which faces there are, and how a look at a die becomes ranked guesses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.errors import ModelError
from companion.vision.card import CARD, BaseCard, SetCard, read_card
from companion.vision.classifier import Look, softmax
from companion.vision.matching import Matcher, read_matcher
from companion.vision.reading import Guess
from companion.words import say

UNKNOWN = "?"
"""The face of a die that shows none of its set's."""
OTHER = "other"  # the reader's class of everything that is no face
BASE = "base"  # the folder of what all die sets share
SHIPPED = ("pips", "friends")  # the sets that a die is looked up in when nobody names one
MOST_GUESSES = 4


@dataclass(frozen=True)
class Verdict:
    """The guesses for one die, best first (`UNKNOWN` for none of the faces), and whether no question is needed."""

    guesses: tuple[Guess, ...]
    sure: bool

    @property
    def best(self) -> Guess:
        """The likeliest."""
        return self.guesses[0]


class DieSet(ABC):
    """The faces that a kind of dice can show, and how they are told from each other; `card` says both."""

    def __init__(self, card: SetCard) -> None:
        self.card = card

    @property
    def name(self) -> str:
        """The name that games and the command line use."""
        return self.card.set

    @property
    def faces(self) -> Mapping[str, str]:
        """The names of the faces by code."""
        return {face.code: face.name for face in self.card.faces}

    @property
    def by_class(self) -> bool:
        """Whether its faces are classes of the reader."""
        return self.card.kind == "classes"

    @abstractmethod
    def share(self, look: Look) -> float:
        """How far 0-1 the die looks like one of this set."""

    @abstractmethod
    def judge(self, look: Look) -> Verdict:
        """The faces ranked for a die that is known to be one of this set."""


class ClassSet(DieSet):
    """A die set that is told from the reader's classes, whose names in order are `classes`."""

    def __init__(self, card: SetCard, classes: tuple[str, ...]) -> None:
        super().__init__(card)
        self._columns = {classes.index(name): code for name, code in card.classes.items()}

    def share(self, look: Look) -> float:
        """The probability of all its classes together."""
        return float(look.probabilities[[*self._columns]].sum())

    def judge(self, look: Look) -> Verdict:
        """The faces ranked by probability; what is left for other classes speaks for none of them."""
        found = {code: float(look.probabilities[column]) for column, code in self._columns.items()}
        found[UNKNOWN] = max(0.0, 1.0 - sum(found.values()))
        return _verdict(found, self.card.sure)


class TaughtSet(DieSet):
    """A die set that is told by a `matcher`: by prototypes of its faces and, where taught, their pictures."""

    def __init__(self, card: SetCard, matcher: Matcher) -> None:
        super().__init__(card)
        self._matcher = matcher

    def share(self, look: Look) -> float:
        """The confidence in the best face; 0 for a die that shows none."""
        best = self.judge(look).best
        return 0.0 if best.face == UNKNOWN else best.confidence

    def judge(self, look: Look) -> Verdict:
        """The faces ranked by their scores; unknown below the threshold, unsure below the margin."""
        scores = self._matcher.scores(look)
        confidence = softmax(scores * self.card.scale)
        ranked = _verdict(dict(zip(self._matcher.faces, confidence.tolist(), strict=True)), self.card.sure)
        first, second = np.sort(np.append(scores, -1.0))[::-1][:2]
        if first < self._matcher.least.get(ranked.best.face, self.card.threshold):
            unknown = Guess(UNKNOWN, 1 - ranked.best.confidence)
            return Verdict((unknown, *ranked.guesses)[:MOST_GUESSES], sure=False)
        return Verdict(ranked.guesses, ranked.sure and bool(first - second >= self.card.margin))


def _verdict(found: Mapping[str, float], sure: float) -> Verdict:
    ranked = sorted(found.items(), key=lambda pair: -pair[1])
    guesses = tuple(Guess(face, min(1.0, value)) for face, value in ranked[:MOST_GUESSES])
    return Verdict(guesses, guesses[0].face != UNKNOWN and guesses[0].confidence >= sure)


def load_set(folder: Path, base: BaseCard) -> DieSet:
    """The die set in `folder`.

    Raises:
        ModelError: its card or prototypes are missing, damaged, or do not fit the reader of `base`.
    """
    card = read_card(folder, SetCard)
    if card.kind == "prototypes":
        return TaughtSet(card, read_matcher(folder / card.prototypes, card, base.reader))
    unknown = {*card.classes, OTHER} - {*base.reader.classes}
    strange = {*card.classes.values()} ^ {face.code for face in card.faces}
    if unknown or strange:
        raise ModelError(
            say("The dice of {title} do not fit the eye that is installed.", title=card.title),
            detail=f"{str(folder)!r}: no such classes {sorted(unknown)}, faces without classes {sorted(strange)}",
        )
    return ClassSet(card, base.reader.classes)


class DieSets:
    """All die sets below the models' folder, and below a second one for what was taught at this table.

    Raises:
        ModelError: the base's card is missing or damaged. (A damaged die set raises only when it is asked for.)
    """

    def __init__(self, models: Path, taught: Path | None = None) -> None:
        self.base = read_card(models / BASE, BaseCard)
        self._folders = {
            folder.name: folder for root in (models, taught) if root is not None for folder in _set_folders(root)
        }
        self._loaded: dict[str, DieSet] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all die sets, sorted."""
        return tuple(sorted(self._folders))

    @property
    def shipped(self) -> tuple[DieSet, ...]:
        """The sets in which a die is looked up when nobody names one."""
        return tuple(self[name] for name in SHIPPED if name in self._folders)

    def __getitem__(self, name: str) -> DieSet:
        """The die set of that name; raises ModelError when there is none or it is damaged."""
        if name not in self._folders:
            raise ModelError(
                say("There are no dice named {name}.", name=name),
                detail=f"expected one of {list(self.names)}, got {name!r}",
                advice=say("Choose one of: {names}", names=", ".join(self.names)),
            )
        if name not in self._loaded:
            self._loaded[name] = load_set(self._folders[name], self.base)
        return self._loaded[name]


def _set_folders(root: Path) -> Iterator[Path]:
    for card in sorted(root.glob(f"*/{CARD}")):
        if card.parent.name != BASE:
            yield card.parent
