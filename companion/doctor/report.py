"""The report: every check in turn, as text or JSON."""

from __future__ import annotations

import logging
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.doctor import board, network, program, seeing, storage
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine
from companion.words import say

log = logging.getLogger(__name__)

CHECKS: Mapping[str, Check] = {
    "versions": program.versions,
    "processor": program.processor,
    "environment": program.environment,
    "parts": program.parts,
    "models": seeing.models,
    "camera": seeing.camera,
    "pins": board.pins,
    "groups": board.groups,
    "power": board.power,
    "disk": storage.disk,
    "owner": storage.owner,
    "journal": storage.journal,
    "backups": storage.backups,
    "settings": program.settings,
    "clock": network.clock,
    "network": network.network,
    "broker": network.broker,
    "service": network.service,
}
"""The checks in the order in which they are told."""

SIGNS = {"ok": "ok", "note": "--", "warning": "! ", "fault": "!!"}


@dataclass(frozen=True)
class Report:
    """What the doctor found."""

    findings: tuple[Finding, ...]

    @property
    def well(self) -> bool:
        """Whether there is no fault."""
        return all(finding.severity != "fault" for finding in self.findings)

    def plain(self) -> dict[str, Any]:
        """The report as plain JSON values."""
        return {"well": self.well, "findings": [finding.plain() for finding in self.findings]}

    def text(self) -> str:
        """The report for a terminal, without line break at its end."""
        return "\n".join(line for finding in self.findings for line in _lines(finding))


def examine(machine: Machine, only: Iterable[str] = CHECKS) -> Report:
    """Every check of `only`; one that fails itself is a finding and stops no other."""
    wanted: Sequence[str] = [name for name in CHECKS if name in set(only)]
    return Report(tuple(finding for name in wanted for finding in _checked(name, machine)))


def _checked(name: str, machine: Machine) -> tuple[Finding, ...]:
    try:
        return tuple(CHECKS[name](machine))
    except Exception as error:
        log.exception("the check %s failed", name)
        return (Finding(name, "warning", say("This could not be examined."), detail=repr(error)),)


def _lines(finding: Finding) -> Iterator[str]:
    detail = f" [{finding.detail}]" if finding.detail and finding.severity != "fault" else ""
    yield f"{SIGNS[finding.severity]} {finding.check}: {finding.sentence}{detail}"
    for word, told in (("why", finding.cause), ("do", finding.fix)):
        if told:
            yield textwrap.fill(f"{word}: {told}", 100, initial_indent="     ", subsequent_indent="     ")
    if finding.detail and finding.severity == "fault":
        yield textwrap.indent(finding.detail.strip(), "     | ")
