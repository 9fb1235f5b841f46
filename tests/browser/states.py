"""Every state that the pages can be in, on a real host: by name, what leads there and the path to look at."""

from __future__ import annotations

from collections.abc import Callable

from companion.rules.args import OneOf
from companion.state.view import Service
from companion.words import say
from tests.browser.scene import look
from tests.web.rig import Rig

FAMILY = [
    {"name": "Mia", "colour": "green"},
    {"name": "Oma Lieselotte", "colour": "purple"},
    {"name": "Benjamin", "colour": "yellow"},
]
LONG = [
    {"name": "W" * 40, "colour": "green"},
    {"name": "مريم والقمر وكل النجوم في بحر الليل", "colour": "purple"},
    {"name": "Annabel", "colour": "yellow"},
]


def nothing(_rig: Rig) -> None:
    pass


def start(rig: Rig) -> None:
    rig.new(seats=LONG, clock={"mode": "down", "limit": 90})


def family(rig: Rig) -> None:
    rig.new(seats=FAMILY, clock={"mode": "down", "limit": 90})


def looking(rig: Rig) -> None:
    start(rig)
    rig.ask("read")


def question(rig: Rig) -> None:
    start(rig)
    look(rig, "SB SB PA GA SQ", unsure=(2,))


def proposal(rig: Rig) -> None:
    family(rig)
    look(rig, "SB SB PA GA SQ")


def cannot_read(rig: Rig) -> None:
    start(rig)
    look(rig, "", why_not="hand")


def decide(rig: Rig) -> None:
    family(rig)
    rig.roll("SB PL PA GA SQ")
    rig.ask("give", name="reroll", value=[2, 3])


def troubled(rig: Rig) -> None:
    decide(rig)
    rig.ask("service", name="camera", state=Service("failed", say("The camera's cable is loose.")))
    rig.ask("pause")
    try:
        rig.ask("long_press")
    except LookupError:
        assert rig.view.notice


def fix(rig: Rig) -> None:
    family(rig)
    act = rig.roll("SB SB PA KR SQ").log[0].act
    rig.ask("do", action='0 score character="SB"')
    rig.roll("SB SB PA KR SQ")
    rig.ask("fix", act=act, faces=["PA", "PA", "PA", "KR", "SQ"])


def over(rig: Rig) -> None:
    family(rig)
    faces = ("SB SB SB SB SB", "PA PA PA GA KR", "PL KR SA SQ SB", "SA SA KR SQ GA")
    while rig.view.phase != "over":
        rig.roll(faces[len(rig.view.log) % 4] if rig.view.choices[0].name == "roll" else f"SB SB SB {'SB PA'} KR")
        score = next((choice for choice in rig.view.choices if choice.name == "score"), None)
        if score and isinstance(pick := score.args["character"], OneOf):
            rig.ask("do", action=f'{rig.view.active} score character="{pick.picks[0].value}"')


def past(rig: Rig) -> None:
    """A roll with its picture that was accepted."""
    proposal(rig)
    assert rig.view.proposal
    rig.ask("accept", proposal=rig.view.proposal.id)


def asked(rig: Rig) -> None:
    """A card of chance that was told wrongly, and is told anew."""
    rig.new("monopoly", options={"first_roll": False})
    rig.roll("3 4")
    rig.ask("do", action=f'{rig.view.active} card card="{_first_card(rig)}"')
    act = next(line.act for line in rig.view.log if line.by_chance)
    rig.ask("open_fix", act=act)


def _first_card(rig: Rig) -> str:
    card = next(choice for choice in rig.view.choices if choice.name == "card").args["card"]
    assert isinstance(card, OneOf)
    return str(card.picks[0].value)


def dice(rig: Rig) -> None:
    rig.new("just_dice", seats=LONG, clock={"mode": "up", "limit": 0})
    for turn in range(20):
        faces = ",".join(f'"{1 + (turn * turn + place) % 6}"' for place in range(1 + turn % 4))
        rig.ask("do", action=f"{rig.view.active} roll faces=[{faces}]")


