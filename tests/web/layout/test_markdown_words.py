import pytest
from playfunc.errors import PLAY_ERRORS
from playfunc_checks.results import Verdict
from playfunc_web.http.responses import WORDS, fault_words, worded
from playfunc_web.pages.documents import document


def test_the_first_heading_is_the_title() -> None:
    found = document("# One *two*\n\nText\n\n# Another\n")
    assert found.title == "One *two*"
    assert found.html == "<p>Text</p>\n<h1>Another</h1>\n"
    assert document("Text", "News").title == "News"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "![x](https://evil.example/x.png)",
        '<a href="x" onclick="alert(1)">x</a>',
        "<style>*{display:none}</style>",
    ],
)
def test_no_markup_of_a_text_reaches_the_reader(text: str) -> None:
    html = str(document(text).html)
    for forbidden in ("<script", "<img", "<style", 'javascript:alert(1)"', "<a onclick", 'href="data'):
        assert forbidden not in html


def test_tables_and_code_can_be_reached_by_keyboard() -> None:
    html = document("| a |\n|---|\n| 1 |\n\n    code\n").html
    assert '<div class="scroll" tabindex="0" role="group"' in html
    assert '<pre tabindex="0">' in html


def test_links_tell_other_sites_nothing() -> None:
    assert 'rel="noopener noreferrer"' in document("[x](https://example.org)").html


def test_every_verdict_of_a_check_begins_with_a_capital_letter() -> None:
    for verdict in Verdict:
        assert worded(verdict.value)[0].isupper()


def test_a_word_that_is_not_known_stays_as_it_is() -> None:
    assert worded("zeal") == "zeal"
    assert "zeal" not in WORDS


def test_every_kind_of_fault_is_put_in_words() -> None:
    for name in PLAY_ERRORS:
        assert len(fault_words(name).split()) > 2, name
    assert fault_words("TimeError") == "one move took longer than the limit"
    assert fault_words("SomethingElse") == ""
