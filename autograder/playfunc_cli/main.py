"""The command `playfunc`: every command with its panel in the help, and what it needs."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, NoReturn

import typer

from playfunc_cli.console import misuse
from playfunc_cli.options import CLONE

PASS_ON = {"allow_extra_args": True, "ignore_unknown_options": True}
"""What typer must know to leave other options alone."""


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


MODULES = {
    command: module
    for module, commands in {
        "appeals": ("audit", "override", "regrade-request"),
        "contest": ("ladder",),
        "course": ("new-course", "release", "collect", "select-notebook"),
        "develop": ("doctor", "compile", "calibrate"),
        "feedback": ("export", "gallery"),
        "grade": ("demo", "markers"),
        "notebook": ("run", "lab"),
        "privacy": ("forget", "disclose"),
        "review": ("check",),
        "similarity": ("oral-exam",),
    }.items()
    for command in commands
}
"""Command → the module that it stands in, where that has another name."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command, the panel of the help that lists it, and what it needs. Its function stands in the module of the
    same name, or the one in `MODULES`, which is imported only when the command runs or is described."""

    name: str
    panel: str
    needs: tuple[Need, ...] = ()
    settings: dict[str, Any] | None = None

    @property
    def run(self) -> Any:
        """The function that runs; for a group of commands below one word, such as `serve ladder`, its `Typer`."""
        module = MODULES.get(self.name, self.name)
        return getattr(import_module(f"playfunc_cli.{module}"), self.name.replace("-", "_"))


PLAY, HAND_IN, MARK, CONTESTS, DEVELOP = "Play", "Hand in", "Mark a class", "Contests", "Develop"

COMMANDS = (
    Command("play", PLAY),
    Command("review", PLAY),
    Command("run", PLAY),
    Command("lab", PLAY, settings=PASS_ON),
    Command("check", HAND_IN),
    Command("submit", HAND_IN),
    Command("demo", MARK, (REPOSITORY, GRADER)),
    *(
        Command(each, MARK, (GRADER,))
        for each in (
            "new-course",
            "rehearse",
            "release",
            "collect",
            "select-notebook",
            "grade",
            "markers",
            "feedback",
            "export",
            "audit",
            "override",
            "regrade-request",
            "similarity",
            "oral-exam",
            "gallery",
            "forget",
            "disclose",
        )
    ),
    Command("contest", CONTESTS),
    Command("bot", CONTESTS),
    Command("ladder", CONTESTS, (GRADER, WEB)),
    Command("doctor", DEVELOP),
    Command("compile", DEVELOP),
    Command("calibrate", DEVELOP, (REPOSITORY,)),
)
"""In the order of the help: panels as a reader meets them, and a class in the order of its weeks."""

GROUPS = (Command("serve", CONTESTS, (WEB,)),)
"""Words with commands of their own below them."""


def command_line(here: Callable[[Need], bool] = lambda need: need.here(), only: str = "") -> typer.Typer:
    """The command with all its commands, or with the one called `only` if there is one, so that nothing is imported
    for the others; the help leaves out those whose needs are not `here`."""
    line = typer.Typer(
        help="Write players for games, watch them, check them, and mark a whole class.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    line.callback()(_options)
    known = (*GROUPS, *COMMANDS)
    for command in [each for each in known if each.name == only] or known:
        missing = next((need for need in command.needs if not here(need)), None)
        if missing is not None:
            _absent(line, command.name, missing)
        elif command in GROUPS:
            line.add_typer(command.run, name=command.name, rich_help_panel=command.panel)
        else:
            line.command(
                command.name,
                help=_paragraphs(command.run),
                rich_help_panel=command.panel,
                context_settings=command.settings,
            )(command.run)
    return line


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"playfunc {version('playfunc')}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Without a function of its own, a single command would lose its name."""


def _absent(line: typer.Typer, name: str, missing: Need) -> None:
    def tell() -> None:
        misuse(f"the command {name} {missing.sentence}")

    line.command(name, hidden=True, add_help_option=False, context_settings=PASS_ON)(tell)


def _paragraphs(run: Callable[..., None]) -> str:
    """The docstring with a line for each paragraph, which a terminal of any width then breaks by itself."""
    return "\n\n".join(" ".join(part.split()) for part in (inspect.getdoc(run) or "").split("\n\n"))


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command; every failure is one sentence on stderr and an exit code."""
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        command_line(only=words[0] if words else "")(args=words, prog_name="playfunc")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("playfunc"):
            raise
        print(
            f"playfunc: the package {error.name} is not installed; install what is missing with: "
            "pip install 'playfunc[grader]'",
            file=sys.stderr,
        )
        sys.exit(2)
    except Exception as error:
        from playfunc.errors import PlayfuncError

        if not isinstance(error, (PlayfuncError, ValueError, OSError)):
            raise
        print(f"playfunc: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("playfunc: stopped; what was finished is kept, so run it again to continue", file=sys.stderr)
        sys.exit(130)
    sys.exit(0)


if __name__ == "__main__":
    main()
