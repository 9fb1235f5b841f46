"""A hostile page in the browser of a paired tablet: from another site, and from another port of the same name."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from companion.pairing import Role
from tests.browser.conftest import Shown
from tests.web.doorrig import DoorRig, cookie
from tests.web.test_hostile import EVIL

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><title>evil</title>
<iframe id="frame" src="TABLE/table"></iframe>
<form id="form" method="post" action="TABLE/ask/pause" target="shot"></form><iframe name="shot"></iframe>
<script>
const told = {}, tries = [];
const note = (name, what) => tries.push(
  what.then((got) => { told[name] = String(got); }, () => { told[name] = "refused"; }));
const send = (path, more) => fetch("TABLE" + path, { method: "POST", credentials: "include", ...more });
note("simple post", send("/ask/pause", { mode: "no-cors" }));
note("form post", send("/ask/pause", { mode: "no-cors", body: new URLSearchParams({ seen: "1" }) }));
const text = { "Content-Type": "text/plain" }, json = { "Content-Type": "application/json" };
note("text that is json", send("/ask/new", { mode: "no-cors", body: '{"game": "just_dice"}', headers: text }));
note("json post", send("/ask/pause", { body: "{}", headers: json }).then((a) => a.text()));
note("view", fetch("TABLE/view.json", { credentials: "include" }).then((a) => a.text()));
note("opaque view", fetch("TABLE/view.json", { mode: "no-cors", credentials: "include" }).then((a) => a.type));
note("tablets", fetch("TABLE/tablets", { credentials: "include" }).then((a) => a.text()));
note("stream", new Promise((done, fail) => {
  const stream = new EventSource("TABLE/live?page=table", { withCredentials: true });
  stream.addEventListener("view", (event) => done(event.data));
  stream.addEventListener("beat", (event) => done(event.data));
  stream.onerror = () => { stream.close(); fail(); };
}));
const loaded = (tag, path) => new Promise((done, fail) => {
  const one = document.createElement(tag);
  one.onload = () => done("loaded"); one.onerror = fail; one.src = "TABLE" + path;
  document.body.append(one);
});
note("picture", loaded("img", "/static/icon.svg"));
note("script", loaded("script", "/static/js/main.js"));
note("json as script", loaded("script", "/view.json"));
document.getElementById("form").submit();
window.finished = () => Promise.all(tries).then(() => told);
</script>"""


class Evil(BaseHTTPRequestHandler):
    """A web server that gives the hostile page."""

    table = ""

    def do_GET(self) -> None:
        body = PAGE.replace("TABLE", self.table).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing: the test tells."""


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Shown]:
    made = Shown(DoorRig(tmp_path))
    yield made
    made.stop()
    made.rig.close()


@pytest.fixture
def evil(guarded: Shown) -> Iterator[int]:
    """The port of the hostile page's server."""
    handler = type("EvilOfThisTest", (Evil,), {"table": guarded.address})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


@pytest.fixture
def tablet(browser: Browser, guarded: Shown) -> Iterator[BrowserContext]:
    """The browser of the host's tablet."""
    assert isinstance(guarded.rig, DoorRig)
    context = browser.new_context()
    context.set_default_timeout(15_000)
    value = cookie(guarded.rig.paired(Role.HOST))
    context.add_cookies(
        [{"name": "companion", "value": value, "url": guarded.address, "httpOnly": True, "sameSite": "Strict"}]
    )
    yield context
    context.close()


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_a_hostile_page_neither_acts_nor_reads(
    guarded: Shown, evil: int, tablet: BrowserContext, name: str
) -> None:
    """Under `127.0.0.1` the page is of the same site, another port: the browser then sends the cookie along."""
    guarded.rig.new()
    own = tablet.new_page()
    own.goto(f"{guarded.address}/tablets")
    assert own.title() == "Tablets of this table", "the cookie is good"
    assert "companion" not in own.evaluate("() => document.cookie + JSON.stringify({...localStorage})")
    before = guarded.rig.view.number
    page = tablet.new_page()
    page.goto(f"http://{name}:{evil}/")
    told = page.evaluate("() => window.finished()")
    page.wait_for_load_state("networkidle")
    posts = {name: told.pop(name) for name in ("simple post", "form post", "text that is json")}
    assert all(got in ("[object Response]", "refused") for got in posts.values()), "nothing can be read of them"
    assert told == dict.fromkeys(told, "refused")
    assert len(told) == 8
    assert guarded.rig.view.number == before
    frames = {frame.url for frame in page.frames if frame is not page.main_frame}
    assert not any(url.startswith(guarded.address) for url in frames), frames


def test_names_run_no_script(guarded: Shown, tablet: BrowserContext) -> None:
    """In the page as it comes, and in what the stream of events brings."""
    troubles: list[str] = []
    page = tablet.new_page()
    page.on("dialog", lambda dialog: troubles.append(dialog.message))
    page.on("console", lambda told: troubles.append(told.text) if "Content Security" in told.text else None)
    page.goto(f"{guarded.address}/table")
    seats = [{"name": EVIL[:32], "colour": "yellow"}, {"name": "<svg onload=alert(2)>", "colour": "blue"}]
    for game in ("yahtzee_jr", "monopoly"):
        guarded.rig.ask("new", game=game, seats=seats)
        page.wait_for_function("(name) => document.body.textContent.includes(name)", arg=EVIL[:32])
        assert page.locator("main img[src='x'], main svg[onload], main script").count() == 0
    guarded.rig.ask("leave")
    for path in ("/", "/log", "/across", "/players"):
        page.goto(guarded.address + path)
        assert page.locator("img[src='x'], svg[onload]").count() == 0
    assert troubles == []


def test_a_phone_that_scans_the_code_is_in_without_a_tap(guarded: Shown, browser: Browser) -> None:
    assert isinstance(guarded.rig, DoorRig)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{guarded.address}/pair?code={guarded.rig.door.first_code()}")
    page.wait_for_url(f"{guarded.address}/")
    assert page.locator("html").get_attribute("data-role") == "host"
    context.close()


def test_a_tablet_that_waits_goes_on_by_itself_when_the_button_is_pressed(
    guarded: Shown, browser: Browser
) -> None:
    assert isinstance(guarded.rig, DoorRig)
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{guarded.address}/table")
    assert page.locator("form[data-ask]:visible").count() == 0
    page.get_by_role("link", name="Join").click()
    page.get_by_role("button", name="I hold the button now").click()
    page.get_by_text("The sign of this tablet").wait_for()
    assert guarded.rig.door.press(held=False, playing=False)
    page.wait_for_url(f"{guarded.address}/")
    context.close()
