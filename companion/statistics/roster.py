"""The players that a table knows: shown name, avatar and colour, as a file in the state folder."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
import tomli_w

from companion.errors import CompanionError, SetupError
from companion.files import replace_atomically
from companion.rules.names import heard, tidy
from companion.rules.setup import COLOURS
from companion.words import say

PLAYERS = "players.toml"

AVATARS = (
    "turtle",
    "crab",
    "octopus",
    "whale",
    "seahorse",
    "jellyfish",
    "puffer",
    "shell",
    "ray",
    "snail",
    "urchin",
    "coral",
)
"""The drawings that a player can choose, by the names of their files."""


class RosterError(CompanionError, ValueError):
    """A player that is not known or cannot be changed in this way, or a file of players that cannot be used."""

    slug = "players"
    default_advice = say("Nothing was changed. The evenings themselves are never changed by this.")


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player: the name that is shown, further names from the journal, avatar, colour, and whether hidden.

    An empty avatar or colour is one that nobody chose.
    """

    name: str
    names: tuple[str, ...] = ()
    avatar: str = ""
    colour: str = ""
    hidden: bool = False

    def is_called(self, name: str) -> bool:
        """Whether this is a name of the player."""
        return heard(name) in {heard(one) for one in (self.name, *self.names)}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: tuple[Profile, ...] = ()


Profiles = tuple[Profile, ...]


class Roster:
    """The file of players; safe to call from any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    @property
    def stamp(self) -> int:
        """Another number after each change of the file."""
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return 0

    def read(self) -> Profiles:
        """All profiles; none while there is no file.

        Raises:
            RosterError: the file is no list of players, or cannot be read.
        """
        try:
            return msgspec.toml.decode(self._path.read_bytes(), type=_File).player
        except FileNotFoundError:
            return ()
        except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
            raise RosterError(
                say("The file of players cannot be used."),
                detail=f"{error}, in {str(self._path)!r}",
                advice=say("Correct the file, or delete it: names are found again, avatars and colours are not."),
            ) from error

    def change(self, change: Callable[[Profiles], Profiles]) -> None:
        """Replace the profiles by what `change` makes of them.

        Raises:
            RosterError: `change` refuses, or the file cannot be read or written; nothing changed.
        """
        with self._lock:
            changed = change(self.read())
            text = tomli_w.dumps(msgspec.to_builtins(_File(changed)))
            try:
                replace_atomically(self._path, text.encode())
            except OSError as error:
                raise RosterError(
                    say("The file of players cannot be written."), detail=f"{error}, in {str(self._path)!r}"
                ) from error


def profile_of(profiles: Profiles, name: str) -> Profile:
    """Who is called so; somebody that the file does not list has this name and nothing else."""
    return next((one for one in profiles if one.is_called(name)), Profile(name))


def kept(profiles: Profiles, who: str, wanted: Profile, everybody: Profiles = ()) -> Profiles:
    """The profiles with that of `who` as `wanted`; an older name stays known.

    `everybody` else who is known also keeps his or her name.

    Raises:
        RosterError: the new name is none or somebody else's, or the avatar or colour does not exist.
    """
    old = profile_of(profiles, who)
    others = tuple(one for one in profiles if one != old)
    name = _tidy(wanted.name)
    if any(one.is_called(name) for one in (*others, *everybody)):
        raise RosterError(say("Somebody else has this name."), detail=f"got {name!r}", advice=_MERGE)
    if wanted.avatar not in ("", *AVATARS) or wanted.colour not in ("", *COLOURS):
        raise RosterError(say("There is no such avatar or colour."), detail=f"got {wanted!r}")
    names = _further(name, (*old.names, old.name))
    return (*others, msgspec.structs.replace(wanted, name=name, names=names))


_MERGE = say("If both are one person, put them together instead.")


def merged(profiles: Profiles, who: str, into: str) -> Profiles:
    """The profiles with all names of `who` given to `into`.

    Raises:
        RosterError: both are the same already.
    """
    gone, kept_one = profile_of(profiles, who), profile_of(profiles, into)
    if gone.is_called(into):
        raise RosterError(say("These are one player already."), detail=f"got {who!r} and {into!r}")
    names = _further(kept_one.name, (*kept_one.names, gone.name, *gone.names))
    others = tuple(one for one in profiles if one not in (gone, kept_one))
    return (*others, msgspec.structs.replace(kept_one, names=names))


def parted(profiles: Profiles, who: str, name: str) -> Profiles:
    """The profiles with one of the further names of `who` as a player of its own again.

    Raises:
        RosterError: it is none of the further names.
    """
    old = profile_of(profiles, who)
    names = tuple(one for one in old.names if heard(one) != heard(name))
    if len(names) == len(old.names):
        raise RosterError(say("This is no further name of the player."), detail=f"got {name!r} for {who!r}")
    others = tuple(one for one in profiles if one != old)
    return (*others, msgspec.structs.replace(old, names=names))


def _further(name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that are heard as another one than `name`, each once."""
    found = {heard(one): one for one in reversed(names) if heard(one) != heard(name)}
    return tuple(reversed(found.values()))


def _tidy(name: str) -> str:
    try:
        return tidy(name)
    except SetupError as error:
        raise RosterError(error.sentence, detail=error.detail) from error
