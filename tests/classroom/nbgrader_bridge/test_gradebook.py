"""Points and comments in nbgrader's own gradebook, beside formgrader."""

import gc
import shutil
import sqlite3
import threading
from contextlib import ExitStack, closing
from dataclasses import replace

import psutil
import pytest
from marking_course import marking_course
from playfunc_classroom.nbgrader_bridge.course import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.gradebook import _TO_SAVE, ChangedError, HandMarks
from sqlalchemy import text
from traitlets.config import Config

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return marking_course(tmp_path_factory.mktemp("course"), students=("ann", "bob")).root


@pytest.fixture
def course(made, tmp_path):
    return Course.open(shutil.copytree(made, tmp_path / "course"))


def formgraders(course, student, task):
    """Points, comment and flag as nbgrader's own API finds them."""
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade(task, "hearts", "hearts", student)
        comment = gradebook.find_comment(task, "hearts", "hearts", student)
        return grade.manual_score, comment.manual_comment, grade.needs_manual_grade


def test_formgrader_finds_what_was_saved(course):
    marks = HandMarks(course)
    held = marks.of("hearts", "ann")["comments"]
    assert (held.points, held.comment, held.most, held.waiting, held.done) == (None, "", 30.0, True, False)
    saved = marks.save("hearts", "ann", "comments", 12.5, "Good. ♥", lambda now: now.digest == held.digest)
    assert formgraders(course, "ann", "comments") == (12.5, "Good. ♥", False)
    assert marks.of("hearts", "ann")["comments"] == saved
    assert saved.done
    assert formgraders(course, "bob", "comments") == (None, None, True)
    marks.save("hearts", "ann", "comments", None, "Good.")
    assert formgraders(course, "ann", "comments") == (None, "Good.", True)


def test_what_formgrader_changed_meanwhile_is_not_overwritten(course):
    marks = HandMarks(course)
    before = marks.of("hearts", "ann")["quality"]
    with course.gradebook() as gradebook:
        gradebook.find_grade("quality", "hearts", "hearts", "ann").manual_score = 33
        gradebook.find_comment("quality", "hearts", "hearts", "ann").manual_comment = "From formgrader."
        gradebook.db.commit()
    with pytest.raises(ChangedError) as raised:
        marks.save("hearts", "ann", "quality", 5, "Mine.", lambda now: now.digest == before.digest)
    assert (raised.value.held.points, raised.value.held.comment) == (33.0, "From formgrader.")
    assert formgraders(course, "ann", "quality")[:2] == (33.0, "From formgrader.")


def test_several_are_changed_all_or_none(course):
    marks = HandMarks(course)
    ann, bob = (marks.of("hearts", student)["comments"] for student in ("ann", "bob"))
    marks.save("hearts", "bob", "comments", 3, "Meanwhile.")
    changes = {("ann", "comments"): (ann, 7.0, "A"), ("bob", "comments"): (bob, 8.0, "B")}
    with pytest.raises(ChangedError):
        marks.save_all("hearts", changes)
    assert marks.of("hearts", "ann")["comments"] == ann
    now = marks.of("hearts", "bob")["comments"]
    marks.save_all("hearts", {("ann", "comments"): (ann, 7.0, "A"), ("bob", "comments"): (now, 8.0, "B")})
    held = marks.of_class("hearts")
    assert (held["ann"]["comments"].points, held["bob"]["comments"].points) == (7.0, 8.0)
    assert (held["ann"]["comments"].waiting, held["bob"]["comments"].waiting) == (True, False)


def test_nobody_else_writes_while_several_are_changed(course):
    class Changes(dict):
        def items(self):
            other = sqlite3.connect(course.root / "gradebook.db", timeout=0)
            with closing(other), pytest.raises(sqlite3.OperationalError, match="locked"):
                other.execute("BEGIN IMMEDIATE")
            return super().items()

    marks = HandMarks(course)
    seen = marks.of("hearts", "ann")["comments"]
    marks.save_all("hearts", Changes({("ann", "comments"): (seen, 7.0, "A")}))
    assert marks.of("hearts", "ann")["comments"].points == 7.0


