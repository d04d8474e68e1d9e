"""What is written into a marked notebook, and what is left out of it and of its feedback."""

import csv
import json
from types import SimpleNamespace as Thing

import pytest
from course_assignments import HEARTS
from course_fixture import cell, enter, make_course, notebook
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.apps import ExportApp
from nbgrader.coursedir import CourseDirectory
from playfunc_checks.report import next_baseline_html
from playfunc_checks.results import Told, failed
from playfunc_classroom.marks import Mark, Stamp
from playfunc_classroom.nbgrader_bridge.gradebook import SUFFIX, MarksThatCount, offer_second
from playfunc_classroom.nbgrader_bridge.preprocessors import (
    DropMarkersCells,
    ForgivingExporter,
    SaveMarks,
    _answer_digest,
    _marked_cells,
    _marker_cell,
    _outputs,
    _without_paths,
)
from playfunc_classroom.policy.rubric import Criterion

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_a_broken_check_leaves_no_number_for_nbgrader():
    number, shown = _outputs(7.5, "<p>report</p>")
    assert number["data"]["text/plain"] == "7.5"
    assert _outputs(None, "<p>report</p>") == [shown]


def test_markers_cells_are_not_in_the_feedback():
    rubric = {"comments": (Criterion("All of it", 30.0, ("Reads well.",)),)}
    notebook = new_notebook(cells=[new_code_cell("mine"), _marker_cell("comments", rubric)])
    assert "Reads well." in notebook.cells[1].outputs[0]["data"]["text/html"]
    kept, _ = DropMarkersCells.preprocess(None, notebook, {})
    assert [c.source for c in kept.cells] == ["mine"]


def test_a_cell_left_as_released_gets_no_comment_that_nobody_wrote():
    """nbgrader would write "No response.", which students read as a marker's words."""
    stored = Thing(auto_comment="No response.", manual_comment="Mine.")
    gradebook = Thing(find_comment=lambda *where: stored, db=Thing(commit=lambda: None))
    saving = Thing(gradebook=gradebook, notebook_id="hearts", assignment_id="hearts", student_id="ann")
    released = cell("player", "def play(): ...", solution=True)
    SaveMarks._add_comment(saving, released, {})
    assert stored == Thing(auto_comment=None, manual_comment="Mine.")


def test_the_next_baseline_stands_below_the_last_win_check_alone():
    """Opened or closed deals: the same sentence, from the shares of all win checks."""
    results = tuple(
        failed(f"beats-{tier}", told=Told("played", "quick", percent))
        for tier, percent in zip(HEARTS.tiers, (55, 9, 2), strict=True)
    )
    mark = Mark(
        "ann", Stamp("s", "t", "u"), "", (), results, dict.fromkeys(HEARTS.points, 0.0), "", (), None, "", "A"
    )
    cells = [cell(name, points=10) for name in HEARTS.points]
    expected = next_baseline_html(results, HEARTS)
    assert "The next baseline is <code>" in expected
    for show_deals in (False, True):
        marked = list(_marked_cells(cells, mark, HEARTS, show_deals, {}, {}))
        pages = {c.metadata["nbgrader"]["grade_id"]: str(c.outputs) for c in marked if c.cell_type == "code"}
        told = {name: expected.strip() in page for name, page in pages.items() if name in HEARTS.points}
        assert told == {name: name == f"beats-{HEARTS.tiers[-1]}" for name in told}


def test_folders_of_the_machine_are_cut_off_at_any_depth():
    shown = [{"data": {"text/plain": ['File "/home/lee/course/player.py", line 3', "/course/of/lee/marks"]}}]
    told = json.dumps(_without_paths(shown, "/course/of/lee"))
    assert "/home/lee" not in told
    assert "/course/of/lee" not in told
    assert "player.py" in told
    assert _without_paths([1, None], "/course/of/lee") == [1, None]


def test_an_answer_is_the_player_and_all_that_is_not_locked():
    free, locked = cell("player", "a = 1", solution=True), cell("rules", "given", points=0)
    digest = _answer_digest(Thing(cells=[free, locked]), Thing(source="play"))
    assert _answer_digest(Thing(cells=[free, cell("rules", "x", points=0)]), Thing(source="play")) == digest
    assert _answer_digest(Thing(cells=[free, locked]), Thing(source="other")) != digest
    changed = cell("player", "a = 2", solution=True)
    assert _answer_digest(Thing(cells=[changed, locked]), Thing(source="play")) != digest


def test_a_file_that_is_no_notebook_is_read_as_the_released_one(tmp_path, monkeypatch):
    course = make_course(tmp_path)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "submitted/ann/hearts/hearts.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text("{")
    exporter = ForgivingExporter()
    exporter.coursedir = CourseDirectory(config=course.config)
    text, _ = exporter.from_filename(str(path))
    ids = [c["metadata"].get("nbgrader", {}).get("grade_id") for c in json.loads(text)["cells"]]
    assert {"player", "beats-basic", "quality"} <= set(ids)


# A second assignment for second marks: the tasks alone, once for each student, and the first marks untouched.
def test_only_tasks_are_put_before_a_second_marker_and_only_once(tmp_path):
    course = make_course(tmp_path)
    autograded = notebook()
    autograded.metadata["playfunc"] = {"points": 3}
    for student in ("ann", "bob"):
        enter(course, student)
        folder = tmp_path / "autograded" / student / "hearts"
        folder.mkdir(parents=True)
        (folder / "hearts.ipynb").write_text(json.dumps(autograded))
    enter(course, "cy")  # not autograded yet
    course.give("hearts", "ann", {"comments": 20.0})
    before = course.class_standing("hearts")
    assignment = course.assignment("hearts")
    assert offer_second(course, assignment, ["ann", "cy"]) == ["ann"]
    assert offer_second(course, assignment, ["ann", "bob"]) == ["bob"]
    held = course.class_standing("hearts" + SUFFIX)
    assert set(held) == {"ann", "bob"}
    assert {cell: standing.most for cell, standing in held["ann"].items()} == {
        "comments": 30.0,
        "quality": 40.0,
    }
    copy = json.loads((tmp_path / "autograded/ann/hearts-second/hearts.ipynb").read_text())
    ids = [c["metadata"]["nbgrader"]["grade_id"] for c in copy["cells"] if "nbgrader" in c["metadata"]]
    assert ids == ["comments", "quality"]
    assert "playfunc" not in copy["metadata"]
    assert course.class_standing("hearts") == before


@pytest.mark.parametrize(("asked", "exported"), [([], {"hearts"}), (["hearts-second"], {"hearts-second"})])
def test_second_marks_stay_out_of_the_export_unless_they_are_asked_for(tmp_path, asked, exported):
    course = make_course(tmp_path / "course")
    enter(course, "ann")
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment("hearts" + SUFFIX)
    app = ExportApp(config=course.config)
    app.coursedir = CourseDirectory(config=course.config)
    assert app.plugin_class is MarksThatCount
    app.init_plugin()
    app.plugin_inst.to = str(tmp_path / "grades.csv")
    app.plugin_inst.assignment = asked
    with course.gradebook() as gradebook:
        app.plugin_inst.export(gradebook)
    with (tmp_path / "grades.csv").open() as file:
        assert {row["assignment"] for row in csv.DictReader(file)} == exported
