"""The tree of commands: panels in the help, what is hidden where something is missing, one sentence on failure."""

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest
from command import run
from playfunc.errors import PlayfuncError
from playfunc.games import GAMES
from playfunc_cli import main
from playfunc_cli.main import (
    COMMANDS,
    CONTESTS,
    DEVELOP,
    GRADER,
    GROUPS,
    HAND_IN,
    MARK,
    PLAY,
    REPOSITORY,
    command_line,
)
from typer.core import TyperArgument, TyperOption
from typer.main import get_group
from typer.testing import CliRunner


def panels(text: str) -> dict[str, list[str]]:
    """Panel → its commands, from the help."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if heading := re.match(r"╭─ (.+?) ─", line):
            commands = found.setdefault(heading[1], [])
        elif command := re.match(r"│ ([a-z][a-z-]*) ", line):
            commands.append(command[1])
    return found


def test_the_help_lists_every_command_in_its_panel() -> None:
    shown = panels(run("--help").stdout)
    assert list(shown) == ["Options", PLAY, HAND_IN, MARK, CONTESTS, DEVELOP]
    for panel in (PLAY, HAND_IN, MARK, CONTESTS, DEVELOP):
        assert shown[panel] == [each.name for each in (*COMMANDS, *GROUPS) if each.panel == panel]


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version").stdout == f"playfunc {version('playfunc')}\n"


def test_a_student_sees_no_command_for_graders() -> None:
    student = command_line(lambda need: False)
    shown = panels(CliRunner().invoke(student, ["--help"]).output)
    assert {panel: names for panel, names in shown.items() if panel != "Options"} == {
        PLAY: ["play", "review", "run", "lab"],
        HAND_IN: ["check", "submit"],
        CONTESTS: ["contest", "bot"],
        DEVELOP: ["doctor", "compile"],
    }


@pytest.mark.parametrize("command", [command for command in COMMANDS if command.needs], ids=lambda c: c.name)
def test_a_command_that_misses_something_says_what_to_do(command: main.Command) -> None:
    lacking = command.needs[0]
    line = command_line(lambda need: need is not lacking)
    done = CliRunner().invoke(line, [command.name, "some", "--arguments", "--help"])
    assert done.exit_code == 2
    assert done.stderr == f"playfunc: the command {command.name} {lacking.sentence}\n"


def test_a_paragraph_of_help_is_broken_by_the_terminal_alone() -> None:
    """Line ends of the source do not show in the help."""
    shown = CliRunner().invoke(command_line(), ["grade", "--help"], env={"COLUMNS": "250"}).output
    assert "that the grader itself failed somewhere, never that a student's code did." in shown


def test_what_is_missing_is_told_apart() -> None:
    assert "pip install 'playfunc[grader]'" in GRADER.sentence
    assert "clone" in REPOSITORY.sentence
    assert GRADER.here()
    assert REPOSITORY.here()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_command_explains_itself(command: main.Command) -> None:
    """In a sentence that fits its line in the list."""
    first = inspect.getdoc(command.run).partition("\n\n")[0]
    assert first.endswith(".")
    assert len(first) <= 120


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (PlayfuncError("no such card"), 2, "playfunc: no such card"),
        (ValueError("no such seat"), 2, "playfunc: no such seat"),
        (ModuleNotFoundError("No module named 'nh3'", name="nh3"), 2, "the package nh3 is not installed"),
        (KeyboardInterrupt(), 130, "run it again to continue"),
    ],
)
def test_every_failure_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    words: str,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(main, "command_line", lambda only: fails)
    with pytest.raises(SystemExit) as ended:
        main.main([])
    assert ended.value.code == code
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1


def test_a_module_of_ours_that_is_missing_is_no_question_of_installing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'playfunc_gone'", name="playfunc_gone")

    monkeypatch.setattr(main, "command_line", lambda only: fails)
    with pytest.raises(ModuleNotFoundError):
        main.main([])


# One option has one name everywhere: over the whole tree of commands a name has one type and one sentence.
SHARED = {"course", "assignment", "student", "students"}
"""Arguments that mean the same wherever they stand."""


def parameters() -> Iterator[tuple[str, Any]]:
    """(command, parameter) for every parameter of every command."""
    for name, command in get_group(command_line()).commands.items():
        yield from ((name, parameter) for parameter in command.params)


def kind(parameter: Any) -> tuple[object, ...]:
    """All that tells what may be given."""
    return parameter.type_descriptor.annotation, parameter.multiple, parameter.min, parameter.max


def test_an_option_has_one_type_and_one_sentence_everywhere() -> None:
    meanings = defaultdict(set)
    for _, option in parameters():
        if isinstance(option, TyperOption):
            for name in (*option.opts, *option.secondary_opts):
                meanings[name].add((*kind(option), option.help))
    assert {name: found for name, found in meanings.items() if len(found) > 1} == {}
    assert {"--seed", "--deals", "--jobs", "--json", "--game", "--assignment", "--who"} <= set(meanings)


def test_an_argument_that_commands_share_has_one_sentence() -> None:
    meanings = defaultdict(set)
    for _, argument in parameters():
        if isinstance(argument, TyperArgument) and argument.name in SHARED:
            meanings[argument.name].add((*kind(argument), argument.help))
    assert set(meanings) == SHARED
    # `doctor` takes a course or none, and says what it is for.
    assert {name: len(found) for name, found in meanings.items() if len(found) > 1} == {"course": 2}


def test_every_parameter_explains_itself() -> None:
    silent = [
        (command, parameter.name)
        for command, parameter in parameters()
        if not (parameter.help or "").endswith(".")
    ]
    assert silent == []


def test_a_flag_has_no_second_name_that_nobody_needs() -> None:
    second = {name for _, option in parameters() for name in option.secondary_opts}
    # calibrate writes, and release runs the solution, unless the command line says otherwise
    assert second == {"--no-write", "--no-solution"}


def test_games_in_helps_and_defaults_come_from_the_registry() -> None:
    """Only --game lists the games; an example of use (after "Try:") may name one."""
    told = [
        (command, parameter.name)
        for command, parameter in parameters()
        if parameter.name not in ("game", "assignment")
        for game in GAMES
        if game in (parameter.help or "").lower() or game == parameter.default
    ]
    assert told == []
    (helps,) = {parameter.help for _, parameter in parameters() if "--game" in parameter.opts}
    assert all(game in helps for game in GAMES)
