"""Proposals: readings that wait to be accepted, judged by the rules and amended by people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.doubts import doubt
from companion.errors import AskError, IllegalAction
from companion.rules.args import Faces, Value
from companion.rules.card_game import CardExpectation
from companion.rules.game import Action, Choice, Expectation, Game
from companion.state.view import Proposal, SeenCard, SeenDie
from companion.vision.cards.sighting import WHY_NOT as WHY_NO_CARD
from companion.vision.reading import DieReading, Reading, most_telling
from companion.words import Sentence, say

COUNTED = ("", "too-many", "too-few")
"""Doubts about which the rules' own complaint says more: it gives the numbers."""
CARD_DOUBTS: Mapping[str, tuple[Sentence, Sentence]] = {
    "no-card": (say("I see no card."), say("Lay it flat into the tray, face up, and press again.")),
    "several-cards": (
        say("I see more than one card."),
        say("Say which one is played, or take the others away and press again."),
    ),
    "cards-unclear": (
        say("I cannot tell all of these cards."),
        say("Lay them side by side, face up and apart, and press again; or say yourself what they tell."),
    ),
    "card-not-moved": (
        say("This card was played already."),
        say("Take it away and lay the next one; the same one again goes by hand."),
    ),
}
"""By slug: what is wrong with laid cards, and what to do, beside what the eye says of a single one."""
OTHERS = 12
"""At most so many faces are offered beside the one that was read."""


@dataclass(frozen=True)
class Judge:
    """The rules' side of a proposal: the game at the moment of the roll, and what people gave ahead of it.

    `cards` are those that may be laid before the camera now, where a deck of them was taught.
    """

    game: Game[Any]
    state: Any
    given: Mapping[str, Value]
    cards: CardExpectation | None = None

    def expects(self) -> Expectation | None:
        """The dice that may be seen now."""
        return self.game.expects(self.state, self.given)

    def action(self, proposal: Proposal, chosen: str = "") -> Action:
        """The roll that the proposal means; of a laid card the action `chosen` among those that it can mean.

        Raises:
            IllegalAction: no roll can leave these dice.
            AskError: the card cannot mean this action.
        """
        if proposal.card:
            return _meant(proposal.card, chosen)
        bodies = tuple(die.body for die in proposal.dice)
        given = {**self.given, "bodies": bodies} if any(bodies) else self.given
        return self.game.rolled(self.state, tuple(die.face for die in proposal.dice), given)

    def accepted(self, proposal: Proposal, chosen: str = "") -> Action:
        """The action of a proposal that is accepted as it stands, of a laid card the one that was `chosen`.

        Raises:
            AskError: it leaves a question open.
            IllegalAction: no roll can leave these dice.
        """
        question = None if proposal.card and chosen else self.question(proposal)
        if question or not (proposal.dice or proposal.card):
            asked = question or card_doubt(proposal.why_not)[0]
            raise AskError(asked, advice=say("Answer the question first."))
        return self.action(proposal, chosen)

    def question(self, proposal: Proposal) -> Sentence | None:
        """Why this proposal cannot be accepted as it stands, or None."""
        if proposal.sealed:
            return None
        if proposal.card:
            return _asked(proposal.card, proposal.doubt)
        if proposal.why_not in CARD_DOUBTS:
            return CARD_DOUBTS[proposal.why_not][0]
        faces = tuple(die.face for die in proposal.dice)
        expected = self.expects()
        complaint = expected.complaint(faces) if expected else say("No roll is open now.")
        if not all(die.sure for die in proposal.dice):
            if proposal.doubt not in COUNTED:
                return _told(proposal.doubt)
            complaint = complaint or _told("")
        return complaint or self._refusal(proposal)

    def _refusal(self, proposal: Proposal) -> Sentence | None:
        try:
            self.game.decide(self.state, self.action(proposal))
        except IllegalAction as error:
            return error.sentence
        return None

    def judged(self, proposal: Proposal) -> Proposal:
        """The proposal with its question, and whether it may be accepted."""
        question = self.question(proposal)
        left = proposal.doubt if question and not (proposal.card and proposal.card.code) else ""
        return replace(proposal, question=question, acceptable=question is None, doubt=left)


def propose(judge: Judge, reading: Reading, number: int, picture: str) -> Proposal:
    """What the reading proposes, judged; or why nothing was read.

    Dice beside the tray are shown too, with a question mark: people take them out, or say that they count.
    """
    expected = judge.expects()
    faces = expected.faces if expected else ()
    doubtful = (replace(die, sure=False) for die in reading.outside)
    dice = tuple(_seen(die, faces) for die in (*reading.dice, *doubtful))
    blank = Proposal(number, dice, picture, reading.width, reading.height, acceptable=False, doubt=reading.doubt)
    why_not = reading.why_not or ("" if dice else "no-dice")
    if why_not:
        return replace(blank, dice=(), why_not=why_not, question=doubt(why_not)[0], doubt="")
    return judge.judged(blank)


