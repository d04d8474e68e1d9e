"""What a student's notebook shows, without anything that a browser would run or fetch.

Outputs are cleaned before the autograded notebook is written, so that feedback and formgrader alike are safe
to look at; text cells as they are turned into HTML, for their source is the student's. HTML goes through
nh3, by a list of what may stay. Our own reports are added afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from html.parser import HTMLParser
from typing import Any

import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from playfunc_classroom.nbgrader_bridge.repair import is_base64, whole_text

_MOST_TEXT = 200_000
"""Characters of one output, and of one cell's together."""

_IMAGES = ("image/png", "image/jpeg", "image/gif")

_TAGS = frozenset(
    re.findall(
        r"\w+",
        """a abbr b blockquote br caption code col colgroup dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img
        ins kbd li ol p pre s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var""",
    )
)

_CLASS = re.compile(
    r"(highlight|hl-\w+|dataframe|[a-z]{1,3}[0-9]?)( (highlight|hl-\w+|dataframe|[a-z]{1,3}[0-9]?))*"
)
"""Pygments' and pandas'; others could look like a part of the page."""

_TEX = re.compile(
    r"\\(?=(?:href|url|require|html\w*|cssId|class|style|unicode|toggle|action|texttip|mathtip|data|def|let|newcommand)\b)"
)
"""What MathJax would make a link, a style or a command of its own from."""


def clean_html(html: str) -> str:
    """The HTML with all but harmless elements shown as text."""
    return _CLEANER.clean(_OTHER_TAG.sub("&lt;", _TEX.sub("", html)))


def _allowed(tag: str, name: str, value: str) -> str | None:
    """The value of an attribute that may stay, or `None`."""
    if tag == "img" and name == "src":
        allowed = re.match(r"data:image/(png|jpeg|gif);base64,[\w+/=\s]*$", value) is not None
    elif name == "href":
        allowed = not value.strip().lower().startswith("data:")
    else:
        allowed = name != "class" or _CLASS.fullmatch(value) is not None
    return value if allowed else None


_OTHER_TAG = re.compile(rf"<(?!/?(?:{'|'.join(sorted(_TAGS))})[\s/>]|!--)", re.IGNORECASE)
"""Where a tag begins that may not stay. It becomes text, which tells more than nothing; what a browser gets is
decided by nh3 alone, which leaves such tags out."""

_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes={
        "*": {"class", "title", "alt", "colspan", "rowspan", "align", "open", "start"},
        "a": {"href"},
        "img": {"src"},
    },
    attribute_filter=_allowed,
    url_schemes={"http", "https", "mailto", "data"},
    link_rel=None,
)


@pass_context
def markdown_html(context: Context, source: str) -> str:
    """nbconvert's filter `markdown2html`, cleaned."""
    return html_of(source, context.get("cell", {}).get("attachments", {}))


def html_of(source: str, attachments: Mapping[str, Any]) -> str:
    """Clean HTML of Markdown; text that nbconvert cannot take (a picture that is not attached, a list too deep) is
    shown as it is written."""
    renderer = IPythonRenderer(escape=False, attachments=attachments, exclude_anchor_links=True)
    try:
        html = str(MarkdownWithMath(renderer=renderer).render(source))
    except Exception:
        html = f"<pre>{escape(source)}</pre>"
    return clean_html(html)


def clean_outputs(found: Any) -> list[dict[str, Any]]:
    """Outputs of one cell, whatever the kernel sent, as nbformat wants them."""
    outputs, left = [], _MOST_TEXT
    for output in found if isinstance(found, list) else []:
        cleaned = _output(output, left) if isinstance(output, dict) else None
        if cleaned is not None:
            outputs.append(cleaned)
            left -= len(str({**cleaned, "data": cleaned.get("data", {}).get("text/html", "")}))
        if left <= 0:
            outputs.append(
                {"output_type": "stream", "name": "stdout", "text": "\n… more was shown than fits here"}
            )
            break
    return outputs


def _output(output: Mapping[str, Any], most: int) -> dict[str, Any] | None:
    kind = output.get("output_type")
    if kind == "stream":
        name = "stderr" if output.get("name") == "stderr" else "stdout"
        return {"output_type": "stream", "name": name, "text": whole_text(output.get("text", ""))[:most]}
    if kind == "error":
        lines = output.get("traceback")
        return {
            "output_type": "error",
            "ename": whole_text(output.get("ename", ""))[:1000],
            "evalue": whole_text(output.get("evalue", ""))[:most],
            "traceback": [
                whole_text(line)[:most] for line in (lines if isinstance(lines, list) else [])[:200]
            ],
        }
    data = dict(_data(output.get("data"), most))
    if kind not in ("display_data", "execute_result") or not data:
        return None
    shown: dict[str, Any] = {"output_type": kind, "metadata": {}, "data": data}
    return shown | ({"execution_count": None} if kind == "execute_result" else {})


def _data(found: Any, most: int) -> Iterator[tuple[str, str]]:
    bundle = found if isinstance(found, dict) else {}
    plain = whole_text(bundle.get("text/plain", ""))[:most]
    html = whole_text(bundle.get("text/html", ""))
    # Where cleaning would leave rubble, or too much of it, the plain text says it better.
    if html and len(html) <= most and (not plain or not _is_rubble(html)):
        yield "text/html", clean_html(html)
    if plain:
        yield "text/plain", plain
    for mime in _IMAGES:
        data = whole_text(bundle[mime]) if mime in bundle else ""
        if data and len(data) < 10 * _MOST_TEXT and is_base64(data):
            yield mime, data


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.others = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.others |= tag not in _TAGS


def _is_rubble(html: str) -> bool:
    """Whether elements would be taken out of it."""
    tags = _Tags()
    tags.feed(html)
    return tags.others
