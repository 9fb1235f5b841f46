"""The Pi's camera without a Pi: `sudo .venv/bin/python -m tests.hardware.virtual_camera FOLDER`.

Makes a Debian Trixie in FOLDER (1.2 GB, some minutes; kept for the next time) with apt's libcamera, and picamera2
in an environment that sees apt's packages, as on a Pi. There `virtual_trial` runs `hardware.cameras.pi` on picture
files that libcamera's virtual pipeline shows. Needs root (for chroot), debootstrap and a C compiler.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

from tests.hardware.virtual_trial import COLOURS, SIZE

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements-pi.lock"
PARTS = (
    "python3-libcamera python3-venv python3-prctl python3-av python3-jsonschema"
    " python3-libarchive-c python3-piexif python3-tqdm libgl1 libglib2.0-0"
)
PICAMERA2 = "picamera2==0.3.38 videodev2==0.0.4"
"""As Raspberry Pi OS has them from apt; Debian has none."""
CAMERA = f"""%YAML 1.1
---
"Table":
  supported_formats:
  - width: {SIZE[0]}
    height: {SIZE[1]}
    frame_rates:
    - 30
    - 30
  frames:
    path: "/opt/pictures/"
  location: "CameraLocationExternal"
  model: "Pictures"
...
"""
LIMIT = 300
"""Seconds for the trial: a driver that hangs must not hang the check."""


def main() -> int:
    """The trial's exit status: 0 when all is as it should be."""
    parser = argparse.ArgumentParser("tests.hardware.virtual_camera", description="The Pi's camera without a Pi.")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    root = parser.parse_args().folder.resolve() / "root"
    if not (root / "ready").exists():
        prepare(root)
    lay_out(root)
    preloaded = ("LD_PRELOAD=/opt/udmabuf.so", "LIBCAMERA_LOG_LEVELS=*:ERROR", "PYTHONPATH=/opt/project")
    inside = ("/opt/cam/bin/python", "-m", "tests.hardware.virtual_trial")
    command = ("chroot", str(root), "env", "-C", "/opt/project", *preloaded, *inside)
    return subprocess.run(["timeout", "-s", "KILL", str(LIMIT), *command], check=False).returncode


def prepare(root: Path) -> None:
    """A Trixie with libcamera, and an environment with picamera2 and our own locked packages."""
    run("debootstrap", "--variant=minbase", "trixie", str(root))
    for name in ("resolv.conf", "hosts"):
        shutil.copy(Path("/etc") / name, root / "etc" / name)
    run(
        "chroot",
        str(root),
        "sh",
        "-c",
        f"apt-get -qq update && apt-get install -y --no-install-recommends {PARTS}",
    )
    shutil.copy(LOCK, root / "opt" / LOCK.name)
    pip = "/opt/cam/bin/pip install --quiet --no-deps"
    run("chroot", str(root), "python3", "-m", "venv", "--system-site-packages", "/opt/cam")
    run("chroot", str(root), "sh", "-c", f"{pip} --require-hashes -r /opt/{LOCK.name} && {pip} {PICAMERA2}")
    (root / "ready").touch()


def lay_out(root: Path) -> None:
    """The project, the stand-in for /dev/udmabuf, and the pictures, as they are now."""
    project, pictures, pipeline = (
        root / "opt" / "project",
        root / "opt" / "pictures",
        root / "usr" / "share" / "libcamera" / "pipeline" / "virtual",
    )
    for name in ("companion", "hardware", "tests"):
        shutil.copytree(
            ROOT / name, project / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__")
        )
    run(
        "cc",
        "-shared",
        "-fPIC",
        "-o",
        str(root / "opt" / "udmabuf.so"),
        str(Path(__file__).with_name("udmabuf.c")),
    )
    pictures.mkdir(exist_ok=True)
    for place, colour in enumerate(COLOURS):
        cv2.imwrite(str(pictures / f"{place}.jpg"), np.full((SIZE[1], SIZE[0], 3), colour[::-1], np.uint8))
    pipeline.mkdir(parents=True, exist_ok=True)
    (pipeline / "virtual.yaml").write_text(CAMERA)


def run(*command: str) -> None:
    """A command that must go well."""
    subprocess.run(command, check=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


if __name__ == "__main__":
    sys.exit(main())
