"""The installation's scripts, where a folder can stand for a system; CONTRIBUTING tells how to try them whole."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "systemd"
SCRIPTS = [*sorted(FOLDER.glob("*.sh")), FOLDER / "table-companion"]
ROOMS = (".ci", "companion", "hardware", "models", "systemd", "tests", "web")
"""Folders with files of the project; not `.venv` and the like."""
SHELL = ("#!/bin/sh", "#!/bin/bash", "#!/usr/bin/env sh", "#!/usr/bin/env bash", "# shellcheck shell=")


def shell_scripts() -> list[Path]:
    """Every shell script of the project, by its first line."""
    top = [path for path in ROOT.iterdir() if path.is_file()]
    inner = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in ("", ".sh")]
    return sorted(path for path in (*top, *inner) if path.is_file() and first_line(path).startswith(SHELL))


def first_line(path: Path) -> str:
    with path.open("rb") as file:
        return file.readline(200).decode(errors="replace")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_the_shell_can_read_it(script: Path) -> None:
    subprocess.run(["sh", "-n", str(script)], check=True)


@pytest.mark.parametrize("name", ["install.sh", "return.sh", "uninstall.sh", "table-companion"])
def test_it_can_be_run(name: str) -> None:
    assert os.access(FOLDER / name, os.X_OK)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_shellcheck_finds_no_fault() -> None:
    scripts = shell_scripts()
    assert {"run", "check", "start", "environment.sh", "install.sh", "table-companion"} <= {
        path.name for path in scripts
    }
    command = ["shellcheck", "-x", "-P", str(FOLDER), "-P", str(ROOT), *map(str, scripts)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stdout


def test_all_that_the_program_is_made_of_is_installed() -> None:
    """A part that is built into the wheel and not copied by the installation would be missing on the Pi alone."""
    text = (FOLDER / "install.sh").read_text()
    function = text[text.index("program_files() {") : text.index("\n}\n") + 3]
    listed = subprocess.run(
        ["sh", "-euc", f"{function} program_files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (listed.returncode, listed.stderr) == (0, "")
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    rooms = {*wheel["packages"], *wheel["force-include"]}
    wanted = {
        str(path.relative_to(ROOT))
        for room in rooms
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert wanted <= set(listed.stdout.splitlines())


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
        places = f"{places}; user=$(id -un)"
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


UPDATE = (FOLDER / "install.sh").read_text().partition("make_user\n")[2]
"""What install.sh does once packages and user are there."""


def updated(system: System, new: str, *, starts: bool) -> subprocess.CompletedProcess[str]:
    """The update to version `new`; should it not start, the one before does."""
    system.version(new)
    starting = "true" if starts else f"[ \"$(version_at current)\" != '{system.place}/versions/{new}' ]"
    stand_ins = f"name_of_version() {{ echo {new}; }}; make_version() {{ :; }}; try_version() {{ :; }}"
    away = "remove_old_versions() { :; }"
    return system.run(f"{stand_ins}; {away}; start_and_ask() {{ {starting}; }}\n{UPDATE}")


def test_an_update_that_does_not_start_leaves_all_as_it_was(system: System) -> None:
    """Also the way back: one more step to the version that ran before."""
    for name in ("1", "2"):
        assert updated(system, name, starts=True).returncode == 0
    run = updated(system, "3", starts=False)
    assert (run.returncode, "does not start" in run.stderr) == (1, True)
    assert (system.place / "current").resolve().name == "2"
    assert (system.place / "previous").resolve().name == "1"
    assert system.run("go_back").returncode == 0
    assert (system.place / "current").resolve().name == "1"


def test_the_first_installation_that_does_not_start_says_so(system: System) -> None:
    run = updated(system, "1", starts=False)
    assert (run.returncode, "does not start" in run.stderr) == (1, True)
    assert (system.place / "current").resolve().name == "1", "there is nothing to go back to"


def test_uninstalling_takes_everything_but_the_evenings(system: System) -> None:
    version = system.version("1")
    (system.folder / "state").mkdir()
    (system.folder / "state" / "journal.sqlite3").write_text("evenings")
    told = system.run(f"systemd_version() {{ echo 257; }}; point current '{version}'; install_units '{version}'")
    assert told.returncode == 0, told.stderr
    before = {path.name for path in system.folder.rglob("*") if path.is_file() or path.is_symlink()}
    assert {"table.service", "table-companion.service", "backoff.conf", "current"} <= before
    script = (FOLDER / "uninstall.sh").read_text().partition("common.sh")[2].partition("\n")[2]
    for _ in range(2):
        run = system.run(f"need_root() {{ :; }}; {script}")
        assert run.returncode == 0, run.stderr
    left = {path.name for path in system.folder.rglob("*") if path.is_file() or path.is_symlink()}
    assert left == {"runuser", "journal.sqlite3"}


def test_what_is_announced_in_the_network_may_be_written_by_the_companion(system: System) -> None:
    version = system.version("1")
    run = system.run(f"chown() {{ echo \"$@\" > '{system.folder}/owner'; }}; install_units '{version}'")
    assert run.returncode == 0, run.stderr
    who = pwd.getpwuid(os.getuid()).pw_name
    assert (system.folder / "owner").read_text().split() == [who, f"{system.folder}/avahi/table.service"]


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
