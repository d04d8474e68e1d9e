"""How the workbook shows what its checks found: self-contained HTML, and the same as plain text."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

from playfunc.show import progress
from playfunc.show.face import Drawable
from playfunc.show.markup import collapsed, escape

from playfunc_workbook.finding import Finding, State
from playfunc_workbook.isolated_call import interrupted

P = ParamSpec("P")
T = TypeVar("T")

_LOOKS = {
    State.RIGHT: ("✓", "#1c7a4f"),
    State.PARTLY: ("…", "#0b57b7"),
    State.WRONG: ("✗", "#c8102e"),
    State.DIFFERENT: ("≠", "#8a5a00"),
    State.UNWRITTEN: ("○", "#6b7280"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """Something to look at: `html` for a notebook, `text` for everything else."""

    html: str
    text: str

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return self.text


class InTurn:
    """Things to look at, one below the other, each with an output of its own: a widget needs that."""

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def _ipython_display_(self) -> None:
        from IPython.display import display

        for part in self.parts:
            display(part)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.parts))


class Points(float):
    """Points of a graded cell, which nbgrader reads from the printed number, with a report to look at."""

    shown: Shown
    most: float

    @classmethod
    def of(cls, points: float, most: float, shown: Shown) -> Points:
        """The points, of so many at `most`, shown so."""
        value = cls(points)
        value.shown, value.most = shown, most
        return value

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The bare number. The report gets an output of its own before it: as HTML of this one it would have no text."""
        from IPython.display import display

        display(self.shown)
        said = (
            f"Points in this notebook: {self:g} of {self.most:g}"
            if self.most
            else "This cell carries no points."
        )
        return {"text/plain": repr(self), "text/html": f"<p>{said}</p>"}


def finding_shown(finding: Finding) -> Shown:
    """An exercise's finding: verdict, parts, the position drawn, the hint folded away, the student's own lines."""
    parts = [_headline(finding)]
    if finding.lines and finding.state is not State.RIGHT:
        parts.append(
            "<ul style='margin:4px 0 4px 8px;padding:0;list-style:none'>" + _items(finding) + "</ul>"
        )
    if finding.position is not None:
        parts.append(finding.position._repr_html_())
    if finding.hint:
        parts.append(folded("Hint", f"<p style='margin:4px 0'>{_code(finding.hint)}</p>"))
    if finding.detail:
        parts.append(f"<pre style='overflow-x:auto;font-size:12px'>{escape(finding.detail)}</pre>")
    return Shown("".join(parts), _plain(finding))


def _headline(finding: Finding) -> str:
    sign, colour = _LOOKS[finding.state]
    word = finding.state.value
    said = f"<b style='color:{colour}'>{sign} {escape(finding.exercise)}: {word}.</b> {_code(finding.said)}"
    return _bar(colour, said)


def _items(finding: Finding) -> str:
    return "".join(
        f"<li><span style='color:{_LOOKS[state][1]}'>{_LOOKS[state][0]}</span> {escape(text)}</li>"
        for state, text in finding.lines
    )


def _plain(finding: Finding) -> str:
    lines = [
        f"{_LOOKS[finding.state][0]} {finding.exercise}: {finding.state.value}. {finding.said}",
        *(
            f"  {_LOOKS[state][0]} {text}"
            for state, text in finding.lines
            if finding.state is not State.RIGHT
        ),
        str(finding.position) if finding.position is not None else "",
        f"Hint: {finding.hint}" if finding.hint else "",
        finding.detail,
    ]
    return "\n".join(line for line in lines if line)


def note(text: str, state: State = State.PARTLY) -> Shown:
    """A sentence or two on their own."""
    sign, colour = _LOOKS[state]
    return Shown(_bar(colour, _code(text)), f"{sign} {text}")


def _bar(colour: str, html: str) -> str:
    return f"<div role='status' style='border-left:4px solid {colour};padding:6px 12px;margin:6px 0'>{html}</div>"


def stacked(*parts: Shown | Drawable | None) -> Shown:
    """One below the other; `None` is left out."""
    present: list[Any] = [part for part in parts if part is not None]
    html = "".join(part._repr_html_() for part in present)
    return Shown(html, "\n".join(repr(p) if isinstance(p, Shown) else str(p) for p in present))


