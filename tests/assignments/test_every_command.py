"""Every command on every assignment: each ends well, and a marker sees a solved notebook without an error.

The rows are the assignments that there are, the columns the commands that there are: whoever adds one of either has
it tested here. `make test-week` runs the table in the best tier of this machine, `make test-matrix` in all three.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
import pytest
from course_assignments import ASSIGNMENTS
from nbgrader.apps import NbGraderApp
from nbgrader.validator import Validator
from playfunc.record import read_records
from playfunc_arena.formats import contest_format, contest_names
from playfunc_autograder.sandbox import Probe, Tier, available_tier, tiers
from playfunc_checks.assignment import Assignment
from playfunc_classroom import demo as demo
from playfunc_classroom import demo as demo_class
from playfunc_classroom.nbgrader_bridge.course import Course
from playfunc_classroom.pages import oral_exam as sheets
from playfunc_cli.main import command_line, main
from playfunc_opponents import ladder
from traitlets.config import Application

# Nbgrader, nbconvert and SQLAlchemy warn about themselves.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.week]

CLONE = Path(__file__).parents[2]

SOLVER = "ann"
"""The student that hands in the solution."""


@dataclass(frozen=True)
class Room:
    """A marked course with one assignment, where the solution was handed in."""

    course: Course
    assignment: Assignment
    tier: Tier
    other: str
    """The one student of the demo class here, whose player breaks a rule."""

    @property
    def root(self) -> Path:
        return self.course.root

    @property
    def name(self) -> str:
        return self.assignment.name

    @property
    def solved(self) -> Path:
        return self.handed_in(SOLVER)

    def handed_in(self, student: str) -> Path:
        return self.root / "submitted" / student / self.name / f"{self.assignment.notebook}.ipynb"

    def autograded(self) -> Any:
        path = self.root / "autograded" / SOLVER / self.name / f"{self.assignment.notebook}.ipynb"
        return nbformat.read(path, as_version=4)


def run(*arguments: object, code: int = 0) -> None:
    """The command `playfunc`; whatever it raises beside its exit fails the test."""
    with pytest.raises(SystemExit) as done:
        main([str(argument) for argument in arguments])
    assert done.value.code == code, arguments


def nbgrader(room: Room, *arguments: str) -> None:
    """The command `nbgrader`, in the course; whatever it raises, an exit too, fails the test."""
    with chdir(room.root):
        try:
            NbGraderApp.launch_instance(argv=list(arguments))
        finally:
            type(Application.instance()).clear_instance()


def allowed(room: Room) -> list[str]:
    """What a command that runs players is told where nothing confines them."""
    return [] if room.tier.confined else ["--allow-unconfined"]


def release(room: Room) -> None:
    run("release", room.root, room.name)


def grade(room: Room) -> None:
    """Once more, with nothing to do: the first time is the fixture's."""
    run("grade", room.root, room.name, *allowed(room))


def check(room: Room) -> None:
    run("check", room.solved, "--assignment", room.name)


def check_wins(room: Room) -> None:
    run("check", room.solved, "--assignment", room.name, "--wins", "--deals", 1)


def autograde(room: Room) -> None:
    extra = [] if room.tier.confined else ["--ExecuteForReaders.allow_unconfined=True"]
    extra += [] if room.tier.confined else ["--WriteMarks.allow_unconfined=True"]
    nbgrader(room, "autograde", room.name, "--student", SOLVER, "--force", *extra)


def validate(room: Room) -> None:
    """As the button does it. On a few public deals even the solution may lose to the strongest opponent."""
    found = Validator().validate(str(room.solved))
    assert [cell for cell in found.pop("failed", ()) if not cell["error"].startswith("Partial credit")] == []
    assert found == {}


def feedback(room: Room) -> None:
    run("feedback", room.root, room.name)
    assert (room.root / "feedback" / SOLVER / room.name / f"{room.assignment.notebook}.html").exists()


def audit(room: Room) -> None:
    run("audit", room.root, room.name, SOLVER, *allowed(room))


def override(room: Room) -> None:
    cell = next(iter(room.assignment.points))
    run("override", room.root, room.name, SOLVER, cell, 1, "--why", "A fault of ours.", "--who", "lee")


def markers(room: Room) -> None:
    run("markers", room.root, room.name, "--second", 1)


def similarity(room: Room) -> None:
    run("similarity", room.root, room.name)


