"""Players by name, as people write them: a tier, a `.py` file, a notebook, or `exec:COMMAND` for a program."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playfunc.player import Player
from playfunc.rules import Rules
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.win_rate import player_key
from playfunc_checks.extract import read_player
from playfunc_checks.submitted_player import Budget, Program, files_of, plain_files
from playfunc_opponents import opponent, opponents_at

from playfunc_autograder.programs import is_program, program_player, put_down
from playfunc_autograder.sandbox import WorkerPlayer


class PlayerNameError(ValueError):
    """A name that is no player's; the message says what would be."""


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    """A player found by its name. `source` is the Python text of a file or notebook, as it was when it was found;
    `base` the folder of a program that is run from there alone, and `files` those of one that may be run anywhere."""

    name: str
    source: str | None = None
    base: Path | None = None
    files: tuple[tuple[str, bytes, bool], ...] = ()
    notes: tuple[str, ...] = ()
    """What its owner should know of how a notebook was read, a sentence each."""

    @property
    def ours(self) -> bool:
        """Whether it is one of playfunc's own opponents, which need no process of their own."""
        return self.source is None and not is_program(self.name)

    def carried(self) -> NamedPlayer:
        """The same player without a folder, for a computer that has none of ours. Raises `PlayerNameError` for a
        program that is a command of this computer."""
        if not is_program(self.name):
            return self
        if self.base is None:
            raise PlayerNameError(
                f"{self.name!r} is a command of this computer, which the workers of a scheduler do not have; play it "
                "without --scheduler"
            )
        return NamedPlayer(self.name, files=files_of(plain_files(self.base)))

    def seat(
        self,
        rules: Rules[Any, Any, Any],
        assignment: Assignment,
        seed: str,
        stack: ExitStack,
        budget: Budget | None = None,
    ) -> Player:
        """A player of its own process, which `stack` ends; `budget` is what it shares with its other processes. It
        loads when it is first asked, so that a failure is one of its answers."""
        if self.source is not None:
            worker = WorkerPlayer(
                self.source,
                rules,
                name=Path(self.name).stem,
                key=player_key(seed),
                limits=assignment.published,
                modules=assignment.modules,
                budget=budget,
            )
            return stack.enter_context(worker)
        if is_program(self.name):
            base = stack.enter_context(put_down(Program(self.name, self.files))) if self.files else self.base
            program = program_player(self.name, rules, base=base, limits=assignment.published, budget=budget)
            return stack.enter_context(program)
        return opponent(rules, self.name, key=player_key(seed + self.name))


def find_player(name: str, rules: Rules[Any, Any, Any], assignment: Assignment) -> NamedPlayer:
    """The player called `name`. Raises `PlayerNameError`, and `ExtractError` for a file without a player."""
    tiers = opponents_at(rules)
    if name in tiers or is_program(name):
        return NamedPlayer(name)
    path = Path(name)
    if path.suffix not in (".py", ".ipynb"):
        known = f"one of {', '.join(tiers)}, " if tiers else ""
        raise PlayerNameError(
            f"{name!r} is no player: name {known}a .py file, a notebook, or a program as exec:COMMAND"
        )
    if not path.is_file():
        raise PlayerNameError(f"there is no file {name!r}")
    return NamedPlayer(name, read_player(path, assignment).source)


def seat_player(
    name: str, rules: Rules[Any, Any, Any], assignment: Assignment, seed: str, stack: ExitStack
) -> Player:
    """The player called `name`; worker processes are ended by `stack`.

    Raises as `find_player` does, `ProgramError`, and `PlayError` when it does not load.
    """
    player = find_player(name, rules, assignment).seat(rules, assignment, seed, stack)
    if isinstance(player, WorkerPlayer):
        player.start()
    return player
