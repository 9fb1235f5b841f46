"""A turf: groups of cards used as one gang, with their security cards; pure functions over it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.riot.deck import SIZE

LOOSE = "loose"
"""Where security cards lie that guard no group."""


@dataclass(frozen=True)
class Group:
    """Up to three cards used as one gang; `number` tells a turf's groups of one gang apart, from 1."""

    gang: str
    number: int
    cards: tuple[str, ...]
    security: tuple[str, ...] = ()

    @property
    def ref(self) -> str:
        """How a move names the group in its turf: the gang's code, with a number from the second group on."""
        return self.gang if self.number == 1 else f"{self.gang}-{self.number}"


@dataclass(frozen=True)
class Turf:
    """One player's groups, and the security cards that lie loose (A12)."""

    groups: tuple[Group, ...] = ()
    loose: tuple[str, ...] = ()

    def find(self, ref: str) -> Group | None:
        """The group of this name, or None."""
        return next((group for group in self.groups if group.ref == ref), None)

    def at(self, ref: str) -> Group:
        """The group of this name.

        Raises:
            LookupError: there is none.
        """
        group = self.find(ref)
        if group is None:
            raise LookupError(f"expected one of {[one.ref for one in self.groups]}, got {ref!r}")
        return group

    @property
    def cards(self) -> tuple[str, ...]:
        """Everything that lies here, security too."""
        grouped = (card for group in self.groups for card in (*group.cards, *group.security))
        return (*grouped, *self.loose)


def laid(turf: Turf, card: str, gang: str) -> Turf:
    """The turf with a card more in `gang`: in the group that has room, else in a new one (A5)."""
    for group in turf.groups:
        if group.gang == gang and len(group.cards) < SIZE:
            return changed(turf, group, replace(group, cards=(*group.cards, card)))
    return founded(turf, gang, (card,))


def founded(turf: Turf, gang: str, cards: tuple[str, ...]) -> Turf:
    """The turf with a new group."""
    taken = {group.number for group in turf.groups if group.gang == gang}
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    return replace(turf, groups=(*turf.groups, Group(gang, number, cards)))


def removed(turf: Turf, ref: str, card: str) -> Turf:
    """The turf without one card of a group; what guarded a group that is gone lies loose (A12)."""
    group = turf.at(ref)
    return changed(turf, group, replace(group, cards=_without(group.cards, card)))


def dissolved(turf: Turf, ref: str) -> Turf:
    """The turf without a whole group."""
    group = turf.at(ref)
    return changed(turf, group, replace(group, cards=()))


def attached(turf: Turf, ref: str, security: str) -> Turf:
    """The turf with a security card on a group."""
    group = turf.at(ref)
    return changed(turf, group, replace(group, security=(*group.security, security)))


def detached(turf: Turf, ref: str, security: str) -> Turf:
    """The turf without one security card, taken from a group or from the loose ones."""
    if ref == LOOSE:
        return replace(turf, loose=_without(turf.loose, security))
    group = turf.at(ref)
    return changed(turf, group, replace(group, security=_without(group.security, security)))


def changed(turf: Turf, old: Group, new: Group) -> Turf:
    """The turf with `new` in the place of `old`; a group without cards vanishes."""
    if not new.cards:
        rest = tuple(group for group in turf.groups if group is not old)
        return Turf(rest, (*turf.loose, *new.security))
    return replace(turf, groups=tuple(new if group is old else group for group in turf.groups))


def gathered(turf: Turf) -> Turf:
    """The turf with as few groups of each gang as can be (A5): a guarded group is filled up first."""
    for gang in dict.fromkeys(group.gang for group in turf.groups):
        turf = _gathered(turf, gang)
    return turf


def _gathered(turf: Turf, gang: str) -> Turf:
    short = [group for group in turf.groups if group.gang == gang and len(group.cards) < SIZE]
    if len(short) < 2:
        return turf
    keep, give = sorted(short, key=lambda group: not group.security)[:2]
    card = give.cards[-1]
    turf = changed(turf, keep, replace(keep, cards=(*keep.cards, card)))
    return _gathered(changed(turf, give, replace(give, cards=give.cards[:-1])), gang)


def _without(row: tuple[str, ...], one: str) -> tuple[str, ...]:
    place = row.index(one)
    return (*row[:place], *row[place + 1 :])
