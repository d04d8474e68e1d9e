"""The history of a player's strength: what was measured of which code, kept beside the notebook, compared and drawn."""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from math import ceil, inf
from pathlib import Path
from statistics import fmean
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from playfunc.files import write_whole
from playfunc.show import HistoryPlot, Measured, history_plot, interval_plot
from playfunc.statistics import LEAST_DEALS, Interval, mean_interval
from playfunc_checks.course_settings import SETTINGS_FILE

from playfunc_workbook.finding import State
from playfunc_workbook.players import Functions
from playfunc_workbook.view import Shown, note, stacked

FEW = 50
"""Entries of a list or a mapping that counts as settings; longer ones may be a cache, which every move changes."""


def fingerprint(functions: Iterable[Callable[..., Any]]) -> str:
    """The same text as long as the functions, and whatever they use of their own module, are the same. What is
    imported from elsewhere counts by its name only."""
    seen: set[int] = set()
    digest = hashlib.blake2b(digest_size=16)
    for function in functions:
        for part in _parts(function, getattr(function, "__module__", None), seen):
            digest.update(part.encode("utf-8", "backslashreplace") + b"\0")
    return digest.hexdigest()


def _parts(value: Any, module: str | None, seen: set[int]) -> Iterator[str]:
    unwrapped = inspect.unwrap(value) if callable(value) else value
    if id(unwrapped) in seen:
        return
    yield from _wrappers(value, unwrapped)
    if isinstance(unwrapped, FunctionType) and unwrapped.__module__ == module:
        seen.add(id(unwrapped))
        yield from _function(unwrapped, module, seen)
    elif isinstance(unwrapped, type) and unwrapped.__module__ == module:
        seen.add(id(unwrapped))
        yield f"class {unwrapped.__qualname__} {unwrapped.__bases__} {vars(unwrapped).get('__annotations__')}"
        for name, member in sorted(vars(unwrapped).items()):
            yield name
            yield from _parts(_behind(member), module, seen)
    else:
        yield _plain(unwrapped)


def _wrappers(value: Any, unwrapped: Any) -> Iterator[str]:
    """What stands around a function: a cache, or a decorator's own code."""
    while value is not unwrapped:
        settings = value.cache_parameters() if hasattr(value, "cache_parameters") else ""
        yield f"within {type(value).__qualname__} {settings}"
        if isinstance(value, FunctionType):
            yield from _code(value.__code__, set())
        value = value.__wrapped__


def _function(function: FunctionType, module: str | None, seen: set[int]) -> Iterator[str]:
    yield f"def {function.__qualname__} {_plain(function.__defaults__)} {_plain(function.__kwdefaults__)}"
    names: set[str] = set()
    yield from _code(function.__code__, names)
    inner = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}
    for name, value in sorted({**{n: function.__globals__.get(n) for n in names}, **inner}.items()):
        yield name
        yield from _parts(value, module, seen)


def _code(code: CodeType, names: set[str]) -> Iterator[str]:
    names.update(code.co_names)
    yield f"{code.co_code.hex()} {code.co_names} {code.co_varnames}"
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant, names)
        else:
            yield _plain(constant)


def _behind(member: Any) -> Any:
    """The function of a property, a class method or a static method."""
    if isinstance(member, property):
        return member.fget
    return getattr(member, "__func__", member)


