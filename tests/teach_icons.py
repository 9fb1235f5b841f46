"""Draws the icons of an Iconify package as PNG files, for tests/teach_report.py and tests of teaching.

pip install resvg-py
python -m tests.teach_icons iconify-json-twemoji-1.2.5.tgz ICONS [--count 160] [--seed 7]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SIDE = 128  # pixels
UNWANTED = ("skin-tone", "flag", "keycap", "clock", "arrow", "face", "person", "man-", "men-", "couple", "square")
"""Parts of names of icons that come in many variants; nobody would print these on one set of dice."""


def icons_of(archive: Path) -> dict[str, Any]:
    """The package's icons.json."""
    with tarfile.open(archive) as tar:
        file = tar.extractfile("package/icons.json")
        if file is None:
            raise FileNotFoundError(f"expected package/icons.json in {str(archive)!r}")
        found: dict[str, Any] = json.load(file)
        return found


def document(icons: dict[str, Any], name: str) -> str:
    """An icon as SVG."""
    icon = icons["icons"][name]
    width, height = (icon.get(key, icons.get(key, 16)) for key in ("width", "height"))
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg {names} viewBox="0 0 {width} {height}">{icon["body"]}</svg>'


def main(argv: Sequence[str]) -> int:
    """Write the files; 2 without resvg-py, which is none of the project's own needs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=160)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args(argv)
    try:
        import resvg_py
    except ImportError:
        print("resvg-py is missing: pip install resvg-py", file=sys.stderr)
        return 2
    icons = icons_of(args.archive)
    names = [name for name in sorted(icons["icons"]) if not any(part in name for part in UNWANTED)]
    args.out.mkdir(parents=True, exist_ok=True)
    for name in random.Random(args.seed).sample(names, min(args.count, len(names))):
        data = resvg_py.svg_to_bytes(svg_string=document(icons, name), width=SIDE, height=SIDE)
        (args.out / f"{name}.png").write_bytes(bytes(data))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
