"""The opponents of an assignment as players: tiers of the game's ladder, and the course's own files."""

from __future__ import annotations

from typing import Any

from playfunc.player import FunctionPlayer
from playfunc.rules import Rules
from playfunc_opponents import opponent, opponents_at

from playfunc_checks.assignment import Assignment

__all__ = ["is_here", "opponent_of"]


def is_here(assignment: Assignment, name: str) -> bool:
    """Whether the opponent can be played here: an unpublished one of the course's own is not on students' machines."""
    return bool(assignment.opponent(name).source) or name in opponents_at(assignment.rules())


def opponent_of(
    assignment: Assignment, rules: Rules[Any, Any, Any], name: str, *, key: bytes = b"playfunc opponents"
) -> FunctionPlayer:
    """The opponent of this name at such a table. `key` is what its randomness is drawn from.

    One of the course's own is the instructor's code and runs in this process, as our opponents do. Raises
    `ValueError` for a name that is no opponent's, and for a file that does not define what the game asks for.
    """
    own = assignment.opponent(name).source
    if not own:
        return opponent(rules, name, key=key)
    module: dict[str, Any] = {"__name__": f"opponents_{name}"}
    exec(compile(own, f"opponents/{name}.py", "exec", dont_inherit=True), module)
    missing = [function for function in rules.functions if not callable(module.get(function))]
    if missing:
        raise ValueError(
            f"opponents/{name}.py must define {', '.join(missing)}, as every player of {rules.name}"
        )
    return FunctionPlayer({each: module[each] for each in rules.functions}, rules, name=name, key=key)
