from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from companion.commands.read import default_models
from companion.errors import ModelError
from companion.vision.card import BaseCard, read_card, session


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


def test_all_networks_share_their_memory() -> None:
    folder = default_models() / "base"
    card = read_card(folder, BaseCard)
    loaded = [session(folder, part.file, part.sha256) for part in (card.detector, card.reader)]
    entries = [one.get_session_options().get_session_config_entry("session.use_env_allocators") for one in loaded]
    assert entries == ["1", "1"]