def evenings(rig: Rig) -> None:
    dice(rig)
    over(rig)
    rig.ask("leave")


def reported(rig: Rig) -> None:
    question(rig)
    shown = rig.view.proposal
    assert shown is not None
    rig.client().post(f"/report/proposal/{shown.id}")


def sand(rig: Rig) -> None:
    rig.new(clock={"mode": "sand", "limit": 60})
    rig.roll("SB PL PA GA SQ")


def paused(rig: Rig) -> None:
    sand(rig)
    rig.ask("pause")


def refused(rig: Rig) -> None:
    """A press of the button that the rules do not allow: a notice with its rule point."""
    start(rig)
    rig.ask("leave")
    rig.new("monopoly", options={"first_roll": False})
    try:
        rig.ask("press")
    except LookupError:
        assert rig.view.notice


def alarm(rig: Rig) -> None:
    """An ingredient that is stolen at the end of this turn."""
    rig.new("plankton_rising", box="sample", seed=4, clock={"mode": "down", "limit": 90})
    for action in ('0 team home="garden"', '1 team home="hall"', '0 place place="kitchen"', "0 reveal"):
        rig.ask("do", action=action)
    for _ in range(5):
        rig.ask("do", action='0 change what="theft+:bun"')


def halfway(rig: Rig) -> None:
    rig.first_run.mark("camera", "done")
    rig.first_run.mark("mat", "skipped")


def pressed(rig: Rig) -> None:
    halfway(rig)
    rig.first_run.listen()
    rig.first_run.press()


def unreachable(rig: Rig) -> None:
    """A companion that does not answer, or the page would go on to the table by itself."""
    rig.app.view_functions["live.health"] = lambda: ("", 503)


STATES: dict[str, tuple[Callable[[Rig], None], str]] = {
    "home": (nothing, "/"),
    "home-evenings": (evenings, "/"),
    "new": (nothing, "/new/yahtzee_jr"),
    "new-dice": (nothing, "/new/just_dice"),
    "new-monopoly": (nothing, "/new/monopoly"),
    "new-riot": (nothing, "/new/riot"),
    "new-plankton": (nothing, "/new/plankton_rising"),
    "boxes": (nothing, "/boxes/riot"),
    "board-names": (nothing, "/boxes/monopoly/classic/names"),
    "deck": (nothing, "/deck/sample"),
    "empty": (nothing, "/table"),
    "start": (start, "/table"),
    "looking": (looking, "/table"),
    "question": (question, "/table"),
    "proposal": (proposal, "/table"),
    "cannot-read": (cannot_read, "/table"),
    "decide": (decide, "/table"),
    "troubled": (troubled, "/table"),
    "fix": (fix, "/table"),
    "over": (over, "/table"),
    "dice": (dice, "/table"),
    "log": (over, "/log"),
    "die-page": (proposal, "/proposal/1/2"),
    "add-page": (proposal, "/proposal/1/add"),
    "fix-page": (past, "/fix/1/2"),
    "asked": (asked, "/table"),
    "home-running": (decide, "/"),
    "reports": (reported, "/reports"),
    "nowhere": (nothing, "/nowhere"),
    "sand": (sand, "/table"),
    "paused": (paused, "/table"),
    "tablet": (nothing, "/tablet"),
    "across": (family, "/across"),
    "across-long": (start, "/across"),
    "across-dice": (dice, "/across"),
    "across-question": (question, "/across"),
    "across-paused": (paused, "/across"),
    "across-alarm": (alarm, "/across"),
    "across-over": (over, "/across"),
    "across-empty": (nothing, "/across"),
    "first": (halfway, "/first"),
    "first-camera": (nothing, "/first/camera"),
    "first-button": (pressed, "/first/button"),
    "first-lights": (halfway, "/first/lights"),
    "first-dice": (halfway, "/first/dice"),
    "offline": (unreachable, "/offline"),
}
