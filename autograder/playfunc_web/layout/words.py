"""What the site's own words for states are on pages."""

from __future__ import annotations

from markupsafe import Markup, escape
from playfunc.errors import PlayError, fault_kind

__all__ = ["WORDS", "fault_words", "sentence", "with_code", "worded"]

WORDS = {
    "queued": "Waiting",
    "checking": "Being checked",
    "admitted": "Admitted",
    "refused": "Refused",
    "broken": "Broken, ours",
    "withdrawn": "Withdrawn",
    "passed": "Passed",
    "failed": "Failed",
    "skipped": "Skipped",
    "planned": "Planned",
    "playing": "Being played",
    "complete": "Complete",
    "stopped": "Stopped",
    "nightly": "Nightly",
    "button": "Started by staff",
    "final": "Final",
    "page": "the upload page",
    "command": "command",
    "workbook": "the workbook",
    "open": "Open",
    "frozen": "Frozen",
}
"""State, verdict, kind of a run or origin of an upload, as the database has it → as pages show it."""


def worded(word: str) -> str:
    """The word as pages show it; one that is not known, as it is."""
    return WORDS.get(word, word)


def fault_words(name: str) -> str:
    """What a kind of fault is, such as "one move took longer than the limit"; empty for one that is not known."""
    kind = fault_kind(name)
    said = "" if kind is PlayError else (kind.__doc__ or "").partition(".")[0]
    return said[:1].lower() + said[1:]


def sentence(text: str, without: str = "") -> str:
    """The text as a sentence of its own: with a capital letter and a full stop, and without what a heading says
    already."""
    said = text.strip().removeprefix(without).strip()
    ended = said if not said or said[-1] in ".!?…:" else f"{said}."
    return ended[:1].upper() + ended[1:]


def with_code(text: str) -> Markup:
    """The text with `names` between backquotes as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )
