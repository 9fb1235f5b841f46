"""An act: an accepted action with what it brought, as the journal keeps it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import CodecError
from companion.rules.game import Action, Event, Game
from companion.state.codec import decode_event, encode_event
from companion.state.journal import Entry
from companion.words import say


@dataclass(frozen=True)
class Act:
    """An accepted action: its number (that of its journal entry), its events, when, and the clocks' seconds.

    `at` is unix seconds, `used` the seconds of the turn clock when it was accepted, `played` those that had really
    been played since the beginning, `picture` the id of the picture that it was read from, or empty; `fixed` says
    that its reading was corrected.
    """

    number: int
    action: Action
    events: tuple[Event, ...]
    at: float
    used: float = 0.0
    picture: str = ""
    fixed: bool = False
    played: float = 0.0

    def encode(self) -> dict[str, Any]:
        """The act as plain values."""
        return {
            "number": self.number,
            "action": str(self.action),
            "events": [encode_event(event) for event in self.events],
            "at": self.at,
            "used": self.used,
            "picture": self.picture,
            "fixed": self.fixed,
            "played": self.played,
        }

    @classmethod
    def decode(cls, game: Game[Any], raw: Mapping[str, Any]) -> Act:
        """The act that `encode` wrote.

        Raises:
            CodecError: a field is missing or of another kind.
        """
        try:
            events = tuple(decode_event(game, event) for event in raw["events"])
            return cls(
                int(raw["number"]),
                Action.parse(raw["action"]),
                events,
                float(raw["at"]),
                float(raw["used"]),
                str(raw["picture"]),
                bool(raw["fixed"]),
                float(raw.get("played", 0.0)),  # evenings of older versions have none
            )
        except CodecError:
            raise
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise _misfit(f"got {raw!r}: {error!r}") from error


def replay(game: Game[Any], entries: Iterable[Entry]) -> tuple[Act, ...]:
    """The acts that hold after all entries: `acted` adds one, `undone` drops the last, `corrected` replaces
    one and everything after it by what was decided again.

    Raises:
        CodecError: an entry that does not fit.
    """  # noqa: D205  (one sentence)
    acts: tuple[Act, ...] = ()
    for entry in entries:
        try:
            acts = _after(game, acts, entry)
        except CodecError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise _misfit(f"got {entry!r}: {error!r}") from error
    return acts


def _after(game: Game[Any], acts: tuple[Act, ...], entry: Entry) -> tuple[Act, ...]:
    body = json.loads(entry.body)
    match entry.kind:
        case "acted":
            return (*acts, Act.decode(game, {**body, "number": entry.number}))
        case "undone":
            return tuple(act for act in acts if act.number != body["number"])
        case "corrected":
            again = (Act.decode(game, raw) for raw in body["acts"])
            return (*(act for act in acts if act.number < body["number"]), *again)
    raise _misfit(f"expected the kind acted, undone or corrected, got {entry!r}")


def _misfit(detail: str) -> CodecError:
    return CodecError(say("A record of the journal does not fit."), detail=detail)
