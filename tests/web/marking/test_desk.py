"""The course as requests need it."""

from __future__ import annotations

import pytest
from marking_course import STUDENTS, enter_all
from playfunc_web.access import Viewer
from playfunc_web.errors import ProblemError

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_pseudonyms_are_the_same_every_time_and_say_nothing(opened):
    codes = opened.desk.sheet("hearts").codes
    assert set(codes) == set(STUDENTS)
    assert len(set(codes.values())) == len(codes)
    assert not any(student in code.split("-") for student, code in codes.items())
    assert opened.desk.sheet("hearts") is opened.desk.sheet("hearts")


def test_lists_and_submissions_that_change_are_read_again(opened):
    desk = opened.desk
    before = desk.sheet("hearts")
    (desk.course.root / "markers.csv").write_text("marker\nmax\n")
    assert set(desk.sheet("hearts").shares["first"].values()) == {"max"}
    enter_all(desk.course, ["zoe"])
    after = desk.sheet("hearts").codes
    assert set(after) == {*before.codes, "zoe"}
    assert before.codes.items() <= after.items()


def test_a_task_without_criteria_is_one_criterion(opened):
    root = opened.desk.course.root
    tasks = "".join(
        f'\n[[hearts.tasks]]\ncell = "{c}"\npoints = {p}\n' for c, p in (("comments", 30), ("quality", 40))
    )
    (root / "comments.md").unlink()
    with (root / "playfunc.toml").open("a") as settings:
        settings.write(tasks)
    rubric = opened.desk.sheet("hearts").rubric
    assert [(c.name, c.points) for c in rubric["comments"]] == [("Comments", 30.0)]


def test_the_head_opens_everybodys_and_goes_on_in_that_share(opened):
    desk = opened.desk
    sheet = desk.sheet("hearts")
    lees = sheet.share("first", "lee")
    piece = desk.piece(Viewer(1, 1, "admin", "admin"), "hearts", "first", sheet.codes[lees[1]])
    assert (piece.share, piece.place, piece.code) == (lees, 1, sheet.codes[lees[1]])
    with pytest.raises(ProblemError):
        desk.piece(Viewer(2, 2, "kim", "staff"), "hearts", "first", sheet.codes[lees[1]])
