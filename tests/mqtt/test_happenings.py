"""What happened between two Views."""

from __future__ import annotations

from pathlib import Path

from companion.mqtt.happenings import KINDS, happenings
from companion.state.view import View
from tests.mqtt.views import ROLL, Evening


def kinds(before: View, after: View) -> list[str]:
    found = [one["event_type"] for one in happenings(before, after)]
    assert set(found) <= set(KINDS)
    return found


def test_an_evening_begins_goes_on_and_is_put_away(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    began = evening.view
    assert kinds(evening.home, began) == ["began"]
    evening.turn(0)
    evening.desk.leave()
    away = evening.view
    assert kinds(began, away) == ["left"]
    evening.desk.open(1)
    assert kinds(away, evening.view) == ["continued"]


def test_a_roll_and_a_choice_are_told_in_words(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    before = evening.view
    rolled = evening.do(ROLL.format(seat=0))
    (one,) = happenings(before, rolled)
    assert (one["event_type"], one["name"], one["faces"][:2]) == ("rolled", "Ann", ["SB", "SB"])
    scored = evening.do('0 score character="SB"')
    (other,) = happenings(rolled, scored)
    assert (other["event_type"], other["seat"], "SpongeBob" in other["text"]) == ("done", 0, True)


def test_views_that_were_missed_cost_nothing_that_still_holds(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    before = evening.view
    evening.turn(0)
    assert kinds(before, evening.turn(1, "SB")) == ["rolled", "done"] * 2


def test_what_is_taken_back_and_what_is_corrected_is_told(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    scored = evening.turn(0)
    evening.desk.take_back()
    back = evening.view
    assert kinds(scored, back) == ["taken-back"]
    evening.desk.fix(back.log[0].act, ["SB", "SB", "SB", "SB", "KR"])
    (one,) = happenings(back, evening.view)
    assert (one["event_type"], one["faces"].count("SB")) == ("corrected", 4)


def test_the_end_is_told_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path, turns_each=1)
    evening.turn(0)
    before = evening.do('1 roll faces=["PA","PA","PA","PA","KR"]')
    over = evening.do('1 score character="PA"')
    assert kinds(before, over)[-1] == "over"
    assert kinds(over, evening.view) == []


def test_the_same_view_twice_is_nothing(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    assert kinds(evening.view, evening.view) == []
