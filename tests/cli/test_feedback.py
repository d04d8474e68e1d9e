"""What students get back: `playfunc feedback`, `gallery` and `export`."""

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


# `playfunc feedback`: a page and a zip per student.
def test_every_student_gets_a_zip(course, playfunc):
    code, out, err = playfunc("feedback", course, "hearts")
    assert (code, err) == (0, "")
    folder = course / out.partition("Feedback, one zip per student: ")[2].strip()
    assert {path.stem.partition("-")[0] for path in folder.glob("*.zip")} == {"ann", "bob"}


def test_somebody_without_a_submission_is_refused(course, playfunc):
    code, _, err = playfunc("feedback", course, "hearts", "zoe")
    assert code in (1, 2)
    assert "zoe" in err


# `playfunc gallery`: examples without names.
def test_a_page_of_examples_names_nobody(course, playfunc):
    code, out, _ = playfunc("gallery", course, "hearts", "--without", "ann")
    assert code == 0
    assert "examples without names. Read them before you show them: reports/hearts/gallery.html" in out
    assert "bob" not in (course / "reports/hearts/gallery.html").read_text()


# `playfunc export`: marks in the sheet of Moodle or Canvas.
def test_without_a_sheet_it_says_what_to_do(course, refuses):
    refuses("playfunc collect", "export", course, "hearts")
