"""The reader of dice as a service: there as soon as its models can be used, and an error in words until then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from companion.errors import ModelError
from companion.eye import Reader
from companion.rules.game import Expectation
from companion.vision.frame import Frame
from companion.vision.reading import Reading
from companion.vision.tray import Tray
from companion.words import say

R = TypeVar("R", bound=Reader)


class KeptReader(Generic[R]):
    """A reader (`companion.eye.Reader`) that is a `companion.services.Part`; `held` is the real one, once loaded.

    `load` makes it, and raises ModelError while a model is missing or is not the one of its card's hash.
    """

    def __init__(self, load: Callable[[], R]) -> None:
        self._load = load
        self.held: R | None = None

    def setup(self) -> None:
        """Load the models.

        Raises:
            ModelError: one is missing or damaged; the next try may find it repaired.
        """
        self.held = self._load()

    def run(self) -> None:
        """Nothing: models that were loaded are in memory, whatever happens to their files."""

    def teardown(self) -> None:
        """Let go of the models."""
        self.held = None

    def read(
        self, frame: Frame, *, die_set: str | None, expectation: Expectation | None, tray: Tray | None
    ) -> Reading:
        """The dice in `frame`, as the reader that is held reads them.

        Raises:
            ModelError: there is none.
        """
        if self.held is None:
            raise ModelError(say("The models that read dice cannot be used."), detail="none is loaded")
        return self.held.read(frame, die_set=die_set, expectation=expectation, tray=tray)
