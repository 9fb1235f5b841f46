"""Calibrate the camera: the pages and their forms, without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.vision.frame import Frame
from companion.vision.stored import load
from companion.vision.tray import Tray
from tests.web.shoprig import ShopRig
from tests.workbench import covered_mat, mat

FORM = {"corner": ["100, 100", "1180 100", "1180,860.5", "100; 860"], "width": "270", "depth": "190,5"}


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShopRig]:
    made = ShopRig(tmp_path_factory.mktemp("shop"))
    yield made
    made.close()


@pytest.fixture
def client(rig: ShopRig) -> FlaskClient:
    return rig.client()


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_mat_can_be_printed(client: FlaskClient, paper: str) -> None:
    assert client.get(f"/calibrate/mat-{paper}.pdf").data.startswith(b"%PDF")
    assert "<svg" in client.get(f"/calibrate/mat-{paper}.svg").text


@pytest.mark.parametrize("name", ["mat-a3.pdf", "mat-a4.png", "mat-..%2fx.pdf"])
def test_other_mats_are_not_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"/calibrate/{name}").status_code == 404


def test_the_camera_is_seen_but_not_beside_a_game(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.camera.frame = mat()
    assert Frame.load(client.get("/calibrate/preview.jpg").data).width == 800
    assert 'id="preview"' in client.get("/calibrate").text
    rig.new()
    assert client.get("/calibrate/preview.jpg").status_code == 404
    assert "the picture shows when the game is put away" in client.get("/calibrate").text
    rig.ask("leave")


def test_the_mat_is_found_drawn_and_used(rig: ShopRig, client: FlaskClient) -> None:
    assert "The camera is not calibrated." in client.get("/calibrate").text
    rig.bench.camera.frame = mat()
    assert client.post("/calibrate/take", data={"ruler": "100"}).status_code == 303
    text = client.get("/calibrate").text
    assert text.count('class="fiducial"') == 4
    assert "4 of 4 black squares and 30 of 30 marks were seen." in text
    error = re.search(r"Error: (\d\.\d\d) mm", text)
    assert error
    assert float(error[1]) < 0.5
    assert client.post("/calibrate/use", data={"mat": "stays"}).status_code == 303
    text = client.get("/calibrate").text
    assert "The camera is calibrated." in text
    assert "I shall say when the camera was moved." in text
    assert load(rig.bench.folder / "tray.toml", Tray).source == "mat"
    client.post("/calibrate/look")
    assert "I see no dice." in client.get("/calibrate").text
    client.post("/calibrate/forget")
    assert "The camera is not calibrated." in client.get("/calibrate").text
    assert not (rig.bench.folder / "tray.toml").exists()


def test_what_was_not_seen_of_the_mat_is_told_and_drawn(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.camera.frame = covered_mat()
    client.post("/calibrate/take", data={"ruler": "100"})
    text = client.get("/calibrate").text
    assert "not seen: near left, near right" in text
    assert "Uncover them" in text
    assert text.count('class="fiducial"') == 2


def test_corners_are_given_as_numbers(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.lay("STAR", "RING", seed=5)
    client.post("/calibrate/picture")
    assert client.get("/calibrate/corners").text.count('name="corner"') == 4
    assert client.post("/calibrate/corners", data=FORM).status_code == 303
    text = client.get("/calibrate/corners").text
    assert text.count('class="grid"') > 20
    client.post("/calibrate/use", data={"mat": "stays"})
    tray = load(rig.bench.folder / "tray.toml", Tray)
    assert (tray.source, tray.area) == ("corners", (270.0, 190.5))
    client.post("/calibrate/look")
    text = client.get("/calibrate").text
    assert text.count('class="cube"') == 2
    assert "mm from the left" in text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"corner": ["100, 100"] * 4}, "not the corners of a tray"),
        ({"corner": ["", "1 2", "3 4", "5 6"]}, "A corner is missing."),
        ({"corner": ["1e9, nan", "1 2", "3 4", "5 6"]}, "A corner is missing."),
        ({"corner": ["1 2"]}, "not the corners of a tray"),
        ({"width": "wide"}, "A number of millimetres is needed."),
        ({"width": ""}, "A number of millimetres is needed."),
        ({"depth": "7"}, "measured in millimetres"),
    ],
)
def test_wrong_corners_are_told(
    rig: ShopRig, client: FlaskClient, change: dict[str, str | list[str]], said: str
) -> None:
    rig.bench.lay("STAR", seed=5)
    client.post("/calibrate/picture")
    answer = client.post("/calibrate/corners", data=FORM | change, follow_redirects=True)
    assert said in answer.text
    assert answer.status_code in (200, 400)


@pytest.mark.parametrize("ruler", ["", "x", "10", "1e3", "nan", "-100"])
def test_a_ruler_that_cannot_be_is_told(rig: ShopRig, client: FlaskClient, ruler: str) -> None:
    rig.bench.camera.frame = mat()
    answer = client.post("/calibrate/take", data={"ruler": ruler}, follow_redirects=True)
    assert "number of millimetres is needed" in answer.text or "100 mm long" in answer.text
