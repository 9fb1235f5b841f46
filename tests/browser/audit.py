"""What holds for every page: it fits each screen, fingers can hit it, and axe-core finds no hurdle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.resources import files
from typing import Literal, TypeVar

from playwright.sync_api import Page

from tests.browser.conftest import SIZES

Seen = TypeVar("Seen")
Scheme = Literal["dark", "light"]
Snap = Callable[[Page, str], None]

SCHEMES: tuple[Scheme, ...] = ("dark", "light")
SHOWN: dict[str, Scheme] = {"wide": "dark", "tall": "dark", "phone": "light"}
"""The scheme in which the picture of each size is taken."""

AXE = str(files("axe_playwright_python") / "axe.min.js")
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
FIELDS = "input:not([type=hidden], [type=radio], [type=checkbox])"
SMALL = f"""() => [...document.querySelectorAll("button, summary, select, textarea, label, a[href], {FIELDS}")]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).opacity !== "0")
    .filter((one) => !one.matches("label[for], p > a:not(.button), .skip, svg a"))
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 43.9).map(([text]) => text)"""
VIOLATIONS = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`)"""
UNCOVERED = """() => {
    const button = document.querySelector("#accept"), box = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 4));
}"""
"""Whether nothing lies over the button that accepts a reading."""
OPENED = "() => document.querySelectorAll('main details').forEach((one) => { one.open = true; })"
"""Opens whatever is folded."""


def fits(page: Page, where: object = "") -> None:
    """Nothing is wider than the screen, and what is tapped is at least 44 pixels high and wide."""
    assert page.evaluate(TOO_WIDE) <= 0, where
    assert page.evaluate(SMALL) == [], where


def has_no_hurdle(page: Page, schemes: Iterable[Scheme] = SCHEMES, where: object = "") -> None:
    """Nothing that axe-core knows keeps people from using the page, in any of these schemes."""
    page.add_script_tag(path=AXE)
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(VIOLATIONS) == [], (where, scheme)


def walked(
    page: Page, snap: Snap, address: str, seen: Seen, states: Mapping[str, tuple[Callable[[Seen], object], str]]
) -> None:
    """All states of `seen` audited in turn: by its name what leads to each from the one before, and its path."""
    for state, (lead, path) in states.items():
        lead(seen)
        page.goto(address + path)
        page.wait_for_function("() => document.body.dataset.heard")
        audited(page, snap, state)


def audited(page: Page, snap: Snap, state: str, schemes: Iterable[Scheme] = SCHEMES) -> None:
    """A picture of the page at each size, and all that holds for it.

    One page is resized and recoloured: one for each size and scheme took three times as long.
    """
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=SHOWN[size])
        snap(page, f"{state}-{size}")
        fits(page, (state, size))
    page.evaluate(OPENED)
    fits(page, (state, "opened"))
    has_no_hurdle(page, schemes, state)
