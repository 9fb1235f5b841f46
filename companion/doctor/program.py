"""Checks of the program: its versions, its environment, and the parts that it is made of."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import companion
from companion.config import SETTINGS, parse_settings
from companion.doctor.finding import Finding, no_memory
from companion.doctor.machine import Machine, Ran, is_pi, spare_memory
from companion.errors import SettingsError
from companion.words import Sentence, say

PARTS = ("numpy", "cv2", "onnxruntime", "PIL", "flask", "waitress", "msgspec", "gpiozero")
PI_PARTS = ("lgpio", "libcamera", "picamera2")
"""Modules that the companion is made of; those that a Pi gets from apt."""

NEEDED = 150_000_000
"""Bytes of memory for loading all program parts once more; measured: 85 MB without picamera2."""

IMPORTS = """
import importlib, sys
for name in sys.argv[1:]:
    print("try", name, flush=True)
    try:
        module = importlib.import_module(name)
    except BaseException as error:
        print("lacks", name, type(error).__name__, str(error).replace("\\n", " "), flush=True)
    else:
        print("has", name, getattr(module, "__file__", None) or "built in", flush=True)
"""
"""A program that imports the modules that it is given, one after the other, and tells how far it came."""

AGAIN = say("Run the installation again: sudo systemd/install.sh")
SYSTEM_PARTS = say(
    "Type: sudo apt install --no-install-recommends python3-picamera2 python3-lgpio, then: sudo systemd/install.sh"
)


@dataclass(frozen=True)
class Imported:
    """What came of the imports: file by module, error by module, and the module at which the program died."""

    files: Mapping[str, str]
    errors: Mapping[str, str]
    died_at: str = ""


def versions(machine: Machine) -> Iterator[Finding]:
    """Which companion runs on what."""
    system = _value(machine.read("/etc/os-release") or "", "PRETTY_NAME") or "unknown system"
    board = machine.read("/proc/device-tree/model") or machine.run("uname", "-m").out.strip()
    python = machine.run(str(machine.python), "--version").out.strip()
    kernel = (machine.read("/proc/sys/kernel/osrelease") or "").strip()
    yield Finding(
        "versions",
        "note",
        say("Companion {version} on {board}.", version=companion.__version__, board=board),
        detail=f"{python}, {system}, Linux {kernel}",
    )


def environment(machine: Machine) -> Iterator[Finding]:
    """Whether the companion has an environment of its own, and sees apt's parts on a Pi."""
    prefix = machine.python.parent.parent
    config = machine.read(f"{prefix}/pyvenv.cfg")
    if config is None:
        yield Finding(
            "environment",
            "warning",
            say("The companion does not run in an environment of its own."),
            say("Other programs' parts may not fit to its own."),
            say("Start it with ./start, or install it with systemd/install.sh."),
            f"there is no {prefix}/pyvenv.cfg",
        )
    elif is_pi(machine) and _value(config, "include-system-site-packages") != "true":
        yield Finding(
            "environment",
            "fault",
            say("The companion cannot see the camera's program parts."),
            say("Its environment was made without --system-site-packages; on a Pi these parts come from apt."),
            AGAIN,
            f"in {prefix}/pyvenv.cfg",
        )
    else:
        yield Finding("environment", "ok", say("The program has its own environment."), detail=str(prefix))


def processor(machine: Machine) -> Iterator[Finding]:
    """Whether the system is a 64-bit one: there are no program parts for others."""
    kind = machine.run("uname", "-m").out.strip()
    word = machine.run(str(machine.python), "-c", "import struct; print(8 * struct.calcsize('P'))").out.strip()
    if kind in ("x86_64", "aarch64") and word == "64":
        yield Finding("processor", "ok", say("The system is a 64-bit one."), detail=kind)
    else:
        yield Finding(
            "processor",
            "fault",
            say("This is no 64-bit system."),
            say("The eye's program parts are made for 64-bit systems only."),
            say("Write Raspberry Pi OS (64-bit) on the card."),
            f"{kind}, Python with {word or '?'} bits",
        )


def settings(machine: Machine) -> Iterator[Finding]:
    """Whether the settings file can be used."""
    path = f"{machine.state}/{SETTINGS}"
    try:
        parse_settings(machine.read(path) or "", path)
    except SettingsError as error:
        yield Finding("settings", "fault", error.sentence, fix=error.advice, detail=error.detail)
    else:
        yield Finding("settings", "ok", say("The settings can be used."), detail=path)


def parts(machine: Machine) -> Iterator[Finding]:
    """Whether every program part can be loaded; they are tried in a program of their own, which may die of it."""
    if spare_memory(machine) < NEEDED:
        yield no_memory("parts", say("The program parts were not tried."))
        return
    wanted = PARTS + (PI_PARTS if is_pi(machine) else ())
    ran = machine.run(str(machine.python), "-c", IMPORTS, *wanted, timeout=120.0)
    imported = read_imports(ran.out)
    for name, error in imported.errors.items():
        yield _missing(name, error)
    if ran.status != 0:
        yield _died(imported.died_at, ran)
    if imported.files.get("lgpio", "").startswith(f"{machine.python.parent.parent}/"):
        yield Finding(
            "parts",
            "fault",
            say("The pins' program part is the wrong one."),
            say("pip's lgpio takes the place of apt's; an old version of it does nothing at all."),
            say("Type: {python} -m pip uninstall lgpio", python=str(machine.python)),
            imported.files["lgpio"],
        )
    if ran.status == 0 and not imported.errors:
        yield Finding("parts", "ok", say("All program parts can be loaded."), detail=", ".join(wanted))


def read_imports(text: str) -> Imported:
    """What the program `IMPORTS` has told."""
    files, errors, tried = dict[str, str](), dict[str, str](), ""
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        name, _, told = rest.partition(" ")
        if word == "try":
            tried = name
        elif word == "has":
            files[name], tried = told, ""
        elif word == "lacks":
            errors[name], tried = told, ""
    return Imported(files, errors, tried)


def how_it_died(ran: Ran) -> Sentence:
    """Why a program ended that should have gone on."""
    if ran.late:
        return say("It does not come to an end.")
    if ran.status == -signal.SIGILL:
        return say("This version uses an instruction that this processor does not have.")
    if ran.status == -signal.SIGKILL:
        return say("The system stopped it, probably because the memory was full.")
    if ran.status is not None and ran.status < 0:
        return say("It crashes ({signal}).", signal=signal.Signals(-ran.status).name)
    return say("It cannot be started.")


def _missing(name: str, error: str) -> Finding:
    if "dtype size changed" in error:
        cause = say("A part from apt and a part from pip were made for different versions of numpy.")
        return Finding("parts", "fault", _not_loaded(name), cause, AGAIN, error)
    cause = say("It is not installed, or an update of the system has changed it.")
    return Finding("parts", "fault", _not_loaded(name), cause, SYSTEM_PARTS if name in PI_PARTS else AGAIN, error)


def _died(name: str, ran: Ran) -> Finding:
    return Finding(
        "parts",
        "fault",
        _not_loaded(name or "Python"),
        how_it_died(ran),
        AGAIN,
        f"status {ran.status}: {ran.err.strip()[-200:]}",
    )


def _not_loaded(name: str) -> Sentence:
    return say("The program part {name} cannot be loaded.", name=name)


def _value(text: str, name: str) -> str:
    """The value of `name` in lines of `name = value`, with or without quotes."""
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key.strip() == name:
            return value.strip().strip('"')
    return ""
