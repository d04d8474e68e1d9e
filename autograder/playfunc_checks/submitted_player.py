"""The submitted player: what was handed in, what it may use, and how checks ask it. Each check is given an asker.

The marker asks worker processes (`playfunc_autograder.asker`), and so do students wherever processes exist; in a
browser there are none, and the player is asked in the same process (`playfunc_checks.in_process`).
"""

from __future__ import annotations

import hashlib
import stat
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from playfunc.errors import PlayError, TimeError
from playfunc.player import Player
from playfunc.rules import Call, Rules

SLOWER = 5.0 if sys.platform == "emscripten" else 1.0
"""Calls may take so many times their seconds here: Python is several times slower in a browser, and traced besides."""

NOT_ASKED = "so it is not asked any more"
"""Ends the reason of every fault that stands for a question that was not put."""


@dataclass(frozen=True)
class Limits:
    """What a player may use. Seconds are CPU seconds where the system measures them, else wall-clock time.

    A single move may take `wall_factor` times its seconds by the wall, all of them together
    `total_wall_factor` times theirs; it may be asleep for `asleep_seconds` in total. A process lost to the
    player's own fault is replaced `restarts` times; then the player is not asked any more.
    """

    move_seconds: float = 1.0
    total_seconds: float = 600.0
    wall_factor: float = 10.0
    memory_bytes: int = 2**30
    load_seconds: float = 10.0
    total_wall_factor: float = 3.0
    restarts: int = 20
    asleep_seconds: float = 60.0


@dataclass(frozen=True)
class Spent:
    """Seconds of CPU time and by the wall, and of the latter those asleep: neither computing nor waiting for a
    processor. Where the system does not tell, none are."""

    cpu: float
    wall: float
    asleep: float = 0.0


class Budget:
    """What a player has used of its total, in all of its processes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.cpu = 0.0
        self.wall = 0.0
        self.calls = 0
        self.slowest = 0.0
        self.asleep = 0.0
        self.overslept = False
        self._doubted = False
        self.lost = 0
        """Processes that the player's own faults have cost."""
        self.refusal: PlayError | None = None
        """The answer to all later calls, once these were too many."""

    def charge(self, calls: int, spent: Spent, slowest: float) -> None:
        """`slowest` is the longest of these calls, in CPU seconds as far as it is known."""
        self.cpu += spent.cpu
        self.wall += spent.wall
        self.calls += calls
        self.slowest = max(self.slowest, min(slowest, spent.cpu))

    def rest(self, seconds: float) -> bool:
        """Count seconds asleep. Whether they have become too many, which is then to be confirmed."""
        self.asleep += seconds
        return self.asleep >= self._limits.asleep_seconds and not self.overslept

    def confirm(self, *, slept_again: bool) -> None:
        """Too many seconds asleep are the player's own if it `slept_again`. A machine that stood still is
        believed once; then they count from 0."""
        self.overslept = slept_again or self._doubted
        if not self.overslept:
            self._doubted, self.asleep = True, 0.0

    def lose(self, fault: PlayError) -> None:
        """Count a process that `fault` has cost."""
        self.lost += 1
        if self.lost > self._limits.restarts:
            reason = f"{fault.reason}; this was fault {self.lost} that ended its process, {NOT_ASKED}"
            self.refusal = type(fault)(reason, detail=fault.detail)

    @property
    def _total(self) -> float:
        """CPU seconds that all calls together may take here."""
        return self._limits.total_seconds * SLOWER

    @property
    def exhausted(self) -> bool:
        total = self._total
        used_up = self.cpu >= total or self.wall >= total * self._limits.total_wall_factor
        return used_up or self.overslept

    def fault(self) -> TimeError:
        """The answer to every call once the total is used up, with the arithmetic."""
        total, each = self._total, 1000 / max(self.calls, 1)
        if self.overslept:
            return TimeError(
                f"it slept for over {self._limits.asleep_seconds:g} s in total, and slept again when it was "
                f"asked once more, alone in a fresh process: {self.calls} moves took {self.cpu:.1f} s of CPU "
                f"time and {self.wall:.1f} s by the clock, {NOT_ASKED}"
            )
        if self.cpu >= total:
            return TimeError(
                f"the {total:g} s of CPU time for all moves together are used up: "
                f"{self.calls} moves took {self.cpu:.1f} s, {self.cpu * each:.1f} ms each, {NOT_ASKED}"
            )
        return TimeError(
            f"the {total * self._limits.total_wall_factor:g} s of wall-clock time for all moves together "
            f"are used up: {self.calls} moves took {self.wall:.1f} s, {self.wall * each:.1f} ms each, {NOT_ASKED}"
        )


