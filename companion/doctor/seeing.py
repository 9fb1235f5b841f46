"""Checks of the eye: the models, by reading a drawn die, and the camera."""

from __future__ import annotations

import json
from collections.abc import Iterator

from companion.doctor.board import join
from companion.doctor.finding import Finding, no_memory
from companion.doctor.machine import Machine, is_pi, settings_of, spare_memory
from companion.doctor.program import AGAIN, how_it_died
from companion.doctor.trial import SHOWN
from companion.words import Sentence, say

CAMERAS = (
    "from picamera2 import Picamera2; print(*(one.get('Model', '?') for one in Picamera2.global_camera_info()))"
)
"""A program that prints the names of the cameras on the ribbon cable."""

NO_CAMERA = say("No camera is found on the ribbon cable.")
CABLE = say("The cable is not pressed home at both ends, or it is the wrong way round.")
NEEDED = 250_000_000
"""Bytes of memory for a second eye; measured: 156 MB."""

SLOW = 2000.0
"""Milliseconds for one picture from which on a table feels slow; a look takes three pictures."""


def models(machine: Machine) -> Iterator[Finding]:
    """Whether the networks are those of their cards and work here: a child process reads a drawn die."""
    if spare_memory(machine) < NEEDED:
        yield no_memory("models", say("The eye was not tried."))
        return
    trial = ("-m", "companion.doctor.trial", str(machine.models), str(machine.state))
    ran = machine.run(str(machine.python), *trial, timeout=120.0)
    if ran.status == 1 and ran.err.strip():
        told = ran.err.strip().splitlines()[-1]
        yield Finding(
            "models", "fault", say("The eye cannot be used: {what}", what=told), fix=AGAIN, detail=ran.err
        )
    elif ran.status != 0:
        yield Finding(
            "models", "fault", say("The eye does not work."), how_it_died(ran), AGAIN, ran.err.strip()[-300:]
        )
    else:
        yield _read(ran.out)


def _read(out: str) -> Finding:
    try:
        seen = json.loads(out.strip().splitlines()[-1])
        faces, ms = list(seen["faces"]), float(seen["ms"])
    except (IndexError, ValueError, KeyError, TypeError):
        return Finding("models", "fault", say("The eye does not work."), fix=AGAIN, detail=out[-300:])
    told = f"read {faces} in {ms:.0f} ms"
    if faces != [SHOWN]:
        cause = say("It read {faces} where a {shown} was drawn.", faces=", ".join(faces) or "-", shown=SHOWN)
        return Finding("models", "fault", say("The eye reads wrongly."), cause, AGAIN, told)
    if ms > SLOW:
        cause = say("The computer is busy, hot, or an old one.")
        return Finding("models", "warning", say("The eye is slow."), cause, say("Close other programs."), told)
    return Finding("models", "ok", say("The eye reads a drawn die."), detail=told)


def camera(machine: Machine) -> Iterator[Finding]:
    """Whether the camera that the settings name is there, may be used, and is not held by another program."""
    source = settings_of(machine).camera.source
    if source == "none":
        yield Finding("camera", "note", say("No camera is set: rolls are entered by hand."))
    elif source.startswith("usb:"):
        yield from _device(machine, f"/dev/video{source.partition(':')[2]}")
    elif source.startswith("folder:"):
        yield _folder(machine, source.partition(":")[2])
    elif not is_pi(machine):
        yield Finding(
            "camera",
            "note",
            say("This is no Raspberry Pi: it has no ribbon cable for a camera."),
            fix=say("For a camera on the USB port type: companion settings camera.source=usb:0"),
        )
    else:
        yield from _ribbon(machine)


def _ribbon(machine: Machine) -> Iterator[Finding]:
    ran = machine.run(str(machine.python), "-c", CAMERAS, timeout=30.0)
    devices = machine.find("/dev/media*") + machine.find("/dev/video*")
    holders = machine.holders(*devices)
    found = ran.out.strip()
    if holders:
        yield _held(holders)
    if ran.late:
        yield Finding("camera", "fault", say("The camera does not answer."), fix=say("Switch off and on again."))
    elif ran.status != 0:
        yield Finding(
            "camera", "fault", say("The camera's program parts do not work."), fix=AGAIN, detail=ran.err[-300:]
        )
    elif not found:
        yield Finding(
            "camera", "fault", NO_CAMERA, CABLE, say("Switch off, then press the cable home at both ends.")
        )
    elif not holders:
        yield Finding("camera", "ok", say("The camera is there."), detail=found)


def _device(machine: Machine, path: str) -> Iterator[Finding]:
    if path not in machine.find("/dev/video*"):
        cause, fix = (
            say("It is not plugged in, or has another number."),
            say("Plug it in, or set camera.source anew."),
        )
        yield Finding("camera", "fault", say("There is no camera {path}.", path=path), cause, fix)
    elif machine.run("test", "-r", path, "-a", "-w", path).status != 0:
        yield Finding("camera", "fault", say("The camera may not be used."), fix=join("video"), detail=path)
    elif holders := machine.holders(path):
        yield _held(holders)
    else:
        yield Finding("camera", "ok", say("The camera is there."), detail=path)


def _folder(machine: Machine, folder: str) -> Finding:
    pictures = machine.find(f"{folder}/*")
    sentence = say("Pictures from a folder take the camera's place.")
    return Finding(
        "camera", "note" if pictures else "fault", sentence, detail=f"{len(pictures)} files in {folder!r}"
    )


def _held(holders: tuple[str, ...]) -> Finding:
    names = ", ".join(holders)
    ours = all(name.startswith("companion ") for name in holders)
    sentence: Sentence = say("The camera is held by: {names}.", names=names)
    if ours:
        return Finding("camera", "ok", sentence, detail="a running companion holds its camera")
    return Finding(
        "camera",
        "fault",
        sentence,
        say("Only one program at a time can use the camera."),
        say("Close that program; the companion tries again by itself."),
    )
