"""The progress bar."""

from __future__ import annotations

import io

from companion.commands.progress import WIDTH, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_grows_and_tells_what_is_left() -> None:
    bar = Progress(4, Terminal())
    bar.label = "kitchen"
    bar.step()
    assert bar.text(10.0) == f"[{'#' * 8}{'.' * (WIDTH - 8)}] 1/4, 30 s left  kitchen"


def test_the_bar_is_drawn_on_a_terminal_and_wiped_away() -> None:
    terminal = Terminal()
    with Progress(1, terminal) as bar:
        bar.step()
    assert "1/1" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\033[K")


def test_nothing_is_drawn_where_there_is_no_terminal() -> None:
    out = io.StringIO()
    with Progress(0, out) as bar:
        bar.step()
    assert out.getvalue() == ""
