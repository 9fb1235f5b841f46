"""The sockets that the core owns: what it needs of a camera, buttons and lights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from companion.rules.card_game import CardExpectation
from companion.rules.game import Expectation
from companion.state.view import View
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.tray import Tray


class Camera(Protocol):
    """Something that gives frames of the table from above."""

    name: str

    def open(self) -> None:
        """Take hold of the device; a second call is harmless.

        Raises:
            CameraError: it is not there, or another program holds it.
        """
        ...

    def capture(self, timeout: float) -> Frame:
        """The next frame, waited for at most `timeout` seconds.

        Raises:
            CameraTimeout: nothing came in time.
            CameraError: the device failed.
        """
        ...

    def close(self) -> None:
        """Let go of the device; never raises and may be called twice."""
        ...


Locked = Mapping[str, Any]
"""What a camera keeps of its exposure, by its own names: plain numbers, or several of them."""


@runtime_checkable
class Lockable(Protocol):
    """A camera that can be told to keep its exposure, white balance and focus."""

    def lock(self) -> Locked:
        """Freeze them as they are now, and give what they are, for later starts.

        Raises:
            CameraError: the camera is not open, or failed.
        """
        ...


@runtime_checkable
class Pluggable(Protocol):
    """A camera that can be unplugged."""

    def check_plugged(self) -> None:
        """Look whether an open camera is still there; returns at once.

        Raises:
            CameraError: it was unplugged.
        """
        ...


Wanted = Expectation | CardExpectation | None
"""What a look is for: dice, or a card; None for any dice."""


class CardEye(Protocol):
    """What finds and recognises laid cards in a frame."""

    def read(self, frame: Frame, expected: CardExpectation, tray: Tray | None) -> tuple[CardSighting, ...]:
        """The cards in `frame`, as the expected deck knows them.

        Raises:
            CompanionError: the deck or the networks cannot be used.
        """
        ...


class Buttons(Protocol):
    """The table's buttons; callbacks run on a thread of their own and must return at once."""

    def listen(
        self, pressed: Callable[[], None], held: Callable[[], None], answered: Callable[[int], None] = ...
    ) -> None:
        """Call `pressed` on each short press, `held` once on each long one, `answered` on a press at a seat."""
        ...

    def close(self) -> None:
        """Let go of the pins."""
        ...


class Lights(Protocol):
    """The table's lights; their whole state derives from the View alone, so that none can stick."""

    @property
    def names(self) -> tuple[str, ...]:
        """Every light that the table has, whether it works or not."""
        ...

    def show(self, view: View) -> None:
        """Show `view`; returns at once."""
        ...

    def alone(self, name: str) -> None:
        """Light this one and no other for a moment, so that people see whether it works; returns at once."""
        ...

    def close(self) -> None:
        """Switch off and let go of the pins."""
        ...


class Playground(Protocol):
    """The edge of a simulated table: what hands would do to real dice, buttons and the space above the tray."""

    def press(self, seconds: float) -> None:
        """Push the table button's pin down for `seconds`, then let go."""
        ...

    def throw(self, keep: tuple[str, ...] = ()) -> None:
        """Throw the dice in the tray anew; for each face in `keep` one die that shows it stays as it lies."""
        ...

    def lay_card(
        self, deck: str, code: str, *, beside: bool = False, turned: bool = False, fanned: bool = False
    ) -> None:
        """Lay a drawn card into the tray, in the place of those that lie there; an empty code takes them away.

        With `beside` it lies beside them, `fanned` each lies partly over the one before; a `turned` card lies
        upside down.

        Raises:
            CompanionError: no such card is drawn, or there is no room for it.
        """
        ...

    def laid(self) -> tuple[tuple[str, str], ...]:
        """Deck and code of each drawn card that lies in the tray, in the order in which they were laid."""
        ...

    def hand(self, there: bool) -> None:
        """Reach into the camera's sight with a hand, or take it away."""
        ...

    def lamps(self) -> Mapping[str, float]:
        """The brightness 0-1 of every light by name, read from its pin."""
        ...
