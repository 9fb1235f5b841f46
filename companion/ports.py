"""The sockets that the core owns: what it needs of a camera, buttons and lights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

from companion.state.view import View
from companion.vision.frame import Frame


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


class Buttons(Protocol):
    """The table's buttons; callbacks run on a thread of their own and must return at once."""

    def listen(self, pressed: Callable[[], None], held: Callable[[], None]) -> None:
        """Call `pressed` on each short press and `held` once on each long one, from now on."""
        ...

    def close(self) -> None:
        """Let go of the pins."""
        ...


class Lights(Protocol):
    """The table's lights; their whole state derives from the View alone, so that none can stick."""

    def show(self, view: View) -> None:
        """Show `view`; returns at once."""
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

    def hand(self, there: bool) -> None:
        """Reach into the camera's sight with a hand, or take it away."""
        ...

    def lamps(self) -> Mapping[str, float]:
        """The brightness 0-1 of every light by name, read from its pin."""
        ...
