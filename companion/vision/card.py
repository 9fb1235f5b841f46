"""Cards: what lies beside each model and die set, and tells how it is to be used; read and checked here."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal, TypeVar

import msgspec
import onnxruntime

from companion.errors import ModelError
from companion.words import Sentence, say

CARD = "card.json"
_SHARING = Lock()


class DetectorCard(msgspec.Struct, frozen=True):
    """How to use the detector.

    A cell whose heat (0-1) reaches `threshold` is a die, one that reaches `ask_threshold` may be one. `stride` is
    pixels of the input per cell of the output.
    """

    file: str
    sha256: str
    stride: int
    threshold: float
    ask_threshold: float


class ReaderCard(msgspec.Struct, frozen=True):
    """How to use the reader: pixels of a `crop` and of the top face's side in it, classes in order of the logits.

    `temperature` divides the logits; `embedding` is the length of the embedding.
    """

    file: str
    sha256: str
    crop: int
    top_side: float
    classes: tuple[str, ...]
    temperature: float
    embedding: int


class BaseCard(msgspec.Struct, frozen=True):
    """The two networks that all die sets share."""

    name: str
    version: str
    licence: str
    detector: DetectorCard
    reader: ReaderCard


class FaceCard(msgspec.Struct, frozen=True):
    """A face: its code in games and journals, its name for people."""

    code: str
    name: str


class SetCard(msgspec.Struct, frozen=True):
    """A die set: its faces, and how they are told from the reader's classes or from prototypes of embeddings.

    `sure` is the confidence 0-1 from which on no question is asked. For prototypes: `threshold` is the least
    score of a known face (see `companion.vision.matching`; a taught face may have one of its own), `margin` the
    least gap to the next face's score, `scale` the softmax's factor.
    """

    set: str
    title: str
    kind: Literal["classes", "prototypes"]
    faces: tuple[FaceCard, ...]
    sure: float
    classes: dict[str, str] = {}
    prototypes: str = "prototypes.npz"
    threshold: float = 0.0
    margin: float = 0.0
    scale: float = 1.0


Card = TypeVar("Card", BaseCard, SetCard)
Part = TypeVar("Part", bound=msgspec.Struct)


def read_card(folder: Path, kind: type[Card]) -> Card:
    """The card in `folder`.

    Raises:
        ModelError: it is missing, or does not hold what it should.
    """
    path = folder / CARD
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError as error:
        raise ModelError(_missing(path), detail=f"expected a card at {str(path)!r}") from error
    except (OSError, msgspec.DecodeError) as error:
        raise ModelError(_damaged(path), detail=f"expected a {kind.__name__} in {str(path)!r}: {error}") from error


def read_part(path: Path, kind: type[Part]) -> Part:
    """The card of a further network, in the file at `path`.

    Raises:
        ModelError: it is missing or damaged.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError) as error:
        raise ModelError(
            say("A part of the eye is missing or damaged: {file}", file=f"{path.parent.name}/{path.name}"),
            detail=f"expected a {kind.__name__} in {str(path)!r}: {error}",
        ) from error


def session(folder: Path, file: str, sha256: str) -> Any:
    """An onnxruntime session of the model `file` in `folder`: the CPU's, one thread, which sleeps while it waits.

    Raises:
        ModelError: the file is missing, is not the one that the card names, or is no model.
    """
    path = folder / file
    data = _checked(path, sha256)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False  # patterns want one piece for all that a run needs, whatever lies free
    options.add_session_config_entry("session.use_env_allocators", "1")
    _share_memory()
    try:
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's errors share no other base
        raise ModelError(_damaged(path), detail=f"expected an ONNX model in {str(path)!r}: {error}") from error


def _share_memory() -> None:
    """Let all networks of the process work in the same memory, one after another."""
    with _SHARING:  # networks are loaded by several threads
        _registered()


@cache
def _registered() -> None:
    kind = onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR
    memory = onnxruntime.OrtMemoryInfo("Cpu", kind, 0, onnxruntime.OrtMemType.DEFAULT)
    onnxruntime.create_and_register_allocator(memory, onnxruntime.OrtArenaCfg(0, 0, -1, -1))  # its own defaults


def _checked(path: Path, sha256: str) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise ModelError(_missing(path), detail=f"expected a model at {str(path)!r}") from error
    except OSError as error:
        raise ModelError(_damaged(path), detail=f"cannot read {str(path)!r}: {error}") from error
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise ModelError(
            _damaged(path), detail=f"expected sha256 {sha256} of {str(path)!r}, got {found} ({len(data)} bytes)"
        )
    return data


def _missing(path: Path) -> Sentence:
    return say("A part of the eye is missing: {file}", file=f"{path.parent.name}/{path.name}")


def _damaged(path: Path) -> Sentence:
    return say("A part of the eye is damaged: {file}", file=f"{path.parent.name}/{path.name}")