def _meant(card: SeenCard, chosen: str) -> Action:
    text = chosen or (card.actions[0] if len(card.actions) == 1 else "")
    if text not in card.actions:
        raise AskError(
            say("Choose first what is done with the card."),
            detail=f"expected one of {card.actions}, got {chosen!r}",
        )
    return Action.parse(text)


def _asked(card: SeenCard, why: str) -> Sentence | None:
    if not card.code:
        return card_doubt(why)[0] if why else say("Which card is this?")
    if not card.actions:
        return say("{card} cannot be played now.", card=card.name)
    return None if len(card.actions) == 1 else say("What is done with {card}?", card=card.name)


def card_doubt(slug: str) -> tuple[Sentence, Sentence]:
    """The sentence and the advice for a `slug` that tells why a card was not read."""
    return CARD_DOUBTS.get(slug) or WHY_NO_CARD.get(slug) or doubt(slug)


def beside(reading: Reading) -> Reading:
    """The dice beside the tray alone."""
    return replace(reading, dice=reading.outside)


def without_spare(reading: Reading) -> Reading:
    """The reading without dice beside the tray that are known to be none of the throw."""
    return replace(reading, outside=(), doubt=most_telling(die.doubt for die in reading.dice))


def _told(slug: str) -> Sentence:
    """What speaks against dice with a question mark, with what to do."""
    if not slug:
        return say("Please check the dice with a question mark.")
    what, advice = doubt(slug)
    return say("{what} {advice}", what=what, advice=advice)


def _seen(die: DieReading, faces: tuple[str, ...]) -> SeenDie:
    likely = [guess.face for guess in die.others if guess.face in faces]
    others = (*likely, *(face for face in faces if face not in likely and face != die.face))
    sure = die.sure and die.face in faces
    return SeenDie(die.face, die.confidence, die.x, die.y, die.size, die.angle, sure, others[:OTHERS], die.body)


def amended(judge: Judge, proposal: Proposal, die: int, face: str) -> Proposal:
    """The proposal with one die's face set by hand.

    Raises:
        AskError: there is no such die, or the dice have no such face.
    """
    seen = _die(proposal, die)
    expected = judge.expects()
    if expected is None or face not in expected.faces:
        raise AskError(say("These dice have no such face."), detail=f"got {face!r}")
    others = tuple(one for one in (seen.face, *seen.others) if one != face and one in expected.faces)
    by_hand = replace(seen, face=face, confidence=1.0, sure=True, by_hand=True, others=others)
    return judge.judged(replace(proposal, dice=(*proposal.dice[:die], by_hand, *proposal.dice[die + 1 :])))


def removed(judge: Judge, proposal: Proposal, die: int) -> Proposal:
    """The proposal without something that was no die.

    Raises:
        AskError: there is no such die.
    """
    _die(proposal, die)
    return judge.judged(replace(proposal, dice=(*proposal.dice[:die], *proposal.dice[die + 1 :])))


def added(judge: Judge, proposal: Proposal, face: str) -> Proposal:
    """The proposal with a die that the eye did not see; it has no place in the picture.

    Raises:
        AskError: the dice have no such face.
    """
    expected = judge.expects()
    if expected is None:
        raise AskError(say("No roll is open now."))
    others = expected.faces[:OTHERS]
    blank = SeenDie(face, 1.0, 0.0, 0.0, 0.0, 0.0, sure=True, others=others, by_hand=True)
    longer = replace(proposal, dice=(*proposal.dice, blank), why_not="")
    return amended(judge, longer, len(longer.dice) - 1, face)


def given_arg(choices: tuple[Choice, ...], name: str, value: list[int]) -> tuple[int, ...]:
    """The `value` of an argument that people choose ahead of a roll.

    Raises:
        AskError: no roll has such an argument, or it cannot be this.
    """
    args = [choice.args[name] for choice in choices if choice.chance and name in choice.args]
    args = [arg for arg in args if not isinstance(arg, Faces)]
    if not args or (value and not args[0].allows(tuple(value), {})):
        raise AskError(say("This cannot be chosen now."), detail=f"got {name!r} = {value!r}")
    return tuple(value)


def _die(proposal: Proposal, die: int) -> SeenDie:
    if not 0 <= die < len(proposal.dice):
        raise AskError(
            say("This die is not in the picture."), detail=f"expected 0-{len(proposal.dice) - 1}, got {die!r}"
        )
    return proposal.dice[die]
