"""What a contest keeps on disk: its settings, the digests of its players, and every game, in one file of SQLite.

Each chunk of games is written in one transaction, so that a contest may be stopped at any moment: a chunk is kept
whole or not at all. One process at a time plays the contest of a folder. A finished contest is never written again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playfunc.codec import decode, encode
from playfunc.files import write_whole
from playfunc.record import GameRecord
from playfunc_autograder.programs import is_program, program_folder

from playfunc_arena.entrants import Entrant, files_of
from playfunc_arena.formats import Outcome

FILE, GAMES_FILE, STANDINGS_FILE = "contest.sqlite", "games.jsonl", "standings.json"

_TABLES = """
CREATE TABLE contest (header TEXT NOT NULL);
CREATE TABLE games (place INTEGER PRIMARY KEY, outcome TEXT NOT NULL, record TEXT NOT NULL);
"""
"""`place` counts fixtures in their order; everything else is JSON."""


_KINDS = {"seed": int, "left_out": dict, "apart": list, "files": dict}
"""What is read of a header that was kept."""


class ContestError(ValueError):
    """A contest that cannot be held; the message says why and what to do."""


class Store:
    """What was played, in the order of the fixtures: a file in a folder, or nothing without one. The `header` is what
    must be the same when a contest goes on."""

    def __init__(
        self,
        header: Mapping[str, Any] = MappingProxyType({}),
        folder: Path | None = None,
        database: sqlite3.Connection | None = None,
    ) -> None:
        self.header = header
        self._folder = folder
        self._database = database
        self._next = 0

    @classmethod
    @contextmanager
    def open(
        cls, folder: Path | None, settings: Mapping[str, Any], entrants: Sequence[Entrant]
    ) -> Iterator[Store]:
        """The store of a contest, new or gone on with."""
        header = _header(settings, entrants)
        if folder is None:
            yield cls(header)
            return
        _refuse_readable(folder, entrants)
        folder.mkdir(parents=True, exist_ok=True)
        with _opened(folder) as database:
            _begin(database, folder, header)
            yield cls(header, folder, database)

    def take(self, count: int) -> list[Outcome]:
        """The next so many outcomes, as far as they are known."""
        if self._database is None:
            return []
        rows = self._database.execute(
            "SELECT outcome FROM games WHERE place >= ? ORDER BY place LIMIT ?", (self._next, count)
        )
        taken = [decode(text, Outcome) for (text,) in rows]
        self._next += len(taken)
        return taken

    def keep(self, outcomes: Sequence[Outcome], records: Sequence[GameRecord]) -> None:
        """Add the next fixtures' outcomes and records: all of them or, when stopped, none."""
        if self._database is None:
            return
        rows = [
            (place, encode(outcome, Outcome), encode(record, GameRecord))
            for place, (outcome, record) in enumerate(zip(outcomes, records, strict=True), self._next)
        ]
        with self._database:
            self._database.executemany("INSERT INTO games VALUES (?, ?, ?)", rows)
        self._next += len(rows)

    def finish(self, standings: str) -> None:
        """All is played: write the games to `games.jsonl`, and the text of the standings to `standings.json`, which
        says that the contest is finished. Neither is written again."""
        if self._folder is None or self._database is None:
            return
        standings_file, games = self._folder / STANDINGS_FILE, self._folder / GAMES_FILE
        if standings_file.exists() and standings_file.read_bytes() != standings.encode():
            raise ContestError(
                f"{standings_file} is not what the games in {FILE} give, so somebody has changed it: move it away, and "
                "run this again to get it as it was"
            )
        if not games.exists():
            records = self._database.execute("SELECT record FROM games ORDER BY place")
            write_whole(games, "".join(f"{record}\n" for (record,) in records))
        if not standings_file.exists():
            write_whole(standings_file, standings)


def stored_header(folder: Path | None) -> Mapping[str, Any] | None:
    """What was written down of the contest that a folder holds; `None` where it holds none. Raises `ContestError`."""
    if folder is None or not (folder / FILE).exists():
        return None
    with _opened(folder) as database:
        return _read_header(database, folder)


@contextmanager
def _opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of a folder, held against other processes from the first write on."""
    path = folder / FILE
    try:
        with closing(sqlite3.connect(path, timeout=0)) as database:
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            yield database
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise ContestError(
                f"another process is playing the contest in {folder}: wait until it has finished, or name another "
                "folder"
            ) from error
        raise ContestError(
            f"{path} cannot be used: {error}. What is in it is kept; run it again later"
        ) from error
    except sqlite3.DatabaseError as error:
        raise ContestError(_unreadable(folder)) from error


def _begin(database: sqlite3.Connection, folder: Path, header: Mapping[str, Any]) -> None:
    """Write the header of a new contest, or compare it with what is kept. Raises `ContestError`."""
    before = _read_header(database, folder)
    if before is not None and (changed := _changed(before, header)):
        differs = f"(changed: {', '.join(changed)}): name another folder"
        if (folder / STANDINGS_FILE).exists():
            raise ContestError(f"{folder} holds a finished contest, which stays as it is {differs}")
        raise ContestError(f"{folder} holds another contest {differs}, or delete that one")
    with database:
        database.execute("BEGIN EXCLUSIVE")
        if before is None:
            for table in filter(str.strip, _TABLES.split(";")):
                database.execute(table)
            database.execute("INSERT INTO contest VALUES (?)", (json.dumps(header),))


def _read_header(database: sqlite3.Connection, folder: Path) -> Mapping[str, Any] | None:
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'contest'").fetchone():
        return None  # a run was stopped before it had written anything
    try:
        (text,) = database.execute("SELECT header FROM contest").fetchone()
        header = json.loads(text)
        if all(type(header[key]) is kind for key, kind in _KINDS.items()):
            return dict(header)
    except (ValueError, KeyError, TypeError):
        pass
    raise ContestError(_unreadable(folder))


def _unreadable(folder: Path) -> str:
    return f"{folder / FILE} cannot be read: name another folder, or delete {folder}"


def _refuse_readable(folder: Path, entrants: Sequence[Entrant]) -> None:
    """A program reads everything in its own folder: the seed, from which the hands come, must not lie there."""
    for entrant in entrants:
        if is_program(entrant.player.name) and not entrant.refusal:
            own = program_folder(entrant.player.name)
            if folder.resolve().is_relative_to(own):
                raise ContestError(
                    f"{folder} lies in the folder of {entrant.name}, which could read all hands there: name a "
                    f"folder outside {own.name}"
                )


def _header(settings: Mapping[str, Any], entrants: Sequence[Entrant]) -> dict[str, Any]:
    """What must be the same when a contest is resumed: its settings, who takes part, and what they are made of."""
    return {
        **{name: list(value) if isinstance(value, tuple) else value for name, value in settings.items()},
        "left_out": {entrant.name: entrant.refusal for entrant in entrants if entrant.refusal},
        "apart": [entrant.name for entrant in entrants if entrant.trial.apart],
        "files": {entrant.name: files_of(entrant) for entrant in entrants},
    }


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The settings that differ, and the files of players."""
    differing = [key for key in sorted({*before, *now} - {"files"}) if before.get(key) != now.get(key)]
    for name, files in now["files"].items():
        old = before["files"].get(name, {})
        names = sorted(file for file in {*old, *files} if old.get(file) != files.get(file))
        differing += [f"{Path(file).name} of {name}" for file in names]
    return differing