def oral_exam(room: Room) -> None:
    against = room.assignment.tiers[0]  # the quickest
    run("oral-exam", room.root, room.name, SOLVER, "--opponent", against, *allowed(room))
    assert (room.root / "reports" / room.name / "oral-exam" / f"{SOLVER}.html").exists()


def gallery(room: Room) -> None:
    run("gallery", room.root, room.name, *allowed(room))
    assert (room.root / "reports" / room.name / "gallery.html").exists()


def review(room: Room) -> None:
    """A game played for it; where a game has no reviewer, the command says so."""
    played = room.root / "game.jsonl"
    run("play", "--game", room.assignment.game, "basic", "minmax", "--save", played)
    assert read_records(played)
    run(
        "review",
        played,
        "--html",
        room.root / "review.html",
        code=0 if ladder(room.assignment.game).reviewer else 2,
    )


def overview(room: Room) -> None:
    """`grade` writes it."""
    for page in ("overview.html", "index.html"):
        assert (room.root / "reports" / room.name / page).exists()


def export(room: Room) -> None:
    sheet = room.root / "downloaded" / room.name / "moodle.csv"
    sheet.parent.mkdir(parents=True, exist_ok=True)
    numbered = enumerate((SOLVER, room.other), 4711)
    people = "".join(f"Participant {number},{who},{who},,100\n" for number, who in numbered)
    sheet.write_text(f"Identifier,Full name,ID number,Grade,Maximum Grade\n{people}", encoding="utf-8")
    run("export", room.root, room.name, "--unfinished")


def contest(room: Room) -> None:
    """Every contest of the game as the assignment plays it; its players know no other board."""
    for contest_name in contest_names():
        form = contest_format(contest_name)
        if form.game == room.assignment.game and not form.parameters:
            basics = ["basic"] * max(form.least - 1, 1)
            run("contest", contest_name, room.solved, *basics, "--deals", 1)


def ladder_of_class(room: Room) -> None:
    """The solution enters, and nobody else does."""
    notebook = nbformat.read(room.solved, as_version=4)
    handed_in = room.solved.read_bytes()
    notebook.cells.append(nbformat.v4.new_code_cell("enter = True"))
    nbformat.write(notebook, room.solved)
    try:
        run("ladder", room.root, room.name, "--deals", 1, "--jobs", 1, *allowed(room))
    finally:
        room.solved.write_bytes(handed_in)
    assert (room.root / "reports" / room.name / "ladder" / "index.html").exists()
    listed = (room.root / "reports" / room.name / "ladder.csv").read_text(encoding="utf-8")
    assert [line.split(",")[0] for line in listed.splitlines()[1:]] == [SOLVER]


def demonstrate(room: Room) -> None:
    """The course is the demo's, by the fixture."""
    assert (room.root / "feedback" / room.other / room.name / f"{room.assignment.notebook}.html").exists()


def disclose(room: Room) -> None:
    folder = room.root.parent / "disclosed"
    run("disclose", room.root, room.other, "--out", folder)
    assert (folder / "course" / "gradebook.json").is_file()


def forget(room: Room) -> None:
    run("forget", room.root, room.other, "--yes")
    assert not room.handed_in(room.other).exists()


COSTLY = ("validate",)
"""Left to `make test-matrix`: it runs every cell at home, as nbval does in `make test`."""

COMMANDS: dict[str, Callable[[Room], None]] = {
    "release": release,
    "grade": grade,
    "check": check,
    "check --wins": check_wins,
    "autograde": autograde,
    "validate": validate,
    "feedback": feedback,
    "audit": audit,
    "override": override,
    "markers": markers,
    "similarity": similarity,
    "oral-exam": oral_exam,
    "gallery": gallery,
    "review": review,
    "overview": overview,
    "export": export,
    "contest": contest,
    "ladder": ladder_of_class,
    "demo": demonstrate,
    "disclose": disclose,
    "forget": forget,  # the last, for it takes a student away
}

ELSEWHERE = {
    "bot": "plays on a site of SkullWhist: tests/cli/test_bot.py",
    "calibrate": "measures opponents for hours: tests/cli/test_calibrate.py",
    "select-notebook": "records a student's file, and knows no game: tests/classroom/runs/test_notebook_selection.py",
    "collect": "needs an LMS's downloads, and knows no game: tests/classroom/runs/test_collecting.py, tests/week",
    "doctor": "takes no assignment: tests/autograder/test_doctor.py",
    "lab": "opens JupyterLab on a folder",
    "new-course": "writes a course without an assignment's name: tests/classroom/test_new_course.py",
    "play": "here, within `review`",
    "rehearse": "runs all of these on a made-up class: tests/classroom/rehearsal/test_run.py",
    "run": "goes on with a contest that has begun: tests/cli/test_notebook.py",
    "regrade-request": "answers a student about a mark: tests/cli/test_appeals.py",
    "submit": "sends a player to a site: tests/cli/test_submit.py",
    "compile": "takes no assignment: tests/cli/test_develop.py",
}
"""Commands that have no column, each with the reason."""

