"""A network of the size and shape of the smallest YOLOs, untrained: to know what such a one would cost.

It follows the published plan of the "nano" size of the eighth version (strides 8, 16 and 32; blocks whose branches
are all joined; three heads for boxes and six classes) with random weights: some 3.0 million parameters and 4.0
thousand million multiplications for 640 x 640 pixels, 8 GFLOPs as they are usually counted. What it finds means
nothing. It is built with the package `onnx`, which only this needs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CLASSES = 6
REACH = 64  # channels of a head's boxes: 4 distances in 16 steps
MULTIPLE = 32  # pixels: the largest stride
OPSET, IR = 17, 9  # of ONNX; every onnxruntime that we support reads them


class _Builder:
    """Nodes and weights of a network under construction; each method gives the name of its output."""

    def __init__(self, seed: int) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []
        self.channels: dict[str, int] = {"image": 3}
        self._rng = np.random.default_rng(seed)

    def add(self, kind: str, inputs: list[str], channels: int, **attributes: Any) -> str:
        """One node with one output of so many channels."""
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        self.channels[name] = channels
        return name

    def weight(self, values: np.ndarray) -> str:
        """A constant of the network."""
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def plain(self, of: str, channels: int, side: int, stride: int = 1) -> str:
        """A convolution with bias."""
        shape = (channels, self.channels[of], side, side)
        spread = np.sqrt(2 / np.prod(shape[1:]))  # He et al. 2015: outputs stay as large as inputs
        kernel = self.weight((self._rng.standard_normal(shape) * spread).astype(np.float32))
        bias = self.weight(np.zeros(channels, np.float32))
        edge = [side // 2] * 4
        return self.add("Conv", [of, kernel, bias], channels, pads=edge, strides=[stride] * 2)

    def conv(self, of: str, channels: int, side: int = 3, stride: int = 1) -> str:
        """A convolution and SiLU; its normalisation is folded in, as it is for use."""
        made = self.plain(of, channels, side, stride)
        return self.add("Mul", [made, self.add("Sigmoid", [made], channels)], channels)

    def joined(self, *parts: str) -> str:
        """Channels one after another."""
        return self.add("Concat", [*parts], sum(self.channels[part] for part in parts), axis=1)

    def block(self, of: str, channels: int, depth: int, shortcut: bool = True) -> str:
        """Two halves, one of them worked on `depth` times, all joined."""
        half = channels // 2
        parts = [self.conv(of, half, 1), self.conv(of, half, 1)]
        for _ in range(depth):
            worked = self.conv(self.conv(parts[-1], half), half)
            parts.append(self.add("Add", [parts[-1], worked], half) if shortcut else worked)
        return self.conv(self.joined(*parts), channels, 1)

    def pooled(self, of: str) -> str:
        """The pyramid of three maximum poolings."""
        parts = [self.conv(of, self.channels[of] // 2, 1)]
        for _ in range(3):
            pool = {"kernel_shape": [5, 5], "pads": [2] * 4, "strides": [1, 1]}
            parts.append(self.add("MaxPool", [parts[-1]], self.channels[parts[-1]], **pool))
        return self.conv(self.joined(*parts), self.channels[of], 1)

    def doubled(self, of: str) -> str:
        """Twice as large."""
        scales = self.weight(np.array([1, 1, 2, 2], np.float32))
        nearest = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
        return self.add("Resize", [of, "", scales], self.channels[of], **nearest)

    def head(self, of: str) -> str:
        """Boxes and classes of one stride."""
        boxes = self.plain(self.conv(self.conv(of, REACH), REACH), REACH, 1)
        classes = self.plain(self.conv(self.conv(of, REACH), REACH), CLASSES, 1)
        return self.joined(boxes, classes)


def yolo_sized(width: int, height: int, seed: int = 0) -> bytes:
    """The network as ONNX for one picture (1, 3, height, width) float32 RGB 0-1; the same seed gives the same.

    Raises:
        ValueError: a side is no multiple of 32.
    """
    if width % MULTIPLE or height % MULTIPLE:
        raise ValueError(f"expected multiples of {MULTIPLE} pixels, got {width} x {height}")
    net = _Builder(seed)
    heads = [net.head(one) for one in _neck(net, *_backbone(net))]
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, height, width])
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, REACH + CLASSES, None, None]) for name in heads
    ]
    graph = helper.make_graph(net.nodes, "yolo-sized", [image], outputs, net.weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def parameters(model: bytes) -> int:
    """How many weights the network has."""
    return sum(int(np.prod(one.dims)) for one in onnx.load_from_string(model).graph.initializer)


def _backbone(net: _Builder) -> tuple[str, str, str]:
    """Features at strides 8, 16 and 32."""
    stem = net.block(net.conv(net.conv("image", 16, stride=2), 32, stride=2), 32, 1)
    fine = net.block(net.conv(stem, 64, stride=2), 64, 2)
    middle = net.block(net.conv(fine, 128, stride=2), 128, 2)
    coarse = net.block(net.conv(middle, 256, stride=2), 256, 1)
    return fine, middle, net.pooled(coarse)


def _neck(net: _Builder, fine: str, middle: str, coarse: str) -> tuple[str, str, str]:
    """The features merged from coarse to fine and back."""
    down = net.block(net.joined(net.doubled(coarse), middle), 128, 1, shortcut=False)
    first = net.block(net.joined(net.doubled(down), fine), 64, 1, shortcut=False)
    second = net.block(net.joined(net.conv(first, 64, stride=2), down), 128, 1, shortcut=False)
    third = net.block(net.joined(net.conv(second, 128, stride=2), coarse), 256, 1, shortcut=False)
    return first, second, third
