"""Several notebooks in one upload: what is as released or twice there is left out with a note, and where two remain
a person decides, and no mark is given or lost before."""

import json

import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS, make_course
from playfunc_checks.extract import ExtractError
from playfunc_classroom.intake.notebook_choice import Intake, UndecidedError, pick
from two_notebooks import beside, files, marked

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("uploads"), execute=False)


def test_an_untouched_notebook_beside_a_finished_one_does_not_count(course):
    beside(course, "ann", "hearts.ipynb", None)
    beside(course, "ann", "hearts (1).ipynb", CAUTIOUS)
    before = files(course, "ann")
    mark = marked(course, "ann")
    assert mark.origin == "hearts (1).ipynb"
    assert mark.source.count("Lowest card when following")
    assert "hearts.ipynb does not count: its answers are as released." in mark.notes
    held = course.standing("hearts", "ann")
    assert {name: held[name].points for name in mark.points} == mark.points
    autograded = (course.root / "autograded/ann/hearts/hearts.ipynb").read_text()
    assert "Lowest card when following" in autograded
    assert files(course, "ann") == before, "what was handed in stays as it is"


def test_a_report_in_one_and_a_player_in_the_other_are_two(course):
    beside(course, "flo", "hearts.ipynb", CAUTIOUS)
    path = course.root / "submitted/flo/hearts/report.ipynb"
    beside(course, "flo", path.name, None)
    notebook = json.loads(path.read_text())
    cell = {"cell_type": "markdown", "id": "r", "metadata": {"tags": ["report"]}, "source": "My account."}
    path.write_text(json.dumps({**notebook, "cells": [*notebook["cells"], cell]}))
    assert marked(course, "flo").open


def test_the_same_notebook_twice_counts_once(course):
    beside(course, "bob", "hearts.ipynb", CAUTIOUS)
    beside(course, "bob", "hearts (1).ipynb", CAUTIOUS)
    mark = marked(course, "bob")
    assert mark.origin == "hearts.ipynb"
    assert mark.notes[0] == "hearts (1).ipynb does not count: it is the same as hearts.ipynb."


def test_odd_files_beside_a_notebook_are_neither_followed_nor_read_without_end(tmp_path):
    """A link to what the marker may read, a damaged notebook, a folder and a hidden file with a notebook's ending."""
    folder = tmp_path / "submitted/eve/hearts"
    folder.mkdir(parents=True)
    intake = Intake(tmp_path / "release/hearts.ipynb")
    cells = [{"cell_type": "code", "metadata": {"tags": ["player"]}, "source": CAUTIOUS}]
    (folder / "hearts.ipynb").write_text(json.dumps({"cells": cells}))
    (folder / ".hearts.ipynb").write_text("{")
    assert pick(folder, HEARTS, intake).path.name == "hearts.ipynb"
    (folder / "other.ipynb").write_text("{")
    with pytest.raises(UndecidedError, match=r"2 notebooks were handed in, .*: hearts\.ipynb, other\.ipynb"):
        pick(folder, HEARTS, intake)
    (folder / "other.ipynb").unlink()
    (folder / "other.ipynb").mkdir()
    with pytest.raises(UndecidedError):
        pick(folder, HEARTS, intake)
    (folder / "other.ipynb").rmdir()
    (tmp_path / "secret").write_text("s3cr3t")
    (folder / "other.ipynb").symlink_to(tmp_path / "secret")
    with pytest.raises(ExtractError, match=r"other\.ipynb is a link"):
        pick(folder, HEARTS, intake)


def test_of_untouched_notebooks_alone_the_expected_one_counts(tmp_path):
    stub = {"cell_type": "code", "metadata": {"tags": ["player"]}, "source": "def play(): ..."}
    (tmp_path / "release").mkdir()
    (tmp_path / "release/hearts.ipynb").write_text(json.dumps({"cells": [stub]}))
    for name, title in (("hearts.ipynb", "A"), ("hearts (1).ipynb", "B")):
        text = {"cell_type": "markdown", "metadata": {}, "source": title}
        (tmp_path / name).write_text(json.dumps({"cells": [text, stub]}))
    picked = pick(tmp_path, HEARTS, Intake(tmp_path / "release/hearts.ipynb"))
    assert picked.path.name == "hearts.ipynb"
