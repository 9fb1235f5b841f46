"""Checks of what is around the program: the clock, the network, the service."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address
from itertools import pairwise

from companion.doctor.finding import Finding
from companion.doctor.machine import Machine, settings_of
from companion.words import say

UNIT = "table-companion.service"
AVAHI_NAME = ("org.freedesktop.Avahi", "/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn")
"""What `busctl call` asks avahi-daemon for: the name under which it announces this computer."""
BUILT = datetime(2026, 11, 1, tzinfo=UTC)
"""When this version was made; a clock that is earlier is wrong."""


LOOK = say("See why with: journalctl -u table-companion -e; start it with: sudo systemctl restart table-companion")


def clock(machine: Machine) -> Iterator[Finding]:
    """Whether the clock is right; a Pi has none that runs while it is switched off."""
    now = machine.now()
    told = f"{now:%Y-%m-%d %H:%M} UTC"
    cause = say("A Pi has no clock of its own: it asks the network after each start.")
    fix = say("Connect it to the network once, or type: sudo timedatectl set-time '2026-12-31 20:00'")
    synchronised = machine.run("timedatectl", "show", "-p", "NTPSynchronized", "--value").out.strip()
    if now < BUILT:
        sentence = say("The clock is wrong: it shows {day}.", day=f"{now:%Y-%m-%d}")
        yield Finding("clock", "warning", sentence, cause, fix, told)
    elif synchronised == "no":
        yield Finding("clock", "note", say("The clock has not been set by the network yet."), cause, fix, told)
    else:
        yield Finding(
            "clock", "ok", say("The clock is plausible."), detail=f"{told}, synchronised: {synchronised or '?'}"
        )


def network(machine: Machine) -> Iterator[Finding]:
    """Under which addresses and names a tablet finds this machine."""
    port = settings_of(machine).web.port
    addresses = _addresses(machine)
    if not addresses:
        yield Finding(
            "network",
            "warning",
            say("This computer is in no network."),
            say("No cable is plugged in, or the wireless network is not set up."),
            say(
                "Set the network up with sudo raspi-config, or plug in a cable. The table button works without it."
            ),
        )
        return
    shown = [f"http://[{one}]:{port}/" if ":" in one else f"http://{one}:{port}/" for one in addresses]
    yield Finding(
        "network", "ok", say("Tablets find the table at {address}", address=shown[0]), detail=" ".join(shown)
    )
    yield _name(machine, port)


def broker(machine: Machine) -> Iterator[Finding]:
    """Whether the club's broker, if there is one, lets the table in: a child process connects once."""
    mqtt = settings_of(machine).mqtt
    if not mqtt.host:
        yield Finding("broker", "note", say("No club's broker is set: the table tells nobody what is played."))
        return
    ran = machine.run(str(machine.python), "-m", "companion.mqtt.trial", str(machine.state), timeout=30.0)
    if ran.status != 0:
        told = ran.err.strip().splitlines()[-1] if ran.err.strip() else "-"
        fix = say("Look at the settings of [mqtt], or clear mqtt.host to do without.")
        yield Finding(
            "broker", "fault", say("The broker cannot be used: {what}", what=told), fix=fix, detail=ran.err
        )
    elif mqtt.user and not mqtt.tls:
        cause = say("Name and password pass through the network for everybody to read.")
        fix = say("Set mqtt.tls=true if the broker can do it.")
        yield Finding("broker", "warning", say("The way to the broker is open."), cause, fix, mqtt.host)
    else:
        yield Finding("broker", "ok", say("The broker lets the table in."), detail=mqtt.host)


def service(machine: Machine) -> Iterator[Finding]:
    """Whether the service is installed and runs."""
    told = machine.run("systemctl", "show", UNIT, "-p", "LoadState,ActiveState,SubState,Result,NRestarts").out
    state = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
    detail = " ".join(f"{name}={value}" for name, value in state.items())
    if state.get("LoadState") != "loaded":
        yield Finding(
            "service",
            "note",
            say("The companion is not installed as a service."),
            fix=say("To have it start with the computer, type: sudo systemd/install.sh"),
            detail=detail,
        )
    elif state.get("ActiveState") == "active" and state.get("NRestarts", "0") in ("", "0"):
        yield Finding("service", "ok", say("The service runs."), detail=detail)
    elif state.get("ActiveState") == "active":
        sentence = say("The service runs, and was started anew {count} times.", count=state["NRestarts"])
        yield Finding("service", "warning", sentence, say("It has ended with an error."), LOOK, detail)
    else:
        sentence = say("The service does not run ({state}).", state=state.get("ActiveState", "?"))
        yield Finding("service", "fault", sentence, say("It ended with an error, or was stopped."), LOOK, detail)


def _name(machine: Machine, port: int) -> Finding:
    name = (machine.read("/etc/hostname") or "localhost").strip().partition(".")[0]
    if machine.run("systemctl", "is-active", "avahi-daemon").out.strip() == "active":
        told = machine.run("busctl", "call", *AVAHI_NAME).out.strip().removeprefix("s ").strip('"')
        if told and told.lower() != f"{name.lower()}.local":
            return _renamed(name, told)
        sentence = say("Most tablets also find it at {address}", address=f"http://{name}.local:{port}/")
        return Finding(
            "network", "ok", sentence, fix=say("Some Android tablets do not: use the address in digits there.")
        )
    return Finding(
        "network",
        "note",
        say("The name {name} cannot be found in the network.", name=f"{name}.local"),
        say("The service avahi-daemon does not run."),
        say("Type: sudo apt install avahi-daemon; sudo systemctl start avahi-daemon. The digits work without it."),
    )


def _renamed(name: str, told: str) -> Finding:
    """Two computers of one name, such as two that were set up alike."""
    return Finding(
        "network",
        "warning",
        say(
            "Another computer in the network is called {name} too; this one is found as {told}.",
            name=name,
            told=told,
        ),
        say("Which of them has the name can change with each start."),
        say("Give each a name of its own: sudo raspi-config, System Options, Hostname. Then start it anew."),
    )


def _addresses(machine: Machine) -> list[str]:
    """The addresses under which others reach this machine, as the kernel lists them; those of version 4 first.

    `ip` is not asked: under the service's restrictions it ends without a word.
    """
    trie = (machine.read("/proc/net/fib_trie") or "").splitlines()
    four = [line.split()[-1] for line, kind in pairwise(trie) if kind.split() == ["/32", "host", "LOCAL"]]
    six = [
        IPv6Address(int(line.split()[0], 16)) for line in (machine.read("/proc/net/if_inet6") or "").splitlines()
    ]
    found: list[IPv4Address | IPv6Address] = [*(IPv4Address(one) for one in four), *six]
    return [str(one) for one in dict.fromkeys(found) if not (one.is_loopback or one.is_link_local)]
