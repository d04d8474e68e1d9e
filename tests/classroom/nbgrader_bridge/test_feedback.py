"""Points and comments in other forms than a page."""

import nbformat
import pytest
from course_fixture import cell, enter, make_course, notebook
from playfunc_classroom.nbgrader_bridge.feedback import as_program, said_to, told_in_cells

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


def test_points_and_comments_become_cells_and_the_rest_stays():
    nb = notebook()
    nb.metadata["playfunc"] = {"points": 3}
    task = next(c for c in nb.cells if c.metadata.get("nbgrader", {}).get("grade_id") == "comments")
    task.metadata.nbgrader |= {"score": 20.0, "points": 30.0, "comment": "Good.\n<b>But</b> long."}
    told = told_in_cells(nb)
    sources = [c.source for c in told.cells]
    at = sources.index("## Comments: 30")
    assert sources[at + 1] == "**comments: 20 of 30 points**\n\n> Good.\n> <b>But</b> long."
    assert not any("nbgrader" in c.metadata for c in told.cells)
    assert "playfunc" not in told.metadata
    assert len(told.cells) == len(nb.cells) + 1
    assert task.metadata.nbgrader["comment"], "the page is still to be made of it"


def test_a_program_gets_them_as_comments(tmp_path):
    path = tmp_path / "feedback.ipynb"
    scored = cell("beats-basic", points=10)
    scored.metadata.nbgrader["score"] = 10.0
    waiting = cell("quality", points=40)
    waiting.metadata.nbgrader["score"] = None
    nbformat.write(told_in_cells(nbformat.v4.new_notebook(cells=[scored, waiting])), path)
    told = "# beats-basic: 10 of 10 points\n#\n# quality: not marked yet, of 40 points\n"
    assert as_program(path) == f"# Feedback\n#\n{told}"


def test_a_column_of_comments_gets_every_part_and_what_people_wrote(tmp_path):
    course = make_course(tmp_path)
    for student in ("ann", "bo"):
        enter(course, student)
    course.enter_missing("hearts", "ann", {"beats-basic": 10.0, "beats-minmax": 0.0, "beats-advanced": 0.0})
    course.give("hearts", "ann", {"comments": 20.5, "quality": 40.0})
    with course.gradebook() as gradebook:
        submission = gradebook.find_submission("hearts", "ann")
        comment = next(c for c in submission.notebooks[0].comments if c.name == "comments")
        comment.manual_comment = "**The account: 6 of 12.** Good <names>,\nbut 2**3."
        for untouched in submission.notebooks[0].comments:
            untouched.auto_comment = "No response."
        submission.notebooks[0].late_submission_penalty = 5.0
        gradebook.db.commit()
    assert "comments: not marked yet, of 30" in said_to(course, "hearts", {"bo"})["bo"]
    told = said_to(course, "hearts", {"ann"})
    assert set(told) == {"ann"}
    points, comments = told["ann"].split("<br>", 1)
    assert set(points.removesuffix(".").split("; ")) == {
        "beats-basic: 10 of 10",
        "beats-minmax: 0 of 10",
        "beats-advanced: 0 of 10",
        "comments: 20.5 of 30",
        "quality: 40 of 40",
        "late: −5",
    }
    expected = "<b>comments</b>: <strong>The account: 6 of 12.</strong> Good &lt;names&gt;,<br>but 2**3."
    assert comments == expected
