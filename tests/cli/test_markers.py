"""`playfunc markers`: who marks what."""

from __future__ import annotations

import pytest
from course_fixture import make_course

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_each_marker_gets_a_share_and_a_page(course, playfunc):
    (course / "markers.csv").write_text("marker\nkim\nlee\n")
    code, out, _ = playfunc("markers", course, "hearts", "--url", "https://lab.example/")
    assert code == 0
    assert "kim" in out
    assert "lee" in out
    page = course / out.partition("Each marker's list, with links into formgrader: ")[2].strip()
    assert "https://lab.example/formgrader/submissions/" in page.read_text()


def test_lines_that_match_nothing_are_named(course, playfunc):
    (course / "markers.csv").write_text("marker,tutorial,student\nkim,A,\nlee,,ann\nlee,,cyd\n")
    out = playfunc("markers", course, "hearts")[1]
    assert "markers.csv, line 2: nobody is in tutorial group 'A' in tutorials.csv." in out
    assert "markers.csv, line 4: there is no submission of 'cyd' to mark." in out
    assert "line 3" not in out


def test_before_grade_it_says_that_nothing_is_marked(tmp_path, playfunc):
    course = make_course(tmp_path / "course").root
    (course / "markers.csv").write_text("marker\nkim\n")
    code, out, _ = playfunc("markers", course, "hearts")
    assert code == 0
    assert out == f"Nothing of hearts is marked yet. First run: playfunc grade {course} hearts\n"


def test_a_number_of_second_marks_is_not_negative(course, playfunc):
    assert playfunc("markers", course, "hearts", "--second", "-1")[0] == 2
