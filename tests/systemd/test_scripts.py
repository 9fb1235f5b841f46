"""The installation's scripts, where a folder can stand for a system; CONTRIBUTING tells how to try them whole."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

FOLDER = Path(__file__).parents[2] / "systemd"
SCRIPTS = [*sorted(FOLDER.glob("*.sh")), FOLDER / "table-companion"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_shell_can_read_it(script: Path) -> None:
    subprocess.run(["sh", "-n", str(script)], check=True)


@pytest.mark.parametrize("name", ["install.sh", "return.sh", "uninstall.sh", "table-companion"])
def test_it_can_be_run(name: str) -> None:
    assert os.access(FOLDER / name, os.X_OK)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_finds_no_fault() -> None:
    """Not counted: words that are split on purpose, and a function that environment.sh brings too."""
    command = ["shellcheck", "-x", "-P", str(FOLDER), "-e", "SC2086,SC2218", *map(str, SCRIPTS)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


class System:
    """A folder with the places of a system, and a `runuser` that only notes what it was asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = folder / "opt with space"
        bin_ = folder / "bin"
        bin_.mkdir()
        (bin_ / "runuser").write_text(f'#!/bin/sh\necho "$@" >> "{folder}/asked"\n')
        (bin_ / "runuser").chmod(0o755)
        self._path = f"{bin_}:{os.environ['PATH']}"

    def version(self, name: str) -> Path:
        """An installed version with its units."""
        made = self.place / "versions" / name
        shutil.copytree(FOLDER, made / "systemd", ignore=shutil.ignore_patterns("__pycache__"))
        return made

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """A piece of shell after common.sh, with the places in this folder; nothing here is run by systemd."""
        places = "; ".join(
            f"{name}='{self.folder}/{where}'"
            for name, where in {
                "place": "opt with space",
                "state": "state",
                "units": "units",
                "avahi": "avahi/table.service",
                "shortcut": "bin/table-companion",
            }.items()
        )
        text = f"set -eu; . '{FOLDER}/common.sh'; {places}; systemd_runs() {{ false; }}; {script}"
        environ = {**os.environ, "PATH": self._path}
        return subprocess.run(["sh", "-c", text], capture_output=True, text=True, check=False, env=environ)

    @property
    def asked(self) -> str:
        """What was asked of `runuser`."""
        return (self.folder / "asked").read_text() if (self.folder / "asked").exists() else ""


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_one_step_back_takes_the_version_before_and_its_journal(system: System) -> None:
    old, new = system.version("1"), system.version("2")
    run = system.run(f"point previous '{old}'; point current '{new}'; go_back")
    assert run.returncode == 0, run.stderr
    assert (system.place / "current").resolve() == old
    assert not (system.place / "previous").exists()
    assert f"{old}/.venv/bin/companion backup --fit" in system.asked
    assert new.exists(), "nothing is thrown away"


def test_without_a_version_before_nothing_changes(system: System) -> None:
    only = system.version("1")
    run = system.run(f"point current '{only}'; go_back")
    assert run.returncode == 1
    assert "no version before" in run.stderr
    assert (system.place / "current").resolve() == only
    assert system.asked == ""


def test_the_units_are_put_in_place_and_again(system: System) -> None:
    version = system.version("1")
    for _ in range(2):
        assert system.run(f"install_units '{version}'").returncode == 0
    units = system.folder / "units"
    assert (units / "table-companion.service").read_text() == (FOLDER / "table-companion.service").read_text()
    assert (units / "multi-user.target.wants" / "table-companion.service").exists()
    assert os.access(system.folder / "bin" / "table-companion", os.X_OK)


@pytest.mark.parametrize(
    ("told", "there"), [("systemd 252 (252.39)", False), ("systemd 257 (257.13)", True), ("", False)]
)
def test_the_longer_waiting_is_for_a_systemd_that_knows_it(system: System, told: str, there: bool) -> None:
    version = system.version("1")
    system.run(f"systemctl() {{ echo '{told}'; }}; install_units '{version}'")
    assert (system.folder / "units" / "table-companion.service.d" / "backoff.conf").exists() == there


class Table(BaseHTTPRequestHandler):
    """A table that answers."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/view.json" else 404)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Table)
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_the_installed_table_is_asked_where_its_settings_say(port: int, host: str) -> None:
    command = [sys.executable, str(FOLDER / "ask.py"), f'[web]\nhost = "{host}"\nport = {port}\n']
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert (run.returncode, f"127.0.0.1:{port}" in run.stderr) == (0, True)


def test_a_simulated_table_is_started_asked_and_ended() -> None:
    command = [sys.executable, str(FOLDER / "try_start.py")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, cwd=FOLDER.parent)
    assert run.returncode == 0, run.stderr
    assert "'home'" in run.stdout
