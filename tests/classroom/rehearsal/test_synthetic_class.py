"""The made-up class: what it hands in fits the assignment's notebook, and Moodle's downloads are read as ours."""

import dataclasses
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
import pytest
from course_assignments import HEARTS
from course_fixture import ASSIGNMENT, CAUTIOUS, make_course
from playfunc_checks.course_settings import SheetColumns
from playfunc_checks.extract import ExtractError, read_player
from playfunc_classroom.demo import read_class
from playfunc_classroom.intake.grade_sheet import read_sheet_file, student_ids
from playfunc_classroom.intake.learning_systems import parse_name
from playfunc_classroom.nbgrader_bridge.collect import read_moment
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.rehearsal import Rehearsal, Step
from playfunc_classroom.synthetic_class import MadeUp, made_up_class, write_downloads

CLONE = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A course whose notebook has other cells than our demo class fills in."""
    return make_course(tmp_path_factory.mktemp("own"))


def test_an_own_notebook_gets_its_solution_a_stub_and_damaged_ones(own: Course, tmp_path: Path) -> None:
    students = made_up_class(own, ASSIGNMENT, 8)
    assert [each.student for each in students] == [f"rehearsal-00{number}" for number in range(1, 9)]
    assert len({each.about for each in students}) == 6
    kinds = {}
    for each in students:
        path = tmp_path / f"{each.student}.ipynb"
        path.write_text(each.text)
        try:
            source = read_player(path, ASSIGNMENT).source
        except ExtractError:
            kinds[each.about] = "unreadable"
        else:
            kinds[each.about] = "solution" if CAUTIOUS.strip() in source else "other"
    assert kinds == {
        "the solution": "solution",
        "the notebook as released": "other",
        "the solution with other comments": "solution",
        "a syntax error": "unreadable",
        "the solution once more": "solution",
        "a damaged file": "unreadable",
    }
    assert {each.about for each in students if each.expects.get("rules") == "passed"} == {
        about for about, kind in kinds.items() if kind == "solution"
    }


def test_our_own_notebook_gets_some_of_everything_in_the_demo_class(tmp_path: Path) -> None:
    notebook = tmp_path / "release/hearts/hearts.ipynb"
    notebook.parent.mkdir(parents=True)
    nbformat.write(nbformat.read(CLONE / "course/source/hearts/hearts.ipynb", as_version=4), notebook)
    course = Course(tmp_path, None)  # only its folder is looked at
    demos = [demo.student for demo in read_class("hearts")]
    few = made_up_class(course, HEARTS, 4)
    assert [each.about for each in few] == [
        f"{name} of the demo class" for name in demos[:: len(demos) // 4][:4]
    ]
    many = made_up_class(course, HEARTS, 2 * len(demos))
    assert [each.about for each in many] == 2 * [f"{name} of the demo class" for name in demos]
    assert len({each.student for each in many}) == 2 * len(demos)


def test_the_downloads_are_read_as_moodle_s(tmp_path: Path) -> None:
    students = [MadeUp("rehearsal-001", "one", "{}"), MadeUp("rehearsal-002", "two", "[]")]
    assignment = dataclasses.replace(HEARTS, notebook="cards")
    came = datetime(2026, 3, 29, 12, 30, tzinfo=UTC)
    archive, sheet_file = write_downloads(tmp_path, assignment, students, came, 100.0)
    sheet = read_sheet_file(sheet_file, SheetColumns())
    ids = student_ids(sheet)
    assert sheet.system == "moodle"
    with zipfile.ZipFile(archive) as file:
        for name in file.namelist():
            found = parse_name(name, SheetColumns())
            assert found is not None
            assert found.file == "cards.ipynb"
            assert file.read(name).decode() == {each.student: each.text for each in students}[ids[found.key]]
    rows = sheet.rows.values()
    times = [read_moment(sheet.cell(row, "submitted"), UTC).moment for row in rows]
    assert times == [came, came + timedelta(days=1.5)]
    most = [cell.value for cell in sheet.table.rows[0].cells].index("Maximum Grade")
    assert {row[most] for row in rows} == {"100.00"}


# What a rehearsal measured, told for a class of another size.
RELEASE, COLLECT, GRADE = (
    Step("release", 5.0, 300, once=True),
    Step("collect", 1.0, 80),
    Step("grade", 44.0, 400),
)
FOUND = Rehearsal((RELEASE, COLLECT, GRADE), submissions=4, jobs=2, problems=(), entering=4.0)


def test_what_happens_once_does_not_grow_with_the_class():
    assert FOUND.for_class(40) == (RELEASE, Step("collect", 10.0, 800), Step("grade", 440.0, 4000))


def test_more_jobs_shorten_marking_and_not_entering():
    # Of 44 s, two jobs marked for 40 s: 80 s of one job for 4 submissions, and 4 s to enter them.
    assert FOUND.grade_seconds(4, jobs=1) == pytest.approx(84.0)
    assert FOUND.grade_seconds(4, jobs=2) == pytest.approx(44.0)
    assert FOUND.grade_seconds(40, jobs=8) == pytest.approx(140.0)


def test_a_rehearsal_that_ended_early_estimates_no_grading():
    assert Rehearsal((RELEASE,), 4, 1, ("Release stopped",)).grade_seconds(60, 1) == 0.0
