"""A release is made whole or not at all, and what stands in its way is told in a sentence."""

import hashlib
import json
import sqlite3
import zipfile

import nbformat
import pytest
from course_fixture import cell, hand_in, make_course
from playfunc_classroom.release import PRIVATE, ReleaseError, refuse_secrets, release_assignment
from playfunc_classroom.runs.grade import grade
from playfunc_cli.main import main

pytestmark = [
    pytest.mark.week,
    pytest.mark.filterwarnings("ignore"),
]  # nbgrader and nbconvert warn about themselves


@pytest.fixture
def course(tmp_path):
    course = make_course(tmp_path, release=False)
    release_assignment(course, "hearts")
    return course


def state(course):
    """Everything of the release, and of the gradebook, to the byte."""
    with sqlite3.connect(course.root / "gradebook.db") as database:
        rows = "\n".join(database.iterdump())
    files = {
        path.relative_to(course.root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((course.root / "release").rglob("*"))
        if path.is_file()
    }
    return files, rows


def edit(course, change):
    path = course.root / "source/hearts/hearts.ipynb"
    notebook = nbformat.read(path, as_version=4)
    change(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")


def release(course, capsys):
    with pytest.raises(SystemExit) as done:
        main(["release", str(course.root), "hearts"])
    return done.value.code, capsys.readouterr().err


def test_a_notebook_edited_after_marking_leaves_release_and_gradebook_as_they_are(course, capsys):
    hand_in(course, "ann")
    assert grade(course, "hearts", allow_unconfined=True).exit_code == 0
    before = state(course)
    edit(course, lambda notebook: notebook.cells.append(cell("memory", points=0)))
    code, told = release(course, capsys)
    assert code == 2
    assert told.startswith(
        "playfunc: hearts was not released, and nothing was changed: submissions were marked"
    )
    assert "(new: memory)" in told
    assert len(told.splitlines()) == 1
    assert state(course) == before
    edit(course, lambda notebook: notebook.cells.pop())
    edit(course, lambda notebook: notebook.cells[0].update(source="# Hearts, better explained"))
    assert release(course, capsys)[0] == 0
    assert "better explained" in (course.root / "release/hearts/hearts.ipynb").read_text()
    assert not list((course.root / "release").glob(".*"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda notebook: notebook.cells.append(cell("rules", points=0)), "rules"),
        (lambda notebook: notebook.cells[1].update(source="### BEGIN SOLUTION\npass"), "solution"),
        (lambda notebook: notebook.cells.append(cell("leak", "s3cr3t-for-tests")), "secret"),
    ],
)
def test_a_source_that_cannot_be_released_changes_nothing(course, capsys, change, words):
    (course.root / ".playfunc-secret").write_text("s3cr3t-for-tests")
    before = state(course)
    edit(course, change)
    code, told = release(course, capsys)
    assert (code, len(told.splitlines())) == (2, 1)
    assert words in told
    assert state(course) == before


def test_a_first_release_that_fails_leaves_no_half_of_one(tmp_path, capsys):
    course = make_course(tmp_path, release=False)
    (course.root / "source/hearts/hearts.ipynb").write_text("{")
    code, told = release(course, capsys)
    assert (code, len(told.splitlines())) == (2, 1)
    assert not list((course.root / "release").rglob("*"))
    (course.root / "source/hearts/hearts.ipynb").unlink()
    with pytest.raises(ReleaseError, match=r"there is no source/hearts/hearts\.ipynb"):
        release_assignment(course, "hearts")


def test_the_policy_travels_in_the_zip_and_in_the_notebook_and_can_be_left_out(course):
    with zipfile.ZipFile(course.root / "release/hearts.zip") as archive:
        assert "hearts/policy.md" not in archive.namelist()
    (course.root / "policy.md").write_text("### What counts as your own work\n")
    with zipfile.ZipFile(release_assignment(course, "hearts")) as archive:
        assert archive.read("hearts/policy.md") == b"### What counts as your own work\n"
        assert "policy.md" in archive.read("hearts/README.md").decode()
        assert "### What counts as your own work" in archive.read("hearts/hearts.ipynb").decode()


@pytest.mark.parametrize(
    ("name", "text"),
    [("notes.txt", "deals: s3cr3t"), (".playfunc-secret", "another"), ("deep/a.csv", "s3cr3t,")],
)
def test_a_release_that_would_hold_the_secret_is_refused(tmp_path, name, text):
    (tmp_path / ".playfunc-secret").write_text("s3cr3t\n")
    path = tmp_path / "source/hearts" / name
    path.parent.mkdir(parents=True)
    refuse_secrets(tmp_path / "source/hearts", tmp_path)
    path.write_text(text)
    with pytest.raises(ReleaseError, match="secret"):
        refuse_secrets(tmp_path / "source/hearts", tmp_path)


def test_a_solution_that_nbgrader_left_is_refused(tmp_path):
    (tmp_path / "release").mkdir()
    (tmp_path / "release/hearts.ipynb").write_text('{"cells": ["### BEGIN SOLUTION"]}')
    with pytest.raises(ReleaseError, match="BEGIN SOLUTION"):
        refuse_secrets(tmp_path / "release", tmp_path, PRIVATE)
