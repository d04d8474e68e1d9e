"""Points and comments in nbgrader's own gradebook, beside formgrader."""

import shutil
import sqlite3
import threading

import pytest
from marking_course import marking_course
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_markdown_cell, new_notebook
from playfunc_classroom.nbgrader_bridge import Course, GradebookError
from playfunc_classroom.nbgrader_bridge.clean import clean_html, clean_outputs, markdown_html
from playfunc_classroom.nbgrader_bridge.gradebook import ChangedError, HandMarks

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return marking_course(tmp_path_factory.mktemp("course"), students=("ann", "bob")).root


@pytest.fixture
def course(made, tmp_path):
    return Course.open(shutil.copytree(made, tmp_path / "course"))


def formgraders(course, student, task):
    """Points, comment and flag as nbgrader's own API finds them."""
    with course.gradebook() as gradebook:
        grade = gradebook.find_grade(task, "hearts", "hearts", student)
        comment = gradebook.find_comment(task, "hearts", "hearts", student)
        return grade.manual_score, comment.manual_comment, grade.needs_manual_grade


def test_formgrader_finds_what_was_saved(course):
    marks = HandMarks(course)
    held = marks.of("hearts", "ann")["comments"]
    assert (held.points, held.comment, held.most, held.waiting, held.done) == (None, "", 30.0, True, False)
    saved = marks.save("hearts", "ann", "comments", 12.5, "Good. ♥", lambda now: now.digest == held.digest)
    assert formgraders(course, "ann", "comments") == (12.5, "Good. ♥", False)
    assert marks.of("hearts", "ann")["comments"] == saved
    assert saved.done
    assert formgraders(course, "bob", "comments") == (None, None, True)
    marks.save("hearts", "ann", "comments", None, "Good.")
    assert formgraders(course, "ann", "comments") == (None, "Good.", True)


def test_what_formgrader_changed_meanwhile_is_not_overwritten(course):
    marks = HandMarks(course)
    before = marks.of("hearts", "ann")["quality"]
    with course.gradebook() as gradebook:
        gradebook.find_grade("quality", "hearts", "hearts", "ann").manual_score = 33
        gradebook.find_comment("quality", "hearts", "hearts", "ann").manual_comment = "From formgrader."
        gradebook.db.commit()
    with pytest.raises(ChangedError) as raised:
        marks.save("hearts", "ann", "quality", 5, "Mine.", lambda now: now.digest == before.digest)
    assert (raised.value.held.points, raised.value.held.comment) == (33.0, "From formgrader.")
    assert formgraders(course, "ann", "quality")[:2] == (33.0, "From formgrader.")


def test_several_are_changed_all_or_none(course):
    marks = HandMarks(course)
    ann, bob = (marks.of("hearts", student)["comments"] for student in ("ann", "bob"))
    marks.save("hearts", "bob", "comments", 3, "Meanwhile.")
    changes = {("ann", "comments"): (ann, 7.0, "A"), ("bob", "comments"): (bob, 8.0, "B")}
    with pytest.raises(ChangedError):
        marks.save_all("hearts", changes)
    assert marks.of("hearts", "ann")["comments"] == ann
    now = marks.of("hearts", "bob")["comments"]
    marks.save_all("hearts", {("ann", "comments"): (ann, 7.0, "A"), ("bob", "comments"): (now, 8.0, "B")})
    held = marks.of_class("hearts")
    assert (held["ann"]["comments"].points, held["bob"]["comments"].points) == (7.0, 8.0)
    assert (held["ann"]["comments"].waiting, held["bob"]["comments"].waiting) == (True, False)


