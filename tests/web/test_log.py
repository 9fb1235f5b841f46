"""The log on the page: what a family reads, and the whole course behind it."""

from __future__ import annotations

from flask.testing import FlaskClient

from tests.web.rig import Rig

ACTS = (
    '0 roll faces=["1","2"]',
    "0 buy",
    "0 trade partner=1",
    "0 trade_give space=3",
    "0 trade_pay amount=5",
    "0 trade_offer",
    "1 trade_accept",
)


def test_an_offer_in_the_making_is_no_line_but_the_trade_is(rig: Rig, client: FlaskClient) -> None:
    rig.new("monopoly", options={"first_roll": False})
    for action in ACTS:
        rig.ask("do", action=action)
    for page in (client.get("/table").text, client.get("/log").text):
        assert "The offer changes" not in page
        assert "Ann gives Bucket diner, $5; Bo gives nothing." in page
    assert client.get("/log").text.count('<li id="line-') == 4


def test_what_may_be_taken_back_is_told_also_when_it_is_no_line(rig: Rig, client: FlaskClient) -> None:
    rig.new("monopoly", options={"first_roll": False})
    for action in ACTS[:4]:
        rig.ask("do", action=action)
    assert "Take back: The offer changes." in client.get("/table").text


def test_the_whole_course_of_an_act_stands_behind_its_line(rig: Rig, client: FlaskClient) -> None:
    rig.new("plankton_rising", box="sample", seed=4)
    for action in ('0 team home="garden"', '1 team home="hall"'):
        rig.ask("do", action=action)
    page = client.get("/log").text
    line = next(one for one in rig.view.log if one.course)
    assert f'id="course-{line.act}"' in page
    assert f"Everything that happened ({len(line.course)})" in page
    assert 'class="course"' not in client.get("/table").text
