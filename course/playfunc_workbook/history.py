"""The history of a player's strength: what was measured, kept beside the notebook, and drawn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from playfunc.files import write_whole
from playfunc.show import HistoryPlot, Measured, history_plot
from playfunc.statistics import Interval

from playfunc_checks.course import SETTINGS_FILE
from playfunc_workbook.finding import State
from playfunc_workbook.fingerprint import fingerprint
from playfunc_workbook.given import Functions
from playfunc_workbook.paired import Advantages, difference, difference_shown
from playfunc_workbook.view import Shown, note, stacked

__all__ = ["FILE", "Entry", "drawn", "longest", "measurements", "read_history", "recorded"]

FILE = "history.json"
"""The history's name, in the folder of the notebook."""

KEPT = 1000
"""Measurements that are kept; beyond that the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One measurement: of `what` ("rating", "beats-minmax"), `when` by the clock of the machine, of which `code` by its
    fingerprint, what was found, and in how many deals. `name` is that of the function, or of the functions."""

    what: str
    when: str
    code: str
    found: float
    low: float
    high: float
    deals: int
    name: str = ""
    advantages: Advantages = field(default_factory=dict, hash=False)

    @property
    def interval(self) -> Interval:
        return Interval(self.found, self.low, self.high, self.deals)


def read_history(folder: Path) -> tuple[Entry, ...]:
    """The measurements so far, the oldest first. Raises `ValueError` with a sentence for a file that is damaged."""
    path = folder / FILE
    if not path.is_file():
        return ()
    try:
        return tuple(Entry(**each) for each in json.loads(path.read_text(encoding="utf-8"))["measured"])
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(
            f"{FILE} beside the notebook is damaged, so nothing was added to it. Delete or rename it to begin a new one."
        ) from error


def measurements(what: str) -> int:
    """How many measurements of this kind there are so far."""
    try:
        return sum(each.what == what for each in read_history(Path.cwd()))
    except ValueError:
        return 0


def longest(functions: Functions, what: str, more_than: int) -> Entry | None:
    """Of the measurements of this kind and exactly this code the one of most deals, where these are `more_than` so many."""
    code = fingerprint(functions.values())
    try:
        entries = read_history(Path.cwd())
    except ValueError:
        return None
    same = [each for each in entries if (each.what, each.code) == (what, code) and each.deals > more_than]
    return max(same, key=lambda each: each.deals, default=None)


def recorded(
    functions: Functions,
    what: str,
    found: Interval,
    *,
    marks: Mapping[str, float],
    unit: str = "",
    advantages: Advantages | None = None,
    scored: str = "",
    now: datetime | None = None,
) -> Shown | None:
    """Add a measurement to the history, and draw all of its kind; nothing to draw where it is the first.

    With `advantages`, counted in `scored` ("points a hand"), it is compared with the last one of other code.

    It is kept beside a notebook, but not in a course's own source folder, which is released to students. A folder that
    cannot be written, or a damaged file, is named in a sentence.
    """
    folder = Path.cwd()
    when = (now or datetime.now()).strftime("%Y-%m-%d %H:%M")
    code = fingerprint(functions.values())
    name = " and ".join(getattr(function, "__name__", key) for key, function in functions.items())
    entry = Entry(what, when, code, found.mean, found.low, found.high, found.count, name, advantages or {})
    try:
        before = read_history(folder)
        entries = (*before, entry)
        if _is_a_students(folder):
            _write(folder, entries)
    except (ValueError, OSError) as error:
        said = (
            str(error)
            if isinstance(error, ValueError)
            else f"{FILE} could not be written: {error.strerror or error}."
        )
        return note(said, State.WRONG)
    plot = drawn(entries, what, marks=marks, unit=unit)
    return None if len(plot.measured) < 2 else stacked(_compared(entry, before, scored), _shown(plot))


def _compared(entry: Entry, before: Iterable[Entry], scored: str) -> Shown | None:
    """This measurement beside the last one of the same kind and other code, on the deals that both played; of the same
    name where there is one."""
    others = [each for each in before if each.what == entry.what and each.code != entry.code]
    others.sort(key=lambda each: each.name == entry.name)  # stable: the last of its name is the last
    found = difference(entry.advantages, others[-1].advantages) if others and scored else None
    return None if found is None else difference_shown(found, _named(others[-1]), scored)


def _named(entry: Entry) -> str:
    return f"`{entry.name}` of {entry.when}"


def _is_a_students(folder: Path) -> bool:
    source = folder.parent.name == "source" and (folder.parent.parent / SETTINGS_FILE).is_file()
    return not source and any(folder.glob("*.ipynb"))


def _write(folder: Path, entries: Iterable[Entry]) -> None:
    lines = ",\n".join(json.dumps(asdict(entry)) for entry in [*entries][-KEPT:])
    write_whole(folder / FILE, f'{{"measured": [\n{lines}\n]}}\n')


def drawn(
    entries: Iterable[Entry], what: str, *, marks: Mapping[str, float] | None = None, unit: str = ""
) -> HistoryPlot:
    """The picture of all measurements of one kind. Raises `ValueError` where there are none."""
    measured, before = [], ""
    for entry in entries:
        if entry.what == what:
            measured.append(Measured(entry.when, entry.interval, same=entry.code == before))
            before = entry.code
    return history_plot(measured, marks=marks, unit=unit)


def _shown(plot: HistoryPlot) -> Shown:
    last = plot.measured[-1]
    said = "Your history. The code is the same as the last time." if last.same else "Your history."
    return stacked(note(said), plot)
