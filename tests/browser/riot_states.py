"""The states that the page of Plant-Based Riot can be in, on a real host: by name, what leads there."""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.rules.game import Action
from tests.web.rig import Rig

THREE = [
    {"name": "Ann", "colour": "yellow"},
    {"name": "Bo", "colour": "blue"},
    {"name": "Cy", "colour": "red"},
]


def new(rig: Rig, **options: object) -> None:
    rig.new("riot", seats=THREE, options={"window": 120, **options})


def do(rig: Rig, *actions: str) -> None:
    for action in actions:
        rig.ask("do", action=action)


def begun(rig: Rig, **options: object) -> None:
    """Everybody has peeked, and the first seat has drawn."""
    new(rig, **options)
    do(rig, "0 peek", "1 peek", "2 peek", "0 draw")


def lay(*gangs: str) -> tuple[str, ...]:
    """Gangs without their seat: `KER`, or `MEGA>KER` for a wild card."""
    pairs = (gang.split(">") for gang in gangs)
    return tuple(f'lay card="{pair[0]}" gang="{pair[-1]}"' for pair in pairs)


def end(rig: Rig) -> None:
    """The end of the active seat's turn; what is too much is discarded, whatever it may be."""
    row = next(choice.args.get("cards") for choice in rig.view.choices if choice.name == "end")
    cards = row.sample(random.Random(rig.view.number), {}) if row else ()
    do(rig, str(Action(rig.view.active or 0, "end", {"cards": cards} if row else {})))


def turn(rig: Rig, *moves: str) -> None:
    """The active seat's moves, the end of its turn, and the next seat's draw."""
    do(rig, *(f"{rig.view.active} {move}" for move in moves))
    end(rig)
    do(rig, f"{rig.view.active} draw")


def middle(rig: Rig, **options: object) -> None:
    """Six turns in: gangs of all sizes, both kinds of security, one asleep, one loose."""
    begun(rig, **options)
    turn(rig, *lay("KER", "KER", "KER"))
    turn(rig, *lay("TJK", "TJK", "W-TJK-TSP>TJK"))
    turn(rig, *lay("SHD", "MEGA>G8", "SPN"))
    turn(rig, *lay("BBX", "MEGA>BBX"), 'secure card="PEAR" group="BBX"')
    turn(rig, 'secure card="FELON" group="TJK"', *lay("TSP"), 'move what="TJK W-TJK-TSP" to="TSP"')
    turn(rig, 'secure card="PEAR" group="G8"', 'move what="G8 MEGA" to="SPN"', *lay("SPN"))


def pending(rig: Rig) -> None:
    middle(rig)
    do(rig, '0 steal card="CHERRY" take="1 TSP W-TJK-TSP" gang="TSP"')


def blocked(rig: Rig) -> None:
    pending(rig)
    do(rig, "2 block", "1 let", "0 block", "1 block")


def gifts(rig: Rig) -> None:
    middle(rig)
    do(rig, '0 play card="PEACHY"', "0 resolve")


def naming(rig: Rig) -> None:
    gifts(rig)
    do(rig, '1 give card="1 TJK TJK"', '2 give card="2 SPN MEGA"')


def war(rig: Rig, **options: object) -> None:
    begun(rig, **options)
    turn(rig, *lay("KER", "KER", "KER"))
    turn(rig)
    turn(rig)
    turn(rig, *lay("TJK", "TJK", "MEGA>TJK"))
    turn(rig)
    turn(rig)
    do(rig, "0 war", "0 resolve")


def reshuffle(rig: Rig) -> None:
    """The draw pile is used up at the start of a turn."""
    begun(rig)
    end(rig)
    while not rig.view.choices[0].args:
        do(rig, f"{rig.view.active} draw")
        end(rig)


def over(rig: Rig) -> None:
    war(rig)
    do(rig, '0 tell match="KER+TJK"')


def spent(rig: Rig) -> None:
    """No moves are left, and two cards too many are in the hand."""
    begun(rig)
    turn(rig)
    turn(rig)
    turn(rig)
    do(rig, '0 play card="DIP"', "0 resolve", "0 draw")


STATES: dict[str, Callable[[Rig], None]] = {
    "riot-peek": new,
    "riot-moves": middle,
    "riot-discard": spent,
    "riot-pending": pending,
    "riot-blocked": blocked,
    "riot-gifts": gifts,
    "riot-naming": naming,
    "riot-war": war,
    "riot-reshuffle": reshuffle,
    "riot-over": over,
}
