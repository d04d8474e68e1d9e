"""What follows from the gradebook, on stand-ins for it: penalties, extensions, groups' copies, points and their sum."""

import dataclasses
import re
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace as Thing

import nbformat
import pytest
from course_assignments import copy_settings
from nbgrader.utils import compute_checksum
from playfunc_checks.settings import SettingsError
from playfunc_classroom.groups import marked_member
from playfunc_classroom.nbgrader_bridge.feedback import Part, _in_order, _part
from playfunc_classroom.nbgrader_bridge.gradebook_writer import (
    _make_worth,
    copy_to_groups,
    points_changed,
    points_off,
    recompute,
    recompute_points,
)
from playfunc_classroom.pages.report import render
from playfunc_classroom.policy.overrides import Override

RULE = '[hearts.late]\ndue = 2026-11-16T12:00:00Z\nmethod = "linear"\npercent_per_day = 40\n'


class Book:
    """One assignment of 100 points in nbgrader's gradebook."""

    def __init__(self, *submissions):
        self.db = Thing(commit=lambda: None)
        self.submissions = {each.student_id: each for each in submissions}

    def find_assignment(self, name):
        return Thing(submissions=self.submissions.values(), max_score=100.0)

    def assignment_submissions(self, name):
        return self.submissions.values()

    def find_submission(self, name, student):
        return self.submissions[student]

    def update_or_create_student(self, student):
        pass

    def update_or_create_submission(self, name, student, timestamp):
        return self.submissions[student]


def submission(student, score=70.0, day=17, **grade):
    given = {"name": "beats", "auto_score": None, "manual_score": None, "extra_credit": None} | grade
    notebook = Thing(
        score=score,
        late_submission_penalty=None,
        grades=[Thing(**given, needs_manual_grade=True)],
        comments=[],
    )
    return Thing(
        student_id=student, notebooks=[notebook], timestamp=datetime(2026, 11, day, 13), extension=None
    )


def course(folder, book):
    copy_settings(folder)

    @contextmanager
    def opened():
        yield book

    settings = Thing(zone=UTC)
    return Thing(root=folder, settings=settings, gradebook=opened, worth=lambda assignment: {})


def test_a_penalty_takes_no_more_than_there_is_and_an_extension_never_less_time(tmp_path):
    (tmp_path / "playfunc.toml").write_text(RULE)
    (tmp_path / "extensions.csv").write_text(
        "student,assignment,until\nann,,2026-11-15T12:00:00Z\nbob,,2026-11-17T12:00:00Z\n"
    )
    ann, bob, cy = submission("ann"), submission("bob", score=90.0, day=18), submission("cy", score=0.0)
    recompute(course(tmp_path, Book(ann, bob, cy)), "hearts")
    assert [each.notebooks[0].late_submission_penalty for each in (ann, bob, cy)] == [70.0, 80.0, 0.0]
    assert [each.extension for each in (ann, bob, cy)] == [None, timedelta(days=1), None]


@pytest.mark.parametrize(("student", "day", "off"), [("ann", 17, 80.0), ("bob", 17, 40.0), ("ann", 16, 0.0)])
def test_an_attempt_loses_a_part_of_all_points_by_its_own_time(tmp_path, student, day, off):
    (tmp_path / "playfunc.toml").write_text(RULE)
    (tmp_path / "extensions.csv").write_text("student,assignment,until\nbob,,2026-11-16T13:00:00Z\n")
    made = course(tmp_path, Book())
    made.stamped = lambda folder: datetime(2026, 11, day, 12 if day == 16 else 13, tzinfo=UTC)
    assert points_off(made, "hearts")(student, tmp_path) == off
    made.stamped = lambda folder: None
    assert points_off(made, "hearts")(student, tmp_path) == 0


def test_a_group_s_members_get_every_kind_of_point_and_the_penalty(tmp_path):
    (tmp_path / "groups.csv").write_text("group,student\nred,ann\nred,bob\n")
    ann, bob = submission("ann", auto_score=10.0, manual_score=8.0, extra_credit=2.0), submission("bob")
    ann.notebooks[0].late_submission_penalty = 5.0
    assert copy_to_groups(course(tmp_path, Book(ann, bob)), "hearts", ["ann"]) == {"bob": "ann"}
    (held,) = bob.notebooks[0].grades
    assert (held.auto_score, held.manual_score, held.extra_credit) == (10.0, 8.0, 2.0)
    assert not held.needs_manual_grade
    assert bob.notebooks[0].late_submission_penalty == 5.0


def test_a_cell_of_other_points_asks_again_for_points_by_hand_above_them_alone():
    def source(name):
        return Thing(name=name, cell_type="code", source=f"{name} = 1", locked=True, checksum="old")

    def cell(name, *by_hand):
        return Thing(
            name=name,
            max_score=10.0,
            grades=[Thing(manual_score=n, needs_manual_grade=False) for n in by_hand],
        )

    rules, other, quality = cell("rules"), cell("other", 9.0), cell("quality", 6.0, 5.0, 4.0, None)
    sources = [source(name) for name in ("rules", "other", "quality")]
    notebook = Thing(
        grade_cells=[rules, other], task_cells=[quality], solution_cells=[], source_cells=sources
    )
    _make_worth(Thing(notebooks=[notebook]), {"rules": 3.0, "quality": 5.0})
    assert [each.max_score for each in (rules, other, quality)] == [3.0, 10.0, 5.0]
    assert [each.needs_manual_grade for each in quality.grades] == [True, False, False, False]
    about = {"grade_id": "rules", "grade": True, "solution": False, "locked": True, "points": 3.0}
    written = {"cell_type": "code", "source": "rules = 1", "metadata": {"nbgrader": about}}
    checksum = compute_checksum(nbformat.from_dict(written))
    assert [each.checksum for each in sources] == [checksum, "old", "old"]


