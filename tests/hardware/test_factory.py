"""The way to the pins: what is missing is said in words."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
from gpiozero.exc import PinUnknownPi

from companion.errors import PinError
from hardware.factory import fault, open_factory

LGPIO = "gpiozero.pins.lgpio"


def _raising(error: Exception) -> Any:
    def construct() -> None:
        raise error

    module = ModuleType(LGPIO)
    module.LGPIOFactory = construct  # type: ignore[attr-defined]  # a stand-in for the real module
    return module


def test_without_lgpio_the_advice_names_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, LGPIO, None)
    with pytest.raises(PinError) as missing:
        open_factory()
    assert "python3-lgpio" in str(missing.value.advice)


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (PermissionError(13, "Permission denied", "/dev/gpiochip0"), "group gpio"),
        (FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"), "may write"),
        (PinUnknownPi("unable to locate Pi revision"), "tablet"),
        (RuntimeError("'can not open gpiochip'"), "group gpio"),
    ],
)
def test_each_failure_has_its_advice(monkeypatch: pytest.MonkeyPatch, error: Exception, advice: str) -> None:
    monkeypatch.setitem(sys.modules, LGPIO, _raising(error))
    with pytest.raises(PinError) as failed:
        open_factory()
    assert advice in str(failed.value.advice)
    assert repr(error) in failed.value.detail


def test_a_busy_pin_names_itself_and_who_may_hold_it() -> None:
    busy = fault("status", 14, RuntimeError("'GPIO busy'"))
    assert "GPIO14 (status)" in str(busy.sentence)
    assert "serial console" in str(busy.advice)
    assert "second companion" in str(fault("table", 17, RuntimeError("'GPIO busy'")).advice)


def test_a_fault_keeps_no_half_made_device_alive() -> None:
    made = fault("table", 17, RuntimeError("'GPIO busy'"))
    assert made.__cause__ is None
    assert made.__traceback__ is None
