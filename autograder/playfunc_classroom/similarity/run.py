"""From a course folder to its page of similar players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.course import read_secret

from playfunc_classroom.pages.report import render
from playfunc_classroom.people.groups import require_somebody
from playfunc_classroom.privacy.pseudonyms import mask, pseudonyms
from playfunc_classroom.similarity.compare import LEAST_RUNS, Pair, Span, Text, compare, shared_spans
from playfunc_classroom.similarity.fingerprint import PASSAGE
from playfunc_classroom.similarity.sources import class_texts, foreign_texts, our_texts, released_texts

# The page of `playfunc similarity`: the pairs most alike, side by side, what they share marked.


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


def similarity_path(course: Path, assignment: str) -> Path:
    return course / "reports" / f"{assignment}-similarity.html"


def write_similarity(
    course: Path,
    assignment: Assignment,
    submissions: Mapping[str, Path],
    groups: Mapping[str, Sequence[str]],
    former: Sequence[Path] = (),
    outside: Sequence[Path] = (),
    top: int = 20,
    names: bool = False,
    ladder: Sequence[Text] = (),
) -> tuple[Path, int]:
    """Write the page; where it is, and how many pairs it shows. Raises `ValueError` for misuse.

    `submissions` maps students to the folders that they handed in. Without `names`, students are called by
    pseudonyms, here and wherever their ids stand in a source text, and former years' files by numbers.
    """
    require_somebody(submissions, assignment.name)
    released = released_texts(course, assignment)
    handed_in = class_texts(submissions, assignment, groups, course)
    years = foreign_texts("former", former, assignment)
    found = foreign_texts("outside", outside, assignment)
    ours = our_texts(assignment, course)
    others = (*years.texts, *found.texts, *ladder, *ours.texts)
    pairs, counts = compare(handed_in.texts, others, released, top)
    aliases = {} if names else pseudonyms(submissions, read_secret(course))
    numbers = {id(text): f"former player {number}" for number, text in enumerate(years.texts, 1)}

    def called(text: Text) -> str:
        former_name = "" if names else numbers.get(id(text), "")
        whose = former_name or aliases.get(text.student, text.name)
        return f"{whose} on the ladder" if text.kind == "ladder" and text.student in aliases else whose

    page = similarity_page(
        pairs,
        counts,
        title=assignment.name,
        released=released,
        called=called,
        masked=lambda line: mask(line, aliases),
        sizes=(
            ("of the class", len(handed_in.texts)),
            ("of former years", len(years.texts)),
            ("from elsewhere", len(found.texts)),
            ("from the ladder", len(ladder)),
            ("of ours", len(ours.texts)),
        ),
        unread=[
            *((aliases.get(student, student), mask(why, aliases)) for student, why in handed_in.unread),
            *((name if names else "a former player", why) for name, why in years.unread),
            *found.unread,
            *ours.unread,
        ],
        declared=[(called(text), mask(text.declared, aliases)) for text in handed_in.texts],
    )
    path = similarity_path(course, assignment.name)
    write_whole(path, page)
    return path, len(pairs)
