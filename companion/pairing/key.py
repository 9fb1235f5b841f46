"""The key that signs the tablets' sessions: a private file in the state folder."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path

from companion.files import replace_atomically

log = logging.getLogger(__name__)

KEY = "session.key"
"""The file's name in the state folder."""

KEY_BYTES = 32
PRIVATE = 0o600
"""The file's mode: for the companion's own user alone."""


def session_key(path: Path) -> bytes:
    """The key that signs sessions, made at the first start; where it cannot be kept it holds until the end."""
    try:
        kept = path.read_bytes()
        if len(kept) == KEY_BYTES:
            path.chmod(PRIVATE)
            return kept
        log.warning("the key of the sessions is damaged: tablets must be paired anew")
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("the key of the sessions cannot be read: %s", error)
    made = secrets.token_bytes(KEY_BYTES)
    try:
        replace_atomically(path, made, mode=PRIVATE)
    except OSError as error:
        log.warning("the key of the sessions cannot be kept: %s", error)
    return made
