"""Whatever players write stays text: read back by a parser that is not ours."""

import json
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from playfunc import DECK
from playfunc.show.markup import (
    asset,
    card_html,
    card_name,
    clean,
    collapsed,
    escape,
    framed,
    page,
    shorten,
)

ANY_TEXT = st.text(st.characters(codec=None), max_size=60)


class Parsed(HTMLParser):
    """Collects tags with their attributes, and the text within each script."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data


@given(ANY_TEXT)
def test_escaped_text_is_text_and_reads_the_same(text):
    parsed = Parsed(f'<p title="{escape(text)}">{escape(text)}</p>')
    assert [tag for tag, _ in parsed.tags] == ["p"]
    assert parsed.tags[0][1]["title"] == clean(text)
    assert parsed.text == clean(text)


@given(ANY_TEXT)
def test_clean_text_can_be_written_to_a_file(text):
    assert clean(text).encode("utf-8").decode("utf-8") == clean(text)
    assert "\0" not in clean(text)


def test_clean_changes_nothing_else():
    assert clean("Ann ♥ \u2028 < & \ud800\0") == "Ann ♥ \u2028 < & ??"


@given(ANY_TEXT, ANY_TEXT)
@example("</title ", "</script <b>")
@example("</TITLE\n><b>", "<!--<script ")
@example("&lt;", "\u2028\u2029&quot;")
def test_data_in_a_page_comes_back_and_breaks_out_of_nothing(title, text):
    document = page(title, "<main></main>", style="p{}", script="go()", data={"text": text})
    tags = [tag for tag, _ in Parsed(document).tags]
    assert tags == [
        "html",
        "head",
        "meta",
        "meta",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "script",
        "script",
    ]
    data = document.split('id="pf-data">')[1].split("</script>")[0]
    assert data.isascii()
    assert json.loads(data) == {"text": text}


def test_the_policy_admits_one_style_and_one_script_by_their_hashes():
    policy = next(
        a["content"]
        for t, a in Parsed(page("", "", style="p{}", script="go()", data=0)).tags
        if a.get("http-equiv")
    )
    # printf 'go()' (or 'p{}') | openssl dgst -sha256 -binary | base64
    assert policy == (
        "default-src 'none'; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; "
        "script-src 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"
    )


@given(ANY_TEXT.filter(lambda text: "\r" not in text))
def test_a_frame_holds_the_whole_document(text):
    (themes, _), (tag, attributes), *rest = Parsed(framed(text, title=text, height=7)).tags
    assert (themes, tag, rest) == ("style", "iframe", [])
    assert attributes["srcdoc"] == attributes["title"] == clean(text)
    assert attributes["sandbox"] == "allow-scripts"
    assert "height:7px" in attributes["style"]


def test_collapsed_text(nasty_text):
    parsed = Parsed(collapsed(nasty_text, nasty_text))
    assert [tag for tag, _ in parsed.tags] == ["details", "summary", "pre"]


def test_shorten():
    assert shorten("abc", 3) == "abc"
    assert shorten("abcdef", 3) == "abc… (3 more characters)"


def test_card_names_and_markup():
    assert card_name(DECK[0]) == "2 of clubs"
    assert card_name(DECK[-1]) == "ace of hearts"
    parsed = Parsed(card_html(DECK[-1], ["pf-legal"], ', by "x"'))
    assert parsed.tags[0][1] == {
        "class": "pf-card pf-H pf-legal",
        "role": "img",
        "aria-label": 'ace of hearts, by "x"',
    }
    assert parsed.text == "A♥\ufe0eH♥\ufe0e"


@pytest.mark.parametrize("word", ["http:", "https:", "//cdn", "@import", "url(", "innerHTML", "eval("])
def test_assets_load_nothing_and_make_no_markup_of_text(word):
    packages = ("playfunc.show", "playfunc.games.hearts", "playfunc.games.skullwhist")
    found = [(file.name, package) for package in packages for file in (files(package) / "assets").iterdir()]
    assert len(found) >= 8
    assert [name for name, package in found if word in asset(name, package)] == []