def folded(summary: str, html: str) -> str:
    """HTML behind a line to click on."""
    return f"<details style='margin:4px 0'><summary style='cursor:pointer'>{escape(summary)}</summary>{html}</details>"


def behind(summary: str, part: Drawable) -> Shown:
    """A drawing behind a line to click on."""
    return Shown(folded(summary, part._repr_html_()), f"{summary}: {part}")


def source_shown(source: str, summary: str) -> Shown:
    """Program text, whole, behind a line that says what it is."""
    return Shown(collapsed(summary, source), f"{summary}\n{source}")


def table(head: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> Shown:
    """A small table of plain text."""
    listed = [list(row) for row in rows]
    cells = "".join(
        "<tr>"
        + "".join(f"<td style='text-align:left;vertical-align:top'>{_code(v)}</td>" for v in row)
        + "</tr>"
        for row in listed
    )
    top = "".join(f"<th scope='col' style='text-align:left'>{escape(v)}</th>" for v in head)
    title = f"<caption style='text-align:left'>{escape(caption)}</caption>" if caption else ""
    html = f"<table style='margin:6px 0'>{title}<thead><tr>{top}</tr></thead><tbody>{cells}</tbody></table>"
    return Shown(html, "\n".join([caption, *("  ".join(row) for row in [list(head), *listed])]).strip())


def _code(text: str) -> str:
    """Escaped text, with what stands between backticks as code."""
    pieces = [escape(piece) for piece in text.split("`")]
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces))


PRINTED = 400
"""How many characters of what the student's code printed are shown."""


@contextmanager
def captured_output() -> Iterator[io.StringIO]:
    """Takes what the student's code prints, thousands of lines maybe, off the cell's output. An interrupt leaves as
    `Interrupted`, of which a notebook shows the student's own line and no traceback."""
    printed = io.StringIO()
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            yield printed
    except KeyboardInterrupt as error:
        raise interrupted(error) from None


@contextmanager
def late_progress(total: int, label: str, after: float = 2.0) -> Iterator[Callable[[int], None]]:
    """A progress bar that appears only if there is still something to do after this number of seconds."""
    began = time.monotonic()
    shown: tuple[int, Callable[[int], None]] | None = None
    with ExitStack() as stack:

        def update(done: int) -> None:
            nonlocal shown
            if shown is None and time.monotonic() - began >= after:
                shown = done, stack.enter_context(progress(total - done, label))
            if shown is not None:
                before, bar = shown
                bar(done - before)

        yield update


def printed_shown(printed: io.StringIO) -> Shown | None:
    """How what the student's code printed begins; `None` when it printed nothing."""
    text = printed.getvalue()
    if not text.strip():
        return None
    return note(f"While this ran, your code printed {len(text):,} characters. They begin: {text[:PRINTED]}")


def validating() -> bool:
    """Whether nbgrader's Validate button runs the notebook, which gives every cell 30 seconds."""
    return os.environ.get("NBGRADER_VALIDATING") == "1"


SKIPPED = "Not run by Validate, to be quick. Run this cell yourself."


def skipped_by_validate(cell: Callable[P, T]) -> Callable[P, T | Shown]:
    """A cell's function that only says that it is left out while Validate runs."""

    @wraps(cell)
    def called(*arguments: P.args, **options: P.kwargs) -> T | Shown:
        return note(SKIPPED) if validating() else cell(*arguments, **options)

    return called


class RulesNotPassed(Exception):  # noqa: N818
    """Tells the Validate button, which has no other way for a cell without points, that the gate is shut."""


def check(find: Callable[P, Finding]) -> Callable[P, Shown]:
    """The function `check_x` that a cell calls, which shows what the exercise `x_finding` finds, with its docstring."""

    def called(*arguments: P.args, **options: P.kwargs) -> Shown:
        with captured_output() as printed:
            finding = find(*arguments, **options)
        return stacked(finding_shown(finding), printed_shown(printed))

    known = signature(find)
    asked = [each for each in known.parameters.values() if each.default is each.empty]
    called.__name__ = called.__qualname__ = f"check_{find.__name__.removesuffix('_finding')}"
    called.__doc__ = find.__doc__
    called.__signature__ = known.replace(parameters=asked, return_annotation="Shown")  # type: ignore[attr-defined]
    return called
