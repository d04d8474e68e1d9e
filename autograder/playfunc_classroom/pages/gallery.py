"""Examples for the lecture, good and bad, picked from a class and without names.

Everything is taken from stored marks and from games on deals of their own: no deal that marks come from is
shown. Texts go through `playfunc_classroom.pseudonyms`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup
from playfunc.costs import CostlyMove
from playfunc_checks.assignment import BEATS
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.source_facts import NOT_LOOKED
from playfunc_checks.structure import docstrings, duplicates, parsed, source_lines, unused

from playfunc_classroom.marks import Mark
from playfunc_classroom.pages.report import render

LONG = 40
"""Lines of a function that are shown."""
BETTER = 3
"""Moves that are named beside a costly one."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example: whether it is a good one, what it shows, and what there is to say about it. `student` is for
    whoever picks; the page never has it."""

    good: bool
    title: str
    why: str
    student: str
    code: str = ""
    picture: Markup | None = None


def examples(marks: Sequence[Mark], released: str = "") -> list[Example]:
    """What the class shows best, at most one example of a kind, and no student twice while others have some.
    `released` is the player as the students got it, whose docstrings and stubs are nobody's example."""
    kinds = (
        (True, "A memory with a type of its own", _own_type),
        (True, "A docstring to work with", _manual_beyond(docstrings(released))),
        (True, "Small functions, each with one job", _short_functions),
        (False, "A function that does everything", _longest),
        (False, "Said twice", _twice),
        (False, "Left over", _left_over_beyond(released)),
        (False, "A function without a manual", _undocumented),
        *((False, f"Against the rules: {kind}", _fault_of(kind)) for kind in _fault_kinds(marks)),
    )
    used: Counter[str] = Counter()
    found = []
    for good, title, pick in kinds:
        candidates = [(mark.student, *each) for mark in marks if mark.facts for each in _picked(pick, mark)]
        if candidates:
            student, _, why, code = min(candidates, key=lambda each: (used[each[0]], -each[1], each[3]))
            used[student] += 1
            found.append(Example(good, title, why, student, code))
    return found


Candidate = tuple[float, str, str]
"""How well something in a submission shows the point, what there is to say about it, and its code."""

Candidates = Iterator[Candidate]


def _picked(pick: Callable[[Mark], Candidates], mark: Mark) -> list[Candidate]:
    """What one submission shows; nothing where its tree is too large or too deep, or has a number that cannot be
    written, for one must not cost the class its page."""
    if mark.facts and NOT_LOOKED in (*mark.facts.duplicates, *mark.facts.unused):
        return []
    try:
        return list(pick(mark))
    except (RecursionError, ValueError):
        return []


def _tree(mark: Mark) -> ast.Module:
    return ast.parse(mark.source)


def _lines(mark: Mark, first: int, last: int) -> str:
    return "\n".join(source_lines(mark.source)[first - 1 : last])


def _node(mark: Mark, node: ast.FunctionDef | ast.ClassDef) -> str:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    last = node.end_lineno or node.lineno
    cut = min(last, first + LONG - 1)
    more = f"\n    … and {last - cut} more lines" if last > cut else ""
    return _lines(mark, first, cut) + more


def _ok(mark: Mark, check: str) -> bool:
    return any(result.check == check and result.ok for result in mark.results)


def _functions(mark: Mark) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(_tree(mark)) if isinstance(node, ast.FunctionDef)]


