"""One option has one name everywhere: over the whole tree of commands a name has one type and one sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from playfunc.games import GAMES
from playfunc_cli.main import command_line
from typer.core import TyperArgument, TyperOption
from typer.main import get_group

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
