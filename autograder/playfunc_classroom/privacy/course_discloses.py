"""`disclose` over a whole course: the gradebook's rows, the files, and lines of lists."""

from __future__ import annotations

import json
from pathlib import Path

from playfunc.files import write_whole

from playfunc_classroom.nbgrader_bridge import Course, gradebook_rows, known_students
from playfunc_classroom.privacy.disclosing import Disclosed, disclose_files
from playfunc_classroom.privacy.sheets import rows_of

__all__ = ["disclose_everything"]


def disclose_everything(course: Course, student: str, folder: Path) -> Disclosed | None:
    """Write all that the course holds about the student below `folder`; `None` for an id that nobody in it has."""
    handed_in = {name for assignment in course.settings.assignments for name in course.students(assignment)}
    everybody = handed_in | known_students(course)
    if student not in everybody:
        return None
    rows = rows_of(course.root, student, course.settings.sheet)
    done = disclose_files(course.root, student, everybody, rows, folder)
    held = gradebook_rows(course, student)
    if held:
        text = json.dumps(held, indent=1, ensure_ascii=False, default=str) + "\n"
        write_whole(folder / "gradebook.json", text, mode=0o600)
    return done