TIERS = [
    pytest.param(tier, id=tier.value, marks=[] if tier is available_tier().tier else pytest.mark.matrix)
    for tier in Tier
    if list(Tier).index(tier) >= list(Tier).index(available_tier().tier)
]


def hand_in_the_solution(room: Room) -> None:
    """What students get, with the cells that they write as the course's own solution has them."""
    source, handed_in = (
        nbformat.read(room.root / folder / room.name / f"{room.assignment.notebook}.ipynb", as_version=4)
        for folder in ("source", "release")
    )
    solution = {_grade_id(cell): cell.source for cell in source.cells if _grade_id(cell)}
    for cell in handed_in.cells:
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = solution[_grade_id(cell)]
    room.solved.parent.mkdir(parents=True)
    nbformat.write(handed_in, room.solved)


def _grade_id(cell: Any) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


@pytest.fixture(scope="module", params=ASSIGNMENTS.values(), ids=list(ASSIGNMENTS))
def assignment(request: pytest.FixtureRequest) -> Assignment:
    found: Assignment = request.param
    return found


@pytest.fixture(scope="module", params=TIERS)
def room(
    request: pytest.FixtureRequest, assignment: Assignment, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Room]:
    """The demo course of an assignment, marked, and then the solution handed in and marked too."""
    tier: Tier = request.param
    base = tmp_path_factory.mktemp(assignment.name)
    with pytest.MonkeyPatch.context() as patch, pytest.MonkeyPatch.context() as confined:
        available_tier.cache_clear()
        confined.setattr(tiers, "probe", lambda launchers: Probe(tier, {}))
        few = _with_few_students(base / "clone", assignment)
        for module in (demo, demo_class):
            patch.setattr(module, "demo_folder", lambda: few)
        patch.setattr(demo, "FEW_RULES_DEALS", "")
        patch.setattr(demo, "SETTINGS", demo.SETTINGS + "rules_deals = 1\n")
        patch.setattr(sheets, "DEALS", 1)
        run("demo", base / "course", "--assignment", assignment.name, "--deals", 2, "--jobs", 1)
        course = Course.open(base / "course")
        made = Room(course, assignment, tier, *course.students(assignment.name))
        hand_in_the_solution(made)
        run("grade", course.root, assignment.name, SOLVER, *allowed(made))
        yield made
    available_tier.cache_clear()


def _with_few_students(folder: Path, assignment: Assignment) -> Path:
    """The course's own files, and one demo student that fails the rules check, which is quick to mark."""
    shutil.copytree(CLONE / "course", folder, ignore=shutil.ignore_patterns("demo"))
    one = next(d for d in demo_class.read_class(assignment.name) if d.expects.get("rules") == "failed")
    for path in (CLONE / "course" / "demo" / assignment.name).glob("*.py"):
        if demo_class.read_demo(path) == one:
            (folder / "demo" / assignment.name).mkdir(parents=True)
            shutil.copy(path, folder / "demo" / assignment.name)
    return folder / "demo"


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=[pytest.mark.matrix] * (name in COSTLY)) for name in COMMANDS]
)
def test_a_command_ends_well(room: Room, command: str, capfd: pytest.CaptureFixture[str]) -> None:
    COMMANDS[command](room)
    said = "".join(capfd.readouterr())
    assert "Traceback (most recent call last)" not in said


def test_a_marker_sees_no_error_in_a_solved_notebook(room: Room) -> None:
    wrong = [
        (cell.source[:60], output.get("ename") or output.get("text"))
        for cell in room.autograded().cells
        for output in cell.get("outputs", ())
        if output.output_type == "error" or output.get("name") == "stderr"
    ]
    assert wrong == []


def test_every_command_has_a_column_or_a_reason() -> None:
    there = {
        command.name or command.callback.__name__.replace("_", "-")
        for command in command_line().registered_commands
    }
    assert there <= {name.split()[0] for name in COMMANDS} | set(ELSEWHERE)
    assert set(ELSEWHERE) <= there
