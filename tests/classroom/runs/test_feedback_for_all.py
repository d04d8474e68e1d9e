"""Feedback for the whole class in one zip, read as Moodle and Canvas read it."""

import io
import zipfile

import nbformat
import pytest
from course_fixture import hand_in, make_course
from lms_imports import canvas_reads, moodle_reads
from playfunc_classroom.intake.received import Named, write_names
from playfunc_classroom.pages.report import Place
from playfunc_classroom.runs.overview import places_of
from playfunc_classroom.runs.return_feedback import write_bulk
from sheets import CANVAS, MOODLE, PEOPLE, moodle_sheet


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course", release=False)


def feedback_of(course, student):
    folder = course.root / "feedback" / student / "hearts"
    folder.mkdir(parents=True)
    (folder / "hearts.html").write_text(f"<p>page of {student}</p>")
    told = nbformat.v4.new_markdown_cell(f"**comments: 20 of 30 points**\n\n> for {student}\n> twice")
    nbformat.write(
        nbformat.v4.new_notebook(cells=[told, nbformat.v4.new_code_cell("1 + 1")]), folder / "feedback.ipynb"
    )
    return folder


def put_sheet(course, text, system):
    path = course.root / "downloaded/hearts" / f"{system}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, newline="")


@pytest.mark.parametrize("language", MOODLE)
def test_moodle_finds_everybody_s_page_whatever_their_name(course, language):
    put_sheet(course, moodle_sheet(language), "moodle")
    write_names(course.root, "hearts", {"s100": Named("moodle", "4711", "Ana_Maria Lópes")})
    ids = ("s100", "bo.oneil", "s103", "anna-muller-4714", "anna-muller-4715", "4716")
    done = write_bulk(course, "hearts", {student: feedback_of(course, student) for student in ids})
    ((path, many),) = done.items()
    assert (path, many) == (course.root / "feedback-zips/hearts-moodle.zip", 6)
    numbers = [number for number, *_ in PEOPLE]
    read = moodle_reads(path.read_bytes(), numbers)
    assert {number: list(files) for number, files in read.items()} == {
        number: ["hearts.html"] for number in numbers
    }
    assert read["4715"]["hearts.html"] == b"<p>page of anna-muller-4715</p>"
    [some] = write_bulk(course, "hearts", {"s100": course.feedback_folder("hearts", "s100")}, "-some")
    assert (some.name, path.is_file()) == ("hearts-moodle-some.zip", True), "the class's zip stays"
    assert "李雷_4716_assignsubmission_file_/hearts.html" in zipfile.ZipFile(path).namelist()


def test_canvas_gets_files_of_the_kind_and_name_that_it_gave(course):
    put_sheet(course, CANVAS, "canvas")
    names = {
        "ana": Named(
            "canvas", "815", "lopesana", ("lopesana_815_901_notes.pdf", "lopesana_815_902_hearts-1.ipynb")
        ),
        "bo": Named("canvas", "816", "oneilbo", ("oneilbo_LATE_816_903_my_work_2.zip",)),
        "cy": Named("canvas", "817", "cy", ("cy_817_904_player.py",)),
        "di": Named("canvas", "818", "di", ("di_818_905_hearts.pdf",)),
    }
    write_names(course.root, "hearts", names)
    done = write_bulk(course, "hearts", {student: feedback_of(course, student) for student in names})
    ((path, many),) = done.items()
    assert (path.name, many) == ("hearts-canvas.zip", 3)
    attachments = {
        "901": ("815", "notes.pdf"),
        "902": ("815", "hearts.ipynb"),
        "903": ("816", "my_work_2.zip"),
        "904": ("817", "player.py"),
    }
    read = canvas_reads(path.read_bytes(), attachments)
    assert {user: list(files) for user, files in read.items()} == {
        "815": ["hearts.ipynb"],
        "816": ["my_work_2.zip"],
        "817": ["player.py"],
    }
    assert "for ana" in nbformat.reads(read["815"]["hearts.ipynb"].decode(), 4).cells[0].source
    with zipfile.ZipFile(io.BytesIO(read["816"]["my_work_2.zip"])) as inner:
        assert inner.read("hearts.html") == b"<p>page of bo</p>"
    assert read["817"]["player.py"].decode() == (
        "# Feedback\n#\n# comments: 20 of 30 points\n#\n# for cy\n# twice\n"
    )


def test_without_a_download_there_is_no_zip_for_a_system(course):
    assert write_bulk(course, "hearts", {"ann": feedback_of(course, "ann")}) == {}
    assert not (course.root / "feedback-zips").exists()


# Group, lateness and marker of each submission, from the course's lists.
def test_everybody_has_a_place_by_the_course_s_lists(tmp_path):
    course = make_course(tmp_path)
    for student, moment in (
        ("ann", "2026-11-30 23:00"),
        ("bob", "2026-12-02 02:30"),
        ("cy", "2026-12-02 02:30"),
    ):
        (hand_in(course, student).parent / "timestamp.txt").write_text(moment)
    hand_in(course, "di")
    students = ["ann", "bob", "cy", "di"]
    assert places_of(course, "hearts", students) == dict.fromkeys(students, Place())
    settings = tmp_path / "playfunc.toml"
    settings.write_text(settings.read_text() + "late.due = 2026-11-30T23:59:00\n")
    (tmp_path / "groups.csv").write_text("group,student\nred,ann\n")
    (tmp_path / "markers.csv").write_text("marker,tutorial,student\nkim,,bob\nlee,,ann\n")
    (tmp_path / "extensions.csv").write_text("student,assignment,until\ncy,hearts,2026-12-05T12:00:00\n")
    found = places_of(course, "hearts", students)
    assert found["ann"] == Place("red", "lee", "in time", 0)
    assert found["bob"] == Place("", "kim", "1 day 2 h 31 min", 1591)
    assert (found["cy"].late, found["di"].late) == ("in time", "")
    assert {found["cy"].marker, found["di"].marker} == {"kim", "lee"}
