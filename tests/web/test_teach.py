"""Teach my dice: the pages and their forms, without a script."""

from __future__ import annotations

import io
import re
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.vision.school import photo
from tests.web.rig import Rig
from tests.web.shoprig import ShopRig
from tests.workbench import PATIENCE, taught
from web import shop as shop_pages

JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ShopRig]:
    made = ShopRig(tmp_path_factory.mktemp("shop"))
    taught(made.bench.folder / "dice")
    yield made
    made.close()


@pytest.fixture
def client(rig: ShopRig) -> FlaskClient:
    return rig.client()


def page(client: FlaskClient, path: str) -> str:
    """The page at `path`, which is there."""
    answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


def led(answer: TestResponse, path: str) -> None:
    """Make sure that a form led to `path`."""
    assert (answer.status_code, answer.headers.get("Location")) == (303, path), answer.text


def images(text: str) -> list[str]:
    """The addresses of the crops on a page."""
    return re.findall(r'class="crop" src="([^"]+)"', text)


# ---- the shelf and new sets


def test_home_leads_to_the_workshop_where_there_is_one(client: FlaskClient, tmp_path: Path) -> None:
    assert 'href="/teach"' in page(client, "/")
    assert 'href="/calibrate"' in page(client, "/")
    bare = Rig(tmp_path)
    assert 'href="/teach"' not in bare.client().get("/").text
    assert bare.client().get("/teach").status_code == 404
    assert bare.client().get("/calibrate").status_code == 404
    bare.close()


def test_the_shelf_shows_what_is_taught_and_what_ships(client: FlaskClient) -> None:
    text = page(client, "/teach")
    assert "Symbols" in text
    assert "games can use them" in text
    assert "Dice with pips" in text
    assert 'name="set" value="characters"' in text
    assert 'name="set" value="pips"' not in text, "what is read well is not offered to be replaced"


def test_a_new_set_is_named_and_leads_to_its_pictures(rig: ShopRig, client: FlaskClient) -> None:
    names = ["Cat", " Big   dog ", "", "<b>Cow</b>"]
    led(client.post("/teach/new", data={"title": "My animals", "name": names}), "/teach/my-animals")
    text = page(client, "/teach/my-animals")
    assert "Big dog" in text
    assert "&lt;b&gt;Cow&lt;/b&gt;" in text
    assert "Next: pictures of Cat" in text
    led(client.post("/teach/my-animals/undo"), "/teach/my-animals")
    assert "nothing to take back" in page(client, "/teach/my-animals")
    assert rig.bench.workshop.lessons.shelf.has_lesson("my-animals")


@pytest.mark.parametrize(
    ("title", "names", "said"),
    [
        ("", ["Cat", "Dog"], "need a name"),
        ("Cats", ["Cat"], "2 to 12 faces"),
        ("Cats", ["Cat", "cat"], "same name"),
    ],
)
def test_a_wrong_form_is_given_back_as_it_was_typed(
    client: FlaskClient, title: str, names: list[str], said: str
) -> None:
    answer = client.post("/teach/new", data={"title": title, "name": names})
    assert answer.status_code == 400
    assert said in answer.text
    assert all(f'value="{name}"' in answer.text for name in names)


def test_shipped_dice_can_be_taught_anew_once(client: FlaskClient) -> None:
    led(client.post("/teach/begin", data={"set": "characters"}), "/teach/characters")
    assert "Squidward" in page(client, "/teach/characters")
    again = client.post("/teach/begin", data={"set": "characters"})
    assert again.status_code == 400
    assert "taught before" in again.text
    assert client.post("/teach/begin", data={"set": "../x"}).status_code == 400


