from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests import catalogues
from tests.web.rig import Rig
from web import languages


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path / "pictures")
    yield made
    made.close()


@pytest.fixture
def client(rig: Rig) -> FlaskClient:
    return rig.client()


@pytest.fixture(scope="session")
def sentences() -> tuple[str, ...]:
    """Every sentence that the program can say, in English."""
    return tuple(str(one.id) for one in catalogues.found() if one.id)


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch, sentences: tuple[str, ...]) -> None:
    """Every tablet speaks a language that is written from right to left: each sentence between two marks."""
    marked = {sentence: f"⟦{sentence}⟧" for sentence in sentences}
    monkeypatch.setattr(languages, "asked_for", lambda: "ar")
    monkeypatch.setattr(languages, "catalogue", lambda _language: marked)
