"""Checks of the Pi itself: power and heat, pins, and this user's rights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.doctor.finding import Finding
from companion.doctor.machine import Machine, is_pi
from companion.state.view import Service
from companion.words import Sentence, say

GROUPS = ("gpio", "video")
"""The groups whose members may use a Pi's pins and camera."""

HEADERS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The labels of the chips whose lines a Pi's header brings out: up to the Pi 3, the 4, the 5."""

HOT = 80.0
"""Degrees Celsius from which on a Pi makes itself slower (Raspberry Pi documentation, "Frequency management")."""

THERMAL = "/sys/class/thermal/thermal_zone0/temp"


@dataclass(frozen=True)
class Throttled:
    """The bits of `vcgencmd get_throttled`, as the Raspberry Pi documentation numbers them.

    `weak` and `hot` are so now, `was_weak` and `was_hot` have been so since the Pi was switched on.
    """

    weak: bool
    hot: bool
    was_weak: bool
    was_hot: bool

    @classmethod
    def parse(cls, text: str) -> Throttled | None:
        """What a line like `throttled=0x50005` says; None for another text."""
        name, _, value = text.strip().partition("=")
        try:
            bits = int(value, 16) if name == "throttled" else None
        except ValueError:
            return None
        return None if bits is None else cls(*(bool(bits & mask) for mask in (0x1, 0xA, 0x10000, 0xA0000)))


WEAK = say("The power supply is too weak.")
WEAK_CAUSE = say("The voltage falls below what the Pi needs; it may stop or damage its card.")
WEAK_FIX = say("Use the Pi's own power supply and a short, thick cable; unplug what it need not feed.")
HEAT = say("The computer is too hot.")
HEAT_CAUSE = say("It makes itself slower, so that readings take longer.")
HEAT_FIX = say("Give it air or a fan, and keep it out of the sun.")


def power_state(machine: Machine) -> Service:
    """Whether the Pi has enough power and is cool enough now; `ready` also where it cannot be told."""
    now = _throttled(machine)
    if now and now.weak:
        return Service("failed", WEAK, WEAK_FIX)
    if (now and now.hot) or _degrees(machine) >= HOT:
        return Service("failed", HEAT, HEAT_FIX)
    return Service("ready")


def power(machine: Machine) -> Iterator[Finding]:
    """Power and heat, now and since the Pi was switched on."""
    told = _throttled(machine)
    if told is None and is_pi(machine):
        yield Finding(
            "power",
            "note",
            say("It cannot be told whether the power supply is strong enough."),
            say("vcgencmd is missing, or this user may not use it."),
            say("Add this user to the group video, then log in again."),
        )
    if told and (told.weak or told.was_weak):
        sentence = WEAK if told.weak else say("The power supply has been too weak since the last start.")
        yield Finding("power", "fault" if told.weak else "warning", sentence, WEAK_CAUSE, WEAK_FIX)
    hot, was_hot = (told.hot, told.was_hot) if told else (False, False)
    if hot or was_hot or _degrees(machine) >= HOT:
        now = hot or _degrees(machine) >= HOT
        sentence = HEAT if now else say("The computer has been too hot since the last start.")
        yield Finding(
            "power", "warning", sentence, HEAT_CAUSE, HEAT_FIX, f"{_degrees(machine):.0f} degrees Celsius"
        )
    elif told and not (told.weak or told.was_weak):
        fine = say("Power supply and temperature are fine.")
        yield Finding("power", "ok", fine, detail=f"{_degrees(machine):.0f} °C")


def pins(machine: Machine) -> Iterator[Finding]:
    """Whether there is the chip of a Pi's header, and whether it may be opened."""
    if not is_pi(machine):
        yield Finding("pins", "note", say("This is no Raspberry Pi: it has no pins for buttons and lights."))
        return
    chips = machine.chips()
    header = next((chip for chip in chips if chip.label.startswith(HEADERS)), None)
    told = ", ".join(f"{chip.path}: {chip.label or chip.error}" for chip in chips)
    if header:
        yield Finding("pins", "ok", say("The pins can be used."), detail=f"{header.path}: {header.label}")
    elif any(chip.error for chip in chips):
        yield Finding("pins", "fault", say("The pins may not be used."), _not_in("gpio"), join("gpio"), told)
    else:
        yield Finding(
            "pins",
            "fault",
            say("The chip of the pins is not found."),
            say("The system is too old for this Pi, or was not made for it."),
            say("Update it: sudo apt update && sudo apt full-upgrade, then start it anew."),
            told or "there is no /dev/gpiochip*",
        )


def groups(machine: Machine) -> Iterator[Finding]:
    """Whether this user is in the groups that a Pi's devices belong to."""
    if not is_pi(machine):
        return
    mine = machine.run("id", "-Gn").out.split()
    lacking = [name for name in GROUPS if name not in mine and "root" not in mine]
    for name in lacking:
        yield Finding(
            "groups", "fault", say("This user lacks a right."), _not_in(name), join(name), " ".join(mine)
        )
    if not lacking:
        yield Finding("groups", "ok", say("This user may use pins and camera."), detail=" ".join(mine))


def join(group: str) -> Sentence:
    """How a user comes into a group."""
    return say(
        "Type: sudo usermod -aG {group} $USER, then log in again; the service: sudo systemd/install.sh",
        group=group,
    )


def _not_in(group: str) -> Sentence:
    return say("The user that runs the companion is not in the group {group}.", group=group)


def _throttled(machine: Machine) -> Throttled | None:
    return Throttled.parse(machine.run("vcgencmd", "get_throttled").out)


def _degrees(machine: Machine) -> float:
    """The processor's temperature in degrees Celsius; 0 where it is not known."""
    text = (machine.read(THERMAL) or "").strip()
    return int(text) / 1000 if text.lstrip("-").isdecimal() else 0.0
