"""`playfunc markers`: who marks what."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_each_marker_gets_a_share_and_a_page(course, playfunc):
    (course / "markers.csv").write_text("marker\nkim\nlee\n")
    code, out, _ = playfunc("markers", course, "hearts", "--url", "https://lab.example/")
    assert code == 0
    assert "kim" in out
    assert "lee" in out
    page = course / out.partition("Each marker's list, with links into formgrader: ")[2].strip()
    assert "https://lab.example/formgrader/submissions/" in page.read_text()


def test_a_number_of_second_marks_is_not_negative(course, playfunc):
    assert playfunc("markers", course, "hearts", "--second", "-1")[0] == 2