class Metered(ABC):
    """A player that keeps within a budget, and tells what it has used of it: its own, or a `budget` that it
    shares with others that stand for the same player."""

    def __init__(self, limits: Limits, budget: Budget | None = None) -> None:
        self._limits = limits
        self._budget = budget or Budget(limits)
        self._longest: tuple[float, Sequence[Call]] = (0.0, ())
        self._confirming = False
        self.last_seconds: list[float] = []
        """The CPU seconds of each question of the last `answer`, 0 where it was not put. Those of a batch are
        measured together, and shared out as the process says."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def spans_games(self) -> bool:
        """Whether one process is asked the questions of several games, and could remember one in another."""
        return True

    @property
    @abstractmethod
    def output(self) -> str:
        """The beginning of what was printed, or written to standard error; complete once closed."""

    @abstractmethod
    def close(self) -> None:
        """End what runs. May be called again; nothing can be asked afterwards."""

    @abstractmethod
    def _ask_fresh_process(self, calls: Sequence[Call]) -> Spent:
        """What the same questions take, asked alone of a fresh process; what loading takes for none."""

    def _rest(self, spent: Spent, calls: Sequence[Call] = ()) -> None:
        """Count the time that `calls` (none: loading) slept, whatever came of them. Once it is too much in
        total, what slept longest is asked afresh: a machine that stood still does so only once."""
        if self._confirming:
            return
        self._longest = max(self._longest, (spent.asleep, calls), key=lambda slept: slept[0])
        if self._budget.rest(spent.asleep):
            seconds, asked = self._longest
            self._confirming = True
            try:
                self._budget.confirm(slept_again=self._ask_fresh_process(asked).asleep >= seconds / 2)
            finally:
                self._confirming = False

    def _note_seconds(self, spent: Spent, says: Sequence[float]) -> None:
        """Note the seconds of so many questions that were answered together."""
        total = sum(says)
        even = 1 / len(says)
        self.last_seconds += [spent.cpu * (each / total if total > 0 else even) for each in says]

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all moves together. Loading does not count, nor what had to be asked twice."""
        return self._budget.cpu

    @property
    def slowest_move(self) -> float:
        """CPU seconds of the slowest move. Within batches this is the worker's own word; judged is the batch."""
        return self._budget.slowest

    @property
    def calls(self) -> int:
        """How many calls were put to the player."""
        return self._budget.calls

    @property
    def exhausted(self) -> bool:
        """Whether the total time is used up, so that every further answer is a `TimeError`."""
        return self._budget.exhausted

    @property
    def overslept(self) -> str:
        """In words, where too much time asleep is why; nothing otherwise."""
        return self._budget.fault().reason if self._budget.overslept else ""


COMMAND_FILE = "program.txt"
"""One line beside the program: how it is started, such as `exec-lines:python3 bot.py`."""

_MOST_BYTES = 16 * 2**20
PREFIXES = ("exec:", "exec-lines:", "exec-args:")