def test_writers_at_once_lose_nothing(course):
    """Each adds a word to the comment that it saw, and begins again where somebody else was faster."""
    marks, threads = HandMarks(course), 4

    def add(number):
        for turn in range(5):
            while True:
                before = marks.of("hearts", "ann")["comments"]
                try:
                    text = f"{before.comment} {number}.{turn}"
                    marks.save(
                        "hearts", "ann", "comments", 1, text, lambda now, b=before: now.digest == b.digest
                    )
                except ChangedError:
                    continue
                break

    running = [threading.Thread(target=add, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    words = marks.of("hearts", "ann")["comments"].comment.split()
    assert sorted(words) == sorted(f"{n}.{t}" for n in range(threads) for t in range(5))


def test_points_that_do_not_fit_and_tasks_that_are_not_there_are_refused(course):
    marks = HandMarks(course)
    for points in (30.5, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="worth 0 to 30 points"):
            marks.save("hearts", "ann", "comments", points, "")
    for student, task in (("ann", "beats-basic"), ("zoe", "comments")):
        with pytest.raises(KeyError):
            marks.save("hearts", student, task, 1, "")
    assert marks.of("hearts", "zoe") == {}
    assert marks.size() == 2


def test_a_gradebook_that_is_none_is_said_to_be(course):
    (course.root / "gradebook.db").write_text("no database at all, whatever its name says")
    with pytest.raises(GradebookError):
        HandMarks(course).of_class("hearts")


def test_the_gradebook_stays_in_the_mode_that_nbgrader_gave_it(course):
    HandMarks(course).save("hearts", "ann", "comments", 1, "")
    with sqlite3.connect(course.root / "gradebook.db") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_to_save_a_task_no_table_is_read_through(course):
    """A class's rows would be read for each save; of cells there are a few in all."""
    with course.gradebook() as gradebook:
        query = _TO_SAVE.params(assignment="hearts", student="ann", task="comments")
        told = str(query.compile(gradebook.engine, compile_kwargs={"literal_binds": True}))
        plan = [row.detail for row in gradebook.db.execute(text(f"EXPLAIN QUERY PLAN {told}"))]
    assert not [step for step in plan if step.startswith("SCAN")]
    assert [step for step in plan if " grade " in step and "(cell_id=? AND notebook_id=?)" in step]


def test_a_gradebook_opened_again_has_its_queries_compiled(course):
    with course.gradebook() as first, course.gradebook() as second:
        assert first.engine is second.engine
    other = Course.open(shutil.copytree(course.root, course.root.parent / "other"))
    with course.gradebook() as first, other.gradebook() as second:
        assert first.engine is not second.engine
        assert {student.id for student in second.students} == {"ann", "bob"}


def test_many_have_it_open_at_once_and_none_keeps_a_file_open(course):
    """More than SQLAlchemy's usual pool holds: 15."""
    before = open_files(course)
    gc.disable()
    try:
        with ExitStack() as stack:
            opened = [stack.enter_context(course.gradebook()) for _ in range(20)]
            assert [len(each.students) for each in opened] == [2] * 20
        assert open_files(course) == before
    finally:
        gc.enable()


def open_files(course):
    return sum(str(course.root) in each.path for each in psutil.Process().open_files())


def test_a_gradebook_that_is_restored_is_opened_although_it_could_not_be_before(course):
    path = course.root / "gradebook.db"
    backup = path.rename(course.root / "backup.db")
    path.write_text("no database at all, but long enough to be taken for one" * 20)
    with pytest.raises(GradebookError, match="restore it from a backup"), course.gradebook():
        pass
    backup.replace(path)
    with course.gradebook() as gradebook:
        assert {student.id for student in gradebook.students} == {"ann", "bob"}


def test_an_address_relative_to_the_current_folder_is_read_there(course, tmp_path, monkeypatch):
    directory = course.config.CourseDirectory
    relative = replace(
        course, config=Config(CourseDirectory={**directory, "db_url": "sqlite:///gradebook.db"})
    )
    for folder, students in ((course.root, {"ann", "bob"}), (tmp_path, set())):
        monkeypatch.chdir(folder)
        with relative.gradebook() as gradebook:
            assert {student.id for student in gradebook.students} == students
