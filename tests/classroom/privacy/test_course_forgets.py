"""A student taken out of a whole course: gradebook, files, sheets, and pages that may show their work."""

import pytest
from course_fixture import enter, hand_in, make_course
from playfunc_classroom import forgetting
from playfunc_classroom.forgetting import forget_everywhere, plan_everywhere
from playfunc_classroom.nbgrader_bridge.gradebook import known_students

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves

SHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Last modified (submission)\n"
    "Participant 12,Ann,ann,,,,100,-\n"
    "Participant 123,Bob,bob,,,,100,-\n"
)


@pytest.fixture
def course(tmp_path):
    course = make_course(tmp_path / "course")
    for student in ("ann", "bob"):
        hand_in(course, student)
        enter(course, student)
    shown = ("reports/hearts/gallery.html", "reports/hearts-similarity.html")
    entered = ("reports/hearts/ladder.csv", "student,pseudonym\nann,keen-heron\nbob,calm-otter\n")
    for name, text in (("downloaded/hearts/sheet.csv", SHEET), entered, *((n, "Ann's move") for n in shown)):
        path = course.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return course


def test_gradebook_files_and_sheets_lose_the_student_and_keep_the_others(course, monkeypatch):
    written = []
    monkeypatch.setattr(forgetting, "write_class_pages", lambda course, name: written.append(name))
    forget_everywhere(course, "ann")
    assert known_students(course) == {"bob"}
    assert course.students("hearts") == ["bob"]
    assert (course.root / "downloaded/hearts/sheet.csv").read_text() == SHEET.replace(
        "Participant 12,Ann,ann,,,,100,-\n", ""
    )
    assert not [*course.root.glob("reports/**/*.*")], "under a pseudonym they may show Ann's work, too"
    assert written == ["hearts"], "the class's pages are written again, without the student"


def test_an_id_that_nobody_has_is_refused_and_nothing_goes(course):
    with pytest.raises(ValueError, match="nobody in this course has the id 'an'"):
        forget_everywhere(course, "an")
    assert known_students(course) == {"ann", "bob"}
    assert (course.root / "reports/hearts/gallery.html").exists()


def everything(course):
    return {path: path.read_bytes() for path in course.root.rglob("*") if path.is_file()}


def test_a_plan_lists_all_that_is_done_and_does_nothing(course, monkeypatch):
    monkeypatch.setattr(forgetting, "write_class_pages", lambda course, name: None)
    before = everything(course)
    plan = plan_everywhere(course, "ann")
    assert everything(course) == before
    assert plan.lines(course.root) == [
        "gradebook.db: 1 submissions with their scores and comments",
        "delete submitted/ann",
        "delete reports/hearts/gallery.html",
        "delete reports/hearts/ladder.csv",
        "delete reports/hearts-similarity.html",
        "take 1 out of downloaded/hearts/sheet.csv",
        "write reports/hearts again",
    ]
    forget_everywhere(course, "ann")
    after = everything(course)
    touched = {path.relative_to(course.root).as_posix() for path in before if after.get(path) != before[path]}
    assert touched == {
        "gradebook.db",
        "submitted/ann/hearts/hearts.ipynb",
        "reports/hearts/gallery.html",
        "reports/hearts/ladder.csv",
        "reports/hearts-similarity.html",
        "downloaded/hearts/sheet.csv",
    }
    assert {path.name for path in after.keys() - before.keys()} == {"forgotten.txt"}
