"""Writes the networks as ONNX and everything that is measured into the cards.

    python models/training/export.py --version 0.1 --detector DATA/detector.pt --reader DATA/reader.pt
    options: --into FOLDER --without SOURCE     a copy of models/dice with networks that never saw the source

Large weights are stored as float16 and widened when the file is loaded; files appear whole or not at all.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import torch
from nets import EMBEDDING, STRIDE, Detector, Reader
from onnx import TensorProto, helper, numpy_helper
from photos import SOURCES as PHOTOGRAPHS
from spoiling import INPUT, TOP_SIDE
from torch import nn
from train_reader import CLASSES

DICE = Path(__file__).resolve().parents[1] / "dice"
BASE = DICE / "base"
FOLLOWING = ("shares", "ms", "unread")  # of what is measured: what follows from the counts, or differs by machine
HALVED = 512  # weights with at least this many numbers are stored as float16


def written(
    net: nn.Module,
    example: torch.Tensor | tuple[torch.Tensor, ...],
    inputs: str | list[str],
    outputs: list[str],
    dynamic: dict,
    out: Path,
) -> None:
    """The network as ONNX, opset 17, of one input or several."""
    temporary = out.with_suffix(".tmp")
    torch.onnx.export(
        net,
        example if isinstance(example, tuple) else (example,),
        str(temporary),
        input_names=inputs if isinstance(inputs, list) else [inputs],
        output_names=outputs,
        dynamic_axes=dynamic,
        opset_version=17,
        dynamo=False,
    )
    model = halved(onnx.load(temporary))
    onnx.checker.check_model(model)
    onnx.save(model, temporary)
    temporary.replace(out)


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with its large weights as float16, each widened by a Cast that the runtime folds at load."""
    casts = []
    for weight in model.graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype != np.float32 or values.size < HALVED:
            continue
        name = weight.name
        weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def save_json(path: Path, card: dict) -> None:
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    temporary.replace(path)


def figures(measured: Path) -> list[dict]:
    """The counts of each source in each condition; shares and intervals follow from them."""
    groups = json.loads(measured.read_text(encoding="utf-8"))
    return [{name: value for name, value in group.items() if name not in FOLLOWING} for group in groups]


SOURCES = [
    {"name": "scenes drawn by hardware/simulators/scenes", "licence": "MIT"},
    {"name": "nell-byler/dice_detection", "licence": "BSD-3-Clause"},
    {"name": "Epanemu/GameDiceRecognition", "licence": "CC-BY-4.0"},
    {"name": "matteop65/Dice_Detection_Recognition", "licence": "MIT"},
    {"name": "chaseelliottpatterson/dice-reader", "licence": "MIT"},
    {"name": "dice with numerals (pictures CC0-1.0, labels BSD-3-Clause)", "licence": "CC0-1.0"},
    {"name": "ambientCG surfaces and scikit-image surfaces", "licence": "CC0-1.0"},
    {"name": "playing cards on tables", "licence": "Apache-2.0"},
    {"name": "icons: game-icons.net, by Lorc, Delapouite and contributors", "licence": "CC-BY-3.0"},
    {"name": "icons: Fluent emoji flat, Phosphor, Tabler, Bootstrap", "licence": "MIT"},
    {"name": "icons: Noto emoji", "licence": "Apache-2.0"},
    {"name": "icons: Lucide", "licence": "ISC"},
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detector", type=Path, required=True)
    parser.add_argument("--reader", type=Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--threshold", type=float, default=0.42)
    parser.add_argument("--ask-threshold", type=float, default=0.25)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--figures", type=Path, help="what `companion evaluate --json` wrote")
    parser.add_argument("--into", type=Path, default=DICE, help="the folder of die sets that gets the networks")
    parser.add_argument("--without", nargs="*", default=[], choices=list(PHOTOGRAPHS), help="not trained on")
    args = parser.parse_args()
    if not args.into.exists():
        shutil.copytree(DICE, args.into)
    base = args.into / "base"
    base.mkdir(parents=True, exist_ok=True)
    detector, reader = Detector().eval(), Reader(len(CLASSES)).eval()
    detector.load_state_dict(torch.load(args.detector))
    reader.load_state_dict(torch.load(args.reader))
    plane = {0: "n", 2: "h", 3: "w"}
    maps = ["heat", "size", "offset", "turn"]
    written(
        detector,
        torch.rand(1, 3, 96, 128),
        "image",
        maps,
        {"image": plane} | dict.fromkeys(maps, plane),
        base / "detector.onnx",
    )
    rows = {"crops": {0: "n"}, "logits": {0: "n"}, "embedding": {0: "n"}}
    written(reader, torch.rand(2, 3, INPUT, INPUT), "crops", ["logits", "embedding"], rows, base / "reader.onnx")
    save_json(
        base / "card.json",
        {
            "name": "table-companion-dice",
            "version": args.version,
            "licence": "MIT",
            "detector": {
                "file": "detector.onnx",
                "sha256": sha256(base / "detector.onnx"),
                "input_long_side": 960,
                "stride": STRIDE,
                "threshold": args.threshold,
                "ask_threshold": args.ask_threshold,
                "turn": "direction of the top side's edges (x right, y down), modulo a quarter turn",
            },
            "reader": {
                "file": "reader.onnx",
                "sha256": sha256(base / "reader.onnx"),
                "crop": INPUT,
                "top_side": TOP_SIDE,
                "classes": CLASSES,
                "temperature": args.temperature,
                "embedding": EMBEDDING,
            },
            "sources": [s for s in SOURCES if s["name"] not in [PHOTOGRAPHS[name] for name in args.without]],
            "figures": figures(args.figures) if args.figures else [],
        },
    )
    for name in ("detector.onnx", "reader.onnx"):
        print(name, (base / name).stat().st_size, sha256(base / name))


if __name__ == "__main__":
    main()
