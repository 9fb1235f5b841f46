"""Bring the catalogues of web/locale up to date: `python -m tests.catalogues`.

Finds every sentence for people (`say`, `phrase`, the templates' `_`, the names of shipped die sets and boxes) and
writes those that are new into each language's file, empty; sentences that are gone are dropped. Then it tells how
many wait for a translator. Any editor of .po files, or of text, fills them in.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from web.languages import FOLDER, LANGUAGES, SOURCE

ROOT = Path(__file__).parent.parent
WAYS: list[tuple[str, str]] = [
    ("**.py", "python"),
    ("**/templates/**.html", "jinja2"),
    ("**/card.json", "tests.catalogues:names"),
    ("**/boxes/*.toml", "tests.catalogues:title"),
]
OPTIONS: Mapping[str, dict[str, str]] = {
    "**/templates/**.html": {"silent": "false", "trim_blocks": "true", "lstrip_blocks": "true"}
}
CALLS = dict.fromkeys(("say", "phrase", "_"))
HEAD: dict[str, Any] = {
    "header_comment": "# Sentences of the Table Companion. SPDX-License-Identifier: MIT",
    "project": "Table Companion",
    "version": "0",
    "copyright_holder": "The Table Companion authors",
    "msgid_bugs_address": "see CONTRIBUTING.md",
    "last_translator": "The Table Companion authors",
    "language_team": "The Table Companion authors",
    "fuzzy": False,
}
PLACES = ("companion", "hardware", "web", "models/dice")


def names(
    file: IO[bytes], calls: object, tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The title of a die set and the names of its faces, in the form of Babel's extractors."""
    del calls, tags, options  # a card holds nothing but names
    card = json.load(file)
    for told in (card.get("title"), *(face["name"] for face in card.get("faces", ()))):
        if told:
            yield 1, "_", told, []


def title(
    file: IO[bytes], calls: object, tags: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """What a box's first line calls it, in the form of Babel's extractors."""
    del calls, tags, options  # the names inside are the box's own
    yield 1, "_", file.readline().decode().lstrip("# ").strip(), []


def found(places: tuple[str, ...] = PLACES) -> Catalog:
    """All sentences of the program, each with the files in which it stands."""
    catalogue = Catalog()
    for place in places:
        for file, _line, told, _comments, _context in _extracted(ROOT / place):
            catalogue.add(told, locations=[(f"{place}/{file}", 0)])
    return catalogue


def _extracted(place: Path) -> list[tuple[Any, ...]]:
    # Babel complains of every f-string in a call, also of those that only fill a sentence
    with redirect_stderr(io.StringIO()):
        return list(extract_from_dir(place, method_map=WAYS, options_map=OPTIONS, keywords=CALLS))


def read(language: str) -> Catalog:
    """The catalogue of a language as it lies in its file; an empty one where there is none."""
    file = FOLDER / f"{language}.po"
    if not file.exists():
        return Catalog(language, **HEAD)
    with file.open("rb") as lines:
        return read_po(lines, locale=language)


def waiting(language: str) -> tuple[str, ...]:
    """The sentences that nobody has translated into `language` yet."""
    there = read(language)
    return tuple(
        str(one.id)
        for one in found()
        if one.id and not ((known := there.get(one.id)) and known.string and not known.fuzzy)
    )


def bring_up(language: str, template: Catalog) -> None:
    """Write the file of `language` anew with exactly the sentences of `template`."""
    catalogue = read(language)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    with (FOLDER / f"{language}.po").open("wb") as file:
        write_po(file, catalogue, width=0, sort_output=True, include_lineno=False, omit_header=False)


def main() -> None:
    """Bring every language up to date and tell what waits."""
    template = found()
    for language in LANGUAGES:
        if language != SOURCE:
            bring_up(language, template)
            print(f"{language}: {len(waiting(language))} of {len(template)} sentences wait for a translation")


if __name__ == "__main__":
    main()
