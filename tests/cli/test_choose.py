"""`playfunc choose`: which of several notebooks counts."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


@pytest.fixture
def several(course):
    """A second notebook in ann's submission."""
    own = course / "submitted/ann/hearts/hearts.ipynb"
    other = own.with_name("draft.ipynb")
    other.write_text(own.read_text().replace("Lowest card", "Low card"))


@pytest.mark.usefixtures("several")
def test_notebooks_are_listed_chosen_and_withdrawn(course, playfunc):
    code, out, _ = playfunc("choose", course, "hearts", "ann")
    assert (code, {line.partition(":")[0] for line in out.splitlines()}) == (
        0,
        {"hearts.ipynb", "draft.ipynb"},
    )
    _, out, _ = playfunc("choose", course, "hearts", "ann", "draft.ipynb", "--who", "kim")
    assert out.startswith("Recorded by kim: draft.ipynb counts for ann.\n")
    assert "counts, by kim" in playfunc("choose", course, "hearts", "ann")[1]
    _, out, _ = playfunc("choose", course, "hearts", "ann", "--withdraw", "--who", "lee")
    assert out.startswith("Withdrawn by lee. Choose again which notebook of ann counts.\n")


def test_misuse_is_one_sentence(course, refuses):
    refuses(
        "either the notebook that counts or --withdraw",
        "choose",
        course,
        "hearts",
        "ann",
        "x",
        "--withdraw",
    )
    refuses("nothing to choose", "choose", course, "hearts", "ann", "hearts.ipynb")
