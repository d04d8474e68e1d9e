"""`forget` over a whole course: the gradebook, the files, and the class's pages written again without."""

from __future__ import annotations

from playfunc_classroom.nbgrader_bridge import Course, forget_student, known_students
from playfunc_classroom.privacy.forgetting import Forgotten, forget_files
from playfunc_classroom.privacy.sheets import on_sheets
from playfunc_classroom.runs.grade import write_class_pages

__all__ = ["forget_everywhere"]


def forget_everywhere(course: Course, student: str) -> Forgotten:
    """Remove all that names the student. Raises `ValueError` for an id that nobody in the course has."""
    assignments = course.settings.assignments
    handed_in = {name for assignment in assignments for name in course.students(assignment)}
    everybody = handed_in | known_students(course)
    if student not in everybody:
        raise ValueError(f"nobody in this course has the id {student!r}")
    marked = [name for name in assignments if (course.root / "reports" / name).is_dir()]
    theirs = on_sheets(course.root, student)
    forget_student(course, student)
    done = forget_files(course.root, student, everybody, theirs)
    for name in marked:
        for file in ("gallery.html", "ladder.csv"):  # may show theirs; says who they are on the ladder
            (course.root / "reports" / name / file).unlink(missing_ok=True)
        if course.students(name):
            write_class_pages(course, name)
    return done
