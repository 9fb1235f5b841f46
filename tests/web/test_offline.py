"""What makes the pages an application: manifest, icons, service worker, the page without a companion."""

from __future__ import annotations

import re
import struct
from pathlib import Path

from flask.testing import FlaskClient

from tests import icons
from web.guard import POLICY
from web.offline import ICONS

STATIC = Path(__file__).parents[2] / "web" / "static"


def body(client: FlaskClient, path: str) -> bytes:
    """The bytes of something that is there; its file is closed again."""
    with client.get(path) as answer:
        assert answer.status_code == 200, path
        return bytes(answer.data)


def test_the_manifest_names_icons_that_exist_in_the_size_that_it_tells(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest")
    assert manifest.mimetype == "application/manifest+json"
    told = manifest.get_json(force=True)
    assert (told["start_url"], told["display"]) == ("/table", "standalone")
    for icon in told["icons"]:
        png = body(client, icon["src"])
        assert "{}x{}".format(*struct.unpack(">II", png[16:24])) == icon["sizes"]


def test_the_icons_are_drawn_from_our_own_drawing() -> None:
    for name in (*(name for name, _ in ICONS), "180"):
        assert (STATIC / "icons" / f"{name}.png").read_bytes() == icons.drawn(name), "run python -m tests.icons"


def test_the_manifest_speaks_the_tablets_language(client: FlaskClient) -> None:
    client.set_cookie("lang", "de")
    assert client.get("/manifest.webmanifest").get_json(force=True)["lang"] == "de"


def test_the_service_worker_speaks_for_every_page_and_keeps_only_what_exists(client: FlaskClient) -> None:
    with client.get("/sw.js") as answer:
        assert answer.mimetype in ("text/javascript", "application/javascript")
    worker = body(client, "/sw.js").decode().replace("PAGE,", '"/offline",')
    listed = re.search(r"KEPT = \[(.*?)\]", worker, re.DOTALL)
    assert listed
    kept = re.findall(r'"([^"]+)"', listed[1])
    assert "/offline" in kept
    assert all(body(client, path) for path in kept)


def test_the_page_without_a_companion_needs_nothing_that_is_not_kept(client: FlaskClient) -> None:
    page, worker = client.get("/offline").text, body(client, "/sw.js").decode()
    for path in re.findall(r'<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"', page):
        assert f'"{path}"' in worker or path == "/static/js/shell.js", path
    assert "comes back by itself" in page


def test_the_policy_lets_manifest_and_worker_through() -> None:
    assert "manifest-src 'self'" in POLICY
    assert "worker-src 'self'" in POLICY


def test_every_page_names_the_manifest(client: FlaskClient) -> None:
    for path in ("/", "/table", "/across", "/tablet"):
        assert '<link rel="manifest" href="/manifest.webmanifest"' in client.get(path).text
