"""Which lines of a player decided a move: the move is asked again in a worker whose source notes them.

The notes are printed by code that runs beside the student's, so they are a help for an examiner and prove
nothing. They are text from the worker and are read as data alone.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from dataclasses import dataclass

from playfunc.costs import CostlyMove
from playfunc.player import Reply
from playfunc.record import calls, rules_of
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.win_rate import STUDENT

from playfunc_autograder.sandbox import WorkerPlayer

_MARK = "playfunc-lines:"
_SLOWER = 20.0
"""A traced move may take so many times its limit."""

_TRACER = f"""


def _playfunc_traced(play):
    import functools, json, sys

    file = play.__code__.co_filename

    @functools.wraps(play)
    def traced(*arguments):
        own, called = [], {{}}

        def follow(frame, event, argument):
            code = frame.f_code
            if code.co_filename != file:
                return None
            if event == "line" and code is play.__code__ and frame.f_lineno not in own:
                own.append(frame.f_lineno)
            elif event == "return" and code is not play.__code__ and code.co_name[0] != "<":
                called[code.co_name] = (called.get(code.co_name, (0, 0))[0] + 1, frame.f_lineno)
            return follow

        sys.settrace(follow)
        try:
            return play(*arguments)
        finally:
            sys.settrace(None)
            print("\\n{_MARK}" + json.dumps([own[:200], list(called.items())[:40]]))

    return traced


for _playfunc_name in {{functions}}:
    if hasattr(globals().get(_playfunc_name), "__code__"):
        globals()[_playfunc_name] = _playfunc_traced(globals()[_playfunc_name])
"""


@dataclass(frozen=True, slots=True)
class Trace:
    """The lines of the asked `function` that ran, in order of their first time, and what it called: name, times, last
    line."""

    function: str
    move: str
    lines: tuple[int, ...]
    called: tuple[tuple[str, int, int], ...]


def trace(source: str, assignment: Assignment, decision: CostlyMove) -> Trace | None:
    """How `source` comes to this decision; `None` where it does not answer, or its lines cannot be had."""
    rules = rules_of(decision.record)
    call = [call for _, call, _ in calls(decision.record)][decision.at]
    limits = assignment.limits
    slow = dataclasses.replace(limits, move_seconds=_SLOWER * limits.move_seconds)
    noting = source + _traced(rules.functions)
    worker = WorkerPlayer(noting, rules, name=STUDENT, limits=slow, modules=assignment.modules)
    with worker:
        [answer] = worker.answer([call])
    if not isinstance(answer, Reply):
        return None
    return _read(worker.output, answer.move, call.function)


def _traced(functions: Sequence[str]) -> str:
    return _TRACER.replace("{functions}", repr(tuple(functions)))


def _read(output: str, move: str, function: str) -> Trace | None:
    """The last notes in what was printed; whatever does not look like notes is none."""
    noted = [line for line in output.splitlines() if line.startswith(_MARK)]
    try:
        own, called = json.loads(noted[-1].removeprefix(_MARK))
        return Trace(
            function,
            move,
            tuple(int(line) for line in own),
            tuple((str(name), int(times), int(line)) for name, (times, line) in called),
        )
    except (IndexError, ValueError, TypeError, RecursionError):
        return None
