"""Handing in again: what is kept, what counts, and which deals it meets."""

import dataclasses
import json
import os
import shutil
from datetime import datetime
from types import SimpleNamespace

import pytest
from course_assignments import HEARTS, copy_settings
from course_fixture import CAUTIOUS, SETTINGS, hand_in, make_course
from made_up_marks import marked
from playfunc.codec import decode
from playfunc_autograder.executors import HERE
from playfunc_checks.assignment import Assignment, Attempts
from playfunc_checks.course_settings import load_assignment
from playfunc_checks.settings import SettingsError
from playfunc_classroom.appeals import evidence_for
from playfunc_classroom.intake.received import Attempt, attempt_of, attempts, take_in
from playfunc_classroom.marks import read_mark
from playfunc_classroom.policy.overrides import Override, add_override
from playfunc_classroom.runs import jobs
from playfunc_classroom.runs.grade import grade

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = pytest.mark.filterwarnings("ignore")


def arrive(folder, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hearts.ipynb").write_text(text)
    (folder / "timestamp.txt").write_text(f"when {text} came")
    return folder


def test_every_attempt_is_kept_and_the_latest_counts(tmp_path):
    submitted = tmp_path / "submitted/ann/hearts"

    def take(text, replace=False):
        return take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", text), submitted, replace)

    assert take("one") == "new"
    assert attempts(tmp_path, "hearts", "ann") == {}
    assert take("one") == "unchanged"
    assert take("uno", replace=True) == "replaced"
    assert (attempts(tmp_path, "hearts", "ann"), attempt_of(tmp_path, "hearts", "ann")) == ({}, 1)
    assert take("two") == "again"
    assert take("three") == "again"
    assert take("three") == "unchanged"
    assert take("drei", replace=True) == "replaced"
    kept = attempts(tmp_path, "hearts", "ann")
    assert {n: (f / "hearts.ipynb").read_text() for n, f in kept.items()} == {1: "uno", 2: "two", 3: "drei"}
    assert attempt_of(tmp_path, "hearts", "ann") == 3
    assert (submitted / "hearts.ipynb").read_text() == "drei"
    assert not list(submitted.parent.glob(".*"))


def test_another_notebook_of_the_same_size_and_time_is_another_attempt(tmp_path):
    """As from a zip that keeps times to two seconds."""
    submitted = tmp_path / "submitted/ann/hearts"
    for text, expected in (("one", "new"), ("two", "again")):
        arrived = arrive(tmp_path / "new", text)
        os.utime(arrived / "hearts.ipynb", (0, 0))
        assert take_in(tmp_path, "hearts", "ann", arrived, submitted, False) == expected
    assert (submitted / "hearts.ipynb").read_text() == "two"


@pytest.mark.parametrize(("beside", "outcome"), [("one", "unchanged"), ("two", "again")])
def test_a_notebook_less_is_a_new_attempt_unless_it_was_a_copy(tmp_path, beside, outcome):
    submitted = tmp_path / "submitted/ann/hearts"
    first = arrive(tmp_path / "first", "one")
    (first / "copy.ipynb").write_text(beside)
    assert take_in(tmp_path, "hearts", "ann", first, submitted, False) == "new"
    assert take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", "one"), submitted, False) == outcome


def when(text):
    return datetime.fromisoformat(text)


OPENED = dataclasses.replace(HEARTS, show_deals_after=(when("2026-12-01T12:00Z"), when("2026-12-20T12:00Z")))


@pytest.mark.parametrize(
    ("handed_in", "epoch", "open_on"),
    [
        ("2026-11-01T12:00Z", 1, ["2026-12-01T12:00Z", "2026-12-21T12:00Z"]),
        ("2026-12-01T11:59Z", 1, ["2026-12-01T12:00Z"]),
        ("2026-12-01T12:00Z", 2, ["2026-12-20T12:00Z"]),
        ("2026-12-21T12:00Z", 3, []),
    ],
)
def test_a_new_epoch_begins_only_when_deals_are_opened(handed_in, epoch, open_on):
    settings = OPENED.handed_in(when(handed_in))
    assert settings.epoch == epoch
    assert [
        t for t in ("2026-12-01T12:00Z", "2026-12-20T12:00Z", "2026-12-21T12:00Z") if t in open_on
    ] == open_on
    assert all(settings.deals_are_open(when(time)) for time in open_on)
    assert not settings.deals_are_open(when("2026-12-01T11:59Z"))
    assert HEARTS.handed_in(when(handed_in)) == dataclasses.replace(HEARTS, show_deals_after=())


def test_the_setting_takes_one_time_or_several(tmp_path):
    copy_settings(tmp_path)

    def openings(value):
        (tmp_path / "playfunc.toml").write_text(f"timezone = 'UTC'\n[hearts]\nshow_deals_after = {value}\n")
        return load_assignment("hearts", tmp_path).show_deals_after

    assert openings("2026-12-01T12:00:00Z") == OPENED.show_deals_after[:1]
    assert openings("[2026-12-20T12:00:00Z, 2026-12-01T12:00:00Z]") == OPENED.show_deals_after
    with pytest.raises(SettingsError, match="show_deals_after must be a day"):
        openings("[1]")


def three_attempts(root, texts):
    submitted = root / "submitted/ann/hearts"
    for text in texts:
        take_in(root, "hearts", "ann", arrive(root / "new", text), submitted, False)
    return submitted


def test_only_so_many_attempts_count_and_the_others_are_kept(tmp_path):
    submitted = tmp_path / "submitted/ann/hearts"
    rule = Attempts(most=2)

    def take(text, replace=False):
        return take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", text), submitted, replace, rule)

    taken = [take(text) for text in ("one", "two", "three", "three")]
    assert taken == ["new", "again", "beyond", "unchanged"]
    assert take("drei", replace=True) == "beyond"
    assert attempt_of(tmp_path, "hearts", "ann") == 2
    assert list(attempts(tmp_path, "hearts", "ann")) == [1, 2, 3]
    assert (submitted / "hearts.ipynb").read_text() == "two"


def best(root, submitted, computed, off=(), settings=HEARTS):
    """The number of the attempt that a job finds best, with `computed` points for each text."""

    def mark(work):
        asked.append(work.assignment.epoch)
        worth = computed[(work.folder / "hearts.ipynb").read_text()]
        return dataclasses.replace(marked("ann"), points={"beats-basic": worth})

    def work_for(folder, student, settings, secret, intake, allow_unconfined):
        return SimpleNamespace(folder=folder, assignment=settings)

    asked = []
    kept = attempts(root, "hearts", "ann")
    tried = tuple(Attempt(n, kept[n], settings, dict(off).get(n, 0.0)) for n in kept)
    submission = jobs.Submission(submitted, "ann", settings, root, "secret", True, tried)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "work_for", work_for)
        patch.setattr(jobs, "new_mark", mark)
        patch.setattr(jobs, "stored_for", lambda course, work: None)
        patch.setattr(jobs, "verdicts_before", lambda course, work: None)
        [outcome] = jobs.marked([submission], HERE)
    assert outcome.result.points["beats-basic"] == computed[(submitted / "hearts.ipynb").read_text()]
    assert read_mark(root, "hearts", "ann") == outcome.result
    assert set(asked) == {settings.epoch}
    return attempt_of(root, "hearts", "ann")


