"""`forget` over a whole course: the gradebook, the files, and the class's pages written again without."""

from __future__ import annotations

from pathlib import Path

from playfunc_classroom.intake.lms import SheetError, read_sheet_file, student_ids
from playfunc_classroom.nbgrader_bridge import Course, forget_student, known_students
from playfunc_classroom.privacy.forgetting import Forgotten, forget_files
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
    numbers = _numbers(course.root, student)

    def on_a_sheet(path: Path, row: dict[str, str]) -> bool:
        texts = (row.get("Identifier", ""), row.get("ID", ""))
        return path in numbers and any(numbers[path] in text.split() for text in texts)

    forget_student(course, student)
    done = forget_files(course.root, student, everybody, on_a_sheet)
    for name in marked:
        (course.root / "reports" / name / "gallery.html").unlink(
            missing_ok=True
        )  # names nobody, may show theirs
        if course.students(name):
            write_class_pages(course, name)
    return done


def _numbers(course: Path, student: str) -> dict[Path, str]:
    """On which downloaded sheets the student stands, and under which number."""
    numbers: dict[Path, str] = {}
    for path in course.glob("downloaded/*/*.csv"):
        try:
            ids = student_ids(read_sheet_file(path))
        except SheetError:
            continue
        numbers.update((path, key) for key, name in ids.items() if name == student)
    return numbers
