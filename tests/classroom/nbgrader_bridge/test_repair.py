"""Whatever is done to a notebook, what comes out is one: nbformat's own schema is the judge."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from course_fixture import make_course
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat.validator import iter_validate
from nbgrader.exchange import default
from playfunc_classroom.intake.received import Came, write_received
from playfunc_classroom.nbgrader_bridge.clean import clean_outputs
from playfunc_classroom.nbgrader_bridge.course import Course, arrived_by_exchange
from playfunc_classroom.nbgrader_bridge.repair import CourseCell, repaired, whole_text

COURSE = [
    CourseCell("player", "code", "def play(): ...", False, True, False, False, None, "abc"),
    CourseCell("rules", "code", "gate(play)", True, False, True, False, 0.0, "def"),
    CourseCell("beats-basic", "code", "performance(play)", True, False, True, False, 10.0, "012"),
    CourseCell("comments", "markdown", "## Comments", False, False, True, True, 30.0, "345"),
]

text = st.text(max_size=8) | st.sampled_from(
    ["player", "rules", "beats-basic", "checkpoint", "code", "\ud800"]
)
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)
_KEYS = ("grade_id", "grade", "solution", "locked", "task", "points", "checksum", "cell_type")
nbgrader = st.fixed_dictionaries({}, optional=dict.fromkeys(_KEYS, text | junk))
metadata = junk | st.fixed_dictionaries(
    {}, optional={"tags": st.lists(text, max_size=4) | junk, "nbgrader": nbgrader | junk, "collapsed": junk}
)
output = junk | st.fixed_dictionaries(
    {"output_type": st.sampled_from(["stream", "error", "display_data", "execute_result"]) | junk},
    optional={
        "text": junk,
        "name": junk,
        "ename": junk,
        "evalue": junk,
        "traceback": junk,
        "metadata": junk,
        "data": junk
        | st.dictionaries(st.sampled_from(["text/plain", "text/html", "image/png", "image/svg+xml"]), junk),
    },
)
cell = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown", "raw"]) | junk, "source": st.lists(text) | text},
    optional={
        "id": text | junk,
        "metadata": metadata,
        "outputs": junk | st.lists(output, max_size=2),
        "execution_count": junk,
        "attachments": junk | st.dictionaries(text, st.dictionaries(st.just("image/png"), text)),
    },
)
notebook = st.fixed_dictionaries(
    {"cells": st.lists(cell, max_size=6)},
    optional={"metadata": junk, "nbformat": junk, "nbformat_minor": junk},
)


@settings(max_examples=50)
@given(notebook)
def test_a_repaired_notebook_is_valid_keeps_every_source_and_needs_no_second_repair(raw):
    before = copy.deepcopy(raw)
    once = repaired(raw, COURSE, clean_outputs)
    assert list(iter_validate(once, version=4, version_minor=5)) == []
    assert len({cell["id"] for cell in once["cells"]}) == len(once["cells"])
    json.dumps(once, allow_nan=False).encode()
    sources = [cell["source"] for cell in once["cells"]]
    for lost in (whole_text(cell["source"]) for cell in raw["cells"]):
        sources.remove(lost)
    assert set(sources) <= {cell.source for cell in COURSE}
    assert repaired(once, COURSE, clean_outputs) == once
    assert repr(raw) == repr(before)  # NaN equals nothing


@settings(max_examples=20)
@given(notebook)
def test_every_marked_cell_of_the_course_is_there_once_and_as_the_course_says(raw):
    found = [c["metadata"]["nbgrader"] for c in repaired(raw, COURSE)["cells"] if "nbgrader" in c["metadata"]]
    ids = [cell["grade_id"] for cell in found]
    assert len(ids) == len(set(ids))
    assert {"rules", "beats-basic", "comments"} <= set(ids)
    for cell in found:
        assert cell == next(known.metadata for known in COURSE if known.name == cell["grade_id"])


def tagged(*tags: Any) -> dict[str, Any]:
    return {"cells": [{"cell_type": "code", "source": "1", "metadata": {"tags": list(tags)}}]}


def test_a_tag_that_stands_twice_stands_once():
    (cell,) = repaired(tagged("a", "a", "player", 5, "b,c", "a"), [])["cells"]
    assert cell["metadata"] == {"tags": ["a", "player"]}


def test_of_two_cells_with_one_id_the_later_counts():
    two = [
        {"cell_type": "code", "source": str(n), "metadata": {"nbgrader": {"grade_id": "player"}}}
        for n in (1, 2)
    ]
    graded = [
        c["source"] for c in repaired({"cells": two}, COURSE[:1])["cells"] if "nbgrader" in c["metadata"]
    ]
    assert graded == ["2"]


def test_missing_marked_cells_come_back_in_their_order():
    player = {"cell_type": "code", "source": "x", "metadata": {"nbgrader": {"grade_id": "player"}}}
    whole = repaired({"cells": [{"cell_type": "markdown", "source": "top"}, player]}, COURSE)
    assert [cell["source"] for cell in whole["cells"]] == [
        "top",
        "x",
        "gate(play)",
        "performance(play)",
        "## Comments",
    ]


def test_what_has_no_cells_is_refused():
    with pytest.raises(ValueError, match="no cells"):
        repaired({"cells": 5}, COURSE)


# Whose feedback goes back through an exchange: nbgrader's own knows submissions by a secret, others by their time.
TIME = "2026-11-24 11:00:00.250000 UTC"


class OtherExchange(default.ExchangeReleaseFeedback):  # type: ignore[misc]
    """As ngshare's, which is told the course, the student and the time alone."""


def feedback(course: Course, student: str, **files: str) -> None:
    folder = course.feedback_folder("hearts", student)
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    made = make_course(tmp_path)
    feedback(made, "ann", timestamp=TIME, submission_secret="a1")
    feedback(made, "bob", timestamp=TIME)
    feedback(made, "cyd")
    feedback(made, "dan", timestamp=TIME)
    same = Came("2026-11-24T11:00:00.250000+00:00", "", "sheet")
    earlier = Came("2026-11-20T08:00:00+00:00", "", "sheet")
    write_received(made.root, "hearts", {"bob": same, "dan": earlier})
    return made


def by_exchange(course: Course) -> list[str]:
    return [each for each in ("ann", "bob", "cyd", "dan") if arrived_by_exchange(course, "hearts", each)]


def test_nbgraders_own_needs_the_secret(course: Course) -> None:
    assert by_exchange(course) == ["ann"]


def test_another_needs_a_time_that_is_not_the_one_of_a_download(course: Course) -> None:
    course.config.ExchangeFactory.release_feedback = OtherExchange
    assert by_exchange(course) == ["ann", "dan"]
