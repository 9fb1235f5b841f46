"""The drawings on the shipped dice: writes each face as SVG and, from it, as a PNG of 256 x 256 pixels (RGBA).

Run from the repository root: ``python models/training/art.py``.  The same drawings are icons on the web page, are
printed on the cubes of ``hardware.simulators.scenes`` and give the prototypes of the set "characters".
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

DICE = Path(__file__).resolve().parents[1] / "dice"
INK = "#20242c"
PNG_SIDE = 256

# Pip positions on a 3 x 3 grid (column, row), as on every die since antiquity.
PIPS = {
    "1": [(1, 1)],
    "2": [(0, 0), (2, 2)],
    "3": [(0, 0), (1, 1), (2, 2)],
    "4": [(0, 0), (0, 2), (2, 0), (2, 2)],
    "5": [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
    "6": [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
}

# A symbol fills about -40 .. 40 in both directions round the origin; its holes are holes, so that any body colour
# shows through them.
SYMBOLS = {
    "E": '<path d="M0-36 40 34H-40Z" stroke-linejoin="round" stroke-width="8" stroke="{ink}"/>',
    "H": '<path d="M0 38C-52 2-42-36-20-36-8-36 0-26 0-18 0-26 8-36 20-36 42-36 52 2 0 38Z"/>',
    "T": (
        '<path fill-rule="evenodd" d="M0-40C12-31 24-28 36-28 38 6 24 30 0 42-24 30-38 6-36-28-24-28-12-31 0-40Z'
        'M-5-27V-8H-24V2H-5V28H5V2H24V-8H5V-27Z"/>'
    ),
    "F": "".join(f'<ellipse cx="0" cy="-25" rx="11" ry="17" transform="rotate({60 * k})"/>' for k in range(6))
    + '<circle r="13" fill="none" stroke="{ink}" stroke-width="7"/>',
}

LINE = 'stroke="{ink}" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"'

CHARACTERS = {
    # a kitchen sponge: a wavy block with holes, on a brown foot
    "SB": (
        f'<path {LINE} fill="#f5d327" d="M18 16Q26 8 34 14T50 14T66 14T82 16Q90 24 86 33T86 50T86 66T84 88H16'
        'Q10 76 14 66T14 50T14 33T18 16Z"/>'
        f'<path {LINE} fill="#8a5a2b" d="M15 72H85L84 90H16Z"/>'
        '<g fill="#a8891a"><circle cx="33" cy="30" r="7"/><circle cx="62" cy="26" r="5"/>'
        '<circle cx="70" cy="48" r="9"/><circle cx="45" cy="49" r="5"/><circle cx="27" cy="58" r="5"/></g>'
    ),
    # a starfish
    "PA": (
        f'<path {LINE} fill="#f48fb1" d="M50 6Q57 8 61 36 90 34 93 41 93 48 69 61 79 88 74 93 67 95 50 75'
        ' 33 95 26 93 21 88 31 61 7 48 7 41 10 34 39 36 43 8 50 6Z"/>'
        '<g fill="#c2557c"><circle cx="50" cy="34" r="4"/><circle cx="50" cy="52" r="5"/>'
        '<circle cx="66" cy="48" r="3.500"/><circle cx="34" cy="48" r="3.500"/>'
        '<circle cx="41" cy="68" r="3.500"/><circle cx="59" cy="68" r="3.500"/></g>'
    ),
    # a crab: wide shell, two raised claws, six legs
    "KR": (
        f'<g {LINE} fill="none"><path d="M24 70 8 78M28 78 16 92M76 70 92 78M72 78 84 92M30 56Q16 52 18 38'
        'M70 56Q84 52 82 38"/></g>'
        f'<g {LINE} fill="#d9392b"><path d="M18 40Q0 26 12 8L19 24 32 12Q38 32 18 40Z"/>'
        '<path d="M82 40Q100 26 88 8L81 24 68 12Q62 32 82 40Z"/>'
        '<ellipse cx="50" cy="66" rx="30" ry="20"/></g>'
        f'<path {LINE} d="M42 48V36M58 48V36"/><circle cx="42" cy="34" r="5" fill="{{ink}}"/>'
        '<circle cx="58" cy="34" r="5" fill="{ink}"/>'
    ),
    # an acorn with a leafless stalk
    "SA": (
        f'<path stroke="{{ink}}" stroke-linecap="round" fill="none" stroke-width="8" d="M50 22Q50 12 60 6"/>'
        f'<path {LINE} fill="#c98a3e" d="M20 46Q20 78 50 95 80 78 80 46Z"/>'
        f'<path {LINE} fill="#6b4423" d="M12 48Q10 20 50 20T88 48Q50 56 12 48Z"/>'
        '<path d="M26 30 40 46M44 26 58 44M62 27 74 40" stroke="#b98a5e" stroke-width="4" fill="none"/>'
    ),
    # a clarinet lying across the face, with three notes' worth of keys
    "SQ": (
        '<g transform="rotate(-45 50 50) translate(8 8) scale(.84)">'
        f'<path {LINE} fill="#3f8f9e" d="M-6 44H10V56H-6Z"/>'
        f'<path {LINE} fill="#2f6f7c" d="M10 40H78Q94 36 104 26V74Q94 64 78 60H10Z"/>'
        '<g fill="#ffe9a8"><circle cx="24" cy="50" r="5"/><circle cx="41" cy="50" r="5"/>'
        '<circle cx="58" cy="50" r="5"/></g>'
        '<path d="M18 34H36M44 34H62" stroke="#ffe9a8" stroke-width="6" stroke-linecap="round"/></g>'
    ),
    # a snail: spiral shell, long foot, two eyes on stalks
    "GA": (
        f'<path {LINE} fill="#9fd8cb" d="M6 90Q4 80 18 78H66Q74 66 76 40L86 40Q92 66 86 80 82 90 70 90Z"/>'
        f'<path {LINE} d="M78 42 70 20M85 42 92 20" fill="none"/>'
        '<circle cx="70" cy="17" r="5" fill="{ink}"/><circle cx="92" cy="17" r="5" fill="{ink}"/>'
        f'<circle {LINE} cx="40" cy="52" r="31" fill="#e77fae"/>'
        f'<path {LINE} fill="none" d="M40 52Q47 46 50 54 50 65 38 65 24 63 24 49 27 34 43 34 60 36 61 56"/>'
    ),
    # a speck with one big eye and two feelers
    "PL": (
        f'<path {LINE} fill="none" d="M40 26Q34 10 20 6M60 26Q66 10 80 6"/>'
        f'<path {LINE} fill="#3f9b4f" d="M50 20Q74 20 72 56 70 94 50 95 30 94 28 56 26 20 50 20Z"/>'
        f'<circle {LINE} cx="50" cy="48" r="16" fill="#ffffff"/><circle cx="50" cy="48" r="7" fill="#c62828"/>'
        f'<path {LINE} fill="none" d="M40 78H60M28 64 14 72M72 64 86 72"/>'
    ),
}


def pips(value: str) -> str:
    dots = (f'<circle cx="{22 + 28 * column}" cy="{22 + 28 * row}" r="10.500"/>' for column, row in PIPS[value])
    return f'<g fill="{{ink}}">{"".join(dots)}</g>'


def single(code: str) -> str:
    return f'<g fill="{{ink}}" transform="translate(50 50)">{SYMBOLS[code]}</g>'


def double(code: str) -> str:
    halves = (f'<g transform="translate({x} {y}) scale(.52)">{SYMBOLS[code]}</g>' for x, y in ((27, 27), (73, 73)))
    return f'<g fill="{{ink}}">{"".join(halves)}</g>'


def drawings() -> dict[str, dict[str, str]]:
    friends = {code: single(code) for code in SYMBOLS} | {code * 2: double(code) for code in SYMBOLS}
    return {"pips": {code: pips(code) for code in PIPS}, "friends": friends, "characters": CHARACTERS}


def document(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body.replace("{ink}", INK)}</svg>\n'


def main() -> None:
    for die_set, faces in drawings().items():
        folder = DICE / die_set / "faces"
        folder.mkdir(parents=True, exist_ok=True)
        for code, body in faces.items():
            svg = document(body)
            (folder / f"{code}.svg").write_text(svg, encoding="utf-8")
            png = resvg_py.svg_to_bytes(svg_string=svg, width=PNG_SIDE, height=PNG_SIDE)
            (folder / f"{code}.png").write_bytes(bytes(png))
            print(die_set, code)


if __name__ == "__main__":
    main()
