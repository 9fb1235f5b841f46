"""The embeddings of samples, kept beside them because they take a while; made again when the reader is another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.files import replace_atomically
from companion.vision.frame import Pixels
from companion.vision.teaching.record import Sample
from companion.vision.teaching.store import EMBEDDINGS, arrays_file
from companion.vision.teaching.teacher import Teacher
from companion.vision.teaching.variations import VARIATIONS

Floats = NDArray[np.float32]


def embeddings(folder: Path, samples: Sequence[Sample], crops: Sequence[Pixels], teacher: Teacher) -> Floats:
    """The embeddings (n, variations, embedding) of samples and their variations."""
    shape = (len(VARIATIONS), teacher.reader.embedding)
    kept = _kept(folder, teacher.reader.sha256, shape)
    missing = [sample.sha256 for sample in samples if sample.sha256 not in kept]
    for sample, crop in zip(samples, crops, strict=True):
        if sample.sha256 not in kept:
            kept[sample.sha256] = teacher.embeddings(crop)
    rows = np.array([kept[sample.sha256] for sample in samples], np.float32).reshape(-1, *shape)
    if missing:
        hashes = np.array([sample.sha256 for sample in samples])
        arrays = {"reader": np.array(teacher.reader.sha256), "samples": hashes, "embeddings": rows}
        replace_atomically(folder / EMBEDDINGS, arrays_file(arrays))
    return rows


def _kept(folder: Path, reader: str, shape: tuple[int, int]) -> dict[str, Floats]:
    """What the cache holds for this reader; nothing where it is missing, damaged or another reader's."""
    try:
        with (folder / EMBEDDINGS).open("rb") as handle, np.load(handle, allow_pickle=False) as file:
            hashes, rows = file["samples"], np.asarray(file["embeddings"], np.float32)
            fits = str(file["reader"]) == reader and rows.shape == (len(hashes), *shape)
    except Exception:  # noqa: BLE001 - numpy and zipfile raise many kinds on damaged files; a cache is made anew
        return {}
    return dict(zip(map(str, hashes), rows, strict=True)) if fits else {}