def test_faces_are_renamed_and_added(rig: ShopRig, client: FlaskClient) -> None:
    client.post("/teach/new", data={"title": "Shapes", "name": ["Moon", "Sun"]})
    text = page(client, "/teach/shapes/names")
    assert 'value="Moon"' in text
    form = {"title": "Skies", "code": ["MOON", "SUN", ""], "name": ["Moon", "Star", "Sun"]}
    led(client.post("/teach/shapes/names", data=form), "/teach/shapes")
    lesson = rig.bench.view.lesson
    assert lesson is not None
    assert lesson.record.title == "Skies"
    assert [(face.code, face.name) for face in lesson.record.faces] == [
        ("MOON", "Moon"),
        ("SUN", "Star"),
        ("SUNX", "Sun"),
    ]


@pytest.mark.parametrize("path", ["/teach/nothing", "/teach/..%2fdice", "/teach/symbols/face/NONE"])
def test_other_sets_and_faces_are_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_set_is_put_away(client: FlaskClient) -> None:
    client.post("/teach/new", data={"title": "Mistake", "name": ["A", "B"]})
    assert "Yes, put them away" in page(client, "/teach/mistake")
    led(client.post("/teach/mistake/away"), "/teach")
    assert "The dice are put away." in page(client, "/teach")
    assert client.get("/teach/mistake").status_code == 404


# ---- pictures


