"""HTML that is safe to make from what players wrote.

Names, memories and error texts come from students. They are escaped here and nowhere else; what a script
draws gets them as data. A page contains everything it needs and must not load or send anything.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files

from playfunc.cards import Card, WhistCard

_AS_TEXT = "\ufe0e"


def clean(text: str) -> str:
    """`text` as UTF-8 can hold it: lone surrogates and NUL, which a file or a page refuses, become "?"."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def escape(text: object) -> str:
    """Any text for use between tags or within a quoted attribute."""
    return html.escape(clean(str(text)), quote=True)


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, saying how many more there were."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit} more characters)"


@lru_cache(maxsize=16)
def asset(name: str, package: str = "playfunc.show") -> str:
    """A style sheet, script or piece of markup in the folder `assets` of a package."""
    return (files(package) / "assets" / name).read_text(encoding="utf-8")


def page(title: str, body: str, *, style: str, script: str, data: object) -> str:
    """A whole document whose `script` finds `data` as JSON in the element `pf-data`.

    The policy in its head admits exactly this style and this script and nothing from anywhere else, so that even
    markup which slipped through would stay dead. Attributes for style and handlers are refused.
    """
    policy = f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>\n{body}\n"
        f'<script type="application/json" id="pf-data">{_data(data)}</script>\n'
        f"<script>{script}</script>\n</body></html>\n"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _data(value: object) -> str:
    """JSON within a script element: ASCII, and without the signs that could end the element."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


_THEMES = (
    "<style>"
    + "".join(
        f'body[data-jp-theme-light="{light}"] .pf-frame,body.vscode-{scheme} .pf-frame{{color-scheme:{scheme}}}'
        for scheme, light in (("light", "true"), ("dark", "false"))
    )
    + "</style>"
)
"""A document in a frame takes the frame's colour scheme for what the reader prefers: here that of the notebook."""


def framed(document: str, *, title: str, height: int) -> str:
    """The document in its own frame, which may run only its script; `height` in pixels, which the reader can change."""
    return (
        f'{_THEMES}<iframe class="pf-frame" sandbox="allow-scripts" title="{escape(title)}" '
        f'srcdoc="{escape(document)}" style="width:100%;height:{height}px;border:0;resize:vertical"></iframe>'
    )


def collapsed(summary: str, text: str) -> str:
    """Plain text behind a line to click on: what is left where frames or pictures are not shown."""
    return (
        f"<details><summary>{escape(summary)}</summary>"
        f'<pre style="white-space:pre-wrap;overflow-wrap:anywhere">{escape(text)}</pre></details>'
    )


def card_name(card: Card | WhistCard) -> str:
    """The card in words, as a screen reader says it: "queen of spades"."""
    if isinstance(card, WhistCard):
        return f"{card.value} of {card.suit.name.lower()}{', the lowest' if card.value == 1 else ''}"
    rank = card.rank.name.lower() if card.rank > 10 else str(card.rank)
    return f"{rank} of {card.suit.name.lower()}"


def card_html(card: Card | WhistCard, marks: Sequence[str] = (), note: str = "") -> str:
    """One drawn card, the same element that `assets/cards.js` makes."""
    symbol = card.suit.symbol + _AS_TEXT
    classes = " ".join(["pf-card", f"pf-{card.suit}", *marks])
    low = '<span class="pf-low">low</span>' if card.text[1:] == "01" else ""
    return (
        f'<span class="{classes}" role="img" aria-label="{escape(card_name(card) + note)}">'
        f'<span class="pf-rank">{card.text[1:].lstrip("0")}</span><span class="pf-pip">{symbol}</span>'
        f'<span class="pf-letter">{card.suit}</span><span class="pf-big">{symbol}</span>{low}</span>'
    )


def cards_html(cards: Iterable[str]) -> str:
    """Drawn cards in a row that overlaps where room is short."""
    return (
        '<div class="pf-row">' + "".join(f'<span class="pf-slot">{card}</span>' for card in cards) + "</div>"
    )
