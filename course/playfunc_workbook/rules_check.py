"""Whether a player keeps the rules, and answers the same question the same way; if not, the student's own line that may
be why.

Marking asks twice in fresh processes (`playfunc_checks.checks.gates`). Here the questions are asked again in another order,
which finds what is kept between calls; a clock that changes no answer by chance is found in the text.
"""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import FunctionType
from typing import Any

from playfunc.errors import PlayerCrash, PlayError, ProtocolError, TimeError
from playfunc.match import Table, play_games
from playfunc.measure import deal_rng, rotations
from playfunc.player import Answer, Player
from playfunc.record import GameRecord, RecordedMove, calls
from playfunc.rules import Call
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.repeated_questions import STATE
from playfunc_checks.checks.hidden import describe_overrun
from playfunc_checks.checks.repeated_questions import impure_lines
from playfunc_checks.source_lines import place
from playfunc_opponents import opponent, weakest_at

from playfunc_workbook.finding import correct, incorrect, Finding, State, error_hint
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import (
    Functions,
    first_fault,
    timed_player,
)
from playfunc_workbook.view import (
    Shown,
    finding_shown,
    captured_output,
    late_progress,
    printed_shown,
    stacked,
)

ASKED = 40
"""Questions that are asked again."""

PURITY = "Same arguments, same answer"
"""What a finding is called on a player that keeps the rules, and answers the same question differently."""

KEPT = "Or is it what your code keeps from calls before, in other games? The lines below do."
"""What may be the cause of a fault as well."""


def impure_finding(
    you: Player, functions: Mapping[str, Any], records: Sequence[GameRecord], name: str = "you"
) -> Finding | None:
    """What to say of a player whose answers differ from those of its games, or which reads a clock; else `None`."""
    asked = _questions(records, name)
    differing = next(((c, m, a) for c, m in asked if _differs(m, a := you.answer([c])[0])), None)
    lines = suspects(functions.values())
    if differing is None:
        clocks = [line for line in lines if _CLOCK in line]
        said = (
            "No move against the rules. But your player reads a clock, so its answers may differ on another machine, and "
            "then it fails the check `purity`, and no opponent counts as beaten."
        )
        return Finding(State.PARTLY, said, detail=clocks[0], hint=STATE, exercise=PURITY) if clocks else None
    call, made, answer = differing
    said = (
        f"No move against the rules. But `{call.function}` was asked the same question twice and gave two answers: "
        f"first {_shown(made.move, made.memory)}, then {_of(answer, made)}. Marking asks twice as well (the "
        "check `purity`)."
    )
    return incorrect(said, detail="\n\n".join(lines[:2]), hint=STATE, exercise=PURITY)


def _questions(records: Sequence[GameRecord], name: str) -> list[tuple[Call, RecordedMove]]:
    """Some questions of the student's seats and their answers, in an order of their own."""
    found = [
        (call, move)
        for record in records
        for seat, call, move in calls(record)
        if record.players[seat].startswith(name)
    ]
    return random.Random("again").sample(found, min(ASKED, len(found)))


_CLOCK = "This reads a clock"


def _differs(made: RecordedMove, answer: Answer) -> bool:
    """A time-out is none: what an earlier call of the game had computed may lack here, and marking gives it more time."""
    if isinstance(answer, TimeError):
        return False
    return isinstance(answer, PlayError) or (answer.move, answer.memory) != (made.move, made.memory)


def _shown(move: str, memory: str | None) -> str:
    return f"{move} with the memory {memory:.60}" if memory not in (None, "null") else move


def _of(answer: Answer, made: RecordedMove) -> str:
    if isinstance(answer, PlayError):
        return f"{answer.rule}: {answer.reason}"
    return answer.move if answer.move != made.move else _shown(answer.move, answer.memory)


def keeping_named(finding: Finding, functions: Mapping[str, Any]) -> Finding:
    """The finding of a fault, with the student's lines that keep something between calls: a hand that was played before
    may be why."""
    kept = kept_between_calls(functions.values())
    if finding.state is not State.WRONG or not kept:
        return finding
    detail = "\n\n".join(part for part in (finding.detail, *kept[:2]) if part)
    return replace(finding, detail=detail, hint=f"{finding.hint} {KEPT} {STATE}".strip())


def kept_between_calls(functions: Any) -> list[str]:
    """The student's lines that change what outlives a call, each with its text and the reason."""
    return [line for line in suspects(functions) if _CLOCK not in line]


