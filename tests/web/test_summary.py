"""The summary of an evening as a page and as files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from flask.testing import FlaskClient
from PIL import Image

from companion.rules import GAMES
from companion.state.codec import decode_setup
from companion.statistics.prints import KINDS
from companion.statistics.roster import Profile
from companion.statistics.told import Line, Series
from companion.words import say
from tests.browser.summary_states import FAMILY, play
from tests.web.rig import Rig
from tests.web.test_languages import untold, words_of
from web import live
from web.languages import LANGUAGES
from web.site import site_of
from web.summary import ROWS, rows

FORMATS = {"CSV", "JSON", "Nov"}
"""What is the same in every language that is tried, or comes out of the calendar."""

OPENED: dict[str, Callable[[bytes], object]] = {
    "png": lambda data: Image.open(io.BytesIO(data)).format == "PNG",
    "pdf": lambda data: len(pypdfium2.PdfDocument(data)),
    "csv": lambda data: len(list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))),
    "json": json.loads,
}


@pytest.mark.parametrize("game", GAMES)
def test_a_played_evening_is_told(rig: Rig, client: FlaskClient, game: str) -> None:
    evening = play(rig, game, most=120)
    told, page = rig.chronicle.summary(evening), client.get(f"/evening/{evening}/summary").text
    for seat in told.seats:
        assert seat.name in page
    for score in told.scores:
        assert f"{score:,} <small>" in page
    for series in told.series:
        assert f'id="series-{series.slug}"' in page
    assert page.count("<details") == len(told.series) + sum(one.thrown > 0 for one in told.dice)


def test_every_drawing_has_its_numbers_in_a_table(rig: Rig, client: FlaskClient) -> None:
    evening = play(rig, "yahtzee_jr")
    page = client.get(f"/evening/{evening}/summary").text
    (series,) = rig.chronicle.summary(evening).series
    cells = [int(cell) for cell in re.findall(r"<td>(\d+)</td>", page[: page.index('id="times"')])]
    assert cells == [line.values[moment] for moment in rows(series) for line in series.lines]


def test_the_evening_on_the_table_has_a_summary_that_follows(rig: Rig, client: FlaskClient) -> None:
    rig.new("just_dice")
    assert "This evening goes on" in client.get("/evening/1/summary").text
    rig.roll("6 6")
    page = client.get("/evening/1/summary").text
    assert "2 alike" in page
    assert '<b class="points">12 ' in page


def test_an_open_summary_hears_of_each_move_and_of_a_new_avatar(
    rig: Rig, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "REST", 0.0)
    rig.new("just_dice")
    stream = live.stream(site_of(rig.app), "summary-1", rig.view.number)
    assert "event: beat" in [next(stream), next(stream)][1]
    rig.roll("6 6")
    told = next(stream)
    assert "event: view" in told
    assert "2 alike" in told
    rig.chronicle.keep("Ann", Profile("Ann", avatar="whale"))
    assert "whale.svg" in json.loads(client.get("/live/now?page=summary-1").data)["html"]


def test_a_summary_of_another_evening_is_left_alone(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = play(rig, "just_dice", most=5)
    monkeypatch.setattr(live, "BEAT", 0.0)
    rig.new("yahtzee_jr")
    stream = live.stream(site_of(rig.app), f"summary-{evening}", None)
    assert ["view" in next(stream) for _ in range(3)] == [False, False, True]
    rig.roll("SB SB PA KR SA")
    assert "event: beat" in next(stream)


@pytest.mark.parametrize("page", ["summary-9", "summary-", "summary-x", "summary-9999999999", "summary-1 "])
def test_no_stream_begins_for_an_evening_that_there_is_not(rig: Rig, client: FlaskClient, page: str) -> None:
    rig.new("just_dice")
    for address in ("/live", "/live/now"):
        assert client.get(address, query_string={"page": page}).status_code in (400, 404)
    assert site_of(rig.app).streams.open == 0


def test_a_summary_that_shows_the_same_is_drawn_once(rig: Rig) -> None:
    rig.new("just_dice")
    site = site_of(rig.app)
    first = site.fragments.event("summary-1", rig.view)["html"]
    rig.ask("pause")
    assert site.fragments.event("summary-1", rig.view)["html"] is first


@pytest.mark.parametrize("kind", KINDS)
def test_a_summary_can_be_taken_along(rig: Rig, client: FlaskClient, kind: str) -> None:
    evening = play(rig, "yahtzee_jr", most=12)
    answer = client.get(f"/evening/{evening}/summary.{kind}")
    assert OPENED[kind](answer.data)
    assert (answer.status_code, answer.mimetype) == (200, KINDS[kind])
    assert "yahtzee_jr-2023-11-1" in answer.headers["Content-Disposition"]
    assert answer.headers["Content-Disposition"].endswith(f"-{evening}.{kind}")


def test_faces_are_named_and_not_coded(rig: Rig, client: FlaskClient) -> None:
    evening = play(rig, "plankton_rising", most=60)
    assert "dice,Effort,,yellow," in client.get(f"/evening/{evening}/summary.csv").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_speak_the_tablets_language(rig: Rig, client: FlaskClient, language: str) -> None:
    evening = play(rig, "just_dice", most=5)
    client.set_cookie("lang", language)
    assert client.get(f"/evening/{evening}/summary.csv").status_code == 200


@pytest.mark.parametrize(
    "path", ["/evening/9/summary", "/evening/9/summary.pdf", "/evening/1/summary.exe", "/evening/x/summary"]
)
def test_what_is_not_there_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_broken_file_of_players_hides_no_summary(rig: Rig, client: FlaskClient, tmp_path: Path) -> None:
    evening = play(rig, "just_dice", most=5)
    (tmp_path / "pictures").mkdir(exist_ok=True)
    (tmp_path / "pictures" / "players.toml").write_text("[[[")
    assert client.get(f"/evening/{evening}/summary").status_code == 200


def test_a_long_series_shows_some_rows_always_the_first_and_the_last() -> None:
    long = Series("s", say("t"), say("u"), (Line("a", tuple(range(400))),))
    shown = rows(long)
    assert (shown[0], shown[-1]) == (0, 399)
    assert len(shown) <= ROWS + 1
    assert rows(Series("s", say("t"), say("u"), (Line("a", (0, 1, 2)),))) == [0, 1, 2]


@pytest.mark.parametrize("game", GAMES)
def test_no_word_stands_outside_a_sentence(rig: Rig, client: FlaskClient, foreign: None, game: str) -> None:  # noqa: ARG001
    evening = play(rig, game, most=40)
    paths = (f"/evening/{evening}/summary", "/players", "/players/change?who=Mia", "/rules", f"/rules/{game}")
    names = set(re.findall(r"\w+", " ".join(FAMILY)))
    box = words_of(decode_setup(rig.journal.evening(evening).setup)[0].box)
    assert set().union(*(untold(client.get(path).text) for path in paths)) - names - box - FORMATS == set()