def _length(node: ast.FunctionDef | ast.ClassDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _own_type(mark: Mark) -> Candidates:
    if not _ok(mark, "memory"):
        return
    classes = {node.name: node for node in _tree(mark).body if isinstance(node, ast.ClassDef)}
    for function in _functions(mark):
        told = ast.unparse(function.returns) if function.name == "play" and function.returns else ""
        for name, node in classes.items():
            if name in told and _length(node) <= LONG:
                why = (
                    "The type says what the player remembers, field by field; no text has to be taken apart."
                )
                score = 10 * bool(ast.get_docstring(node)) - _length(node) / LONG
                yield score, why, _node(mark, node)


def _manual_beyond(given: Container[str]) -> Callable[[Mark], Candidates]:
    def pick(mark: Mark) -> Candidates:
        for node in _functions(mark):
            told = ast.get_docstring(node) or ""
            if (
                told not in given
                and len(told) > 60
                and _length(node) <= 20
                and node.name != "play"
                and _ok(mark, "rules")
            ):
                words = Counter(told.lower().split())
                arguments = sum(words[argument.arg] > 0 for argument in node.args.args)
                why = "The docstring is a manual: what goes in, what comes out. One need not read the code below it."
                yield arguments + len(told) / 1000, why, _node(mark, node)

    return pick


def _short_functions(mark: Mark) -> Candidates:
    facts = mark.facts
    beaten = [result.ok for result in mark.results if result.check.startswith(BEATS)]
    if facts and facts.functions >= 6 and 2 * sum(beaten) >= len(beaten):
        names = [node for node in _functions(mark) if _length(node) <= 8][:3]
        code = "\n\n\n".join(_node(mark, node) for node in names)
        why = (
            f"{facts.functions} functions, with a median length of {facts.median_function:g} lines. Each does "
            "one thing, and its name says which."
        )
        yield -facts.median_function, why, code


def _longest(mark: Mark) -> Candidates:
    for node in _functions(mark):
        if _length(node) > 30:
            why = f"{_length(node)} lines in one function. Its comments and blank lines show where it wants to be cut."
            yield _length(node), why, _node(mark, node)


def _twice(mark: Mark) -> Candidates:
    for pair in duplicates(_tree(mark)):
        size = pair.first[1] - pair.first[0] + 1
        code = f"{_lines(mark, *pair.first)}\n\n# … and further down …\n\n{_lines(mark, *pair.second)}"
        why = "The same but for names and numbers: a function with these as its arguments says it once."
        yield size, why, code


def _left_over_beyond(released: str) -> Callable[[Mark], Candidates]:
    given = parsed(released)

    def pick(mark: Mark) -> Candidates:
        if found := unused(_tree(mark), given):
            count = f"{len(found)} definition{'s' * (len(found) != 1)} that nothing uses"
            why = f"{count}: a reader looks for their use and finds none."
            yield len(found), why, "\n".join(found)

    return pick


def _undocumented(mark: Mark) -> Candidates:
    for node in _functions(mark):
        if not ast.get_docstring(node) and 12 <= _length(node) <= LONG:
            why = "No docstring, and the name leaves it open: what goes in, what comes out?"
            yield _length(node), why, _node(mark, node)


def _fault_kinds(marks: Sequence[Mark]) -> list[str]:
    """The kinds of fault in the rules check, the most frequent first."""
    kinds = Counter(_fault(result) for mark in marks for result in mark.results if _fault(result))
    return [kind for kind, _ in kinds.most_common(3)]


def _fault(result: CheckResult) -> str:
    """The named error that a rules check ended with; its deals are public, so its game may be shown."""
    if result.check != "rules" or result.verdict is not Verdict.FAILED or result.replay is None:
        return ""
    return result.replay.faults[0].error if result.replay.faults else ""


def _fault_of(kind: str) -> Callable[[Mark], Candidates]:
    def pick(mark: Mark) -> Candidates:
        for result in mark.results:
            if _fault(result) == kind and result.replay is not None:
                fault = result.replay.faults[0]
                yield 0.0, fault.reason, fault.position

    return pick


def play_example(student: str, decision: CostlyMove, picture: Markup) -> Example:
    """A costly decision as an example."""
    better = f" Better: {', '.join(map(decision.shown, decision.best[:BETTER]))}." if decision.best else ""
    why = (
        f"Played: {decision.shown(decision.move)}, which gave away {decision.cost}. {decision.story}{better}"
        f"{decision.in_hindsight and f' {decision.in_hindsight}'}"
    )
    return Example(False, "A costly move", why, student, picture=picture)


def gallery_page(title: str, chosen: Sequence[Example], cleaned: Callable[[str], str]) -> str:
    """A whole page for the lecture; `cleaned` takes names out of whatever comes from a student."""
    shown = [replace(each, why=cleaned(each.why), code=cleaned(each.code)) for each in chosen]
    good, bad = ([each for each in shown if each.good is kind] for kind in (True, False))
    return render("gallery.html", title=title, good=good, bad=bad)
