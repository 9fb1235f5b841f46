"""Zip files between tables: the same content is the same file, and what comes in is read with care."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import PurePosixPath

SPOILED = (
    OSError,
    KeyError,
    ValueError,  # LessonError and msgspec's errors are such
    EOFError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    NotImplementedError,  # a method of packing that is not known
    RuntimeError,  # a password is asked for; JSON that is nested too deeply
)
"""What spoiled or hostile bytes make `zipfile`, and readers of what is in it, raise."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip file of `files` by their names, in their order and without dates."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return out.getvalue()


def inner_names(archive: zipfile.ZipFile, most: int) -> list[str]:
    """The names of all entries; folders are entries, too.

    Raises:
        zipfile.BadZipFile: there are more than `most`, or a name leads out of the folder that it is unpacked in.
    """
    names = archive.namelist()
    if len(names) > most:
        raise zipfile.BadZipFile(f"expected at most {most} files, got {len(names)}")
    for name in names:
        if name.startswith("/") or "\\" in name or ".." in PurePosixPath(name).parts:
            raise zipfile.BadZipFile(f"expected names inside the parcel, got {name!r}")
    return names


def read_bounded(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """The entry of that name; no more than `most` bytes are unpacked, whatever the archive says of itself.

    Raises:
        ValueError: it has more; beside it any of `SPOILED`.
    """
    with archive.open(name) as file:
        return bounded(file.read(most + 1), most, name)


def bounded(data: bytes, most: int, name: str) -> bytes:
    """`data` itself.

    Raises:
        ValueError: it is longer than `most` bytes.
    """
    if len(data) > most:
        raise ValueError(f"expected at most {most} bytes of {name!r}")
    return data