class ProgramError(ValueError):
    """A command that starts no program; the message says what would."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program in any language: `name` as people write it on a command line, and the files it was handed in with:
    (name, content, executable). Without files it is the command as it stands, with the rights of the user who
    runs this."""

    name: str
    files: tuple[tuple[str, bytes, bool], ...]

    @property
    def source(self) -> str:
        """Everything a reader can read of it, and a digest of all the rest: what a mark is a mark of."""
        return "\n".join([f"# {self.name}", *(_readable(name, content) for name, content, _ in self.files)])


def read_program(folder: Path) -> Program:
    """The program in `folder`, all of whose plain files belong to it. Raises `ProgramError`."""
    text = (folder / COMMAND_FILE).read_text(encoding="utf-8", errors="replace").strip()
    if "\n" in text or "\0" in text or not text.startswith(PREFIXES):
        raise ProgramError(
            f"{COMMAND_FILE} holds one line such as exec-lines:python3 bot.py, and this is {text[:80]!r}"
        )
    paths = [p for p in plain_files(folder) if p.suffix != ".ipynb" and p.name != COMMAND_FILE]
    if not paths:
        raise ProgramError(f"no program lies beside {COMMAND_FILE}")
    if sum(p.stat().st_size for p in paths) > _MOST_BYTES:
        raise ProgramError(f"the files beside {COMMAND_FILE} are over {_MOST_BYTES >> 20} MiB together")
    return Program(text, files_of(paths))


def plain_files(folder: Path) -> list[Path]:
    """In order, without links: what a link leads to was not handed in."""
    return sorted(p for p in folder.iterdir() if p.is_file() and not p.is_symlink())


def files_of(paths: Iterable[Path]) -> tuple[tuple[str, bytes, bool], ...]:
    """The files as a `Program` holds them."""
    return tuple((p.name, p.read_bytes(), bool(p.stat().st_mode & stat.S_IXUSR)) for p in paths)


def _readable(name: str, content: bytes) -> str:
    try:
        return f"# {name}\n{content.decode('utf-8')}"
    except UnicodeDecodeError:
        return f"# {name}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}"


@dataclass(frozen=True)
class PlayerFacts:
    """What is known of a loaded player: its functions, each with the name of its memory type."""

    memory_types: dict[str, str]

    @property
    def functions(self) -> tuple[str, ...]:
        return tuple(self.memory_types)

    @property
    def memory_type(self) -> str:
        """That of the first function; "Any" where the return annotation names none."""
        return next(iter(self.memory_types.values()), "Any")


class AskedPlayer(Player, AbstractContextManager["AskedPlayer"], Protocol):
    """A player to be used in a `with` statement, which ends what it runs in."""

    @property
    def facts(self) -> PlayerFacts:
        """What is known of it; it is loaded if it is not. Raises the `PlayError` that this gave."""

    def start(self) -> None:
        """Load it, if it is not. Raises the `PlayError` that this gave, also for a missing function."""

    def can_repeat(self, call: Call) -> bool:
        """Whether a fresh player could answer the call: all that this one knew of its game is in the arguments."""


class Asker(AbstractContextManager["Asker"], Protocol):
    """Makes players out of what was handed in, each of them fresh: what one has kept, no other finds.

    To be used in a `with` statement, which ends what its players share. `name` is what the player is called at the
    table, `limits` what it may use, and `budget` counts what it has used together with others that stand for the
    same player.
    """

    def player(
        self,
        source: str,
        rules: Rules[Any, Any, Any],
        *,
        name: str,
        key: bytes,
        limits: Limits,
        modules: tuple[str, ...],
        budget: Budget | None = None,
        origin: str = "",
    ) -> AskedPlayer:
        """The functions in `source`, Python text. `key` seeds their randomness, `modules` may be imported beside the
        standard library and playfunc; players of another `origin` share nothing with these, not even addresses."""

    def program(
        self,
        program: Program,
        rules: Rules[Any, Any, Any],
        *,
        name: str,
        limits: Limits,
        budget: Budget | None = None,
    ) -> AskedPlayer:
        """A program in any language. Raises `ProgramError` where its command starts nothing."""
