"""Writes models/dice/base/MODEL_CARD.md from the card and the figures that evaluate.py measured.

python models/training/model_card.py FIGURES.json [--left-out LEFT_OUT.json ...]

LEFT_OUT.json holds what evaluate.py measured with networks that were trained without the sources in it.
"""

from __future__ import annotations

import argparse
import json
from math import sqrt
from pathlib import Path

BASE = Path(__file__).resolve().parents[1] / "dice" / "base"

HEAD = """# Model card: {name} {version}

Small networks that read dice in photographs, on one CPU thread.

- **Detector** (`detector.onnx`, {detector_bytes:,} bytes, sha256 `{detector_sha}`): 0.44 M parameters,
  fully convolutional, strides 4-32 merged top-down at stride 4. For each cell: heat of a top side's centre,
  side in pixels, offset to the centre, and the turn of the side's edges, which is a learned vote over
  gradients whose direction is multiplied by four.
- **Reader** (`reader.onnx`, {reader_bytes:,} bytes, sha256 `{reader_sha}`): 0.73 M parameters. From an
  upright crop: logits for pips 1-6, eight Friend symbols and "other", and an embedding of 64 numbers for
  symbols that are taught.
- **Posture** (`posture.onnx`, {posture_bytes:,} bytes, sha256 `{posture_sha}`): the reader's first six
  layers, copied, and a head that tells whether a die lies flat, leans or is stacked (`postures.py`,
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

Measured with `models/training/evaluate.py`, that is, with the application's own reader and thresholds.
*Photographs of all sources but damiantab were also trained on*: their figures say that the training worked,
not how a new table will do. Every third photograph of the training sources was measured; spoiled scenes hold
60 dice each. "Asked": the reader says that it is not sure, and the table asks. "Wrong, sure": wrong without a
question. "Wrong, none asked" counts pictures in which a die was missed, invented or misread and no question
was raised; the reader was not told how many dice to expect.

{tables}

## Sources left out

{left_out}

## Per-face confusion

{confusion}

## Calibration

{calibration}

## What it fails on

{failures}
"""


def row(name: str, f: dict) -> str:
    return (
        f"| {name} | {f['found']}/{f['dice']} | {f['extra']} | {f['right']}/{f['found']} | {f['asked']} "
        f"| {f['wrong_sure']} | {f['pictures_right']}/{f['pictures']} "
        f"| {f['pictures_wrong_unasked']} | {f['calibration_error']:.3f} |"
    )


TABLE = (
    "| what | found | extra | read right | asked | wrong, sure | pictures right | wrong, none asked "
    "| calibration error |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


RATES = (
    "| source left out | precision | recall | value, given the box | whole pictures "
    "| silent errors per 1,000 dice | asked |\n|---|---|---|---|---|---|---|"
)


def interval(part: int, whole: int) -> tuple[float, float]:
    """The 95 % interval (low, high) of a share (Wilson 1927)."""
    z = 1.96
    share = part / whole
    middle = share + z * z / (2 * whole)
    reach = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    return max(0.0, (middle - reach) / (1 + z * z / whole)), min(1.0, (middle + reach) / (1 + z * z / whole))


def rate(part: int, whole: int, unit: float = 100) -> str:
    """A share with its counts and its interval, in hundredths or thousandths."""
    low, high = interval(part, whole)
    return f"{part}/{whole} = {unit * part / whole:.1f} ({unit * low:.1f}-{unit * high:.1f})"


def left_out_row(name: str, f: dict) -> str:
    silent = f["wrong_sure"] + f["extra_sure"]
    cells = (
        name.removeprefix("photos "),
        rate(f["found"], f["found"] + f["extra"]),
        rate(f["found"], f["dice"]),
        rate(f["right"], f["found"]),
        rate(f["pictures_right"], f["pictures"]),
        rate(silent, f["dice"], 1000),
        rate(f["asked"], f["found"]),
    )
    return f"| {' | '.join(cells)} |"


def left_out(files: list[Path], notes: list[str]) -> str:
    """The section on sources that the measured networks never saw."""
    figures = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    rows = [left_out_row(name, f) for one in figures for name, f in one.items()]
    return "\n".join([RATES, *rows, "", *notes])


def tables(figures: dict[str, dict]) -> str:
    parts = []
    for title, fits in (
        ("Test photographs (never trained on)", lambda name: name.startswith("photos damiantab")),
        ("Training photographs", lambda name: name.startswith("photos") and "damiantab" not in name),
        ("Drawn scenes of the simulated camera", lambda name: name.startswith("scenes")),
    ):
        rows = [row(name, f) for name, f in figures.items() if fits(name)]
        if rows:
            parts.append("\n".join([f"### {title}", "", TABLE, *rows]))
    return "\n\n".join(parts)


def confusion(figures: dict[str, dict]) -> str:
    lines = [
        f"- {name}: {', '.join(f'{pair} {count}' for pair, count in f['confusion'].items()) or 'none'}"
        for name, f in figures.items()
        if name.endswith("clean")
    ]
    return "\n".join(["True face -> what was read (? = none), with counts, most frequent first:", "", *lines])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figures", type=Path)
    parser.add_argument("--left-out", type=Path, nargs="*", default=[])
    args = parser.parse_args()
    figures = json.loads(args.figures.read_text(encoding="utf-8"))
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
        tables=tables(figures),
        confusion=confusion(figures),
        guard=notes["guard"],
        calibration="\n".join(notes["calibration"]),
        left_out=left_out(args.left_out, notes["left_out"]),
        failures="\n".join(f"- {line}" for line in notes["failures"]),
    )
    (BASE / "MODEL_CARD.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
