"""A slice of the fuzzing, and the description that it is made from."""

from __future__ import annotations

import io
import os
import re
import resource
import struct
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.fuzz.api import FuzzRig, fuzz
from tests.web.test_hostile import EVIL, RAW

EXAMPLES = int(os.environ.get("COMPANION_FUZZ", "2"))
"""Examples of each operation; `python -m tests.fuzz.api` takes 60."""


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FuzzRig]:
    made = FuzzRig(tmp_path_factory.mktemp("fuzz"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def told(rig: FuzzRig) -> dict[str, Any]:
    answer = rig.client().get("/openapi.json")
    assert answer.status_code == 200
    described: dict[str, Any] = answer.get_json()
    return described


def operations(told: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, one) for path, methods in told["paths"].items() for method, one in methods.items()]


def test_every_route_is_described(rig: FuzzRig, told: dict[str, Any]) -> None:
    described = {one["operationId"].partition(".")[0] for _, _, one in operations(told)} - {"ask"} | {"asks"}
    there = {rule.endpoint.partition(".")[0] for rule in rig.app.url_map.iter_rules()}
    assert there == described
    assert len({one["operationId"] for _, _, one in operations(told)}) == len(operations(told))


def test_each_operation_tells_its_role_and_what_it_takes(told: dict[str, Any]) -> None:
    for path, method, one in operations(told):
        assert one["x-role"] in ("viewer", "actor", "host"), path
        assert bool(one["security"]) == (one["x-role"] != "viewer"), path
        assert ("requestBody" in one) == (method == "post"), path
        assert one["summary"], path


# ---- files and pictures that are made to hurt

SECRET = "the secret of the house"
WAYS = (
    "..", ".", "~", "../{}", "..%2f{}", "%2e%2e/{}", "%2e%2e%2f{}", "..%5c{}", "....//{}", "%252e%252e%252f{}",
    "%2fetc%2fpasswd", "/etc/passwd", "{}%00", "%ff", "con", "x" * 300,
)  # fmt: skip
"""Ways out of a folder, to a file called `{}`."""


def test_no_address_leads_out_of_its_folder(rig: FuzzRig) -> None:
    folder = rig.bench.folder
    for place in (folder, folder.parent, folder / "pictures", folder / "dice"):
        for name in (
            "secret",
            "secret.jpg",
            "secret.svg",
            "secret.png",
            "secret.toml",
            "secret.zip",
            "secret.csv",
        ):
            place.mkdir(exist_ok=True)
            (place / name).write_text(SECRET)
    client = rig.client()
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    for rule in rig.app.url_map.iter_rules():
        for way in WAYS if rule.arguments and "GET" in (rule.methods or ()) else ():
            path = way.format("secret").join(re.split(r"<(?:\w+:)?\w+>", rule.rule))
            with client.get(path, headers={"Accept": "text/html"}) as answer:
                assert answer.status_code < 500, path
                assert SECRET not in answer.get_data(as_text=True), path
                assert "root:" not in answer.get_data(as_text=True), path


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says that it is so many pixels wide and high."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(100_000))), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def packed(name: str, data: bytes) -> bytes:
    """A zip file with one file in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize("size", [(60_000, 60_000), (2**31 - 1, 1), (8_000, 8_000), (1, 1)])
def test_a_picture_that_unpacks_to_gigabytes_is_refused_before_it_does(
    rig: FuzzRig, size: tuple[int, int]
) -> None:
    client = rig.client()
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    data = {"picture": (io.BytesIO(bomb(*size)), "bomb.png")}
    answer = client.post("/teach/symbols/look", data=data, headers={"Accept": "application/json"})
    assert answer.status_code in (200, 303, 400)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "kilobytes"
    trouble = rig.bench.workshop.view.trouble
    assert trouble
    assert trouble.slug == "not-a-picture"


@pytest.mark.parametrize(
    "parcel",
    [packed("record.json", bytes(300_000_000)), packed("../../evil", b"x"), packed("/etc/evil", b"x"), b"PK", b""],
    ids=["unpacks-to-300-MB", "leads-out", "leads-to-the-root", "damaged", "empty"],
)
def test_a_parcel_that_is_made_to_hurt_is_refused(rig: FuzzRig, parcel: bytes) -> None:
    client = rig.client()
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer = client.post(
        "/teach/import", data={"parcel": (io.BytesIO(parcel), "x.zip")}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 400
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000, "kilobytes"
    assert not [*rig.bench.folder.parent.glob("**/evil")]


def test_what_dice_and_their_faces_are_called_is_text(rig: FuzzRig) -> None:
    client = rig.client()
    client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    begun = client.post("/teach/new", data={"title": EVIL, "name": [EVIL, "b", "c"]})
    assert begun.status_code == 303, begun.text
    new = begun.headers["Location"]
    for path in ("/teach", new, f"{new}/names", f"{new}/results", "/new/just_dice", "/decks", "/"):
        answer = client.get(path)
        assert answer.status_code in (200, 404), path
        assert not any(raw in answer.text for raw in RAW), path


# ---- everything else: last, for it throws away what lay on the table


def test_nothing_answers_with_a_fault(rig: FuzzRig) -> None:
    """Every twelfth operation, another twelfth each day."""
    found = fuzz(rig.app, rig, EXAMPLES, every=12, start=date.today().toordinal() % 12)
    assert found.faults == []
    assert found.operations > 8
    assert sum(found.statuses.values()) >= found.operations
