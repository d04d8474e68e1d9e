"""What a marker reads: everything, without names, and nothing that runs."""

from html.parser import HTMLParser

import pytest
from marking_course import HOSTILE, marking_course
from playfunc_classroom.nbgrader_bridge.marker_documents import PAPERS, paper_of, unnamed

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves

NAMES = ("ann", "Ann", "Miller", "max")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return marking_course(tmp_path_factory.mktemp("course"), students=("ann",))


class Elements(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.tags, self.attributes = set(), set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.mark.parametrize("paper", PAPERS)
def test_no_name_and_nothing_that_runs(course, paper):
    page = paper_of(course, "hearts", "ann", paper, NAMES)
    assert "Miller" not in page
    assert "By ann" not in page
    found = Elements(page)
    assert not found.tags & {"script", "iframe", "object", "embed", "form", "link", "base"}
    assert not {name for name in found.attributes if name.startswith("on")}


@pytest.mark.parametrize("names", [(), ("a",), ("", " ")])
def test_without_names_of_two_letters_a_document_stays_as_it_is(names):
    assert unnamed("<p>A <b>duck</b>, or a.</p>", names) == "<p>A <b>duck</b>, or a.</p>"


def test_the_report_comes_before_the_source_with_its_lines(course):
    page = paper_of(course, "hearts", "ann", "answer", NAMES)
    assert page.index("Your report") < page.index("The source that was marked")
    assert "I am [name] [name]. It ducks." in page
    assert "(max if void else min)" in page  # a name of somebody, and a word of Python's


def test_the_notebook_shows_what_was_printed(course):
    page = paper_of(course, "hearts", "ann", "notebook", NAMES)
    assert "shown to readers by [name] &lt;script&gt;" in page
    assert HOSTILE not in page


def test_who_handed_in_nothing_that_can_be_read_has_papers_too(course):
    for paper in PAPERS:
        assert "<h1>" in paper_of(course, "hearts", "nobody", paper, ())
    with pytest.raises(KeyError):
        paper_of(course, "hearts", "ann", "secrets", ())