def test_the_best_counts_and_of_equals_the_later(tmp_path):
    submitted = three_attempts(tmp_path, ("good", "best", "last"))
    worth = {"good": 10.0, "best": 20.0, "last": 0.0}
    assert best(tmp_path, submitted, worth) == 2
    assert (submitted / "hearts.ipynb").read_text() == "best"
    assert (submitted / "timestamp.txt").read_text() == "when best came"
    assert best(tmp_path, submitted, {**worth, "last": 20.0}) == 3
    assert (
        take_in(tmp_path, "hearts", "ann", arrive(tmp_path / "new", "last"), submitted, False) == "unchanged"
    )


@pytest.mark.parametrize(
    ("computed", "off", "counts"),
    [
        ({"on time": 10.0, "late": 10.0}, {2: 10.0}, 1),
        ({"on time": 10.0, "late": 20.0}, {2: 10.0}, 2),
        ({"on time": 10.0, "late": 19.0}, {2: 10.0}, 1),
        ({"on time": 0.0, "late": 10.0}, {2: 30.0}, 1),
        ({"on time": None, "late": 10.0}, {2: 5.0}, 2),
    ],
)
def test_the_best_is_the_one_with_most_points_after_late_penalties(tmp_path, computed, off, counts):
    submitted = three_attempts(tmp_path, computed)
    assert best(tmp_path, submitted, computed, off) == counts


def test_points_by_hand_count_for_the_best_as_they_do_in_the_gradebook(tmp_path):
    """What was given by hand stands for every attempt, so only lateness tells them apart."""
    submitted = three_attempts(tmp_path, ("on time", "late"))
    given = Override("ann", "beats-basic", 10.0, 0.0, None, "kim", "2026-12-01T12:00:00", "Ours.", "")
    add_override(tmp_path, "hearts", given)
    assert best(tmp_path, submitted, {"on time": 0.0, "late": 10.0}, {2: 5.0}) == 1


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("course"))


LATE = """
[hearts.late]
due = 2026-11-30T12:00:00Z
method = "linear"
percent_per_day = 10
"""


def hand_in_again(course, student, *came):
    """Attempts that differ in a comment, handed in at these times."""
    (course.root / "playfunc.toml").write_text(SETTINGS)
    hand_in(course, student)
    submitted = course.root / "submitted" / student / "hearts"
    (submitted / "timestamp.txt").write_text(came[0])
    rule = course.assignment("hearts").attempts
    for number, time in enumerate(came[1:], 1):
        arrived = course.root / "downloaded/hearts" / student
        shutil.copytree(submitted, arrived, dirs_exist_ok=True)
        source = json.loads((submitted / "hearts.ipynb").read_text())
        source["cells"][1]["source"] = CAUTIOUS + f"\n\n# Changed, {number}\n"
        (arrived / "hearts.ipynb").write_text(json.dumps(source))
        (arrived / "timestamp.txt").write_text(time)
        assert take_in(course.root, "hearts", student, arrived, submitted, False, rule) == "again"


