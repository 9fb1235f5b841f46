"""The buttons and lights on the kernel's simulated pins (gpio-sim), through the real lgpio: a slow check by hand.

`sudo python -m tests.hardware.gpio_sim` on a Pi, or in a virtual machine whose kernel has the module gpio-sim;
needs python3-lgpio. gpiozero wants to know a Pi's revision: in a virtual machine, first bind a copy of
/proc/cpuinfo with a last line `Revision : c03115` over it. It prints what it finds, and ends with 1 when something
is not as it should be.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.state.view import View
from hardware.buttons import TableButtons
from hardware.lights import TableLights
from hardware.pins import Pins, load_pins

DEVICE = Path("/sys/kernel/config/gpio-sim/table-companion")
CHATTER = 0.001  # seconds
HOLD_ONE = (
    "import lgpio, time; lgpio.gpio_claim_output(lgpio.gpiochip_open({chip}), {pin}); print(1, flush=True); {wait}"
)


class SimulatedChip:
    """A gpiochip of 54 lines whose inputs are pulled and whose outputs are read through sysfs."""

    def __init__(self) -> None:
        bank = DEVICE / "bank0"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text("54")
        (DEVICE / "live").write_text("1")
        self.name = (bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / (DEVICE / "dev_name").read_text().strip() / self.name

    @property
    def number(self) -> int:
        """The N of /dev/gpiochipN."""
        return int(self.name.removeprefix("gpiochip"))

    def pull(self, pin: int, up: bool) -> None:
        """Pull an input up or down."""
        (self._lines / f"sim_gpio{pin}" / "pull").write_text("pull-up" if up else "pull-down")

    def level(self, pin: int) -> int:
        """The level of a line, 0 or 1."""
        return int((self._lines / f"sim_gpio{pin}" / "value").read_text())

    def remove(self) -> None:
        """Take the chip away again."""
        (DEVICE / "live").write_text("0")
        (DEVICE / "bank0").rmdir()
        DEVICE.rmdir()


def until(happens: Callable[[], bool], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not happens() and time.monotonic() < end:
        time.sleep(0.002)


def press(chip: SimulatedChip, pin: int, seconds: float, bounces: int) -> None:
    for up in [False, True] * bounces:
        chip.pull(pin, up)
        time.sleep(CHATTER)
    chip.pull(pin, False)
    time.sleep(seconds)
    for up in [True, False] * bounces:
        chip.pull(pin, up)
        time.sleep(CHATTER)
    chip.pull(pin, True)


def presses(chip: SimulatedChip, pins: Pins, factory: Any, bounces: int, times: int = 20) -> bool:
    heard: list[float] = []
    held: list[float] = []
    buttons = TableButtons(pins, factory, debounce=0.15)
    buttons.listen(lambda: heard.append(time.monotonic()), lambda: held.append(time.monotonic()))
    late = []
    for count in range(1, times + 1):
        press(chip, pins.table, 0.3, bounces)
        let_go = time.monotonic()
        until(lambda count=count: len(heard) >= count)  # type: ignore[misc]  # a default, not an argument
        late.append(time.monotonic() - let_go)
        time.sleep(0.3)
    buttons.close()
    print(f"{times} presses with {bounces} bounces: {len(heard)} short, {len(held)} long,", end=" ")
    print(f"known {sorted(late)[times // 2] * 1000:.0f} ms after the release (median; 150 of them are waited)")
    return len(heard) == times and not held


def hold(chip: SimulatedChip, pins: Pins, factory: Any, lights: TableLights) -> bool:
    heard: list[str] = []
    buttons = TableButtons(pins, factory, lights.fill)
    buttons.listen(lambda: heard.append("pressed"), lambda: heard.append("held"))
    chip.pull(pins.table, False)
    until(lambda: bool(heard))
    time.sleep(2.5)
    bar = [chip.level(pin) for pin in pins.theft]
    chip.pull(pins.table, True)
    time.sleep(0.6)
    dark = [chip.level(pin) for pin in pins.theft]
    buttons.close()
    print(f"a hold of 3.5 s: {heard}, theft bar meanwhile {bar}, afterwards {dark}")
    return heard == ["held"] and all(bar) and not any(dark)


def seats(chip: SimulatedChip, pins: Pins, lights: TableLights) -> bool:
    shown = []
    for seat in range(len(pins.seats)):
        lights.show(View(seat, "proposal", active=seat))
        time.sleep(0.3)
        shown.append([place for place, pin in enumerate(pins.seats) if chip.level(pin)])
    print(f"seat lights one after another, the third pin held by another process: {shown}")
    return shown == [[0], [1], [], [3], [4], [5]]


def main() -> int:
    """The exit status: 0 when all is as it should be."""
    from gpiozero.pins.lgpio import LGPIOFactory

    pins = load_pins()
    chip = SimulatedChip()
    code = HOLD_ONE.format(chip=chip.number, pin=pins.seats[2], wait="time.sleep(3600)")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        factory = LGPIOFactory(chip=chip.number)
        lights = TableLights(pins, factory)
        print("faults:", [str(fault) for fault in lights.faults])
        good = [
            presses(chip, pins, factory, 0),
            presses(chip, pins, factory, 6),
            hold(chip, pins, factory, lights),
            seats(chip, pins, lights),
            ["busy" in fault.detail for fault in lights.faults] == [True],
        ]
        lights.close()
        factory.close()
        other.kill()
    chip.remove()
    print("all as it should be" if all(good) else f"NOT as it should be: {good}")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
