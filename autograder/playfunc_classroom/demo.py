"""The demo class: submissions as students write them, made into real notebooks from a released one.

Each student is one text file in the clone's `course/demo/<assignment>`, in no wheel:

    # student: bea
    # about: a random legal card
    # expects: loads=passed, rules=passed, memory=failed
    # defect: delete-cell beats-minmax
    # enters: the contest

    # %% legal
    def legal(hand): ...

A header of comments, then what the student wrote into the notebook's cells, each under its grade id. A
cell that is not named stays as released. The cell `report` is markdown, every line behind `# `.
`expects` names the verdicts that are certain, `defect` what happened to the notebook file (see `DEFECTS`).
"""

from __future__ import annotations

import copy
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from playfunc_checks.cells import grade_id
from playfunc_checks.course_settings import read_course
from playfunc_checks.extract import REPORT
from playfunc_checks.results import Verdict

from playfunc_classroom.archive import instructor_folder
from playfunc_classroom.nbgrader_bridge.course import Course

ENTER = "enter"
"""The id of the cell in which a student enters the contest."""

_HEADER = re.compile(r"# (student|about|expects|defect|enters): *(.+)")
_CELL = re.compile(r"^# %% +([\w-]+) *$", re.MULTILINE)
_EXPECTABLE = {verdict.value for verdict in Verdict if verdict is not Verdict.BROKEN}


class DemoError(ValueError):
    """A demo file that cannot be read, or that does not fit the released notebook."""


@dataclass(frozen=True, slots=True)
class DemoSubmission:
    """One student of the demo class. `expects` maps the names of checks to the verdicts that are certain;
    `cells` grade ids to sources in notebook order; `defects` are the names of `DEFECTS` to apply, each with its
    argument behind a blank."""

    student: str
    about: str
    expects: Mapping[str, str]
    cells: Mapping[str, str]
    defects: tuple[str, ...] = ()
    enters: bool = False
    """Whether the student takes part in the course's contest."""


def demo_folder() -> Path:
    """The folder of demo classes, one folder per assignment. Raises `FileNotFoundError`."""
    return instructor_folder() / "course" / "demo"


def read_class(assignment: str) -> tuple[DemoSubmission, ...]:
    """The assignment's demo class, sorted by student. Raises `FileNotFoundError` and `DemoError`."""
    demos = [read_demo(path) for path in sorted((demo_folder() / assignment).glob("*.py"))]
    if not demos:
        raise FileNotFoundError(f"there is no demo class for the assignment {assignment!r}")
    return tuple(sorted(demos, key=lambda demo: demo.student))


def read_demo(path: Path) -> DemoSubmission:
    """The demo submission in a file. Raises `DemoError`."""
    head, *sections = _CELL.split(path.read_text(encoding="utf-8"))
    fields = _read_header(head, path.name)
    for needed in ("student", "about", "expects"):
        if needed not in fields:
            raise DemoError(f"{path.name} has no line '# {needed}: …'")
    names, texts = sections[::2], sections[1::2]
    if repeated := {name for name in names if names.count(name) > 1}:
        raise DemoError(f"{path.name} has the cell {min(repeated)!r} more than once")
    return DemoSubmission(
        student=fields["student"][0],
        about=" ".join(fields["about"]),
        expects=_read_expects(fields["expects"], path.name),
        cells=dict(zip(names, (text.strip("\n") for text in texts), strict=True)),
        defects=tuple(fields.get("defect", ())),
        enters="enters" in fields,
    )


def _read_header(head: str, name: str) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, head.splitlines())):
        found = _HEADER.fullmatch(line)
        if found is None:
            raise DemoError(f"{name}: this line before the first cell is no header: {line!r}")
        fields.setdefault(found[1], []).append(found[2])
    return fields


def _read_expects(lines: list[str], name: str) -> dict[str, str]:
    expects = {}
    for item in filter(None, (item.strip() for line in lines for item in line.split(","))):
        check, _, verdict = item.partition("=")
        if verdict not in _EXPECTABLE:
            raise DemoError(f"{name} expects {item!r}; write check=verdict, of {', '.join(_EXPECTABLE)}")
        expects[check] = verdict
    return expects


def hand_in_class(released: Path, submitted: Path, assignment: str) -> dict[str, Path]:
    """Hand in for everybody in the assignment's demo class: the notebooks by student; see `hand_in`."""
    return {demo.student: hand_in(demo, released, submitted, assignment) for demo in read_class(assignment)}