def suspects(functions: Any) -> list[str]:
    """The student's lines that change what outlives a call, or read a clock, each with its text and the reason."""
    own = list(_own(functions))
    trees = {function.__code__.co_filename: None for function in own}
    found: list[str] = []
    for filename in trees:
        names = {function.__name__ for function in own if function.__code__.co_filename == filename}
        for line, name, why in impure_lines("".join(linecache.getlines(filename))):
            if name in names:
                found.append(
                    f"Line {line} of `{name}`, {place(filename)}:\n"
                    f"    {linecache.getline(filename, line).strip()}\n{why}"
                )
    return list(dict.fromkeys(found))


def _own(functions: Any) -> Iterator[FunctionType]:
    """The functions, and those of the same module that they use."""
    left = [each for each in functions if isinstance(each, FunctionType)]
    seen: set[FunctionType] = set()
    while left:
        function = left.pop(0)
        if function in seen:
            continue
        seen.add(function)
        yield function
        values = (function.__globals__.get(name) for name in _names(function.__code__))
        left += [
            each
            for each in values
            if isinstance(each, FunctionType) and each.__module__ == function.__module__
        ]


def _names(code: Any) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            yield from _names(constant)


def rules_finding(assignment: Assignment, functions: Functions, deals: int = 1) -> Finding:
    """Whether the functions keep the rules, against themselves and against the weakest opponent, and answer the same
    when they are asked again, which is the gate `purity`."""
    return _found(assignment, functions, _games(assignment, functions, deals, lambda done: None))


def _found(assignment: Assignment, functions: Functions, records: Sequence[GameRecord]) -> Finding:
    finding = keeping_named(records_finding(assignment, records), functions)
    if finding.state is not State.RIGHT:
        return finding
    you = timed_player(functions, assignment.rules(), assignment)
    return isolated_call(lambda told: impure_finding(you, functions, records)) or finding


def _games(
    assignment: Assignment, functions: Functions, deals: int, update: Callable[[int], None]
) -> Sequence[GameRecord]:
    rules = assignment.rules()
    you = timed_player(functions, rules, assignment)
    weakest = opponent(rules, weakest_at(rules))
    tables: list[Table] = []
    for number in range(deals):
        state = rules.deal(deal_rng("public", "rules", number))
        tables += [Table(state, (you, you)), *rotations(rules, state, (you, weakest))]
    return isolated_call(lambda told: play_games(rules, tables, "forfeit", on_round=told), update)


def records_finding(assignment: Assignment, records: Sequence[GameRecord]) -> Finding:
    """Whether the student's seats keep the rules in these games."""
    found = first_fault(records)
    moves = sum(record.players[move.seat].startswith("you") for record in records for move in record.moves)
    if found is None:
        return correct(
            f"{moves} moves in {len(records)} games, and none against the rules.", exercise="Rules"
        )
    fault = found[1].as_error()
    if "NotImplementedError" in fault.reason:
        reason = fault.reason.removeprefix("NotImplementedError: ")
        said = f"The player comes to a part that is not written yet: {reason}."
        return Finding(State.UNWRITTEN, said, exercise="Rules")
    faulty = sum(bool(record.faults) for record in records)
    where = f"A fault in {faulty} of {len(records)} games."
    if isinstance(fault, TimeError):
        where = "Your player took too long over a move, and was not asked any more."
    elif isinstance(fault, ProtocolError):
        where = "Your player's answer has the wrong shape, so it was not asked any more."
    return incorrect(
        f"{where} {fault.rule}: {fault.reason}.",
        detail="\n\n".join(part for part in (fault.position, fault.detail) if part),
        hint=fault_hint(fault, assignment),
        exercise="Rules",
    )


def fault_hint(fault: PlayError, assignment: Assignment) -> str:
    """What to do about a fault, beside the limits for a move that took too long."""
    if isinstance(fault, PlayerCrash):
        return error_hint(fault.reason, fault.detail)
    if not isinstance(fault, TimeError):
        return fault.hint
    return f"{fault.hint} {describe_overrun(assignment)}"


def checked_rules(
    assignment: Assignment,
    functions: Functions,
    deals: int = 4,
    advice: Callable[[Functions, Sequence[GameRecord]], Finding | None] = lambda functions, records: None,
) -> Shown:
    """`rules_finding`, to look at, with a progress bar where it takes long; and the game's `advice` on games without
    fault."""
    with captured_output() as printed, late_progress(3 * deals * assignment.moves_a_deal, "Moves") as update:
        records = _games(assignment, functions, deals, update)
        finding = _found(assignment, functions, records)
        if finding.state is State.RIGHT:
            finding = advice(functions, records) or finding
    return stacked(finding_shown(finding), printed_shown(printed))
