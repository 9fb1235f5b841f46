"""The dashboard with a workshop for decks: a camera over drawn cards, and a stand-in that says what it sees."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from companion.cardshelf import CardShelf
from companion.eye import Eye, Look
from companion.state.view import Service, View
from companion.vision.burst import fuse
from companion.vision.cards.deck import Deck
from companion.vision.cards.sighting import CardSighting
from companion.vision.frame import Frame
from companion.vision.still import Stillness
from companion.workshop import Workshop
from hardware.simulators.scenes import CardOnTable, Scene, card_corners, render
from tests.drawndecks import Told
from tests.web.rig import FACES, Rig
from tests.workbench import PhotoCamera
from web import create_app

SIZE = (640, 480)


class NoDice:
    """A reader of dice that nobody asks."""

    def read(self, *_: object, **__: object) -> NoReturn:
        raise AssertionError("no dice are read here")


class DeckRig(Rig):
    """A rig whose decks lie in `folder`; `eye` is what reads cards, and sees what it is told."""

    def __init__(self, folder: Path, *, camera: bool = True) -> None:
        self.folder = folder
        self.told = Told()
        self.shelf = CardShelf(folder / "decks", folder / "shipped", self._open)
        super().__init__(folder / "pictures", decks=self.shelf)
        self.camera = PhotoCamera()
        self.services: list[Service] = []
        looks = Eye(self.camera, NoDice(), Stillness(), fuse, self.services.append, cards=self.shelf)
        self.eye = looks if camera else None
        self.workshop = Workshop(
            self.eye, NoDice(), FACES, folder / "dice", folder / "tray.toml", cards=self.shelf
        )
        self.app = create_app(
            self.host,
            faces=FACES,
            boxes=self.boxes,
            playground=self.hands,
            reported=self.reports,
            workshop=self.workshop,
            decks=self.shelf,
        )
        if self.eye:
            self.eye.start()
        self.workshop.start()

    def _open(self, deck: Deck) -> Told:
        self.told.deck = deck
        return self.told

    def lay(self, *cards: CardOnTable) -> None:
        """Cards lie under the camera; the eye is told where, and knows those that its deck knows."""
        scene = Scene((), cards=cards)
        self.camera.frame = Frame(render(scene, *SIZE), 0.0)
        self.told.sees = tuple(self._seen(scene, card) for card in cards)

    def _seen(self, scene: Scene, card: CardOnTable) -> CardSighting:
        corners = card_corners(scene, card, *SIZE)
        known = self.shelf.decks()
        if any(card.code in deck.known for deck in known.values()):
            return CardSighting(corners, card.code, 0.98, ((card.code, 0.98),), None)
        return CardSighting(corners, None, 0.0, (), "unknown-card")

    def propose(self, *cards: CardOnTable) -> View:
        """What a look of the table at these cards brings."""
        self.lay(*cards)
        return self.see(*self.told.sees)

    def see(self, *seen: CardSighting) -> View:
        """What a look of the table brings that sees this in the picture of the camera."""
        self.ask("read")
        frame = self.camera.frame
        assert frame is not None
        return self.ask("looked", look=Look(jpeg=frame.jpeg(), frames=(frame,), cards=seen))

    def moves(self) -> View:
        """Riot at the first player's moves, with the deck that is drawn."""
        self.new("riot", box="paper")
        for action in ("0 peek", "1 peek", "0 draw"):
            self.ask("do", action=action)
        return self.view

    def close(self) -> None:
        self.workshop.stop()
        if self.eye:
            self.eye.stop()
        super().close()
