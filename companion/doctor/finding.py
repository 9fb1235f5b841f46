"""What the doctor finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from companion.doctor.machine import Machine
from companion.words import Sentence, say

Severity = Literal["ok", "note", "warning", "fault"]
"""All is well; good to know; something will go wrong or works badly; something does not work."""


@dataclass(frozen=True)
class Finding:
    """A finding: the check that made it, how bad it is, what is so, why, what to do; `detail` is for engineers."""

    check: str
    severity: Severity
    sentence: Sentence
    cause: Sentence | None = None
    fix: Sentence | None = None
    detail: str = ""

    def plain(self) -> dict[str, Any]:
        """The finding as plain JSON values."""
        return {
            "check": self.check,
            "severity": self.severity,
            "sentence": str(self.sentence),
            "cause": str(self.cause or ""),
            "fix": str(self.fix or ""),
            "detail": self.detail,
        }


def no_memory(check: str, sentence: Sentence) -> Finding:
    """The finding for what was not tried, lest a running table be stopped for want of memory."""
    cause = say("Too little memory is free for another program beside the table.")
    fix = say(
        "Type: sudo systemctl stop table-companion; table-companion doctor; sudo systemctl start table-companion"
    )
    return Finding(check, "note", sentence, cause, fix)


Check = Callable[[Machine], Iterator[Finding]]
"""Looks at one part of a machine; gives what it finds."""
