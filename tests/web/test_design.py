"""The page of the design system, and that it is not on an appliance."""

from __future__ import annotations

import re
from pathlib import Path

from flask.testing import FlaskClient

from tests.web.rig import Rig
from web import design

WEB = Path(__file__).parents[2] / "web"


def test_it_is_there_only_where_it_was_wished_for(client: FlaskClient) -> None:
    assert client.get("/design").status_code == 404


def test_it_shows_every_colour_icon_and_drawing(rig: Rig, client: FlaskClient) -> None:
    design.install(rig.app)
    text = client.get("/design").text
    sprite = (WEB / "templates" / "parts" / "sprite.html").read_text()
    for icon in re.findall(r'id="i-([\w-]+)"', sprite):
        assert text.count(f'href="#i-{icon}"') >= 1, icon
    for name in design.tokens():
        assert f"--{name}" in text
    for file in (WEB / "templates" / "first" / "drawings").glob("*.svg"):
        assert file.read_text().strip()[:120] in text


def test_every_colour_has_its_field_and_its_value_in_each_theme() -> None:
    css = WEB / "static" / "css"
    fields = set(re.findall(r"\.t-([\w-]+)", (css / "design.css").read_text()))
    colours = {name for name, value in design.tokens().items() if value.startswith("#")}
    assert fields == colours
    for theme in ("light", "contrast"):
        known = set(re.findall(r"--([\w-]+):", (css / f"{theme}.css").read_text()))
        assert known >= colours - {"on-seat", "plate"}, theme
