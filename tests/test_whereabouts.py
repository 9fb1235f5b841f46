"""Where tablets find the table, told again whenever it changes."""

from __future__ import annotations

import logging
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from companion.state.view import Service
from companion.whereabouts import LONGEST, UNNAMED, Whereabouts, announcement


class Table:
    """A table whose address a test moves, and what it has told; `file` is what avahi-daemon reads."""

    def __init__(self, file: Path, name: str | None = "Parlour") -> None:
        self.address = "http://127.0.0.1:8137/"
        self.ports = {"http": 8137}
        self.told: list[str] = []
        self.file = file
        self._where = Whereabouts(lambda: self, self.told.append, name, file)

    def look(self) -> None:
        assert self._where.look() == Service("ready")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    (tmp_path / "avahi").write_text("as it was installed")
    return Table(tmp_path / "avahi")


def name_of(text: str) -> str:
    return ET.fromstring(text).findtext("name") or ""


def test_a_network_that_comes_late_is_told_once(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    table.look()
    table.look()
    table.address = "http://192.168.1.20:8137/"
    for _ in range(3):
        table.look()
    assert table.told == [
        "The table is open at http://127.0.0.1:8137/",
        "The table is open at http://192.168.1.20:8137/",
    ]
    assert caplog.text.count("192.168.1.20") == 1


def test_the_network_is_told_the_name_and_every_port(tmp_path: Path) -> None:
    (tmp_path / "avahi").write_text("as it was installed")
    table = Table(tmp_path / "avahi", "Parlour & kitchen")
    table.ports = {"http": 80, "https": 443}
    table.look()
    told = ET.fromstring(table.file.read_text())
    assert told.findtext("name") == "Parlour & kitchen"
    services = [(one.findtext("type"), one.findtext("port")) for one in told.iter("service")]
    assert services == [("_http._tcp", "80"), ("_https._tcp", "443")]


def test_what_is_told_already_is_not_written_again(table: Table) -> None:
    table.file.write_text(announcement("Parlour", table.ports))
    before = table.file.stat().st_mtime_ns
    table.look()
    assert table.file.stat().st_mtime_ns == before


def test_without_the_installation_nothing_is_announced(tmp_path: Path) -> None:
    table = Table(tmp_path / "avahi")
    table.look()
    assert not table.file.exists()


def test_a_table_that_is_not_announced_leaves_the_file_alone(tmp_path: Path) -> None:
    """A simulated table beside the installed one."""
    (tmp_path / "avahi").write_text("as it was installed")
    table = Table(tmp_path / "avahi", None)
    table.look()
    assert table.file.read_text() == "as it was installed"


def test_a_file_that_cannot_be_written_ends_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "avahi").mkdir()
    Table(tmp_path / "avahi").look()
    assert "not announced" in caplog.text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("", UNNAMED),
        ("  ", UNNAMED),
        ("Parlour", "Parlour"),
        ("<b>&%h", "<b>&%h"),
        ("a\x07b\nc", "a b c"),
        ("李" * 40, "李" * (LONGEST // 3)),
    ],
)
def test_a_name_is_one_line_that_fits(name: str, told: str) -> None:
    text = announcement(name, {"http": 8137})
    assert name_of(text) == told
    assert len(told.encode()) <= LONGEST
    wildcards = ET.fromstring(text).find("name")
    assert wildcards is not None
    assert wildcards.get("replace-wildcards") == ("yes" if told == UNNAMED else "no"), "a family's %h is a %h"
