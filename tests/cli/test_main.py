"""The tree of commands: panels in the help, what is hidden where something is missing, one sentence on failure."""

import inspect
import re

import pytest
from command import run
from playfunc.errors import PlayfuncError
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


def test_a_student_sees_no_command_for_graders() -> None:
    student = command_line(lambda need: False)
    shown = panels(CliRunner().invoke(student, ["--help"]).output)
    assert {panel: names for panel, names in shown.items() if panel != "Options"} == {
        PLAY: ["play", "review", "run", "lab"],
        HAND_IN: ["check", "submit"],
        CONTESTS: ["contest", "bot"],
        DEVELOP: ["doctor", "warm"],
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
