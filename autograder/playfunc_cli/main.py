"""The command `playfunc`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from playfunc.errors import PlayfuncError
from playfunc_checks.assignment import ASSIGNMENTS, Assignment
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.settings import SettingsError
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from playfunc_cli.calibrate import calibrate
from playfunc_cli.choose import choose
from playfunc_cli.collect import collect
from playfunc_cli.console import bar, misuse, near, trouble
from playfunc_cli.contest import contest
from playfunc_cli.explain import explain
from playfunc_cli.export import export
from playfunc_cli.feedback import feedback
from playfunc_cli.forget import forget
from playfunc_cli.gallery import gallery
from playfunc_cli.markers import markers
from playfunc_cli.new_course import new_course
from playfunc_cli.override import override
from playfunc_cli.release import release
from playfunc_cli.review import review
from playfunc_cli.similarity import similarity
from playfunc_cli.viva import viva
from playfunc_cli.warm import warm

if TYPE_CHECKING:
    from playfunc_classroom.marks.store import Mark

__all__ = ["app", "main"]

app = typer.Typer(
    help="Write players for card games, watch them, check them, and mark a whole class.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

FEW_DEALS = 50
"""Fewer deals than this get a warning."""

STYLES = {
    Verdict.PASSED: "green",
    Verdict.FAILED: "red",
    Verdict.BROKEN: "bold yellow",
    Verdict.SKIPPED: "dim",
    Verdict.OPEN: "bold yellow",
}

PlayersArgument = Annotated[
    list[str],
    typer.Argument(help="The players in seat order: basic, minmax, advanced, a .py file, or a notebook."),
]
SeedOption = Annotated[int, typer.Option(help="What is dealt; the same seed gives the same game.")]
AssignmentOption = Annotated[
    str, typer.Option(help=f"Whose rules and limits count: {', '.join(ASSIGNMENTS)}.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@app.command()
def play(
    players: PlayersArgument,
    seed: SeedOption = 1,
    series: Annotated[
        bool,
        typer.Option(
            "--series",
            help="What lasts longer: Hearts to 100 points, a run of BlackJack, FootSteps with memory kept.",
        ),
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="Also write the hands to this file of JSON lines.")
    ] = None,
    game: Annotated[str | None, typer.Option(help="Which game; that of the assignment if left out.")] = None,
    assignment: AssignmentOption = "hearts",
) -> None:
    """Play one game, or with --series a whole series, and print it move by move.

    A fault stops the game and shows the position. Try: playfunc play basic advanced
    """
    from playfunc.duplicate import deal_rng
    from playfunc.games import rules_for
    from playfunc.match import play_game
    from playfunc.record import transcript, write_records
    from playfunc.series import play_series
    from playfunc_autograder.players import seat_player

    settings = _settings(assignment if game is None else game)
    try:
        rules = rules_for(settings.game, len(players))
    except ValueError as error:
        misuse(f"{error}; try: playfunc play --game {settings.game} basic minmax")
    with ExitStack() as stack:
        seated = [seat_player(name, rules, settings, str(seed), stack) for name in players]
        if series:
            whole = play_series(rules, seated, seed)
            records = whole.hands
        else:
            records = (play_game(rules, rules.deal(deal_rng(str(seed), "play")), seated),)
    for number, record in enumerate(records, 1):
        if len(records) > 1:
            print(f"Hand {number}" if settings.game == "hearts" else f"Game {number}")
        print(transcript(record), end="\n\n" if series else "\n")
    if series:
        standing = ", ".join(f"{n} {t:g}" for n, t in zip(records[0].players, whole.totals, strict=True))
        won = "" if whole.winner is None else f". {records[0].players[whole.winner]} wins"
        played = {"hearts": f"{len(records)} hands", "footsteps": f"{len(records)} games"}
        print(f"After {played.get(settings.game, 'the run')}: {standing}{won}.")
    if save is not None:
        write_records(save, records)
    if records[-1].scores is None:
        raise typer.Exit(1)


@app.command()
def check(
    player: Annotated[str, typer.Argument(help="A .py file, a notebook, or exec:COMMAND for a program.")],
    wins: Annotated[bool, typer.Option("--wins", help="Also play the win checks, on public deals.")] = False,
    deals: Annotated[
        int, typer.Option(min=1, help="Deals per opponent for --wins; marking plays more.")
    ] = 20,
    as_json: JsonOption = False,
    assignment: AssignmentOption = "hearts",
) -> None:
    """May this player enter the tournament? Exit code 0: yes, 1: no, 2: the command was not understood.

    Runs the checks that graders run, on public deals: it loads, keeps the rules with two and four players,
    and depends on nothing but its arguments.
    """
    from playfunc.codec import encode
    from playfunc_autograder.marking import mark
    from playfunc_autograder.programs import is_program
    from playfunc_checks.extract import PlayerSource, read_player
    from playfunc_checks.program import Program

    settings = _settings(assignment)
    path = Path(player)
    if is_program(player):
        source = PlayerSource(player, player, (), Program(player, ()))
    elif path.suffix not in (".py", ".ipynb") or not path.is_file():
        misuse(f"{player!r} is not a .py file or a notebook that can be opened")
    else:
        source = read_player(path, settings)
    gates = ("loads", "rules", "purity", "memory")
    only = (*gates, *settings.points) if wins else gates
    with bar(quiet=as_json) as progress:
        task = progress.add_task("checking", total=None)
        results = mark(
            source.source,
            settings,
            deals=deals,
            only=only,
            program=source.program,
            on_progress=lambda name, done, total: progress.update(
                task, description=name, completed=done, total=total
            ),
        )
    entered = all(result.ok for result in results if result.check in ("loads", "rules", "purity"))
    if as_json:
        print(
            json.dumps({"enters": entered, "results": [json.loads(encode(r, CheckResult)) for r in results]})
        )
    else:
        for note in source.notes:
            print(note)
        _print_results(results)
        if entered and not all(result.ok for result in results if result.check == "memory"):
            print("\n(The check `memory` bars nobody; it tells the people who mark your code.)")
        print(
            "This player may enter the tournament."
            if entered
            else "This player may not enter the tournament yet."
        )
    if any(result.verdict is Verdict.BROKEN for result in results):
        trouble("a check of ours broke; please report it with the output of --json")
    raise typer.Exit(0 if entered else 1)


@app.command()
def grade(
    course: Annotated[Path, typer.Argument(help="The nbgrader course: a folder with nbgrader_config.py.")],
    assignment: Annotated[str, typer.Argument(help=f"One of: {', '.join(ASSIGNMENTS)}.")],
    students: Annotated[
        list[str] | None, typer.Argument(help="Only these; all who handed in otherwise.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many submissions are marked at the same time.")] = 1,
    allow_unconfined: Annotated[
        bool, typer.Option(help="Mark even where students' code cannot be confined (see: playfunc doctor).")
    ] = False,
) -> None:
    """Mark a class: marks into nbgrader's gradebook, a report per student, grades.csv and grades.json.

    Stop it at any time and run it again: it goes on where it was. Exit code 1 means that something of ours
    broke (never that a student's code did).
    """
    try:
        from playfunc_classroom.marks.grade import grade as grade_class
        from playfunc_classroom.marks.grade import reports_folder
        from playfunc_classroom.marks.summary import summary
        from playfunc_classroom.nbgrader_bridge import Course
    except ModuleNotFoundError as error:
        misuse(f"marking needs {error.name}; install it with: pip install 'playfunc[grader]'")
    opened = Course.open(course)
    with bar() as progress:
        task = progress.add_task("marking", total=None)
        try:
            batch = grade_class(
                opened,
                assignment,
                students or (),
                jobs,
                lambda student, done, total: progress.update(
                    task, description=f"marked {student}", completed=done, total=total
                ),
                allow_unconfined,
                on_wait=lambda: print(
                    "Waiting: another program is using the gradebook (formgrader, or nbgrader itself).",
                    file=sys.stderr,
                ),
            )
        except KeyboardInterrupt:
            print("Stopped. What was marked is kept; run the same command to go on.", file=sys.stderr)
            raise typer.Exit(130) from None
    settings = opened.assignment(assignment)
    _print_class(batch.marks, settings)
    print(f"Reports, grades.csv and grades.json: {near(reports_folder(opened, assignment))}")
    for path in opened.ignored(assignment):
        print(f"Ignored: {path}, because there is no folder {path}/{assignment}")
    if settings.deals < FEW_DEALS:
        print(f"Only {settings.deals} deals were played; luck decides much below {FEW_DEALS}, 200 are usual.")
    if waiting := opened.awaiting(assignment):
        wait = "submission waits" if waiting == 1 else "submissions wait"
        print(f"{waiting} {wait} for people to mark comments and code quality (in formgrader).")
    for line in summary(batch):
        print(line)
    for mark in batch.marks:
        for result in mark.results:
            if result.verdict is Verdict.BROKEN:
                print(f"Ours broke: {mark.student}, {result.check}:\n{result.detail}", file=sys.stderr)
    if batch.exit_code:
        print("Mend the cause and run the same command again: it goes on where it was.", file=sys.stderr)
    raise typer.Exit(batch.exit_code)


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where to write the demo course.")] = Path("demo"),
    deals: Annotated[int, typer.Option(min=2, help="Deals per opponent; a real course plays 200.")] = 6,
    jobs: Annotated[int, typer.Option(min=1, help="How many submissions are marked at the same time.")] = 2,
    game: Annotated[
        str, typer.Option(help="Whose demo class: hearts, or the unit footsteps, blackjack or skullwhist.")
    ] = "hearts",
) -> None:
    """Release the Hearts assignment or a unit, hand in its demo class, mark it, and write every report.

    Needs a clone of the repository: the demo class is in no wheel.
    """
    from playfunc_classroom.demo.submissions import read_class

    read_class(game)  # says so at once where there is no demo class
    try:
        from playfunc_classroom.demo.run import make_demo_course, write_feedback
    except ModuleNotFoundError as error:
        misuse(f"the demo needs {error.name}; install it with: pip install 'playfunc[grader]'")

    opened = make_demo_course(folder, deals, game)
    students = opened.students(game)
    print(f"Released {game} and handed in a class of {len(students)} in {near(opened.root)}.")
    try:
        grade(folder, game, None, jobs, allow_unconfined=True)  # the demo class is nobody's stranger
    except typer.Exit as done:
        if done.exit_code:
            raise
    with bar() as progress:
        task = progress.add_task("feedback", total=len(students))
        for student in write_feedback(opened, game):
            progress.update(task, description=f"feedback {student}", advance=1)
    print(f"Feedback as students get it: {near(opened.root / 'feedback')}/<student>/{game}/{game}.html")
    print(f"The class at a glance: {near(opened.root / 'reports' / game / 'index.html')}")


@app.command()
def doctor(
    course: Annotated[
        Path | None, typer.Argument(help="Also check the settings of this course.", show_default=False)
    ] = None,
) -> None:
    """Show how well students' code is confined on this machine, why not better, and what to install."""
    from playfunc_autograder.doctor import describe, diagnose
    from playfunc_autograder.sandbox import available_tier

    if course is not None:
        from playfunc_classroom.nbgrader_bridge import Course

        zone = Course.open(course).settings.zone
        print(f"The settings of {near(course)} fit. Its times are read and shown in the zone {zone}.\n")
    notebooks = None
    if available_tier().tier.confined:
        try:
            from playfunc_classroom.nbgrader_bridge.canary import why_not_notebooks
        except ModuleNotFoundError:  # a student's install marks nothing
            pass
        else:
            notebooks = why_not_notebooks(available_tier().tier)
    print(describe(diagnose(), notebooks))


@app.command()
def lab(
    folder: Annotated[Path, typer.Argument(help="Which folder to open.")] = Path(),
) -> None:
    """Open JupyterLab on a folder, such as the course or a released assignment."""
    try:
        from jupyterlab.labapp import LabApp
    except ModuleNotFoundError:
        misuse("JupyterLab is not installed; install it with: pip install 'playfunc[lab]'")
    if not folder.is_dir():
        misuse(f"there is no folder {str(folder)!r}")
    LabApp.launch_instance(argv=[str(folder)])


app.command()(contest)
app.command()(new_course)
app.command()(release)
app.command()(collect)
app.command()(choose)
app.command()(similarity)
app.command()(feedback)
app.command()(export)
app.command()(forget)
app.command()(calibrate)
app.command()(review)
app.command()(warm)
app.command()(explain)
app.command()(gallery)
app.command()(markers)
app.command()(override)
app.command()(viva)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command; every failure is one sentence on stderr and an exit code."""
    try:
        app(args=None if arguments is None else list(arguments), prog_name="playfunc")
    except (PlayfuncError, SettingsError, ValueError, FileNotFoundError) as error:
        print(f"playfunc: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("playfunc: stopped; what was finished is kept, run again to go on", file=sys.stderr)
        sys.exit(130)
    sys.exit(0)


def _settings(name: str) -> Assignment:
    if name not in ASSIGNMENTS:
        misuse(f"there is no assignment {name!r}; known are {', '.join(ASSIGNMENTS)}")
    return ASSIGNMENTS[name]


def _print_results(results: Sequence[CheckResult]) -> None:
    table = Table("check", "verdict", "result", show_edge=False)
    for result in results:
        verdict = Text(result.verdict.value, STYLES[result.verdict])
        table.add_row(result.check, verdict, Text(result.got or result.reason))
    Console().print(table)
    for result in results:
        if result.verdict is Verdict.FAILED:
            print(f"\n{result.check}: {result.reason}")
            if result.hint:
                print(f"Hint: {result.hint}")


def _print_class(marks: Sequence[Mark], assignment: Assignment) -> None:
    from playfunc_classroom.pages.report import grade_columns, grade_row

    extra = ("after overrides", "overrides", "band suggested", "notes")
    hidden = (*(c for c in grade_columns(assignment) if c.startswith("points ")), *extra)
    columns = [name for name in grade_columns(assignment) if name not in hidden]
    table = Table(
        *(name.removeprefix("beats-").removeprefix("computed ") for name in columns),
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for mark in sorted(marks, key=lambda mark: not mark.open):
        row = grade_row(mark, assignment)
        table.add_row(*(_cell(row[name]) for name in columns))
    Console().print(table)
    for mark in marks:
        for note in mark.notes:
            print(f"{mark.student}: {note}")


def _cell(value: object) -> Text:
    text = str(f"{value:g}" if isinstance(value, float) else value)
    styles = {verdict.value: style for verdict, style in STYLES.items()}
    return Text(text, styles.get(text, ""))


if __name__ == "__main__":
    main()
