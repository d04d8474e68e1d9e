"""A course in which people mark: submissions in a real gradebook, a rubric, markers, and nothing computed."""

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx2
from course_fixture import CAUTIOUS, CLONE, make_course, notebook
from made_once import made_once
from made_up_marks import marked
from nbformat.v4 import new_markdown_cell, new_output
from playfunc_classroom.marks import Mark, write_mark
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_web.accounts.people import account_of
from playfunc_web.accounts.sessions import start_session
from playfunc_web.http.viewer import COOKIE, name_of
from playfunc_web.marking.app import Marking, marking_app, open_marking
from web_site import app_client

STUDENTS = ("ann", "bob", "cyd", "dan", "eve", "fay")

HOSTILE = "<script>parent.document.title = 'taken'</script><img src=x alt=x onerror=alert(1)>"


def marking_course(
    folder: Path, students: Sequence[str] = STUDENTS, markers: Sequence[str] = ("kim", "lee")
) -> Course:
    """Everybody has handed in and is marked by the computer; people have marked nobody."""
    entered = made_once("-".join(("marking-course", *students)), lambda empty: _enter(empty, students))
    shutil.copytree(entered, folder, dirs_exist_ok=True)
    (folder / "markers.csv").write_text("\n".join(("marker", *markers)) + "\n")
    return Course.open(folder)


def _enter(folder: Path, students: Sequence[str]) -> None:
    """Make a course without markers. nbgrader takes seconds for a gradebook, and a look at each source starts a
    process."""
    shutil.copy(CLONE / "course" / "comments.md", folder)
    course = make_course(folder, release=False)
    _announce(course)
    enter_all(course, students)


def _announce(course: Course) -> None:
    """What a release puts into the gradebook, without the seconds that it takes."""
    with course.gradebook() as gradebook:
        gradebook.update_or_create_assignment("hearts")
        gradebook.update_or_create_notebook("hearts", "hearts")
        for cell, most in {"rules": 0, "beats-basic": 10, "beats-minmax": 10, "beats-advanced": 10}.items():
            gradebook.update_or_create_grade_cell(cell, "hearts", "hearts", max_score=most, cell_type="code")
        for cell, most in {"comments": 30, "quality": 40}.items():
            gradebook.update_or_create_task_cell(
                cell, "hearts", "hearts", max_score=most, cell_type="markdown"
            )


def enter_all(course: Course, students: Sequence[str]) -> None:
    with course.gradebook() as gradebook:
        for student in students:
            gradebook.update_or_create_student(student, first_name=student.capitalize(), last_name="Miller")
            gradebook.add_submission("hearts", student)
    for student in students:
        (course.root / "submitted" / student / "hearts").mkdir(parents=True)
        write_mark(course.root, "hearts", _mark(student))
        folder = course.root / "autograded" / student / "hearts"
        folder.mkdir(parents=True)
        (folder / "hearts.ipynb").write_text(json.dumps(_notebook(student)), encoding="utf-8")


def _mark(student: str) -> Mark:
    mark = marked(student, source=f'"""By {student}."""\n{CAUTIOUS}')
    results = tuple(replace(result, facts=_without_losses(result.facts)) for result in mark.results)
    return replace(mark, results=results)


def _without_losses(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name != "losses"}


def _notebook(student: str) -> Any:
    """As it was handed in by somebody hostile."""
    made = notebook()
    report = new_markdown_cell(f"### Your report\n\nI am {student.capitalize()} Miller. It ducks. {HOSTILE}")
    report.metadata["tags"] = ["report"]
    made.cells.append(report)
    made.cells[2].outputs = [new_output("stream", text=f"shown to readers by {student} {HOSTILE}")]
    return made


@dataclass
class MarkerBrowser:
    """A client that is logged in to a marking site."""

    opened: Marking
    client: httpx2.Client

    def get(self, address: str) -> httpx2.Response:
        return self.client.get(address)

    def post(self, address: str, data: Mapping[str, Any] | None = None) -> httpx2.Response:
        return self.client.post(address, data=data or {})

    def save(self, address: str, state: Mapping[str, Any]) -> httpx2.Response:
        return self.client.post(f"/api/marks/{address}", json=dict(state))

    def seen(self, address: str, task: str) -> str:
        """The digest in the page of a submission, such as hearts/first/keen-heron-4821."""
        page = self.get(f"/mark/{address}").text
        found = re.search(rf'data-save="[^"]*/{task}" data-seen="(\w+)"', page)
        assert found is not None
        return found[1]


def entered_browser(opened: Marking, login: str) -> MarkerBrowser:
    client = app_client(marking_app(opened))
    with opened.site.database.writing() as session:
        account = account_of(session, login)
        assert account is not None
        client.cookies.set(name_of(opened.site, COOKIE), start_session(session, account, 1))
    return MarkerBrowser(opened, client)


def state_of(
    points: float | None, seen: str, *, rest: str = "", said: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """A panel as a page sends it."""
    return {"points": points, "rest": rest, "said": list(said), "seen": seen}


def opened_course(folder: Path, **named: Any) -> Marking:
    marking_course(folder, **named)
    return open_marking(folder)
