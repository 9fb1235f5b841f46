"""Icon art with a free licence as small pictures: the symbols on which the reader learns to tell symbols apart.

    mkdir icons && cd icons && npm pack @iconify-json/game-icons ...   # the packages named in PACKS
    python models/training/icons.py icons DATA/icons.npz

Twemoji is left out on purpose: it is the art that teaching is tested on.
"""

from __future__ import annotations

import argparse
import json
import random
import tarfile
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from tqdm import tqdm

SIDE = 96
# package, how many icons of it, ending that the names must have (one style of a family)
PACKS = [
    ("game-icons", 1500, ""),
    ("fluent-emoji-flat", 500, ""),
    ("noto", 400, ""),
    ("ph", 300, "-fill"),
    ("tabler", 250, "-filled"),
    ("tabler", 150, ""),
    ("bi", 150, "-fill"),
    ("lucide", 150, ""),
]
INK = "#20242c"
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
UNWANTED = (
    "skin-tone",
    "dice",
    "flag-",
    "keycap",
    "clock",
    "arrow",
    "domino",
    "-light",
    "-dark",
    "die-",
    "perspective",
)


def load(folder: Path, pack: str) -> dict:
    archive = next(folder.glob(f"iconify-json-{pack}-*.tgz"))
    with tarfile.open(archive) as tar:
        return json.load(tar.extractfile("package/icons.json"))


def document(icons: dict, name: str) -> str:
    icon = icons["icons"][name]
    width = icon.get("width", icons.get("width", 16))
    height = icon.get("height", icons.get("height", 16))
    body = icon["body"].replace("currentColor", INK)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {XLINK} viewBox="0 0 {width} {height}">{body}</svg>'


def raster(svg: str) -> np.ndarray:
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=SIDE, height=SIDE))
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    return cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA)


def chosen(names: list[str], count: int, ending: str, rng: random.Random) -> list[str]:
    fit = [n for n in sorted(names) if n.endswith(ending) and not any(word in n for word in UNWANTED)]
    return rng.sample(fit, min(count, len(fit)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    pictures, names = [], []
    for pack, count, ending in PACKS:
        icons = load(args.folder, pack)
        for name in tqdm(chosen(list(icons["icons"]), count, ending, rng), desc=pack):
            picture = raster(document(icons, name))
            if picture.shape == (SIDE, SIDE, 4) and 0.04 < (picture[..., 3] > 128).mean() < 0.97:
                pictures.append(picture)
                names.append(f"{pack}/{name}")
    args.out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(args.out, pictures=np.stack(pictures), names=np.array(names))
    print(len(names), "icons")


if __name__ == "__main__":
    main()
