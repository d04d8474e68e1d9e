"""`playfunc similarity` and `oral-exam`: similar players side by side, and a sheet per student."""

import pytest

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves


# `playfunc similarity`: similar players side by side.
def test_a_page_shows_the_pairs(course, playfunc):
    code, out, _ = playfunc("similarity", course, "hearts", "--top", 1)
    assert code == 0
    assert out.startswith("2 submissions. The ")
    assert (course / out.partition("side by side: ")[2].strip()).is_file()


def test_an_earlier_year_that_is_not_there_is_refused(course, refuses):
    refuses("last-year", "similarity", course, "hearts", "--former", "last-year")


def test_versions_on_the_ladder_are_compared_too(course, playfunc, ladder):
    code, out, _ = playfunc("similarity", course, "hearts", "--site", ladder)
    assert code == 0
    page = (course / out.partition("side by side: ")[2].strip()).read_text()
    assert "3 from the ladder" in page


# `playfunc oral-exam`: a sheet per student.
def test_a_sheet_is_written_for_each_who_is_named(course, playfunc):
    code, out, _ = playfunc("oral-exam", course, "hearts", "bob")
    assert (code, out) == (
        0,
        "1 sheet of two pages, the second one for the examiner: reports/hearts/oral-exam\n",
    )
    assert [path.name for path in (course / "reports/hearts/oral-exam").iterdir()] == ["bob.html"]


def test_an_unknown_opponent_is_refused_with_those_there_are(course, refuses):
    told = "no opponent 'nobody'; there are basic, minmax, advanced"
    refuses(told, "oral-exam", course, "hearts", "--opponent", "nobody")
