"""The command `playfunc`: every command with its panel in the help, and what it needs."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NoReturn

import typer
from playfunc.errors import PlayfuncError
from playfunc_checks.settings import SettingsError

from playfunc_cli.bot import bot
from playfunc_cli.calibrate import CLONE, calibrate
from playfunc_cli.check import check
from playfunc_cli.choose import choose
from playfunc_cli.collect import collect
from playfunc_cli.console import misuse
from playfunc_cli.contest import contest
from playfunc_cli.demo import demo
from playfunc_cli.disclose import disclose
from playfunc_cli.doctor import doctor
from playfunc_cli.explain import explain
from playfunc_cli.export import export
from playfunc_cli.feedback import feedback
from playfunc_cli.forget import forget
from playfunc_cli.gallery import gallery
from playfunc_cli.grade import grade
from playfunc_cli.lab import PASS_ON, lab
from playfunc_cli.ladder import ladder
from playfunc_cli.markers import markers
from playfunc_cli.new_course import new_course
from playfunc_cli.override import override
from playfunc_cli.play import play
from playfunc_cli.rehearse import rehearse
from playfunc_cli.release import release
from playfunc_cli.review import review
from playfunc_cli.run import run
from playfunc_cli.second_look import second_look
from playfunc_cli.serve import serve
from playfunc_cli.similarity import similarity
from playfunc_cli.submit import submit
from playfunc_cli.viva import viva
from playfunc_cli.warm import warm

__all__ = ["COMMANDS", "GROUPS", "Command", "Group", "Need", "app", "command_line", "main"]


@dataclass(frozen=True, slots=True)
class Need:
    """What some commands cannot do without: whether it is `here`, and how to get it."""

    here: Callable[[], bool]
    sentence: str


GRADER = Need(
    lambda: find_spec("nbgrader") is not None,
    "needs the grader; install it with: pip install 'playfunc[grader]'",
)
WEB = Need(
    lambda: find_spec("fastapi") is not None and find_spec("sqlalchemy") is not None,
    "needs the site; install it with: pip install 'playfunc[web]'",
)
REPOSITORY = Need(
    (CLONE / "course" / "demo").is_dir, "needs a clone of playfunc's repository; run it from there"
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: the function that runs, the panel of the help that lists it, and what it needs."""

    run: Callable[..., None]
    panel: str
    needs: tuple[Need, ...] = ()
    settings: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        return self.run.__name__.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Group:
    """Commands below one word, such as `playfunc serve ladder`."""

    line: typer.Typer
    name: str
    panel: str
    needs: tuple[Need, ...] = ()


PLAY, HAND_IN, MARK, CONTESTS, DEVELOP = "Play", "Hand in", "Mark a class", "Contests", "Develop"

COMMANDS = (
    Command(play, PLAY),
    Command(review, PLAY),
    Command(run, PLAY),
    Command(lab, PLAY, settings=PASS_ON),
    Command(check, HAND_IN),
    Command(submit, HAND_IN),
    Command(demo, MARK, (REPOSITORY, GRADER)),
    *(
        Command(each, MARK, (GRADER,))
        for each in (
            *(new_course, rehearse, release, collect, choose, grade, markers, feedback, export),
            *(explain, override, second_look, similarity, viva, gallery, forget, disclose),
        )
    ),
    Command(contest, CONTESTS),
    Command(bot, CONTESTS),
    Command(ladder, CONTESTS, (GRADER, WEB)),
    Command(doctor, DEVELOP),
    Command(warm, DEVELOP),
    Command(calibrate, DEVELOP, (REPOSITORY,)),
)
"""In the order of the help: panels as a reader meets them, and a class in the order of its weeks."""

GROUPS = (Group(serve, "serve", CONTESTS, (WEB,)),)


def command_line(here: Callable[[Need], bool] = lambda need: need.here()) -> typer.Typer:
    """The command with all its commands; the help leaves out those whose needs are not `here`."""
    line = typer.Typer(
        help="Write players for games, watch them, check them, and mark a whole class.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for group in GROUPS:
        missing = next((need for need in group.needs if not here(need)), None)
        if missing is None:
            line.add_typer(group.line, name=group.name, rich_help_panel=group.panel)
        else:
            _absent(line, group.name, missing)
    for command in COMMANDS:
        missing = next((need for need in command.needs if not here(need)), None)
        if missing is None:
            line.command(
                command.name,
                help=_paragraphs(command.run),
                rich_help_panel=command.panel,
                context_settings=command.settings,
            )(command.run)
        else:
            _absent(line, command.name, missing)
    return line


def _absent(line: typer.Typer, name: str, missing: Need) -> None:
    line.command(name, hidden=True, add_help_option=False, context_settings=PASS_ON)(
        _tells(f"the command {name} {missing.sentence}")
    )


def _paragraphs(run: Callable[..., None]) -> str:
    """The docstring with a line for each paragraph, which a terminal of any width then breaks by itself."""
    return "\n\n".join(" ".join(part.split()) for part in (inspect.getdoc(run) or "").split("\n\n"))


def _tells(sentence: str) -> Callable[[], None]:
    def tell() -> None:
        misuse(sentence)

    return tell


app = command_line()


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command; every failure is one sentence on stderr and an exit code."""
    try:
        app(args=None if arguments is None else list(arguments), prog_name="playfunc")
    except (PlayfuncError, SettingsError, ValueError, OSError) as error:
        print(f"playfunc: {error}", file=sys.stderr)
        sys.exit(2)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("playfunc"):
            raise
        print(
            f"playfunc: the package {error.name} is not installed; install what is missing with: "
            "pip install 'playfunc[grader]'",
            file=sys.stderr,
        )
        sys.exit(2)
    except KeyboardInterrupt:
        print("playfunc: stopped; what was finished is kept, so run it again to continue", file=sys.stderr)
        sys.exit(130)
    sys.exit(0)


if __name__ == "__main__":
    main()
