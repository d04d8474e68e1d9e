"""Several notebooks in one upload: what is as released or twice there is left out with a note, and where two remain
a person decides, and no mark is given or lost before."""

import json
import os
import shutil

import pytest
from course_assignments import HEARTS
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from downloads import download
from playfunc_checks.extract import ExtractError
from playfunc_classroom.intake.uploads import Intake, UndecidedError, pick
from playfunc_classroom.marks.store import read_mark
from playfunc_classroom.runs.collecting import collect_downloads
from playfunc_classroom.runs.entering import as_expected
from playfunc_classroom.runs.grade import grade
from playfunc_cli.main import main

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("uploads"))


def beside(course, student, name, source):
    """Hand in a second notebook, or the released one where there is no source."""
    folder = course.root / "submitted" / student / "hearts"
    folder.mkdir(parents=True, exist_ok=True)
    if source is None:
        shutil.copy(course.root / "release/hearts/hearts.ipynb", folder / name)
        return
    kept = folder / "hearts.ipynb"
    before = kept.read_bytes() if kept.exists() else None
    hand_in(course, student, source).rename(folder / name)
    if before is not None:
        kept.write_bytes(before)


def files(course, student):
    folder = course.root / "submitted" / student / "hearts"
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def run(*arguments):
    with pytest.raises(SystemExit) as done:
        main(list(map(str, arguments)))
    return done.value.code


def marked(course, student):
    assert grade(course, "hearts", [student], allow_unconfined=True).exit_code == 0
    return read_mark(course.root, "hearts", student)


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


def test_the_copy_that_nbgrader_takes_came_when_the_submission_came(course):
    """By its files where no timestamp.txt tells it: the deals of an epoch hang on it."""
    beside(course, "ike", "my hearts.ipynb", CAUTIOUS)
    os.utime(course.root / "submitted/ike/hearts/my hearts.ipynb", (1e9, 1e9))
    with as_expected(course, HEARTS, "ike") as submitted:
        copied = submitted / "ike/hearts/hearts.ipynb"
        assert copied.stat().st_mtime == 1e9
        assert submitted != course.root / "submitted"
    assert not copied.exists()


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


def test_two_that_differ_stay_open_until_a_person_chooses_and_again_when_that_is_withdrawn(course, capsys):
    beside(course, "abe", "hearts.ipynb", RENEGES)
    marked(course, "abe")
    beside(course, "zoe", "hearts.ipynb", RENEGES)
    beside(course, "zoe", "hearts (1).ipynb", CAUTIOUS)
    mark = marked(course, "zoe")
    assert mark.open
    assert set(mark.points.values()) == {None}
    assert course.waiting("hearts") >= {"zoe"}
    rows = (course.root / "reports/hearts/index.html").read_text().split("<tbody>")[1].split("<tr>")
    assert "pf-open" in rows[1]
    assert "pf-open" not in rows[-1]
    assert "2 notebooks were handed in" in mark.notes[0]
    assert run("feedback", course.root, "hearts", "zoe") == 1
    assert "No feedback for zoe: it is open; 2 notebooks" in capsys.readouterr().err

    root = course.root
    assert run("choose", root, "hearts", "zoe") == 0
    assert "hearts (1).ipynb: 1 of the player's cells written\n" in capsys.readouterr().out
    assert run("choose", root, "hearts", "zoe", "hearts (2).ipynb") == 2
    assert "there are hearts.ipynb, hearts (1).ipynb" in capsys.readouterr().err
    assert run("choose", root, "hearts", "ann2", "hearts.ipynb") == 2
    assert run("choose", root, "hearts", "zoe", "hearts (1).ipynb", "--who", "lee") == 0
    mark = marked(course, "zoe")
    assert not mark.open
    assert mark.origin == "hearts (1).ipynb"
    assert mark.notes[0].startswith("hearts (1).ipynb counts, as lee decided on ")
    recorded = [json.loads(line) for line in (root / "choices/hearts.jsonl").read_text().splitlines()]
    assert [(line["student"], line["file"], line["who"]) for line in recorded] == [
        ("zoe", "hearts (1).ipynb", "lee")
    ]
    assert recorded[0]["when"][:2] == "20"

    assert run("choose", root, "hearts", "zoe", "--withdraw") == 0
    assert marked(course, "zoe").open
    assert run("choose", root, "hearts", "zoe", "--withdraw") == 2


def test_a_choice_survives_collecting_again_and_not_another_upload(tmp_path):
    course = make_course(tmp_path / "course")
    player = hand_in(course, "x").read_text()
    other = hand_in(course, "x", RENEGES).read_text()
    shutil.rmtree(course.root / "submitted")
    place = "Ann_1_assignsubmission_file/{}"
    files = {place.format("hearts.ipynb"): player, place.format("hearts (1).ipynb"): other}
    collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert marked(course, "ann-1").open
    assert run("choose", course.root, "hearts", "ann-1", "hearts (1).ipynb") == 0
    assert marked(course, "ann-1").origin == "hearts (1).ipynb"
    again = collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert again.students == {"ann-1": "unchanged"}
    assert marked(course, "ann-1").origin == "hearts (1).ipynb"
    files[place.format("hearts.ipynb")] = player.replace("Lowest card", "Low card")
    changed = collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert changed.students == {"ann-1": "again"}
    assert marked(course, "ann-1").open
    del files[place.format("hearts (1).ipynb")]
    assert collect_downloads(course, "hearts", [download(tmp_path, files)]).students == {"ann-1": "again"}
    assert marked(course, "ann-1").origin == "hearts.ipynb"


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
