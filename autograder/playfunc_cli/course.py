"""`playfunc new-course`, `release`, `collect` and `select-notebook`: a course folder, what students get, and what they
hand in."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from playfunc_cli.console import misuse, near, open_course, progress
from playfunc_cli.options import NAME, AssignmentArgument, CourseArgument, StudentArgument, Who, Withdraw

NO_ZONE = "there is no time zone {!r}; name one such as Europe/Berlin or America/New_York"


def new_course(
    folder: Annotated[Path, typer.Argument(help="Where to write the course: a new folder.")],
    name: Annotated[str, typer.Option(help=NAME, show_default="that of the folder")] = "",
    assignments: Annotated[
        str,
        typer.Option(help="Which assignments, with commas between them.", show_default="all of them"),
    ] = "",
    timezone: Annotated[
        str,
        typer.Option(
            help="The course's time zone, such as Europe/Berlin.",
            show_default="asked for, or guessed from this computer",
        ),
    ] = "",
    last_year: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Last year's course: its settings, assignments, phrases and opponents are carried over.",
        ),
    ] = None,
) -> None:
    """Write a course that is ready for nbgrader: assignments, settings, a secret of its own, a workflow.

    Needs a clone of the repository or the instructor's archive, which hold the assignments.
    """
    from playfunc_checks.course_settings import known_zone, system_zone
    from playfunc_classroom.new_course import make_course, zone_of

    if last_year is not None:
        if timezone or assignments:
            misuse("with --from, time zone and assignments are those of last year's course")
        timezone = zone_of(last_year)
    asked = bool(timezone) or _asks()
    zone = timezone or (_ask_for_zone() if asked else str(system_zone()))
    if known_zone(zone) is None:
        misuse(NO_ZONE.format(zone))
    chosen = [each.strip() for each in assignments.split(",") if each.strip()]
    to_do = make_course(folder, name or folder.resolve().name, zone, not asked, chosen, last_year)
    print(
        f"Written: the course {near(folder)}. Its README.md describes it. Keep .playfunc-secret to yourself."
    )
    print(f"Times are read and shown in the zone {zone}.")
    if not asked:
        print("That zone is a guess from this computer; set yours in playfunc.toml.")
    for sentence in to_do:
        print(sentence)


def _asks() -> bool:
    return sys.stdin.isatty()


def _ask_for_zone() -> str:
    """Asks again until the zone is one."""
    from playfunc_checks.course_settings import known_zone, system_zone

    def known(zone: str) -> str:
        if known_zone(zone) is None:
            raise typer.BadParameter(NO_ZONE.format(zone))
        return zone

    return str(typer.prompt("The course's time zone", default=str(system_zone()), value_proc=known))


def release(
    course: CourseArgument,
    assignment: AssignmentArgument,
    solution: Annotated[
        bool,
        typer.Option("--solution/--no-solution", help="Run the checks on the notebook's solution first."),
    ] = True,
) -> None:
    """Write the students' version of an assignment, and a zip of it with playfunc's wheel and instructions.

    Points come from assignment.toml; the release writes them into the notebook's cells and texts. Notebook, settings
    and solution are checked against each other first. If they disagree, or if the release would contain the course's
    secret, it is refused with a list of all that is wrong, and nothing is changed.
    """
    from playfunc_checks.course_settings import ASSIGNMENT_FILE, load_assignment
    from playfunc_classroom.release_checks import advice, check_agreement

    if (course / "source" / assignment / ASSIGNMENT_FILE).is_file():  # before the slow imports of nbgrader
        check_agreement(course, load_assignment(assignment, course))
    from playfunc_classroom.release import release_assignment

    opened = open_course(course)
    with progress("checking the solution") as update:
        path = release_assignment(
            opened,
            assignment,
            try_solution=solution,
            on_progress=lambda name, done, total: update(done, total, name),
        )
    print(f"For students: {near(path)}, and the same files in the folder beside it.")
    for sentence in advice(opened.root, opened.assignment(assignment)):
        print(f"Note: {sentence[:1].upper()}{sentence[1:]}")
    if not any((opened.root / "release" / assignment).glob("playfunc-*.whl")):
        print(
            "playfunc's wheel is not in it, so what its README says to install cannot be found. In the clone run "
            "`make dist`, copy dist/playfunc-*.whl into the course's folder wheels/, and release again."
        )


WORDS = {
    "new": "new",
    "again": "resubmitted, earlier attempt kept",
    "beyond": "over the limit of attempts, kept but not counted",
    "replaced": "replaced",
    "unchanged": "unchanged",
    "older": "older than the submission here, skipped",
}


def collect(
    course: CourseArgument,
    assignment: AssignmentArgument,
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Zips of submissions as downloaded from Moodle or Canvas, together with its grading worksheet or "
            "gradebook (.csv)."
        ),
    ],
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Overwrite earlier submissions instead of keeping them as attempts."),
    ] = False,
    restore_student: Annotated[
        list[str] | None,
        typer.Option("--restore-student", metavar="ID", help="Take in a student again who was forgotten."),
    ] = None,
) -> None:
    """Collect submissions from Moodle or Canvas, or from another system that playfunc.toml describes.

    Run it as often as you like: unchanged submissions stay as they are, changed ones become new attempts.
    """
    from playfunc_classroom.runs.collecting import collect_downloads
    from playfunc_classroom.runs.notebook_selection import why_open

    opened = open_course(course)
    done = collect_downloads(opened, assignment, files, replace, restore_student or ())
    counts = Counter(done.students.values())
    told = ", ".join(f"{counts[kind]} {words}" for kind, words in WORDS.items() if counts[kind])
    many = f"{len(done.students)} submission{'s' if len(done.students) != 1 else ''}"
    print(f"{many}: {told or 'none found'}.")
    for problem in done.problems:
        print(f"Skipped: {problem}")
    for note in done.notes:
        print(f"Note: {note}")
    for student in sorted(done.students):
        if why := why_open(opened, assignment, student, str(course)):
            print(f"No mark for {student}: {why}")
    if done.withheld:
        print(f"Withheld, because they were forgotten: {', '.join(done.withheld)}.")
        print("To take in one of them again, run the same command with --restore-student ID.")
    if opened.settings.zone_guessed and done.students:
        print(
            f"Times without a zone were read in the zone {opened.settings.zone}, a guess from a computer's settings. "
            "Set timezone in playfunc.toml and collect the same files again."
        )
    if done.late:
        print(
            f"Canvas marks {done.late} of them as late, without times. If lateness costs points, give the times in "
            "times.csv."
        )
    if not done.students:
        print(
            "Nothing was collected: no file that can be marked has a name that Moodle or Canvas gives to submissions."
        )
        raise typer.Exit(1)


def select_notebook(
    course: CourseArgument,
    assignment: AssignmentArgument,
    student: StudentArgument,
    file: Annotated[
        str,
        typer.Argument(help="The notebook that counts; without one, all are listed.", show_default=False),
    ] = "",
    cells: Annotated[
        str,
        typer.Option(
            metavar="NUMBERS",
            help="The numbers of the cells that make up the player, such as 4,7,9, where their tags are lost.",
            show_default=False,
        ),
    ] = "",
    who: Who = "",
    withdraw: Withdraw = False,
) -> None:
    """Select which notebook counts when a student submitted several different ones, or which of its cells.

    Cells are counted from 1, text cells among them, as `playfunc run` numbers them.
    The selection is recorded in choices/, with who made it and when. It stays valid when the same files are collected
    again; for other files you have to select again.
    """
    from playfunc_checks.cells import listed as listed_cells
    from playfunc_classroom.runs.notebook_selection import listed, record_selection, withdraw_selection

    opened = open_course(course)
    if withdraw and file:
        raise ValueError("give either the notebook that counts or --withdraw, not both")
    if withdraw:
        choice = withdraw_selection(opened, assignment, student, who)
        print(f"Withdrawn by {choice.who}. Select again which notebook of {student} counts.")
    elif file:
        choice = record_selection(opened, assignment, student, file, who, _numbers(cells))
        told = f", with {listed_cells(choice.cells)} as the player" if choice.cells else ""
        print(f"Recorded by {choice.who}: {choice.file} counts for {student}{told}.")
    else:
        for line in listed(opened, assignment, student):
            print(line)
        return
    print(f"Run: playfunc grade {course} {assignment} {student}")


def _numbers(text: str) -> tuple[int, ...]:
    """Raises `ValueError` for what is no list of numbers."""
    try:
        return tuple(sorted({int(part) for part in text.split(",") if part.strip()}))
    except ValueError:
        raise ValueError(
            f"--cells takes numbers with commas between, such as 4,7,9; it got {text!r}"
        ) from None
