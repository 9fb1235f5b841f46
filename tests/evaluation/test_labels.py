"""Labels: three formats become the same photographs, and what is wrong in them is told by its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.errors import LabelError
from companion.evaluation.labels import OF_ONE, Photo, TrueDie, labelled, thinned

FIVE = TrueDie(310, 205, 64, "5")
HEART = TrueDie(20.5, 30, 40, "H", 50)


def test_json_lines_tell_pictures_with_their_dice(tmp_path: Path) -> None:
    lines = [
        {
            "file": "a.jpg",
            "source": "kitchen",
            "set": "pips",
            "dice": [{"x": 310, "y": 205, "size": 64, "face": "5"}],
        },
        {"file": "below/b.jpg", "dice": [{"x": 20.5, "y": 30, "size": 40, "height": 50, "face": "H"}]},
        {"file": "empty.jpg", "tray": [[0, 0], [640, 0], [320, 480]]},
    ]
    (tmp_path / "labels.jsonl").write_text("\n\n".join(map(json.dumps, lines)) + "\n")
    assert labelled(tmp_path) == {
        "kitchen": [Photo(tmp_path / "a.jpg", "kitchen", (FIVE,), "pips")],
        tmp_path.name: [
            Photo(tmp_path / "below" / "b.jpg", tmp_path.name, (HEART,)),
            Photo(tmp_path / "empty.jpg", tmp_path.name, (), "", ((0, 0), (640, 0), (320, 480))),
        ],
    }


def test_a_table_tells_the_same_with_a_line_per_die(tmp_path: Path) -> None:
    rows = (
        "file,x,y,size,face,source,set,height",
        "a.jpg,310,205,64,5,kitchen,pips,",
        "b.jpg,20.5,30,40,H,kitchen,,50",
        "a.jpg,310,205,64,5,kitchen,pips,",
        "empty.jpg,,,,,kitchen,,",
    )
    (tmp_path / "labels.csv").write_text("\r\n".join(rows) + "\r\n")
    assert labelled(tmp_path) == {
        "kitchen": [
            Photo(tmp_path / "a.jpg", "kitchen", (FIVE, FIVE), "pips"),
            Photo(tmp_path / "b.jpg", "kitchen", (HEART,)),
            Photo(tmp_path / "empty.jpg", "kitchen", ()),
        ]
    }


def test_an_index_has_corners_and_boxes_round_pips_grow_to_those_round_several(tmp_path: Path) -> None:
    boxes = [{"x": 10, "y": 20, "w": 8, "h": 8, "value": 1}, {"x": 100, "y": 20, "w": 30, "h": 20, "value": 6}]
    alone = [boxes[0]]
    repos = ["somebody/dice", "matteop65/Dice_Detection_Recognition"]
    lines = [{"file": "a.jpg", "repo": repo, "role": "test", "dice": boxes} for repo in repos]
    lines.append({"file": "b.jpg", "repo": repos[1], "role": "test", "dice": alone})
    lines.append({"file": "single.jpg", "repo": repos[0], "role": "train"})
    (tmp_path / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = labelled(tmp_path)
    assert {source: len(photos) for source, photos in found.items()} == dict(zip(repos, (1, 2), strict=True))
    assert found[repos[0]][0].path == tmp_path / "dice" / "a.jpg"
    assert found[repos[0]][0].dice == (TrueDie(14, 24, 8, "1", 8), TrueDie(115, 30, 30, "6", 20))
    assert found[repos[1]][0].dice == (TrueDie(14, 24, 30, "1", 30), TrueDie(115, 30, 30, "6", 30))
    assert found[repos[1]][1].dice == (TrueDie(14, 24, 8 * OF_ONE, "1", 8 * OF_ONE),)


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("labels.jsonl", '{"file": "a.jpg"}\n{"file": 1}\n', 2),
        ("labels.jsonl", '{"file": "a.jpg"\n', 1),
        ("labels.jsonl", '{"file": "a.jpg", "dise": []}\n', 1),
        ("labels.jsonl", '{"file": "a.jpg", "dice": [{"x": 1, "y": 1, "size": 0, "face": "5"}]}', 1),
        ("labels.csv", "file,x,y,size,face\na.jpg,1,1,9,5\na.jpg,1,1,wide,5\n", 3),
        ("labels.csv", "file,x,y,size,face\na.jpg,1,1,9\n", 2),
        ("labels.csv", "file,x,y,size,face\na.jpg,1,1,9,5,more,more\n", 2),
        ("index.jsonl", '{"file": "a.jpg", "repo": "a/b", "dice": [{"x": 1}]}\n', 1),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, name: str, text: str, line: int) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(LabelError, match=f"Line {line} of {name}"):
        labelled(tmp_path)


def test_without_labels_people_are_told_which_files_are_looked_for(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match=r"labels\.jsonl"):
        labelled(tmp_path)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LabelError, match="cannot be read"):
        labelled(tmp_path)


def test_sources_are_chosen_by_a_part_of_their_name_and_thinned() -> None:
    photos = [Photo(Path(str(k)), "s", ()) for k in range(5)]
    sources = {"kitchen table": photos, "garden": photos}
    assert thinned(sources, 2, ["table", "roof"]) == {"kitchen table": photos[::2]}
    assert thinned(sources, 1) == sources
