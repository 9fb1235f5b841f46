"""The letters of codes, as people read them off a screen and type them."""

from __future__ import annotations

import secrets

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What codes are made of: no letter that looks like a digit."""

LENGTH = 8
"""31 ** 8 = 8.5e11 codes: at `GUESSES` a minute one is found in a year with a chance of 1 to 14,000."""


def random_code() -> str:
    """A code that nobody foresees."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def shown_code(code: str) -> str:
    """A code in two halves, for people."""
    return f"{code[:4]}-{code[4:]}"


def plain_code(typed: str) -> str:
    """What was typed without dash, space and small letters."""
    return "".join(char for char in typed.upper() if char in LETTERS)