def hand_in(demo: DemoSubmission, released: Path, submitted: Path, assignment: str) -> Path:
    """Write the student's notebook to `submitted/<student>/<assignment>/<assignment>.ipynb`. `released` is the
    notebook file that students get. The same input makes the same file, to the byte. Raises `DemoError` when
    the submission does not fit the released notebook."""
    text = notebook_text(demo, nbformat.read(released, as_version=4))
    path = submitted / demo.student / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def notebook_text(demo: DemoSubmission, released: Any) -> str:
    """The file that the student hands in, made from the released notebook. Raises `DemoError`."""
    text = nbformat.writes(fill_in(released, demo)) + "\n"
    for defect in demo.defects:
        name, _, argument = defect.partition(" ")
        if name not in DEFECTS:
            raise DemoError(f"{demo.student}: no defect {name!r}; known are {', '.join(DEFECTS)}")
        text = DEFECTS[name](text, argument)
    return text


def fill_in(released: Any, demo: DemoSubmission) -> Any:
    """A copy of the released notebook with the student's cells in it. Raises `DemoError`."""
    notebook = copy.deepcopy(released)
    missing = set(demo.cells) - {REPORT}
    for cell in notebook.cells:
        name = grade_id(cell)
        if REPORT in cell.metadata.get("tags", ()) and REPORT in demo.cells:
            cell.source = _uncomment(demo.cells[REPORT])
        elif name in missing:
            cell.source = demo.cells[name]
            missing.discard(name)
        elif demo.enters and cell.get("id") == ENTER:
            cell.source = "enter = True"
    if missing:
        raise DemoError(f"{demo.student}: the released notebook has no cell {min(missing)!r}")
    return notebook


def _uncomment(text: str) -> str:
    return "\n".join(line.removeprefix("#").removeprefix(" ") for line in text.splitlines())


def _on_cells(edit: Callable[[list[Any], int], list[Any]]) -> Callable[[str, str], str]:
    """The defect that edits the list of cells around the one whose grade id is the argument."""

    def defect(text: str, wanted: str) -> str:
        notebook = nbformat.reads(text, as_version=4)
        names = [grade_id(cell) for cell in notebook.cells]
        if wanted not in names:
            raise DemoError(f"the released notebook has no cell {wanted!r} to damage")
        notebook.cells = edit(notebook.cells, names.index(wanted))
        return str(nbformat.writes(notebook)) + "\n"

    return defect


def _with_twice(cells: list[Any], at: int) -> list[Any]:
    """As Jupyter pastes a cell: all metadata copied, only the cell's own id is new."""
    twin = copy.deepcopy(cells[at])
    if "id" in twin:
        twin["id"] = f"{twin['id'][:58]}-twin"
    return [*cells[: at + 1], twin, *cells[at + 1 :]]


DEFECTS: dict[str, Callable[[str, str], str]] = {
    "delete-cell": _on_cells(lambda cells, at: [*cells[:at], *cells[at + 1 :]]),
    "duplicate-cell": _on_cells(_with_twice),
    "broken-json": lambda text, _: text[: len(text) * 2 // 3],
}
"""What may have happened to a notebook file, each a pure function `(file's text, argument) → text`."""


HEADING = "# The demo plays few deals, so that it is soon done; a real course plays 200.\n"
SETTINGS = """
[{name}]
deals = {deals}
"""
FEW_RULES_DEALS = "rules_deals = 3\n"
"""Where the rules check plays at larger tables too."""

SECRET = "the demo class has no secrets"
"""Fixed, so that the demo shows the same marks everywhere."""


def make_demo_course(folder: Path, deals: int, assignment: str) -> Course:
    """Write the demo course into `folder`, or go on with the one that is there; it may hold several
    assignments. Raises `FileNotFoundError` outside a clone or where the assignment has no demo class, and
    `ValueError` when the folder holds something else."""
    read_class(assignment)
    source = demo_folder().parent
    if folder.exists() and any(folder.iterdir()) and not (folder / ".playfunc-demo").exists():
        raise ValueError(f"{folder} is not empty and not a demo course; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".playfunc-demo").touch()
    for name in ("nbgrader_config.py", "comments.md", "policy.md"):
        shutil.copyfile(source / name, folder / name)
    shutil.copytree(source / "source", folder / "source", dirs_exist_ok=True)
    settings = HEADING + "".join(
        SETTINGS.format(name=name, deals=deals) + FEW_RULES_DEALS * (max(one.tables) > 2)
        for name, one in read_course(source).assignments.items()
    )
    (folder / "playfunc.toml").write_text(settings, encoding="utf-8")
    (folder / ".playfunc-secret").write_text(SECRET, encoding="utf-8")
    course = Course.open(folder)
    course.release(assignment)
    released = folder / "release" / assignment / f"{assignment}.ipynb"
    hand_in_class(released, folder / "submitted", assignment)
    return course
