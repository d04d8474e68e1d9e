"""Which submissions are listed for a look at their times, and that the listing changes nothing."""

from dataclasses import replace
from types import SimpleNamespace as Thing

import pytest
from course_fixture import CAUTIOUS, SETTINGS, enter, hand_in, make_course
from downloads import download
from playfunc_classroom.intake.received import read_received, write_received
from playfunc_classroom.runs import overview
from playfunc_classroom.runs.collecting import collect_downloads
from playfunc_classroom.runs.grade import Batch, grade, looks
from playfunc_classroom.runs.overview import class_overview
from playfunc_classroom.runs.summary import summary

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


LINEAR = 'method = "linear"\npercent_per_day = 10\n'
SHEET = "Identifier,Full name,ID number,Grade,Maximum Grade,Last modified (submission)\n"


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course", execute=False)


def collected(course, tmp_path, times):
    """Submissions with these times on Moodle's sheet, by student."""
    notebook = (course.root / "release/hearts/hearts.ipynb").read_text()
    rows = [f'Participant {n},{s},{s},,100,"{time}"' for n, (s, time) in enumerate(times.items(), 1)]
    sheet = tmp_path / "Grades.csv"
    sheet.write_text(SHEET + "\n".join(rows) + "\n")
    files = {f"{s}_{n}_assignsubmission_file/hearts.ipynb": notebook for n, s in enumerate(times, 1)}
    collect_downloads(course, "hearts", [download(tmp_path, files), sheet])


def test_up_to_an_hour_after_the_deadline_or_the_extension_is_listed(course, tmp_path):
    (course.root / "playfunc.toml").write_text(
        f"timezone = 'Europe/Berlin'\n[hearts.late]\ndue = 2026-11-30T23:59:00\n{LINEAR}"
    )
    (course.root / "extensions.csv").write_text("student,until\neve,2026-12-03T12:00:00\n")
    times = {
        "ann": "30 November 2026, 11:59 PM",
        "bob": "1 December 2026, 12:02 AM",
        "cy": "1 December 2026, 12:59 AM",
        "di": "1 December 2026, 1:00 AM",
        "eve": "3 December 2026, 12:10 PM",
    }
    collected(course, tmp_path, times)
    assert looks(course, "hearts") == {
        "bob": ("It came 3 min after the deadline.",),
        "cy": ("It came 60 min after the deadline.",),
        "eve": ("It came 10 min after the deadline.",),
    }


@pytest.mark.parametrize(("rule", "listed"), [("grace_minutes = 5\n" + LINEAR, {"bob"}), ("", set())])
def test_who_came_late_at_no_cost_is_not_listed(course, tmp_path, rule, listed):
    """Within the time of grace, or where the rule takes nothing off."""
    (course.root / "playfunc.toml").write_text(
        f"timezone = 'Europe/Berlin'\n[hearts.late]\ndue = 2026-11-30T23:00:00\n{rule}"
    )
    times = {"ann": "30 November 2026, 11:04 PM", "bob": "30 November 2026, 11:06 PM"}
    collected(course, tmp_path, times)
    assert looks(course, "hearts").keys() == listed


@pytest.mark.parametrize(
    ("zone", "due", "listed"),
    [
        ("timezone = 'UTC'\ntimezone_guessed = true", "2026-11-30T23:59:00+01:00", {"ann", "bob", "cy"}),
        ("timezone = 'UTC'", "2026-11-30T23:59:00+01:00", set()),
        ("timezone = 'UTC'\ntimezone_guessed = true", "2026-11-30T23:59:00", set()),
    ],
)
def test_where_a_guessed_zone_decides_it_is_listed_and_only_there(course, tmp_path, zone, due, listed):
    """A deadline without a zone is of the same zone as the times, whichever that is, so the guess decides nothing."""
    (course.root / "playfunc.toml").write_text(f"{zone}\n[hearts.late]\ndue = {due}\n{LINEAR}")
    times = {
        "ann": "30 November 2026, 11:03 PM",
        "bob": "30 November 2026, 4:00 PM",
        "cy": "1 December 2026, 1:30 PM",
        "di": "28 November 2026, 1:00 PM",
    }
    collected(course, tmp_path, times)
    found = looks(course, "hearts")
    assert {s for s, why in found.items() if "UTC is only guessed" in " ".join(why)} == listed


def test_a_time_that_named_its_zone_hangs_on_no_guess(course, tmp_path):
    (course.root / "playfunc.toml").write_text(
        f"timezone = 'UTC'\ntimezone_guessed = true\n[hearts.late]\ndue = 2026-11-30T23:59:00+01:00\n{LINEAR}"
    )
    collected(course, tmp_path, {"ann": "30 November 2026, 11:03 PM"})
    came = read_received(course.root, "hearts")
    write_received(course.root, "hearts", {"ann": replace(came["ann"], zone="")})
    assert "guessed" not in str(looks(course, "hearts"))


def test_the_class_table_the_overview_and_the_terminal_say_it_and_marks_do_not(course):
    (course.root / "playfunc.toml").write_text(
        f"{SETTINGS}[hearts.late]\ndue = 2026-11-30T23:59:00\n{LINEAR}"
    )
    hand_in(course, "ann")
    (course.root / "submitted/ann/hearts/timestamp.txt").write_text("2026-12-01 00:02:00")
    batch = grade(course, "hearts", allow_unconfined=True)
    told = "It came 3 min after the deadline."
    for page in ("index.html", "overview.html", "grades.csv"):
        assert told in (course.root / "reports/hearts" / page).read_text()
    assert f"  ann: {told}" in summary(batch)
    assert all(told not in mark.notes for mark in batch.marks)


def test_without_a_due_date_nothing_is_listed(course):
    hand_in(course, "ann")
    assert looks(course, "hearts") == {}
    assert not any("Look" in line for line in summary(Batch((), {})))


# What the overview takes from a course: complete manual marks alone, and the cells that each student wrote.
BEATS = ("beats-basic", "beats-minmax", "beats-advanced")


def test_manual_marks_count_when_complete_and_unreadable_notebooks_are_left_out(tmp_path, monkeypatch):
    course = make_course(tmp_path)
    for student in ("ann", "bob"):
        hand_in(course, student, CAUTIOUS)
        enter(course, student)
        course.enter_missing("hearts", student, dict.fromkeys(BEATS, 10.0))
    hand_in(course, "eve").write_text("{")
    course.give("hearts", "ann", {"comments": 20.0, "quality": 11.5})
    course.give("hearts", "bob", {"comments": 30.0})
    shown = {}

    def page(marks, assignment, written, done, most):
        shown.update(written=written, done=done, most=most)
        return "the page"

    monkeypatch.setattr(overview, "overview_page", page)
    marks = [Thing(student=student) for student in ("ann", "bob", "eve")]
    assert class_overview(course, course.assignment("hearts"), marks) == "the page"
    assert shown["done"] == {"ann": 61.5}, "bob's quality waits for a marker"
    assert shown["most"] == 100.0
    assert set(shown["written"]) == {"ann", "bob"}
    assert "player" in shown["written"]["ann"]