def test_second_and_compared_marks_are_worth_what_the_first_are(tmp_path):
    def book(name):
        quality = Thing(name="quality", max_score=10.0, grades=[])
        return Thing(
            name=name,
            notebooks=[Thing(grade_cells=[], task_cells=[quality], solution_cells=[], source_cells=[])],
        )

    books = [book(name) for name in ("hearts", "hearts-second", "hearts-calibration-ann", "blackjack")]
    made = course(tmp_path, Thing(assignments=books, db=Thing(commit=lambda: None)))
    made.worth = lambda assignment: {"quality": 10.0}
    made.assignment = lambda name: Thing(checks=(), opponents=(), tasks=(Thing(cell="quality", points=12.0),))
    assert recompute_points(made, "hearts") == {"quality": (10.0, 12.0)}
    assert [each.notebooks[0].task_cells[0].max_score for each in books] == [12.0, 12.0, 12.0, 10.0]


def test_what_changed_is_what_the_settings_and_the_gradebook_count_differently():
    def settings(**tasks):
        part = Thing(name="rules", points=5.0)
        beaten = Thing(name="basic", points=10.0)
        named = [Thing(cell=cell, points=points) for cell, points in tasks.items()]
        return Thing(checks=[part], opponents=[beaten], tasks=named)

    def changed(held, **tasks):
        course = Thing(worth=lambda _: held, assignment=lambda _: settings(**tasks))
        return points_changed(course, "hearts")

    held = {"rules": 5.0, "beats-basic": 4.0, "quality": 7.0}
    assert changed({}, quality=7.0) == {}
    assert changed(held, quality=7.0, unmarked=0.0) == {"beats-basic": (4.0, 10.0)}
    with pytest.raises(SettingsError, match="has no such cell"):
        changed(held, quality=7.0, essay=8.0)
    with pytest.raises(SettingsError, match="has points for quality"):
        changed(held)


def test_of_a_group_the_latest_counts_and_of_equals_the_first_named():
    groups = dict.fromkeys(("ann", "bob", "cy"), ("ann", "bob", "cy"))
    assert marked_member("ann", groups, {"ann": 1.0, "bob": 2.0}) == "bob"
    assert marked_member("ann", groups, {"cy": 2.0, "bob": 2.0}) == "bob"
    assert marked_member("ann", groups, {"zoe": 1.0}) is None


# The head of a feedback page: each part with who gave it, in the notebook's order.
DECISION = Override("ann", "beats-basic", 5.0, 0.0, None, "lee", "2026-11-20T08:00:00+01:00", "Ours.", "d")
GRADE = {
    "name": "beats-basic",
    "score": 5.0,
    "cell": Thing(max_score=10.0),
    "needs_manual_grade": False,
    "manual_score": None,
    "extra_credit": None,
}


@pytest.mark.parametrize(
    ("grade", "decision", "who"),
    [
        ({}, None, "the computer"),
        ({"manual_score": 5.0}, None, "a marker"),
        (
            {"manual_score": 5.0},
            DECISION,
            "by hand: beats-basic: 5 instead of 0, by lee on 2026-11-20: Ours.",
        ),
        ({"manual_score": 5.0, "extra_credit": 1.5}, None, "a marker (1.5 of them extra)"),
    ],
)
def test_a_part_says_who_gave_its_points(grade, decision, who):
    assert _part(Thing(**GRADE | grade), decision) == Part("beats-basic", 5.0, 10.0, who)


def test_a_part_that_nobody_has_marked_has_no_points_yet():
    assert _part(Thing(**GRADE | {"needs_manual_grade": True}), DECISION) == Part(
        "beats-basic", 0.0, 10.0, "not marked yet", marked=False
    )


def test_a_sum_says_how_much_of_it_is_not_marked_yet():
    parts = [
        Part("rules", 4.0, 10.0, "the computer"),
        Part("report", 0.0, 30.0, "not marked yet", marked=False),
    ]
    about = {"late": "", "student": "ann", "attempt": 1, "attempts": 1, "group": (), "tasks": ["report"]}
    page = render("score.html", parts=parts, off=1.0, **about)
    text = " ".join(re.sub("<[^>]+>", " ", page).split())
    assert "report – of 30 not marked yet" in text
    assert "total 3 of 10 so far; 30 more are not marked yet" in text


def test_parts_stand_as_in_the_notebook_and_unknown_ones_last():
    first = Part("rules", 0.0, 1.0, "the computer")
    parts = [dataclasses.replace(first, name=name) for name in ("gone", "quality", "rules")]
    cells = [
        Thing(metadata={}),
        *(Thing(metadata={"nbgrader": {"grade_id": n}}) for n in ("rules", "quality")),
    ]
    assert [part.name for part in _in_order(parts, Thing(cells=cells))] == ["rules", "quality", "gone"]
