"""Draw the icons of the installed application from `web/static/icon.svg`: `python -m tests.icons`."""

from __future__ import annotations

from pathlib import Path

import resvg_py

STATIC = Path(__file__).parents[1] / "web" / "static"
MASK = 0.8
"""The share of a maskable icon that no launcher cuts off, as its specification says."""


def drawn(name: str) -> bytes:
    """The PNG of an icon; the ground of `512-mask` reaches every edge, its drawing keeps to the safe zone."""
    size, _, kind = name.partition("-")
    svg = (STATIC / "icon.svg").read_text()
    return bytes(resvg_py.svg_to_bytes(svg_string=masked(svg) if kind else svg, width=int(size), height=int(size)))


def masked(svg: str) -> str:
    """The drawing shrunk into the safe zone of a ground without round corners."""
    head, _, rest = svg.partition("/>")
    ground = head.replace(' rx="14"', "")
    inside = rest.strip().removesuffix("</svg>")
    edge = 64 * (1 - MASK) / 2
    return f'{ground}/><g transform="translate({edge} {edge}) scale({MASK})">{inside}</g></svg>'


def main() -> None:
    """Write every icon."""
    for name in ("180", "192", "512", "512-mask"):
        file = STATIC / "icons" / f"{name}.png"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(drawn(name))
        print(f"{file}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
