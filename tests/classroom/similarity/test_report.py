"""The page of similar players: no names, and nothing of a student's as code."""

import json
import re

from course_assignments import HEARTS
from course_fixture import CAUTIOUS
from playfunc_classroom.similarity.run import write_similarity


def write_notebook(path, player):
    cell = {"cell_type": "code", "metadata": {"tags": ["player"]}, "source": player, "outputs": []}
    path.parent.mkdir(parents=True)
    path.write_text("{" if player is None else json.dumps({"cells": [cell]}))


def test_the_page_calls_nobody_by_name_and_shows_no_student_as_code(tmp_path):
    submitted = tmp_path / "course" / "submitted"
    own = CAUTIOUS + "\n# written by ann <script>alert(1)</script>\n"
    players = {"ann": own, "bob": own.replace("options", "choices"), "cut": None}
    for student, text in players.items():
        write_notebook(submitted / student / "hearts" / "hearts.ipynb", text)
    write_notebook(tmp_path / "course/release/hearts/hearts.ipynb", "def play(*arguments): ...")
    years = tmp_path / "2025" / "zoe"
    years.mkdir(parents=True)
    (years / "player.py").write_text(own)
    folders = {student: submitted / student / "hearts" for student in players}
    path, shown = write_similarity(tmp_path / "course", HEARTS, folders, {}, [tmp_path / "2025"])
    page = path.read_text()
    assert shown >= 3
    text = re.sub(r"<[^>]*>", " ", page)
    assert not re.search(r"\b(ann|bob|cut|zoe)\b", text)
    assert "not a readable notebook" in text
    assert "<script>alert" not in page
    assert "no verdict" in text
    named, _ = write_similarity(tmp_path / "course", HEARTS, folders, {}, [tmp_path / "2025"], names=True)
    for name in ("ann", "bob", "2025/zoe/player.py"):
        assert name in named.read_text()
