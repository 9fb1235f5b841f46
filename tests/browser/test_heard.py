"""What a tablet sounds and says: nothing unless it was wished for, each thing once, and never two at a time."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Clock, Opener, Shown, reaches, settled
from tests.browser.states import alarm, over

pytestmark = pytest.mark.browser

LISTEN = """
window.heard = [];
const now = () => performance.now();
const note = (kind, what) => window.heard.push([kind, what, now()]);
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
    const soon = 1000 * (at - this.context.currentTime);
    window.heard.push(["note", Math.round(this.frequency.value), now() + soon]);
    return start.call(this, at);
};
const stop = OscillatorNode.prototype.stop;
OscillatorNode.prototype.stop = function (at) {
    window.heard.push(["end", "note", now() + 1000 * (at - this.context.currentTime)]);
    return stop.call(this, at);
};
Object.defineProperty(window, "speechSynthesis", { value: { speak(said) {
    note("speech", `${said.lang}: ${said.text}`);
    setTimeout(() => { note("end", "speech"); said.onend(); }, 120);
} } });
"""
UNTAPPED = """
AudioContext.prototype.resume = () => new Promise(() => {});
Object.defineProperty(AudioContext.prototype, "state", { value: "suspended" });
"""
TOLD = "() => window.heard.filter(([kind]) => kind === 'speech').map(([, what]) => what)"
NOTES = "() => window.heard.filter(([kind]) => kind === 'note').map(([, hertz]) => hertz)"
SPANS = """() => {
    const starts = window.heard.filter(([kind]) => kind !== "end").map(([kind, , at]) => [kind, at]);
    const ends = window.heard.filter(([kind]) => kind === "end").map(([, what, at]) => [what, at]);
    return [starts, ends];
}"""


def listening(open_page: Opener, wishes: str, path: str = "/table") -> Page:
    """A page of a tablet with these settings, whose notes and words are written down."""
    page = open_page(path, wishes=wishes, script=LISTEN)
    settled(page)
    page.locator("main").click(position={"x": 4, "y": 4})  # browsers let no page sound before a tap
    return page


def test_a_turn_is_heard_once_by_those_who_want_it_and_whom_it_concerns(shown: Shown, open_page: Opener) -> None:
    shown.rig.new("just_dice")
    silent = listening(open_page, "")
    loud = listening(open_page, "sounds=on&speech=on")
    hers = listening(open_page, "speech=on&seat=yellow")
    assert loud.evaluate("() => window.heard") == [], "what stood there already is no news"
    shown.rig.roll("1 2")
    assert reaches(loud, lambda: loud.evaluate(TOLD) == ["en: Bo, it is your turn."])
    shown.rig.ask("clear_notice")  # a new View of the same turn
    shown.rig.roll("1 2")
    assert reaches(hers, lambda: hers.evaluate(TOLD) == ["en: Ann, it is your turn."])
    assert reaches(loud, lambda: len(loud.evaluate(TOLD)) == 2)
    assert loud.evaluate(NOTES) == [587, 880] * 2
    starts, ends = loud.evaluate(SPANS)
    spoken = next(at for kind, at in starts if kind == "speech")
    assert spoken >= sorted(at for kind, at in ends if kind == "note")[1], "first the sound, then the words"
    expect(silent.locator("h1")).to_have_text("Ann")
    assert silent.evaluate("() => window.heard") == []


def test_what_comes_at_once_is_heard_one_after_another(shown: Shown, open_page: Opener) -> None:
    alarm(shown.rig)
    for _ in range(5):
        shown.rig.ask("do", action='0 change what="theft-:bun"')
    page = listening(open_page, "speech=on")
    for _ in range(5):
        shown.rig.ask("do", action='0 change what="theft+:bun"')
    assert reaches(page, lambda: any("Stolen at the end" in one for one in page.evaluate(TOLD)))
    assert reaches(page, lambda: len(page.evaluate(SPANS)[1]) == len(page.evaluate(TOLD)))
    starts, ends = page.evaluate(SPANS)
    for (_, begun), (_, ended) in zip(starts[1:], ends, strict=False):
        assert begun >= ended


def test_the_end_is_sounded_and_said(shown: Shown, open_page: Opener) -> None:
    shown.rig.new(options={"turns_each": 1})
    page = listening(open_page, "sounds=on&speech=on&volume=quiet")
    for roll in ("SB SB SB SB SB", "PA KR SA SQ GA"):
        shown.rig.roll(roll)
        pick = shown.rig.view.choices[-1].args["character"].picks[0].value  # type: ignore[attr-defined]  # a OneOf
        shown.rig.ask("do", action=f'{shown.rig.view.active} score character="{pick}"')
    assert reaches(page, lambda: "en: Ann wins!" in page.evaluate(TOLD))
    assert page.evaluate(NOTES)[-5:] == [523, 659, 784, 1047, 1319]


def test_time_that_is_nearly_gone_is_sounded_once(shown: Shown, open_page: Opener, clock: Clock) -> None:
    shown.rig.new("just_dice", clock={"mode": "down", "limit": 60})
    page = listening(open_page, "sounds=on&speech=on", "/across")
    view = shown.rig.view.clock
    clock.ahead = view.made_at - view.used + 49.4 - time.monotonic()
    shown.rig.ask("clear_notice")  # a new View tells the page the time
    assert reaches(page, lambda: page.evaluate(NOTES) == [988, 988, 988])
    assert reaches(page, lambda: page.evaluate(TOLD) == ["en: Ten seconds left."])
    page.wait_for_timeout(400)
    assert len(page.evaluate(NOTES)) == 3


def test_a_page_that_may_not_sound_yet_says_so(shown: Shown, open_page: Opener) -> None:
    over(shown.rig)
    shown.rig.ask("take_back")
    page = open_page("/table", wishes="sounds=on", script=UNTAPPED)
    settled(page)
    expect(page.locator("#muted")).to_be_hidden()
    shown.rig.ask("new", game="just_dice", seats=[{"name": "Cy", "colour": "red"}])
    expect(page.locator("#muted")).to_be_visible()
