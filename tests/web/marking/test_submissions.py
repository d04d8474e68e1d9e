"""The head's list of all submissions."""

from __future__ import annotations

import re

import pytest
from marking_course import state_of

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def shown(page: str) -> set[str]:
    return set(re.findall(r'href="/mark/hearts/first/([\w-]+)"', page))


def test_the_head_finds_every_submission_by_marker_and_state_and_opens_it(opened, kim, head, piece):
    sheet = opened.desk.sheet("hearts")
    page = head.get("/submissions").text
    assert shown(page) == set(sheet.codes.values())
    assert not re.search(r"\b(ann|bob|cyd|Miller)\b", page)
    for task in ("comments", "quality"):
        kim.save(f"{piece}/{task}", state_of(7.5, kim.seen(piece, task)))
    code = piece.rsplit("/", 1)[1]
    assert shown(head.get("/submissions?state=done").text) == {code}
    mine = {sheet.codes[student] for student in sheet.share("first", "kim")}
    assert shown(head.get("/submissions?marker=kim").text) == mine
    assert shown(head.get("/submissions?marker=kim&state=to+do").text) == mine - {code}
    assert head.get(f"/mark/{piece}").status_code == 200
    assert kim.get("/submissions").status_code == 403