def test_writers_at_once_lose_nothing(course):
    """Each adds a word to the comment that it saw, and begins again where somebody else was faster."""
    marks, threads = HandMarks(course), 4

    def add(number):
        for turn in range(5):
            while True:
                before = marks.of("hearts", "ann")["comments"]
                try:
                    text = f"{before.comment} {number}.{turn}"
                    marks.save(
                        "hearts", "ann", "comments", 1, text, lambda now, b=before: now.digest == b.digest
                    )
                except ChangedError:
                    continue
                break

    running = [threading.Thread(target=add, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    words = marks.of("hearts", "ann")["comments"].comment.split()
    assert sorted(words) == sorted(f"{n}.{t}" for n in range(threads) for t in range(5))


def test_points_that_do_not_fit_and_tasks_that_are_not_there_are_refused(course):
    marks = HandMarks(course)
    for points in (30.5, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="worth 0 to 30 points"):
            marks.save("hearts", "ann", "comments", points, "")
    for student, task in (("ann", "beats-basic"), ("zoe", "comments")):
        with pytest.raises(KeyError):
            marks.save("hearts", student, task, 1, "")
    assert marks.of("hearts", "zoe") == {}
    assert marks.size() == 2


def test_a_gradebook_that_is_none_is_said_to_be(course):
    (course.root / "gradebook.db").write_text("no database at all, whatever its name says")
    with pytest.raises(GradebookError):
        HandMarks(course).of_class("hearts")


def test_the_gradebook_stays_in_the_mode_that_nbgrader_gave_it(course):
    HandMarks(course).save("hearts", "ann", "comments", 1, "")
    with sqlite3.connect(course.root / "gradebook.db") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)


# What may stay of a student's HTML, and what a browser must never get.
@pytest.mark.parametrize(
    "harmless",
    [
        '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>',
        "<b>bold</b> <code>x</code>",
        '<a href="https://example.org/" title="t">x</a>',
        '<div class="highlight"><pre><span class="k">def</span></pre></div>',
        '<img alt="" src="data:image/png;base64,AAAA">',
        '<a href="#below">x</a> <a href="other.html">y</a>',
        "a &lt; b &amp;&amp; c &gt; d",
    ],
)
def test_harmless_html_stays_as_it_is(harmless):
    assert clean_html(harmless) == harmless


@pytest.mark.parametrize(
    ("hostile", "gone"),
    [
        ("<script>x()</script>", "<script"),
        ("<svg onload=x()>", "<svg"),
        ("<img src=x onerror=x()>", "<img src"),
        ('<img src="https://example.org/seen">', "src="),
        ('<img src="data:image/svg+xml;base64,AAAA">', "src="),
        ('<a href="javascript:x()">y</a>', "href"),
        ('<a href="&#106;avascript:x()">y</a>', "href"),
        ('<a href="data:text/html,x">y</a>', "href"),
        ('<b onclick="x()" style="position:fixed" id="score">y</b>', " "),
        ('<div class="btn score">y</div>', "class"),
        ("<iframe srcdoc='<script>x()</script>'></iframe>", "<iframe"),
        ("$\\href{javascript:x()}{y}$", "\\href"),
        ("<math><mtext><style><img src=x onerror=x()></style>", "<img src"),
    ],
)
def test_what_runs_loads_or_pretends_is_gone(hostile, gone):
    assert gone not in clean_html(hostile)


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("<script>x()</script>", "&lt;script&gt;x()&lt;/script&gt;"),
        ("<sCript", "&lt;sCript"),
        ("if a<b$: <unknown c>", "if a&lt;b$: &lt;unknown c&gt;"),
        ('<b title="<script>">x</b>', '<b title="&lt;script&gt;">x</b>'),
        ("<!-- nothing to see --><b>x</b>", "<b>x</b>"),
    ],
)
def test_what_may_not_stay_is_shown_as_text(html, shown):
    assert clean_html(html) == shown


def test_text_cells_are_cleaned_on_the_way_to_html():
    nb = new_notebook(cells=[new_markdown_cell("**bold** <script>hostile()</script> $a<b$")])
    page, _ = HTMLExporter(filters={"markdown2html": markdown_html}).from_notebook_node(nb)
    assert "<strong>bold</strong>" in page
    assert "&lt;script&gt;hostile()" in page
    assert "$a&lt;b$" in page


def test_text_that_cannot_be_rendered_is_shown_as_written():
    nb = new_notebook(cells=[new_markdown_cell("![gone](attachment:gone.png) <script>hostile()</script>")])
    page, _ = HTMLExporter(filters={"markdown2html": markdown_html}).from_notebook_node(nb)
    assert "![gone](attachment:gone.png) &lt;script&gt;" in page


def test_a_frame_gives_way_to_the_plain_text_beneath_it():
    data = {"text/html": "<iframe srcdoc='x'></iframe>", "text/plain": "the hand in words"}
    (shown,) = clean_outputs([{"output_type": "display_data", "data": data, "metadata": {"a": 1}}])
    assert shown["data"] == {"text/plain": "the hand in words"}
    assert shown["metadata"] == {}


def test_pictures_stay_when_they_are_nothing_else():
    def picture(data):
        return clean_outputs([{"output_type": "display_data", "data": {"image/png": data}}])

    assert picture("iVBORw0K\nAAAA")[0]["data"] == {"image/png": "iVBORw0K\nAAAA"}
    assert picture('"><script>') == []


def test_what_no_reader_would_read_is_cut():
    shown = clean_outputs([{"output_type": "stream", "name": "stdout", "text": "x" * 10**6}] * 50)
    assert len(str(shown)) < 500_000
    assert "more was shown" in shown[-1]["text"]