@pytest.mark.week
def test_a_changed_comment_changes_no_deal_and_no_verdict(course):
    hand_in_again(
        course, "ann", "2026-11-01 12:00:00 UTC", "2026-11-02 12:00:00 UTC", "2026-11-03 12:00:00 UTC"
    )
    (course.root / "playfunc.toml").write_text(SETTINGS)
    (first,) = grade(course, "hearts", ["ann"], allow_unconfined=True).marks
    (course.root / "playfunc.toml").write_text(SETTINGS + '[hearts.attempts]\ncounts = "best"\n')
    (again,) = grade(course, "hearts", ["ann"], allow_unconfined=True).marks
    stored = {
        n: read_mark(course.root / f"attempts/hearts/ann/marks/{n}", "hearts", "ann") for n in (1, 2, 3)
    }
    assert len({mark.stamp.source for mark in stored.values()}) == 3
    assert len({mark.stamp.settings for mark in stored.values()}) == 1
    assert (
        len({repr([(r.verdict, r.got, r.facts, r.replay) for r in mark.results]) for mark in stored.values()})
        == 1
    )
    assert (first.points, first.stamp) == (again.points, again.stamp)


@pytest.mark.week
def test_an_attempt_after_the_deals_were_opened_meets_new_ones(course):
    hand_in_again(course, "bob", "2026-11-01 12:00:00 UTC", "2026-11-02 12:00:00 UTC")
    opened = SETTINGS + "show_deals_after = 2026-11-02T00:00:00Z\n"
    (course.root / "playfunc.toml").write_text(opened)
    (mark,) = grade(course, "hearts", ["bob"], allow_unconfined=True).marks
    assert decode(mark.settings, Assignment).epoch == 2
    evidence = evidence_for(course, "hearts", "bob", allow_unconfined=True)
    assert (evidence.same, evidence.other_deals, evidence.settings) == (True, False, {})
    (course.root / "playfunc.toml").write_text(opened + "[hearts.attempts]\nmost = 1\n")
    (mark,) = grade(course, "hearts", ["bob"], allow_unconfined=True).marks
    assert decode(mark.settings, Assignment).epoch == 1
    assert "# Changed" not in mark.source


@pytest.mark.week
def test_handing_in_again_late_costs_nothing_where_the_best_counts(course):
    hand_in_again(course, "cem", "2026-11-30 11:00:00 UTC", "2026-11-30 13:00:00 UTC")
    text = SETTINGS + LATE + '[hearts.attempts]\ncounts = "best"\n'
    (course.root / "playfunc.toml").write_text(text)
    grade(course, "hearts", ["cem"], allow_unconfined=True)
    assert attempt_of(course.root, "hearts", "cem") == 1
    course.feedback("hearts", "cem")
    page = (course.root / "feedback/cem/hearts/hearts.html").read_text()
    assert "You handed in 2 times; this is attempt 1, which counts." in page
    with course.gradebook() as gradebook:
        assert gradebook.find_submission("hearts", "cem").total_seconds_late == 0
    (course.root / "playfunc.toml").write_text(text.replace("best", "latest"))
    grade(course, "hearts", ["cem"], allow_unconfined=True)
    assert attempt_of(course.root, "hearts", "cem") == 2
    with course.gradebook() as gradebook:
        assert gradebook.find_submission("hearts", "cem").total_seconds_late == 3600


@pytest.mark.week
def test_an_attempt_with_the_same_player_is_entered_with_its_own_time_and_text(course):
    (course.root / "playfunc.toml").write_text(SETTINGS + LATE)
    path = hand_in(course, "dan")
    submitted = path.parent
    (submitted / "timestamp.txt").write_text("2026-11-30 11:00:00 UTC")
    (before,) = grade(course, "hearts", ["dan"], allow_unconfined=True).marks
    arrived = course.root / "downloaded/hearts/dan"
    shutil.copytree(submitted, arrived)
    notebook = json.loads(path.read_text())
    notebook["cells"][0]["source"] = "# A report of another attempt"
    (arrived / "hearts.ipynb").write_text(json.dumps(notebook))
    (arrived / "timestamp.txt").write_text("2026-11-30 13:00:00 UTC")
    take_in(course.root, "hearts", "dan", arrived, submitted, False)
    (after,) = grade(course, "hearts", ["dan"], allow_unconfined=True).marks
    assert after == before
    assert "of another attempt" in (course.root / "autograded/dan/hearts/hearts.ipynb").read_text()
    with course.gradebook() as gradebook:
        assert gradebook.find_submission("hearts", "dan").total_seconds_late == 3600
