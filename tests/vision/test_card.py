from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from companion.errors import ModelError
from companion.vision.card import session


def test_a_model_that_is_missing_changed_or_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "detector.onnx"
    digest = hashlib.sha256(b"not a network").hexdigest()
    with pytest.raises(ModelError, match="missing"):
        session(tmp_path, path.name, digest)
    path.write_bytes(b"not a networl")
    with pytest.raises(ModelError, match="expected sha256") as caught:
        session(tmp_path, path.name, digest)
    assert "damaged" in str(caught.value.sentence)
    assert "hand entry" in str(caught.value.advice)
    path.write_bytes(b"not a network")
    with pytest.raises(ModelError, match="expected an ONNX model"):
        session(tmp_path, path.name, digest)
    path.unlink()
    path.mkdir()
    with pytest.raises(ModelError, match="cannot read"):
        session(tmp_path, path.name, digest)
