"""What follows from the gradebook, on stand-ins for it: penalties, extensions, groups' copies, points by hand."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace as Thing

from course_assignments import copy_settings
from playfunc_classroom.nbgrader_bridge.settle import copy_to_groups, settle
from playfunc_classroom.people.groups import marked_member

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
    return Thing(root=folder, settings=settings, _gradebook=opened, worth=lambda assignment: {})


def test_a_penalty_takes_no_more_than_there_is_and_an_extension_never_less_time(tmp_path):
    (tmp_path / "playfunc.toml").write_text(RULE)
    (tmp_path / "extensions.csv").write_text(
        "student,assignment,until\nann,,2026-11-15T12:00:00Z\nbob,,2026-11-17T12:00:00Z\n"
    )
    ann, bob, cy = submission("ann"), submission("bob", score=90.0, day=18), submission("cy", score=0.0)
    settle(course(tmp_path, Book(ann, bob, cy)), "hearts")
    assert [each.notebooks[0].late_submission_penalty for each in (ann, bob, cy)] == [70.0, 80.0, 0.0]
    assert [each.extension for each in (ann, bob, cy)] == [None, timedelta(days=1), None]


def test_a_group_s_members_get_every_kind_of_point_and_the_penalty(tmp_path):
    (tmp_path / "groups.csv").write_text("group,student\nred,ann\nred,bob\n")
    ann, bob = submission("ann", auto_score=10.0, manual_score=8.0, extra_credit=2.0), submission("bob")
    ann.notebooks[0].late_submission_penalty = 5.0
    assert copy_to_groups(course(tmp_path, Book(ann, bob)), "hearts", ["ann"]) == {"bob": "ann"}
    (held,) = bob.notebooks[0].grades
    assert (held.auto_score, held.manual_score, held.extra_credit) == (10.0, 8.0, 2.0)
    assert not held.needs_manual_grade
    assert bob.notebooks[0].late_submission_penalty == 5.0


def test_of_a_group_the_latest_counts_and_of_equals_the_first_named():
    groups = dict.fromkeys(("ann", "bob", "cy"), ("ann", "bob", "cy"))
    assert marked_member("ann", groups, {"ann": 1.0, "bob": 2.0}) == "bob"
    assert marked_member("ann", groups, {"cy": 2.0, "bob": 2.0}) == "bob"
    assert marked_member("ann", groups, {"zoe": 1.0}) is None
