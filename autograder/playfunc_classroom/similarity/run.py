"""From a course folder to its page of similar players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from playfunc.files import write_whole
from playfunc_checks.assignment import Assignment
from playfunc_checks.course import read_secret

from playfunc_classroom.people.handed_in import require_somebody
from playfunc_classroom.privacy.pseudonyms import mask, pseudonyms
from playfunc_classroom.similarity.compare import Text, compare
from playfunc_classroom.similarity.report import similarity_page
from playfunc_classroom.similarity.sources import class_texts, foreign_texts, our_texts, released_texts

__all__ = ["similarity_path", "write_similarity"]


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
