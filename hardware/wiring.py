"""The wiring diagram of a list of pins, as SVG: `python -m hardware.wiring [own.toml] > wiring.svg`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from hardware.pins import SHIPPED, Pins, load_pins

SUPPLY = 3.3  # volts of a pin that is on
PIN_LIMIT = 16.0  # mA that one pin may give (the makers' notes on the GPIO pads)
HEADER_LIMIT = 50.0  # mA for all pins together, the cautious figure that is given for every board
LEDS = {"red, yellow, green": (470, 1.8), "blue, white": (150, 2.8)}
"""By colour: the resistor in ohms, and the least forward voltage of such LEDs: with it most current flows."""
BUTTON_OHMS = 1000  # beside the Pi's own pull-up of about 50 kilohms: a short circuit does no harm

ROW = 26  # drawing units from one row of the header to the next
TOP = 96
LEFT, RIGHT = 430, 470  # of the two columns of pins
WIDE, HIGH = 900, TOP + 20 * ROW + 40
_GROUND = "GND"


def current(ohms: float, forward: float) -> float:
    """The current in mA through an LED with `forward` volts and its resistor, at a pin that is on (Ohm's law)."""
    return (SUPPLY - forward) / ohms * 1000


def most_current(lamps: int) -> float:
    """The current in mA when so many LEDs burn, each of the colour that takes most."""
    return lamps * max(current(ohms, forward) for ohms, forward in LEDS.values())


def header() -> dict[int, str]:
    """What is at each position, 1 to 40, of the header: `GPIO17`, `GND`, `3V3`, `5V`."""
    from gpiozero.pins.pi import PiBoardInfo

    board = PiBoardInfo.from_revision(0xC03111)  # a Pi 4; the header has been the same since the B+
    return {position: pin.name for position, pin in board.headers["J8"].pins.items()}


def positions(pins: Pins) -> dict[str, int]:
    """The header's position of each button and light by name."""
    places = {name: position for position, name in header().items()}
    return {name: places[f"GPIO{number}"] for name, number in (pins.buttons | pins.lamps).items()}


def draw(pins: Pins) -> str:
    """The diagram as an SVG document."""
    return "\n".join([*_head(len(pins.lamps)), *_rows(pins), "</svg>", ""])


def _head(lamps: int) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-labelledby="t d">'
    yield '<title id="t">Wiring of the table</title>'
    yield '<desc id="d">The 40-pin header, position 1 at the top left, with what hangs on each pin.</desc>'
    yield (
        "<style>text{font:13px sans-serif;fill:#1d2733}.s{font-size:11px;fill:#5a6675}.h{font-size:18px}"
        ".w{stroke:#1d2733;stroke-width:1.6;fill:none}.f{fill:#1d2733}.p{font-size:9px;text-anchor:middle}</style>"
    )
    yield f'<rect width="{WIDE}" height="{HIGH}" fill="#fbfaf6"/>'
    yield _text(WIDE / 2, 30, "Raspberry Pi header, seen from above", 'class="h" text-anchor="middle"')
    yield _text(WIDE / 2, 52, _sums(lamps), 'class="s" text-anchor="middle"')
    yield _text(
        WIDE / 2, 72, "position 1 is the corner pin beside the card slot", 'class="s" text-anchor="middle"'
    )
    yield f'<rect x="{LEFT - 16}" y="{TOP - 16}" width="72" height="{20 * ROW + 6}" rx="6" fill="#2f3b48"/>'


def _sums(lamps: int) -> str:
    parts = [f"{colour}: {ohms} Ω, {current(ohms, volts):.1f} mA" for colour, (ohms, volts) in LEDS.items()]
    return f"{'; '.join(parts)} at most; all {lamps} together {most_current(lamps):.0f} of {HEADER_LIMIT:.0f} mA"


def _rows(pins: Pins) -> Iterator[str]:
    names = {position: name for name, position in positions(pins).items()}
    for position, function in header().items():
        yield from _pin(position, function, used=position in names)
        if position in names:
            yield from _part(position, names[position], button=names[position] in pins.buttons)
        elif function == _GROUND:
            yield from _ground(position)


def _pin(position: int, function: str, *, used: bool) -> Iterator[str]:
    x, y, side = _place(position)
    fill = "#f2b134" if used else "#8fa3b5" if function == _GROUND else "#c3ccd4"
    yield f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}"/>'
    yield _text(x, y + 3, str(position), 'class="p"')
    if not used and function != _GROUND:
        yield _text(x + 24 * side, y + 4, function, f'class="s" text-anchor="{_anchor(side)}"')


def _part(position: int, name: str, *, button: bool) -> Iterator[str]:
    """A wire from the pin through its resistor and the button or LED to ground, with its names."""
    x, y, side = _place(position)
    yield _line(x + 9 * side, y, x + 120 * side, y)
    yield _text(x + 66 * side, y - 4, header()[position], 'class="s" text-anchor="middle"')
    yield f'<rect x="{min(x + 120 * side, x + 156 * side)}" y="{y - 5}" width="36" height="10" class="w"/>'
    yield _line(x + 156 * side, y, x + 182 * side, y)
    yield from (_switch if button else _led)(x + 182 * side, y, side)
    yield _line(x + 206 * side, y, x + 232 * side, y)
    yield from _earth(x + 232 * side, y)
    yield _text(x + 250 * side, y + 4, _named(name, button=button), f'text-anchor="{_anchor(side)}"')


def _switch(x: float, y: float, side: int) -> Iterator[str]:
    for contact in (x + 2 * side, x + 22 * side):
        yield f'<circle cx="{contact}" cy="{y}" r="2" class="f"/>'
    yield _line(x + 2 * side, y - 8, x + 22 * side, y - 8)
    yield _line(x + 12 * side, y - 8, x + 12 * side, y - 13)


def _led(x: float, y: float, side: int) -> Iterator[str]:
    tip = x + 18 * side
    yield f'<path d="M{x} {y - 7}V{y + 7}L{tip} {y}Z" class="f"/>'
    yield _line(tip, y - 7, tip, y + 7)
    yield _line(tip, y, x + 24 * side, y)


def _ground(position: int) -> Iterator[str]:
    x, y, side = _place(position)
    yield _line(x + 9 * side, y, x + 30 * side, y)
    yield from _earth(x + 30 * side, y)


def _earth(x: float, y: float) -> Iterator[str]:
    for step, half in enumerate((7, 4.5, 2)):
        yield _line(x - half, y + 3 * step, x + half, y + 3 * step)


def _named(name: str, *, button: bool) -> str:
    if button:
        return f"{name} button, {BUTTON_OHMS // 1000} kΩ"
    return name.replace("seat", "seat ").replace("theft", "theft ")


def _place(position: int) -> tuple[int, int, int]:
    """The drawing's x and y of a pin, and the side on which its part lies: -1 left, 1 right."""
    row, right = divmod(position - 1, 2)
    return (RIGHT if right else LEFT), TOP + row * ROW, 1 if right else -1


def _anchor(side: int) -> str:
    return "start" if side > 0 else "end"


def _text(x: float, y: float, text: str, attributes: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" {attributes}>{text}</text>'


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" class="w"/>'


if __name__ == "__main__":
    sys.stdout.write(draw(load_pins(Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED)))