def test_a_picture_is_taken_ticked_and_kept(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.lay("STAR", "RING", seed=90)
    path = "/teach/symbols/face/STAR"
    before = len(images(page(client, path)))
    led(client.post(f"{path}/take"), path)
    text = page(client, path)
    assert "looks more like Ring" in text
    assert text.count('name="chosen" value="') == 3, "two dice, and the empty text that keeps the field alive"
    picture = re.search(r'href="(/workshop/pictures/\w+)"', text)
    assert picture
    assert client.get(picture[1]).mimetype == "image/jpeg"
    lesson = rig.bench.view.lesson
    assert lesson is not None
    star = next(place for place, die in enumerate(lesson.shots[0].dice) if not die.like)
    led(client.post(f"{path}/keep", data={"chosen": ["", str(star)]}), path)
    kept = images(page(client, path))
    assert len(kept) == before + 1
    assert client.get(kept[-1]).mimetype == "image/png"
    led(client.post("/teach/symbols/undo"), "/teach/symbols")
    assert len(images(page(client, path))) == before


def test_ticks_are_remembered_and_a_picture_is_put_away(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.lay("STAR", "STAR", seed=91)
    path = "/teach/symbols/face/STAR"
    client.post(f"{path}/take")
    assert client.post(f"{path}/choose", data={"chosen": ["", "1"]}, headers=JSON).get_json()["to"] == path
    text = page(client, path)
    assert re.findall(r'value="(\d)"( checked)?', text) == [("0", ""), ("1", " checked")]
    led(client.post(f"{path}/keep", data={"chosen": ""}), path)
    assert "No die is ticked" in page(client, path)
    led(client.post(f"{path}/drop"), path)
    assert "Take the picture" in page(client, path)
    gone = client.post(f"{path}/drop")
    assert gone.status_code == 400
    assert "No picture waits" in gone.text


def test_files_are_looked_at_and_bad_ones_told(rig: ShopRig, client: FlaskClient) -> None:
    path = "/teach/symbols/face/RING"
    files = [(io.BytesIO(photo(("RING",), 92).jpeg()), "IMG 1.jpg"), (io.BytesIO(b"no picture"), "x.jpg")]
    led(client.post(f"{path}/send", data={"pictures": files}), path)
    text = page(client, path)
    assert "1 of 2 pictures cannot be used" in text
    assert "Do all of these show Ring?" in text
    rig.bench.workshop.lessons.drop("symbols")
    none = client.post(f"{path}/send", data={"pictures": (io.BytesIO(b""), "")})
    assert none.status_code == 400
    assert "one to 10 pictures" in none.text


def test_a_body_that_is_too_large_is_refused(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PICTURES", "PARCEL"):
        for room in ("web.teach", "web.teach_samples"):
            monkeypatch.setattr(f"{room}.{name}", 1000, raising=False)
    for path, field in (("face/RING/send", "pictures"), ("look", "picture"), ("../import", "parcel")):
        data = {field: (io.BytesIO(b"x" * 2000), "x")}
        target = "/teach/import" if field == "parcel" else f"/teach/symbols/{path}"
        assert client.post(target, data=data).status_code == 413
    assert shop_pages.PICTURES > shop_pages.PARCEL > 24 * 40 * 32_000


def test_a_sample_is_looked_at_given_another_face_and_forgotten(client: FlaskClient) -> None:
    sample = images(page(client, "/teach/symbols/face/CROSS"))[0].removesuffix(".png")
    text = page(client, sample)
    assert "It was taught as Cross." in text
    led(client.post(f"{sample}/relabel", data={"face": "STAR"}), "/teach/symbols/results")
    text = page(client, "/teach/symbols/results")
    assert "This Star was taken for Cross." in text
    assert "It was taught as Star." in page(client, sample)
    led(client.post(f"{sample}/forget"), "/teach/symbols/face/STAR")
    assert client.get(sample).status_code == 404
    for _ in range(2):
        client.post("/teach/symbols/undo")
    assert "It was taught as Cross." in page(client, sample)


def test_a_face_is_forgotten_and_had_back(client: FlaskClient) -> None:
    path = "/teach/symbols/face/CROSS"
    led(client.post(f"{path}/forget"), path)
    assert images(page(client, path)) == []
    assert "not every face was taught yet" in page(client, "/teach")
    client.post("/teach/symbols/undo")
    assert len(images(page(client, path))) == 4


@pytest.mark.parametrize("name", ["0" * 64, "x", "..%2f..%2flesson", "0" * 63 + "*"])
def test_other_files_are_not_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/teach/symbols/sample/{name}.png").status_code == 404
    assert client.get(f"/workshop/pictures/{name}").status_code == 404


# ---- results, test and parcels


def test_results_are_told_in_words(rig: ShopRig, client: FlaskClient) -> None:
    text = page(client, "/teach/symbols/results")
    lesson = rig.bench.view.lesson
    assert lesson is not None
    assert lesson.figures is not None
    assert f"{lesson.figures.after.part} of {lesson.figures.after.whole}" in text
    least = round(100 * lesson.figures.faces[0].least)
    assert f"A die counts as {lesson.figures.faces[0].name} from a likeness of {least} % on" in text
    assert "Take 3 more pictures of Star" in text


def test_any_dice_are_read_in_the_test(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.lay("STAR", "MOON", seed=93)
    led(client.post("/teach/symbols/look"), "/teach/symbols/test")
    text = page(client, "/teach/symbols/test")
    assert "I see 2 dice" in text
    assert "none of these faces" in text
    picture = (io.BytesIO(photo(("RING",), 94).jpeg()), "x.jpg")
    led(client.post("/teach/symbols/look", data={"picture": picture}), "/teach/symbols/test")
    assert "I see one die" in page(client, "/teach/symbols/test")


def test_a_set_is_saved_and_taken_in(client: FlaskClient) -> None:
    answer = client.get("/teach/symbols/symbols.zip")
    assert answer.headers["Content-Disposition"] == "attachment; filename=symbols.zip"
    assert "lesson.json" in zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    parcel = {"parcel": (io.BytesIO(answer.data), "symbols.zip")}
    led(client.post("/teach/import", data=parcel), "/teach/symbols-2")
    assert "Symbols was taken in." in page(client, "/teach/symbols-2")
    assert client.get("/teach/symbols/other.zip").status_code == 404


@pytest.mark.parametrize("data", [None, b"no zip"])
def test_a_parcel_that_is_none_is_refused_in_words(client: FlaskClient, data: bytes | None) -> None:
    body = {"parcel": (io.BytesIO(data), "x.zip")} if data else {}
    answer = client.post("/teach/import", data=body, content_type="multipart/form-data")
    assert answer.status_code == 400
    assert "packed" in answer.text


# ---- live, busy, foreign


def test_a_page_that_is_up_to_date_gets_nothing(client: FlaskClient) -> None:
    text = page(client, "/teach/symbols")
    tag = re.search(r'data-number="([^"]+)"', text)
    assert tag
    headers = {"X-Part": "main", "X-After": tag[1]}
    assert client.get("/teach/symbols", headers=headers).status_code == 204
    news = client.get("/teach/symbols", headers=headers | {"X-After": "old"}).text
    assert news.strip().startswith("<main")
    assert "<html" not in news


def test_a_page_of_other_dice_does_not_snatch_the_lesson(rig: ShopRig, client: FlaskClient) -> None:
    page(client, "/teach/symbols")
    client.post("/teach/new", data={"title": "Others", "name": ["A", "B"]})
    poll = client.get("/teach/symbols", headers={"X-Part": "main", "X-After": "old"}).text
    assert "Other dice are open just now." in poll
    lesson = rig.bench.view.lesson
    assert lesson is not None
    assert lesson.record.set == "others"
    assert "Symbols" in page(client, "/teach/symbols"), "a page that is opened does"


def test_a_busy_workshop_says_so(rig: ShopRig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page(client, "/teach/symbols")
    go = threading.Event()
    monkeypatch.setattr(shop_pages, "PATIENCE", 0.01)
    monkeypatch.setattr(rig.bench.workshop.lessons, "_take", lambda *_: go.wait(PATIENCE))
    path = "/teach/symbols/face/STAR"
    led(client.post(f"{path}/take"), path)
    text = page(client, path)
    assert "hold still" in text
    assert 'http-equiv="refresh"' in text, "without a script the page asks again by itself"
    refused = client.post(f"{path}/take", headers=JSON)
    assert refused.status_code == 409
    assert refused.get_json()["slug"] == "workshop-busy"
    assert "still at work" in client.post(f"{path}/take").text
    go.set()
    rig.bench.finish()
    assert 'http-equiv="refresh"' not in page(client, path)


def test_a_camera_that_fails_is_told_on_the_page(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.camera.frame = None
    client.post("/teach/symbols/face/STAR/take")
    assert "The cable is loose." in page(client, "/teach/symbols/face/STAR")


def test_the_button_belongs_to_the_open_page_but_never_beside_a_game(rig: ShopRig, client: FlaskClient) -> None:
    rig.bench.lay("STAR", seed=95)
    workshop = rig.bench.workshop
    looking = {"X-Part": "main"}
    assert "table button" in page(client, "/teach/symbols/face/STAR")
    assert not workshop.press(), "a page without a script cannot tell that it is still looked at"
    client.get("/teach/symbols/face/STAR", headers=looking)
    assert workshop.press()
    rig.bench.finish()
    lesson = rig.bench.view.lesson
    assert lesson is not None
    assert lesson.shots
    workshop.lessons.drop("symbols")
    workshop.offer(lambda: workshop.lessons.open("symbols"))
    rig.new()
    assert "table button" not in client.get("/teach/symbols/face/STAR", headers=looking).text
    assert workshop.press(), "the offer from before still holds"
    rig.bench.finish()
    lesson = rig.bench.view.lesson
    assert lesson is not None
    assert not lesson.shots, "the page beside a game has not offered to take a picture"
    rig.ask("leave")


@pytest.mark.parametrize(
    "path",
    ["/teach/new", "/teach/import", "/teach/symbols/undo", "/teach/symbols/face/STAR/take", "/calibrate/forget"],
)
def test_another_sites_page_cannot_teach(rig: ShopRig, client: FlaskClient, path: str) -> None:
    before = rig.bench.view
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post(path, headers=headers).status_code == 403
    assert rig.bench.view is before


def test_without_a_camera_files_are_asked_for(tmp_path: Path) -> None:
    made = ShopRig(tmp_path, camera=False)
    try:
        client = made.client()
        client.post("/teach/new", data={"title": "Two", "name": ["A", "B"]})
        text = page(client, "/teach/two/face/A")
        assert "No camera is set: send pictures instead." in text
        assert 'id="take"' not in text
        assert "No camera is set." in page(client, "/calibrate")
        assert client.get("/calibrate/preview.jpg").status_code == 503
    finally:
        made.close()
