"""What is shipped in models/dice: cards, drawings, networks and prototypes fit each other."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import onnxruntime
import pytest

DICE = Path(__file__).resolve().parents[2] / "models" / "dice"
SETS = {
    "pips": {"1", "2", "3", "4", "5", "6"},
    "friends": {"E", "EE", "H", "HH", "T", "TT", "F", "FF"},
    "characters": {"SB", "PA", "KR", "SA", "SQ", "GA", "PL"},
}
NETWORKS = ("detector", "reader")


def card(name: str) -> dict[str, Any]:
    loaded = json.loads((DICE / name / "card.json").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


@pytest.fixture(scope="module")
def sessions() -> dict[str, Any]:
    base = card("base")
    return {name: onnxruntime.InferenceSession(str(DICE / "base" / base[name]["file"])) for name in NETWORKS}


@pytest.mark.parametrize("network", NETWORKS)
def test_a_network_is_the_one_that_the_card_describes(network: str) -> None:
    entry = card("base")[network]
    content = (DICE / "base" / entry["file"]).read_bytes()
    assert hashlib.sha256(content).hexdigest() == entry["sha256"]


def test_both_networks_together_stay_below_four_megabytes() -> None:
    assert sum((DICE / "base" / f"{name}.onnx").stat().st_size for name in NETWORKS) < 4_000_000


def test_every_source_has_a_licence() -> None:
    sources = card("base")["sources"]
    assert sources
    assert all(source["name"] and source["licence"] for source in sources)


def test_no_test_only_source_was_trained_on() -> None:
    assert not [source for source in card("base")["sources"] if "damiantab" in source["name"].lower()]


@pytest.mark.parametrize(("height", "width"), [(96, 128), (480, 640)])
def test_the_detector_gives_four_maps_at_its_stride(sessions: dict[str, Any], height: int, width: int) -> None:
    image = np.random.default_rng(0).random((1, 3, height, width), np.float32)
    names = ["heat", "size", "offset", "turn"]
    heat, size, offset, turn = sessions["detector"].run(names, {"image": image})
    stride = card("base")["detector"]["stride"]
    grid = (height // stride, width // stride)
    assert [m.shape for m in (heat, size, offset, turn)] == [(1, n, *grid) for n in (1, 1, 2, 2)]
    assert ((heat >= 0) & (heat <= 1)).all()
    assert (size > 0).all()
    assert np.linalg.norm(turn, axis=1).max() < 1.001


def test_the_reader_gives_a_logit_per_class_and_a_unit_embedding(sessions: dict[str, Any]) -> None:
    entry = card("base")["reader"]
    for count in (1, 5):
        crops = np.random.default_rng(count).random((count, 3, entry["crop"], entry["crop"]), np.float32)
        logits, embedding = sessions["reader"].run(["logits", "embedding"], {"crops": crops})
        assert logits.shape == (count, len(entry["classes"]))
        assert embedding.shape == (count, entry["embedding"])
        assert np.linalg.norm(embedding, axis=1) == pytest.approx(np.ones(count), abs=1e-3)


def test_the_reader_knows_what_is_none_of_its_faces() -> None:
    classes = card("base")["reader"]["classes"]
    assert set(classes) == SETS["pips"] | SETS["friends"] | {"other"}
    assert len(classes) == len(set(classes))


@pytest.mark.parametrize("name", SETS)
def test_a_set_names_its_faces(name: str) -> None:
    own = card(name)
    assert own["set"] == name
    assert {face["code"] for face in own["faces"]} == SETS[name]
    assert all(face["name"] for face in own["faces"])
    assert 0 < own["sure"] < 1


@pytest.mark.parametrize("name", ["pips", "friends"])
def test_a_set_of_classes_uses_classes_of_the_reader(name: str) -> None:
    own = card(name)
    assert own["kind"] == "classes"
    assert set(own["classes"].values()) == SETS[name]
    assert set(own["classes"]) <= set(card("base")["reader"]["classes"])


def test_prototypes_are_unit_rows_for_every_face() -> None:
    own = card("characters")
    assert own["kind"] == "prototypes"
    stored = np.load(DICE / "characters" / own["prototypes"])
    vectors, faces = stored["vectors"], stored["faces"]
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(faces), card("base")["reader"]["embedding"])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(faces)), abs=1e-4)
    assert set(faces.tolist()) == SETS["characters"]
    assert own["threshold"] < 1
    assert own["margin"] > 0
    assert own["scale"] > 0


def test_prototypes_of_different_faces_lie_apart() -> None:
    own = card("characters")
    stored = np.load(DICE / "characters" / own["prototypes"])
    alike = stored["vectors"] @ stored["vectors"].T
    foreign = stored["faces"][:, None] != stored["faces"][None, :]
    assert alike[foreign].max() < 1 - own["margin"]


@pytest.mark.parametrize(("name", "face"), [(name, face) for name in SETS for face in sorted(SETS[name])])
def test_a_face_is_drawn_as_vectors_and_as_pixels(name: str, face: str) -> None:
    folder = DICE / name / "faces"
    root = ElementTree.parse(folder / f"{face}.svg").getroot()
    assert root.get("viewBox") == "0 0 100 100"
    picture = cv2.imdecode(np.fromfile(folder / f"{face}.png", np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    assert picture.shape == (256, 256, 4)
    opaque = (picture[..., 3] > 128).mean()
    assert 0.02 < opaque < 0.9
    assert not picture[:3, :3, 3].any()  # the ground shows through
