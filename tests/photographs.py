"""Where the photographs of real things lie that are not part of the project."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def photos_folder() -> Path:
    """Where the real photographs lie, whether they are there or not."""
    return Path(os.environ.get("COMPANION_PHOTOS") or ROOT.parent / "shared" / "photos")
