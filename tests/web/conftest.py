from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.web.rig import Rig


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path / "pictures")
    yield made
    made.close()


@pytest.fixture
def client(rig: Rig) -> FlaskClient:
    return rig.client()
