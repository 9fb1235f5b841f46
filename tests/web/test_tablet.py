"""The settings of one tablet."""

from __future__ import annotations

import re
from dataclasses import asdict
from http.cookies import SimpleCookie

import pytest
from flask.testing import FlaskClient

from tests.web.rig import Rig
from web.tablet import CONTRAST, LIGHT, NEVER, QUESTIONS, Tablet, changed


def worn(client: FlaskClient, path: str = "/") -> dict[str, str]:
    """What the root element of a page tells of the tablet."""
    found = re.search(r"<html[^>]*>", client.get(path).text)
    assert found
    return dict(re.findall(r'data-(\w+)="([^"]*)"', found[0]))


def test_a_tablet_that_was_never_set_has_the_defaults(client: FlaskClient) -> None:
    defaults = asdict(Tablet())
    del defaults["theme"]  # its sheets tell it
    assert worn(client).items() >= defaults.items()


def test_what_is_chosen_holds_on_every_page_and_on_this_tablet_alone(rig: Rig, client: FlaskClient) -> None:
    answer = client.post("/tablet", data={"type": "big", "hand": "left", "seat": "blue", "lang": "de"})
    assert (answer.status_code, answer.location) == (303, "/tablet?kept")
    for path in ("/", "/table", "/tablet", "/across", "/nowhere"):
        assert worn(client, path)["type"] == "big"
    assert 'lang="de"' in client.get("/").text
    assert worn(rig.client())["type"] == "normal"


def test_the_settings_page_shows_what_was_kept(client: FlaskClient) -> None:
    client.post("/tablet", data={"theme": "contrast"})
    text = client.get("/tablet?kept").text
    assert re.search(r'value="contrast" checked', text)
    assert "Kept on this tablet." in text


@pytest.mark.parametrize(
    ("theme", "light", "contrast"),
    [("auto", LIGHT, CONTRAST), ("light", "all", NEVER), ("dark", NEVER, NEVER), ("contrast", NEVER, "all")],
)
def test_each_theme_is_worn_by_its_sheets(client: FlaskClient, theme: str, light: str, contrast: str) -> None:
    client.post("/tablet", data={"theme": theme})
    found = dict(re.findall(r'id="(light|contrast)" media="([^"]*)"', client.get("/").text))
    assert found == {"light": light, "contrast": contrast}


@pytest.mark.parametrize("cookie", ["theme=pink", "theme=dark&theme", "%%%", "=&=", "seat=black", "x" * 2000])
def test_anybodys_cookie_is_read_with_care(client: FlaskClient, cookie: str) -> None:
    client.set_cookie("tablet", cookie)
    assert worn(client)["seat"] == ""


def test_a_value_that_does_not_exist_changes_nothing(client: FlaskClient) -> None:
    client.post("/tablet", data={"type": "big"})
    client.post("/tablet", data={"type": '"><script>', "lang": "xx"})
    assert worn(client)["type"] == "big"


def test_the_cookies_are_closed_to_scripts_and_to_other_sites(client: FlaskClient) -> None:
    answer = client.post("/tablet", data={"type": "big", "lang": "fr"})
    cookies = [next(iter(SimpleCookie(text).values())) for text in answer.headers.getlist("Set-Cookie")]
    assert {cookie.key for cookie in cookies} >= {"tablet", "lang"}
    for cookie in cookies:
        assert cookie["httponly"]
        assert cookie["samesite"] in ("Lax", "Strict")
        assert int(cookie["max-age"]) > 0


def test_every_setting_is_a_field_and_its_default_a_value() -> None:
    assert QUESTIONS.keys() == Tablet.__dataclass_fields__.keys()
    for name, question in QUESTIONS.items():
        assert getattr(Tablet(), name) in question.values
        for value in question.values:
            assert getattr(changed(Tablet(), {name: value}), name) == value
