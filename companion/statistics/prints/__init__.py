"""A summary to take along: a picture, a PDF, a table and data, all from the same numbers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping

from companion.statistics.prints.spoken import Spoken
from companion.statistics.prints.tables import csv_file, json_file
from companion.statistics.told import Summary

KINDS: Mapping[str, str] = {
    "png": "image/png",
    "pdf": "application/pdf",
    "csv": "text/csv",
    "json": "application/json",
}
"""The kinds of files by the ending of their names, with their media types."""

_PRINTING = threading.Lock()


def printed(summary: Summary, kind: str, spoken: Spoken) -> bytes:
    """The summary as a file of one of `KINDS`; one at a time, for opened fonts are shared."""
    with _PRINTING:
        return _WRITERS[kind](summary, spoken)


def _png(summary: Summary, spoken: Spoken) -> bytes:
    from companion.statistics.prints.png import picture  # here: fonts are opened only where something is printed

    return picture(summary, spoken)


def _pdf(summary: Summary, spoken: Spoken) -> bytes:
    from companion.statistics.prints.pdf import document  # here: 10 MB that a running table does without

    return document(summary, spoken)


_WRITERS: Mapping[str, Callable[[Summary, Spoken], bytes]] = {
    "png": _png,
    "pdf": _pdf,
    "csv": csv_file,
    "json": json_file,
}
