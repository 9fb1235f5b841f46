"""Which tablets belong to this table: who let each in, what it may do, and how one more comes in."""

from __future__ import annotations

from companion.pairing.codes import Codes, WrongCode
from companion.pairing.desk import Pairing
from companion.pairing.invitation import Invitation
from companion.pairing.tablets import PairingError, Register, Role, Tablet
from companion.pairing.waiting import Sign, Waiting

__all__ = [
    "Codes",
    "Invitation",
    "Pairing",
    "PairingError",
    "Register",
    "Role",
    "Sign",
    "Tablet",
    "Waiting",
    "WrongCode",
]