def _plain(value: Any) -> str:
    """A value as text that is the same in every kernel; only the type of what has none."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return repr(value)
    if isinstance(value, tuple | frozenset) or (isinstance(value, list | set | dict) and len(value) <= FEW):
        items = value.items() if isinstance(value, dict) else value
        texts = [_plain(item) for item in items]
        return f"{type(value).__name__} {sorted(texts) if isinstance(value, set | frozenset) else texts}"
    return f"{type(value).__module__}.{getattr(value, '__qualname__', type(value).__qualname__)}"


# Two versions of a player on the same deals: their difference deal by deal, in which the luck of the deals cancels out.
#
# So it is known better than from two measurements, each with an interval of its own, and costs no further games.


Advantages: TypeAlias = Mapping[str, Sequence[float]]
"""By opponent, deal by deal, what a player had over it (`Game.compared`)."""

MOST = 1000
"""Deals beyond which nobody is advised to measure a change."""


def difference(new: Advantages, old: Advantages) -> Interval | None:
    """How much more the new version has over the same opponents than the old one, with its 95% interval, on the deals
    that both played; `None` where these are too few."""
    changes = [
        now - before for name in new for now, before in zip(new[name], old.get(name, ()), strict=False)
    ]
    return mean_interval(changes) if len(changes) >= LEAST_DEALS else None


def difference_shown(found: Interval, before: str, unit: str) -> Shown:
    """Whether the new version is better than the one `before` (its name and time), as far as these deals tell. `unit`
    is what the change is counted in."""
    state, verdict = _verdict(found)
    said = f"{verdict} On the same {found.count} deals {_change(found, before, unit)}"
    if not found.half_width:
        return note(said, state)
    return stacked(note(said, state), interval_plot([("change", found)], reference=0))


def _verdict(found: Interval) -> tuple[State, str]:
    if found.low > 0:
        return State.RIGHT, "Better than the best version before it."
    if found.high < 0:
        return State.WRONG, "Worse than the best version before it."
    if not found.half_width:
        return State.PARTLY, "Neither better nor worse than the best version before it."
    return State.PARTLY, f"Better or worse than the best version before it? Not decided{_needed(found)}."


def _needed(found: Interval) -> str:
    """How many deals of either version would decide, if the difference stays what it is."""
    needed = found.count * (found.half_width / found.mean) ** 2 if found.mean else inf
    if needed > MOST:
        return f"; if they differ, it is by so little that {MOST} deals would not tell"
    return f"; about {10 * ceil(needed / 10)} deals with each of the two would tell"


def _change(found: Interval, before: str, unit: str) -> str:
    if not found.mean and not found.half_width:
        return f"this version and {before} have exactly the same scores."
    how = "larger" if found.mean >= 0 else "smaller"
    sure = (
        f"95% interval of the change {found.low:+.2f} to {found.high:+.2f}"
        if found.half_width
        else "on each deal"
    )
    return f"the advantage over the opponent, in {unit}, is {abs(found.mean):.2f} {how} than that of {before} ({sure})."


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


def known_history() -> tuple[Entry, ...]:
    """The measurements beside the notebook so far; none where their file is damaged."""
    try:
        return read_history(Path.cwd())
    except ValueError:
        return ()


def measurements(what: str) -> int:
    """How many measurements of this kind there are so far."""
    return sum(each.what == what for each in known_history())


def longest(functions: Functions, what: str, more_than: int) -> Entry | None:
    """Of the measurements of this kind and exactly this code the one of most deals, where these are `more_than` so many."""
    code = fingerprint(functions.values())
    same = [
        each for each in known_history() if (each.what, each.code) == (what, code) and each.deals > more_than
    ]
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

    With `advantages`, counted in `scored` ("points a hand"), it is compared with the best version before it.

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
    return None if len(plot.measured) < 2 else stacked(_compared(entry, before, scored), _plot_shown(plot))


def _compared(entry: Entry, before: Iterable[Entry], scored: str) -> Shown | None:
    """This measurement beside that of the best version before it, on the deals that both played; of the same name where
    there is one. So a first player that is measured again, when all cells run, is not compared with the last one."""
    same = [each for each in before if each.what == entry.what]
    first = next((place for place, each in enumerate(same) if each.code == entry.code), len(same))
    earlier = {each.code for each in same[:first]}
    others = [each for each in same if each.code in earlier]
    named = [each for each in others if each.name == entry.name] or others
    old = max(reversed(named), key=lambda each: _rank(entry.advantages, each.advantages), default=None)
    found = difference(entry.advantages, old.advantages) if old and scored else None
    if found is None or old is None:
        return None
    fewer = ", which has played only these" if old.deals < entry.deals else ""
    return difference_shown(found, f"`{old.name}` of {old.when}{fewer}", scored)


def _rank(new: Advantages, old: Advantages) -> tuple[int, float]:
    """How well a version serves to compare another with: by the deals that both played, then by what it had on them."""
    shared = [had for name in new for _, had in zip(new[name], old.get(name, ()), strict=False)]
    return len(shared), fmean(shared) if shared else 0.0


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
    same = [entry for entry in entries if entry.what == what]
    several = len({entry.name for entry in same}) > 1
    measured, before = [], ""
    for entry in same:
        when = f"{entry.name}, {entry.when}" if several else entry.when
        measured.append(Measured(when, entry.interval, same=entry.code == before))
        before = entry.code
    return history_plot(measured, marks=marks, unit=unit)


def _plot_shown(plot: HistoryPlot) -> Shown:
    last = plot.measured[-1]
    said = "Your history. The code is the same as the last time." if last.same else "Your history."
    return stacked(note(said), plot)
