"""`playfunc gallery`: examples without names."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


def test_a_page_of_examples_names_nobody(course, playfunc):
    code, out, _ = playfunc("gallery", course, "hearts", "--without", "ann")
    assert code == 0
    assert "examples without names. Read them before you show them: reports/hearts/gallery.html" in out
    assert "bob" not in (course / "reports/hearts/gallery.html").read_text()
