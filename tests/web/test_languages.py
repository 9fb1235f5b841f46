"""Every tablet in its own language."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from string import Formatter

import pytest
from flask.testing import FlaskClient

from companion.rules import GAMES
from companion.words import say
from tests.play import random_action
from tests.web.rig import Rig
from web import languages
from web.languages import LANGUAGES, SOURCE, speaking
from web.live import stream
from web.words import name, text

TRANSLATED = [language for language in LANGUAGES if language != SOURCE]
SHOWN = ("alt", "aria-label", "placeholder", "title")
"""The attributes whose values people read or hear."""


def fields(template: str) -> set[str]:
    return {field for _text, field, _spec, _conversion in Formatter().parse(template) if field is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_knows_every_sentence(language: str, sentences: tuple[str, ...]) -> None:
    catalogue = languages.catalogue(language)
    missing = [one for one in sentences if not catalogue.get(one)]
    assert missing == [], f"python -m tests.catalogues, then fill in web/locale/{language}.po"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_places_of_its_sentence(language: str) -> None:
    for template, told in languages.catalogue(language).items():
        assert not told or fields(told) == fields(template), template


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_holds_no_sentence_that_is_gone(language: str, sentences: tuple[str, ...]) -> None:
    assert set(languages.catalogue(language)) <= set(sentences)


def test_a_cookie_chooses_the_language(client: FlaskClient) -> None:
    client.set_cookie("lang", "de")
    page = client.get("/", headers={"Accept-Language": "fr"})
    assert '<html lang="de" dir="ltr"' in page.text
    assert page.headers["Content-Language"] == "de"
    assert {"Cookie", "Accept-Language"} <= set(page.vary)


def test_without_a_cookie_the_browser_is_asked(client: FlaskClient) -> None:
    page = client.get("/", headers={"Accept-Language": "pt, fr-CA;q=0.8, en;q=0.5"})
    assert '<html lang="fr"' in page.text


@pytest.mark.parametrize("wish", ["tlh", "../../etc/passwd", ""])
def test_a_language_that_nobody_speaks_here_is_english(client: FlaskClient, wish: str) -> None:
    client.set_cookie("lang", wish)
    assert '<html lang="en"' in client.get("/").text


def test_a_sentence_without_a_translation_stays_english() -> None:
    with speaking("de"):
        assert text(say("Nobody ever wrote this, {name}.", name="Ann")) == "Nobody ever wrote this, Ann."


def test_a_familys_own_name_is_no_sentence() -> None:
    with speaking("de"):
        assert name("{odd} name") == "{odd} name"


class Reader(HTMLParser):
    """Collects what people read on a page."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self.read += [value for key, value in attrs if key in SHOWN and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.read.append(data)


def untold(page: str) -> set[str]:
    """The words on a page that stand in no sentence, names and codes left out."""
    reader = Reader()
    reader.feed(page)
    bare = (re.sub(r"⟦[^⟦⟧]*⟧", "", _flat(part)) for part in reader.read)
    return {word for part in bare for word in re.findall(r"[^\W\d_]{3,}", part)} - {"Ann", "PDF", "SVG"}


def _flat(part: str) -> str:
    """`part` with the sentences inside sentences taken out."""
    while (flatter := re.sub(r"⟦([^⟦⟧]*)⟦[^⟦⟧]*⟧", r"⟦\1", part)) != part:
        part = flatter
    return part


def test_a_page_that_is_written_from_right_to_left_says_so(rig: Rig, foreign: None) -> None:  # noqa: ARG001
    assert 'dir="rtl"' in rig.client().get("/").text


@pytest.mark.parametrize("game", [*GAMES])
def test_no_word_of_a_game_stands_outside_a_sentence(rig: Rig, foreign: None, game: str) -> None:  # noqa: ARG001
    client = rig.client()
    pages = [client.get(f"/new/{game}").text]
    rig.new(game)
    pages += [client.get(page).text for page in ("/", "/table", "/log")]
    own = words_of(rig.setup.box)
    for action in played(rig, 10):
        pages.append(client.get("/table").text)
        own |= words_of(action)  # a card's name that somebody typed
    assert set().union(*map(untold, pages)) - own == set()


def played(rig: Rig, steps: int) -> Iterator[str]:
    """Play so many steps at random; the text of each action."""
    rng = random.Random(3)
    for _ in range(steps):
        choices = [one for one in rig.view.choices if one.name != "finish"]
        action = str(random_action(rng.choice(choices), rng))
        rig.ask("do", action=action)
        yield action


@pytest.mark.parametrize("page", ["/deck/diner", "/players", "/rules/riot", "/design"])
def test_no_word_of_other_pages_stands_outside_a_sentence(rig: Rig, foreign: None, page: str) -> None:  # noqa: ARG001
    assert untold(rig.client().get(page).text) == set()


def words_of(box: object) -> set[str]:
    """The words of a family's box: its own names stay as they are in every language."""
    return set(re.findall(r"[^\W\d_]{3,}", json.dumps(box, ensure_ascii=False)))


def test_a_stream_speaks_the_language_of_its_tablet(rig: Rig, foreign: None) -> None:  # noqa: ARG001
    events = stream(rig.app.extensions["companion"], "home", None, language="ar")
    assert any("⟦" in event for event, _ in zip(events, range(4), strict=False))
