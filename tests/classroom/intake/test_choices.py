"""A choice is kept with the upload that it was made for."""

import shutil

import pytest
from command import exit_code as run
from course_fixture import RENEGES, hand_in, make_course
from downloads import download
from playfunc_classroom.runs.collecting import collect_downloads
from two_notebooks import marked

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


def test_a_choice_survives_collecting_again_and_not_another_upload(tmp_path):
    course = make_course(tmp_path / "course", execute=False)
    player = hand_in(course, "x").read_text()
    other = hand_in(course, "x", RENEGES).read_text()
    shutil.rmtree(course.root / "submitted")
    place = "Ann_1_assignsubmission_file/{}"
    files = {place.format("hearts.ipynb"): player, place.format("hearts (1).ipynb"): other}
    collect_downloads(course, "hearts", [download(tmp_path, files)])
    assert marked(course, "ann-1").open
    assert run("select-notebook", course.root, "hearts", "ann-1", "hearts (1).ipynb") == 0
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
