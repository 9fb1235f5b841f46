"""Writes models/dice/base/MODEL_CARD.md from the card, its figures, and what is told in notes.json.

    python models/training/model_card.py [--left-out LEFT_OUT.json ...]

LEFT_OUT.json is what `companion evaluate --json` wrote with networks that were trained without the sources in it.
Runs in the application's environment, which says what each figure means and how sure it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from companion.evaluation.counting import Counts, wilson  # noqa: E402  (found by the line above)
from companion.vision.teaching.figures import Share  # noqa: E402

BASE = ROOT / "models" / "dice" / "base"
TEST = "DamianTab/DiceDetection"
DRAWN = "drawn "
Group = dict[str, Any]
"""A source in one condition as `companion evaluate --json` writes it."""

HEAD = """# Model card: {name} {version}

Small networks that read dice in photographs, on one CPU thread.

- **Detector** (`detector.onnx`, {detector_bytes:,} bytes, sha256 `{detector_sha}`): 0.44 M parameters,
  fully convolutional, strides 4-32 merged top-down at stride 4. For each cell: heat of a top side's centre,
  side in pixels, offset to the centre, and the turn of the side's edges, which is a learned vote over
  gradients whose direction is multiplied by four.
- **Reader** (`reader.onnx`, {reader_bytes:,} bytes, sha256 `{reader_sha}`): 0.73 M parameters. From an
  upright crop: logits for pips 1-6, eight Friend symbols and "other", and an embedding of 64 numbers for
  symbols that are taught.
- **Posture** (`posture.onnx`, {posture_bytes:,} bytes, sha256 `{posture_sha}`): the reader's first four
  layers, copied, and a network on them that tells whether a die lies flat, leans or is stacked, from what is
  seen around it, from where its bottom would appear and from its size beside the others' (`postures.py`,
  `train_posture.py`). It judges on a calibrated table that is seen from above only; its figures stand in
  `posture.json`, how often each reason is named in `tests/why_not_report.py`.

Large weights are stored as float16 and widened when the file is loaded. The networks' licence is {licence}.

## Data

{sources}

Photographs of DamianTab/DiceDetection (Apache-2.0) were used for testing only, never for training.
{guard}
Twemoji was not used: it is kept for testing how new faces are taught. Photographs carry whole-die boxes or
boxes round the pips; the detector learns from them that one top side lies somewhere in the middle of a box and
is no larger than a die's box, nor smaller than one round pips; offset and turn come from drawn scenes alone.

## Recipe

The scripts are in `models/training`; `requirements.txt` pins their versions.

{recipe}

## Figures

Measured with `companion evaluate`, that is, with the application's own reader and thresholds, and without a
calibrated tray. *Photographs of all sources but DamianTab were also trained on*: their figures say that the
training worked, not how a new table will do. "Asked" counts dice about which the table asks; if it asks about
the picture, all of its dice. A value is wrong too where the reader refuses to name a face; "if a face must be
named" counts its likeliest one instead, as figures of readers do that cannot refuse. "Silent" are dice misread
or invented without a question. "Unnoticed" counts pictures in which a die was missed, invented or misread and
nothing was asked; the reader was not told how many dice to expect, which the games know. Shares in per cent and
errors in thousandths of the dice, each with its 95 % interval (Wilson); dice of one picture are taken for
independent, which they are not quite.

{tables}

## Sources left out

{left_out}

## Aims and how far they are reached

{aims}

## Per-face confusion

{confusion}

## Calibration

{calibration}

## What it fails on

{failures}
"""


COLUMNS: dict[str, Callable[[Counts], str]] = {
    "recall": lambda counts: rate(counts.recall),
    "precision": lambda counts: rate(counts.precision),
    "value, given the box": lambda counts: rate(counts.value),
    "value, if a face must be named": lambda counts: rate(counts.value_named),
    "whole pictures": lambda counts: rate(counts.pictures_right),
    "silent errors per 1,000 dice": lambda counts: rate(counts.silent, 1000),
    "asked": lambda counts: rate(Share(counts.asked, counts.detections)),
    "unnoticed": lambda counts: f"{counts.unnoticed}/{counts.pictures}",
}


def table(title: str, groups: list[Group]) -> str:
    """A row per group, with a column more for how far the confidence is off."""
    rows = [[title, *COLUMNS, "calibration error"], ["---"] * (len(COLUMNS) + 2), *map(cells, groups)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def cells(group: Group) -> list[str]:
    counts = Counts(**{one.name: group.get(one.name, 0) for one in fields(Counts)})
    name = f"{group['source'].removeprefix(DRAWN)} {group['condition']}"
    return [name, *(told(counts) for told in COLUMNS.values()), f"{group['calibration_error']:.3f}"]


def rate(share: Share, unit: float = 100) -> str:
    """A share with its counts and its interval, in hundredths or thousandths."""
    low, high = wilson(share)
    return f"{share.part}/{share.whole} = {unit * share.value:.1f} ({unit * low:.1f}-{unit * high:.1f})"


def tables(groups: list[Group]) -> str:
    kinds: dict[str, Callable[[str], bool]] = {
        "Test photographs (never trained on)": lambda source: source == TEST,
        "Training photographs": lambda source: source != TEST and not source.startswith(DRAWN),
        "Drawn scenes of the simulated camera": lambda source: source.startswith(DRAWN),
    }
    parts = []
    for title, fits in kinds.items():
        chosen = [group for group in groups if fits(group["source"])]
        if chosen:
            parts.append(f"### {title}\n\n{table('what', chosen)}")
    return "\n\n".join(parts)


def left_out(files: list[Path], notes: list[str]) -> str:
    """The section on sources that the measured networks never saw."""
    groups = [group for file in files for group in json.loads(file.read_text(encoding="utf-8"))]
    return "\n".join([table("source left out", groups), "", *notes])


def confusion(groups: list[Group], most: int = 12) -> str:
    lines = []
    for group in groups:
        if group["condition"] == "clean":
            pairs = [f"{pair} {count}" for pair, count in group["confusion"].items()][:most]
            lines.append(f"- {group['source']}: {', '.join(pairs) or 'none'}")
    return "\n".join(["True face -> what was read (? = none), with counts, most frequent first:", "", *lines])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--left-out", type=Path, nargs="*", default=[])
    args = parser.parse_args()
    notes = json.loads((Path(__file__).parent / "notes.json").read_text(encoding="utf-8"))
    card = json.loads((BASE / "card.json").read_text(encoding="utf-8"))
    text = HEAD.format(
        name=card["name"],
        version=card["version"],
        licence=card["licence"],
        detector_bytes=(BASE / "detector.onnx").stat().st_size,
        detector_sha=card["detector"]["sha256"],
        reader_bytes=(BASE / "reader.onnx").stat().st_size,
        reader_sha=card["reader"]["sha256"],
        posture_bytes=(BASE / "posture.onnx").stat().st_size,
        posture_sha=json.loads((BASE / "posture.json").read_text(encoding="utf-8"))["sha256"],
        sources="\n".join(f"- {s['name']}: {s['licence']}" for s in card["sources"]),
        recipe="\n".join(notes["recipe"]),
        tables=tables(card["figures"]),
        confusion=confusion(card["figures"]),
        guard=notes["guard"],
        calibration="\n".join(notes["calibration"]),
        left_out=left_out(args.left_out, notes["left_out"]),
        aims="\n".join(notes["aims"]),
        failures="\n".join(f"- {line}" for line in notes["failures"]),
    )
    (BASE / "MODEL_CARD.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
