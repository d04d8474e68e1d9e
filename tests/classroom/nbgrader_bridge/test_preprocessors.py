"""What is written into a marked notebook, and what is left out of it and of its feedback."""

import json
from types import SimpleNamespace as Thing

import pytest
from course_fixture import cell, make_course
from nbformat.v4 import new_code_cell, new_notebook
from playfunc_classroom.nbgrader_bridge.preprocessors import (
    DropMarkersCells,
    ForgivingExporter,
    _answer_digest,
    _marker_cell,
    _outputs,
    _without_paths,
)
from playfunc_classroom.policy.rubric import Criterion

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and nbconvert warn about themselves


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
    exporter.coursedir = course.directory
    text, _ = exporter.from_filename(str(path))
    ids = [c["metadata"].get("nbgrader", {}).get("grade_id") for c in json.loads(text)["cells"]]
    assert {"player", "beats-basic", "quality"} <= set(ids)
