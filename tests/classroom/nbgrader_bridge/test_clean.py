"""What may stay of a student's HTML, and what a browser must never get."""

import pytest
from nbconvert.exporters import HTMLExporter
from nbformat.v4 import new_markdown_cell, new_notebook
from playfunc_classroom.nbgrader_bridge.clean import clean_html, clean_outputs, markdown_html

pytestmark = pytest.mark.filterwarnings("ignore")  # nbgrader and SQLAlchemy warn about themselves


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
