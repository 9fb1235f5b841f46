"""The host's PIN: kept as a hash that is slow and needs memory, so that the file gives it away to nobody."""

from __future__ import annotations

import re
import threading

from werkzeug.security import check_password_hash, generate_password_hash

from companion.pairing import PairingError
from companion.words import say

METHOD = "scrypt:32768:8:3"
"""N, r and p of scrypt as OWASP's "Password Storage Cheat Sheet" gives them: 32 MiB, some tenths of a second."""

PIN = re.compile(r"[0-9]{4,12}")

_one_at_a_time = threading.Lock()  # each needs 32 MiB


def hashed(pin: str, method: str = "") -> str:
    """The hash of a PIN, by `METHOD` unless another one is given.

    Raises:
        PairingError: it is not four to twelve digits.
    """
    if not PIN.fullmatch(pin):
        raise PairingError(say("A PIN has four to twelve digits."), advice=say("Choose another one."))
    with _one_at_a_time:
        return generate_password_hash(pin, method or METHOD)


def fits(pin: str, kept: str) -> bool:
    """Whether a PIN is the one whose hash was kept; compared in constant time."""
    if not kept or not PIN.fullmatch(pin):
        return False
    with _one_at_a_time:
        return check_password_hash(kept, pin)
