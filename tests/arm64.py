"""The eye on a Pi's processor, without a Pi: `sudo .venv/bin/python -m tests.arm64 FOLDER`.

Puts Debian's Python for arm64 and the wheels of requirements-pi.lock into FOLDER (1 GB, some minutes; kept for the
next time), then runs there under qemu-user: the doctor's trial, which reads a drawn die, and both networks on a
fixed input, whose outputs are compared with this machine's. Needs root (for debootstrap), debootstrap, pip, and
qemu-user 8 or newer: under the 7.2 of Debian Bookworm Python crashes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from companion.commands.read import default_models

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements-pi.lock"
RELEASE = "trixie"
PYTHON = "3.13"
ALIKE = 1e-4
"""The greatest difference of an output, of its largest value, that is put down to the order of additions."""


def main() -> int:
    """0 when the drawn die is read under arm64 and the networks' outputs agree."""
    parser = argparse.ArgumentParser("tests.arm64", description="Tries the eye on a Pi's processor under qemu.")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--qemu", default="qemu-aarch64", help="the program (default: qemu-aarch64)")
    args = parser.parse_args()
    folder = args.folder.resolve()
    check_version(args.qemu)
    prepare(folder)
    seen = json.loads(emulated(args.qemu, folder, "-m", "companion.doctor.trial", str(default_models()), "none"))
    print(f"the drawn die was read as {seen['faces']} in {seen['ms'] / 1000:.0f} s of emulation")
    other = json.loads(emulated(args.qemu, folder, "-m", "tests.networks", str(default_models())))
    own = json.loads(run(sys.executable, "-m", "tests.networks", str(default_models())))
    gap = max(difference(own[name], other[name]) for name in own)
    print(f"greatest difference of {', '.join(own)}: {gap:.1e}")
    return int(seen["faces"] != ["5"] or own.keys() != other.keys() or gap > ALIKE)


def check_version(qemu: str) -> None:
    """End with a sentence unless `qemu` is new enough."""
    found = re.search(r"version (\d+)", run(qemu, "--version"))
    if not found or int(found[1]) < 8:
        sys.exit("qemu-user 8 or newer is needed")


def prepare(folder: Path) -> None:
    """Debian's Python and our wheels for arm64, unpacked but not set up: nothing of it is started yet."""
    if (folder / "ready").exists():
        return
    root = folder / "root"
    run("debootstrap", "--foreign", "--arch=arm64", "--variant=minbase", "--include=python3", RELEASE, str(root))
    for package in sorted(root.glob("var/cache/apt/archives/*.deb")):
        run("dpkg-deb", "-x", str(package), str(root))
    platform = ("--platform", "manylinux_2_28_aarch64", "--python-version", PYTHON, "--only-binary", ":all:")
    wheels = ("--require-hashes", "--no-deps", *platform, "--target", str(folder / "wheels"), "-r", str(LOCK))
    run("pip", "install", "--quiet", *wheels)
    (folder / "ready").touch()


def emulated(qemu: str, folder: Path, *arguments: str) -> str:
    """What the arm64 Python prints."""
    paths = {"PYTHONPATH": f"{ROOT}:{folder / 'wheels'}", "QEMU_LD_PREFIX": str(folder / "root")}
    return run(qemu, str(folder / "root" / "usr" / "bin" / f"python{PYTHON}"), "-s", *arguments, **paths)


def run(*command: str, **environ: str) -> str:
    """What a command prints; its complaints are shown only when it fails."""
    more = {"PYTHONDONTWRITEBYTECODE": "1", **environ}
    with tempfile.TemporaryFile("w+") as complaints:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=complaints, text=True, check=False, env={**os.environ, **more}
        )
        if done.returncode:
            complaints.seek(0)
            sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{complaints.read()[-3000:]}")
    return done.stdout


def difference(own: list[list[float]], other: list[list[float]]) -> float:
    """The greatest difference between two networks' outputs, as a share of each output's largest value."""
    pairs = [(np.array(a), np.array(b)) for a, b in zip(own, other, strict=True)]
    return max(float(abs(a - b).max() / max(1.0, abs(a).max())) for a, b in pairs)


if __name__ == "__main__":
    sys.exit(main())
