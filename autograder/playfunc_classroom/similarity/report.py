"""The page of `playfunc similarity`: the pairs most alike, side by side, what they share marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markupsafe import Markup, escape

from playfunc_classroom.pages.report import render
from playfunc_classroom.similarity.compare import LEAST_RUNS, Pair, Span, Text, shared_spans
from playfunc_classroom.similarity.fingerprint import PASSAGE

__all__ = ["similarity_page"]


def similarity_page(
    pairs: Sequence[Pair],
    counts: Sequence[int],
    *,
    title: str,
    released: Sequence[str],
    called: Callable[[Text], str],
    masked: Callable[[str], str],
    sizes: Sequence[tuple[str, int]],
    unread: Sequence[tuple[str, str]],
    declared: Sequence[tuple[str, str]] = (),
) -> str:
    """A whole page that needs no network. `called` names a text, `masked` takes names out of its lines;
    `sizes` are the numbers of texts by kind, `unread` what could not be compared and why, `declared` what each student
    says about sources and help."""
    return render(
        "similarity.html",
        title=title,
        pairs=[_shown(pair, released, called, masked) for pair in pairs],
        counts=[(f"{10 * i} to {10 * (i + 1)}%", count) for i, count in enumerate(counts)],
        sizes=sizes,
        unread=unread,
        declared=declared,
        passage=PASSAGE,
        least=LEAST_RUNS,
    )


def _shown(
    pair: Pair, released: Sequence[str], called: Callable[[Text], str], masked: Callable[[str], str]
) -> dict[str, Any]:
    spans = shared_spans(pair.first.source, pair.second.source, released)
    return {
        "pair": pair,
        "names": (called(pair.first), called(pair.second)),
        "declared": (masked(pair.first.declared), masked(pair.second.declared)),
        "sides": tuple(
            _marked(text.source, found, masked)
            for text, found in zip((pair.first, pair.second), spans, strict=True)
        ),
    }


def _marked(source: str, spans: Sequence[Span], masked: Callable[[str], str]) -> Markup:
    """The source with its shared spans in `<mark>`, everything else escaped."""
    parts, at = [], 0
    for start, end in spans:
        parts.append(escape(masked(source[at:start])))
        parts.append(Markup("<mark>{}</mark>").format(masked(source[start:end])))
        at = end
    parts.append(escape(masked(source[at:])))
    return Markup("").join(parts)
