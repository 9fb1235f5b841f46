"""The report of a measurement as one HTML file: figures side by side, reliability, pictures of what went wrong."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from companion.evaluation.conditions import CLEAN
from companion.evaluation.counting import Fate, wilson
from companion.evaluation.measure import Exhibit, Group
from companion.evaluation.reliability import Bin, drawn, reliability, side_by_side, svg
from companion.vision.frame import Frame
from companion.vision.teaching.figures import Share

MOST_SHOWN = 60  # pictures of one kind of mistake in one group; the others are counted

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:78rem;padding:0 1rem;color:#1c2026}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}thead th{border-bottom:2px solid #889}
td,th{padding:.3rem .8rem;border-bottom:1px solid #ccd;text-align:right;vertical-align:top}
th:first-child,.facts td{text-align:left}.scroll{overflow-x:auto}
small{color:#5a6270;display:block}td small{white-space:nowrap}
figure{display:inline-block;vertical-align:top;margin:.3rem .5rem .3rem 0;width:96px}
figcaption{font-size:12px;line-height:1.25;overflow-wrap:anywhere}img{width:96px;height:96px;border-radius:6px}
.silent img{outline:3px solid #c2410c}.diagrams{display:flex;flex-wrap:wrap;gap:1rem}h2{margin-top:2.5rem}
"""

LEGEND = """A die is found when the centre of its top face is seen within its label's box. The value is that of
the found dice, asked about or not. A silent error is a wrong face, or something that is no die, about which nobody
is asked. Small print: counts, and Wilson's 95 % interval. A picture that is wrong with nothing asked may still be
noticed by a game that knows how many dice there are."""

KINDS: Mapping[str, str] = {
    "silent": "Silent errors: wrong, or no die at all, and not asked about",
    "asked": "Read wrong, or no die at all, but asked about",
    "missed": "Dice that were not found",
}
"""The kinds of mistakes with their headings, the worst first."""


def kind_of(fate: Fate) -> str:
    """Which of `KINDS` a die that went wrong belongs to."""
    return "missed" if fate.die is None else "silent" if fate.silent else "asked"


def rows(group: Group) -> list[tuple[str, ...]]:
    """A group's figures: name, value, counts and 95 % interval, where there are any."""
    counts = group.counts
    return [
        ("finding: recall", *_percent(counts.recall)),
        ("finding: precision", *_percent(counts.precision)),
        ("value given the box", *_percent(counts.value)),
        ("value if a face must be named", *_percent(counts.value_named)),
        ("whole picture right", *_percent(counts.pictures_right)),
        ("silent errors per 1,000 dice", *_per_mille(counts.silent)),
        ("asks per 1,000 dice", *_per_mille(counts.asks)),
        ("pictures wrong, nothing asked", *_of(counts.unnoticed, counts.pictures)),
        ("pictures refused", *_of(counts.refused, counts.pictures)),
        ("calibration error", f"{group.calibration_error:.3f}"),
        ("milliseconds a picture", f"{counts.ms / max(1, counts.pictures):.0f}"),
    ]


def _percent(share: Share) -> tuple[str, str, str]:
    low, high = wilson(share)
    return f"{share.value:.1%}", f"{share.part}/{share.whole}", f"{low:.1%} to {high:.1%}"


def _per_mille(share: Share) -> tuple[str, str, str]:
    low, high = wilson(share)
    interval = f"{1000 * low:.1f} to {1000 * high:.1f}" if share.part <= share.whole else "no share"
    return f"{1000 * share.value:.1f}", f"{share.part}/{share.whole}", interval


def _of(part: int, whole: int) -> tuple[str, str]:
    return str(part), f"of {whole}"


def line(group: Group) -> str:
    """A group's figures in one line of text."""
    counts = group.counts
    shares = (
        f"recall {counts.recall}",
        f"precision {counts.precision}",
        f"value {counts.value} (named {counts.value_named})",
        f"pictures {counts.pictures_right}",
        "silent {} per 1,000 ({}, {})".format(*_per_mille(counts.silent)),
        "asks {} per 1,000".format(*_per_mille(counts.asks)),
        f"unnoticed {counts.unnoticed}",
        f"{counts.ms / max(1, counts.pictures):.0f} ms",
    )
    return f"{group.source:38} {group.condition:7} " + "  ".join(shares)


def page(groups: Sequence[Group], facts: Mapping[str, str]) -> str:
    """The report as HTML that needs no other file; `facts` say what was measured with what."""
    told = "".join(f"<tr><th>{escape(name)}<td>{escape(value)}" for name, value in facts.items())
    sections = "".join(_section(name, members) for name, members in by_source(groups).items())
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1"><title>The eye, measured</title>'
        f"<style>{STYLE}</style><h1>The eye, measured</h1><table class=facts>{told}</table><p>{LEGEND}</p>"
        f"{sections}</html>\n"
    )


def by_source(groups: Sequence[Group]) -> dict[str, list[Group]]:
    """The groups of each source, in their order."""
    sources: dict[str, list[Group]] = {}
    for group in groups:
        sources.setdefault(group.source, []).append(group)
    return sources


def _section(source: str, groups: Sequence[Group]) -> str:
    return (
        f"<h2>{escape(source)}</h2><div class=scroll>{_table(groups)}</div>"
        f"<h3>Reliability</h3><div class=diagrams>{''.join(svg(*one) for one in _binned(groups))}</div>"
        + "".join(_mistakes(group) for group in groups if group.exhibits or group.unread)
    )


def _table(groups: Sequence[Group]) -> str:
    heads = "".join(f"<th>{escape(group.condition)}" for group in groups)
    columns = [rows(group) for group in groups]
    body = "".join(
        f"<tr><th>{escape(name)}" + "".join(_cell(*column[k][1:]) for column in columns)
        for k, (name, *_) in enumerate(columns[0])
    )
    return f"<table><thead><tr><th>{heads}</thead>{body}</table>"


def _cell(value: str, *small: str) -> str:
    return f"<td>{value}" + "".join(f"<small>{one}</small>" for one in small)


def diagrams(groups: Sequence[Group]) -> bytes:
    """The reliability of all sources together, clean beside spoiled, as a PNG file."""
    return side_by_side([drawn(bins, title) for bins, title in _binned(groups)])


def _binned(groups: Sequence[Group]) -> Iterator[tuple[list[Bin], str]]:
    """The bins of the clean photographs and of all others together, where there are any, with a title."""
    for title, clean in (("clean", True), ("spoiled", False)):
        dice = [die for group in groups if (group.condition == CLEAN) == clean for die in group.dice]
        if dice:
            yield reliability(dice), f"{title}: {sum(die.found for die in dice)} dice found"


def _mistakes(group: Group) -> str:
    parts = [f"<h3>What went wrong: {escape(group.condition)}</h3>{_confusion(group)}"]
    if group.unread:
        parts.append(f"<p>No pictures: {escape(', '.join(group.unread))}</p>")
    for kind, heading in KINDS.items():
        exhibits = [one for one in group.exhibits if kind_of(one.fate) == kind]
        if exhibits:
            more = len(exhibits) - MOST_SHOWN
            parts.append(
                f'<h4>{heading}: {len(exhibits)}</h4><div class="{kind}">'
                + "".join(_figure(one) for one in exhibits[:MOST_SHOWN])
                + (f"<p>and {more} more</p>" if more > 0 else "")
                + "</div>"
            )
    return "".join(parts)


def _confusion(group: Group) -> str:
    """The table of true faces against what was read, the right ones included."""
    pairs = [(die.truth.face, die.die.face) for die in group.dice if die.truth and die.die]
    true, said = sorted({one for one, _ in pairs}), sorted({one for _, one in pairs})
    heads = "".join(f"<th>{escape(face)}" for face in said)
    body = "".join(
        f"<tr><th>{escape(face)}" + "".join(f"<td>{pairs.count((face, other)) or ''}" for other in said)
        for face in true
    )
    return f"<div class=scroll><table><thead><tr><th>true \\ read{heads}</thead>{body}</table></div>"


def _figure(one: Exhibit) -> str:
    data = base64.b64encode(Frame(one.crop, 0.0).jpeg(80)).decode()
    told = _told(one.fate)
    return (
        f'<figure><img alt="{escape(told, quote=True)}" src="data:image/jpeg;base64,{data}">'
        f"<figcaption>{escape(told)} <small>{escape(one.photo)}</small></figcaption></figure>"
    )


def _told(fate: Fate) -> str:
    """What was read for what, in words."""
    if fate.die is None:
        return f"{fate.truth.face if fate.truth else ''} not found"
    true = fate.truth.face if fate.truth else "no die"
    return f"{true} read as {fate.die.face} ({fate.die.confidence:.0%})"
