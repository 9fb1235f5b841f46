"""Pictures and icons."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.rig import JPEG, Rig


def test_the_picture_of_a_reading_is_served(rig: Rig, client: FlaskClient) -> None:
    rig.new()
    proposal = rig.look("SB SB PA GA SQ").proposal
    assert proposal is not None
    answer = client.get(f"/pictures/{proposal.picture}.jpg")
    assert (answer.data, answer.mimetype) == (JPEG, "image/jpeg")
    again = client.get(f"/pictures/{proposal.picture}.jpg", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/pictures/none.jpg", "/pictures/..%2f..%2fetc%2fpasswd.jpg", "/pictures/.jpg"])
def test_other_pictures_are_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_icons_are_served_as_what_they_are(client: FlaskClient) -> None:
    with client.get("/faces/characters/SB.svg") as answer:
        assert answer.mimetype == "image/svg+xml"
        assert b"<svg" in answer.data


@pytest.mark.parametrize(
    "path",
    [
        "/faces/characters/XX.svg",
        "/faces/../characters.svg",
        "/faces/characters/..%2f..%2fbase%2fcard.svg",
        "/faces/%2e%2e/x.svg",
    ],
)
def test_nothing_else_of_the_disk_is_served(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code in (404, 308)
