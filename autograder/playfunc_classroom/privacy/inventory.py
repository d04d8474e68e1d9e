"""Where a course keeps personal data: every file and folder of it. Forgetting and disclosing read this, and
docs/privacy.md lists the same."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COURSE_PLACES", "KEPT", "NOBODYS", "WRITTEN_AGAIN", "CoursePlace"]


@dataclass(frozen=True, slots=True)
class CoursePlace:
    """A file or folder at the top of a course, and what it holds of a student. Texts of one that is `written_again`
    from marks and gradebook are deleted whole where they name somebody who is forgotten; others' work never is."""

    name: str
    what: str
    written_again: bool = False


COURSE_PLACES = (
    CoursePlace(
        "downloaded/", "the system's sheet: name, id, address; when each upload came, under which names", True
    ),
    CoursePlace("submitted/", "what was handed in"),
    CoursePlace("attempts/", "what was handed in before"),
    CoursePlace("autograded/", "the notebook with its outputs and marks"),
    CoursePlace("gradebook.db", "id, scores, comments, who marked"),
    CoursePlace("marks/", "results, the player's source"),
    CoursePlace("overrides/", "points given by hand: who, when, why"),
    CoursePlace("choices/", "which of several notebooks counts: who, when"),
    CoursePlace("reports/", "a page per student, the class table, similar players, examples", True),
    CoursePlace("feedback/", "feedback pages"),
    CoursePlace("feedback-zips/", "feedback pages; names, in the zips for the whole class", True),
    CoursePlace("exports/", "marks and comments in the system's sheet", True),
    CoursePlace("disclosed/", "everything about a student"),
    CoursePlace("marking/", "who marked when; points moved with a phrase; second looks: words and answers"),
    CoursePlace(".marking/", "nothing: logins and sessions of markers"),
    CoursePlace("groups.csv", "ids"),
    CoursePlace("extensions.csv", "ids"),
    CoursePlace("markers.csv", "ids"),
    CoursePlace("tutorials.csv", "ids"),
    CoursePlace("forgotten.txt", "keyed digests of ids and numbers of people who were forgotten"),
)

WRITTEN_AGAIN = tuple(place.name.rstrip("/") for place in COURSE_PLACES if place.written_again)

NOBODYS = (
    *(
        "nbgrader_config.py",
        "playfunc.toml",
        "comments.md",
        ".playfunc-secret",
        ".gitignore",
        ".nbgrader.log",
    ),
    *("source", "release", "opponents", "assignments", "README.md", "header.ipynb"),
)
"""What a course holds beside: nothing of a student is written there."""

KEPT = (".git", ".venv", ".marking")
"""Folders that are not looked into. `.marking` has the accounts of markers, and nothing of a student."""
