"""What a contest keeps on disk: its settings, the digests of its players, and every game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from playfunc.codec import CodecError, decode, encode
from playfunc.files import write_whole
from playfunc.record import GameRecord
from playfunc_autograder.programs import is_program, program_folder

from playfunc_arena.entrants import Entrant, files_of
from playfunc_arena.formats import Outcome

__all__ = ["ContestError", "Store", "kept_header"]

OUTCOMES, HEADER, GAMES_FILE = "outcomes.jsonl", "contest.json", "games.jsonl"


class ContestError(ValueError):
    """A contest that cannot be held; the message says why and what to do."""


class Store:
    """What was played, in the order of the fixtures: lines of JSON in a folder, or nothing without one."""

    def __init__(self, folder: Path | None, settings: Mapping[str, Any], entrants: Sequence[Entrant]) -> None:
        self._folder = folder
        self._known: list[Outcome] = []
        if folder is None:
            return
        _refuse_readable(folder, entrants)
        folder.mkdir(parents=True, exist_ok=True)
        before, now = kept_header(folder), _header(settings, entrants)
        if before is None:
            write_whole(folder / HEADER, json.dumps(now, indent=1))
        elif changed := _changed(before, now):
            raise ContestError(
                f"{folder} holds another contest (changed: {', '.join(changed)}): name another folder, or delete "
                "that one"
            )
        self._known = _read_outcomes(folder / OUTCOMES)

    def take(self, count: int) -> list[Outcome]:
        """The next so many outcomes, as far as they are known."""
        taken, self._known = self._known[:count], self._known[count:]
        return taken

    def keep(self, outcomes: Sequence[Outcome], records: Sequence[GameRecord]) -> None:
        if self._folder is not None:
            _append(self._folder / GAMES_FILE, [encode(record, GameRecord) for record in records])
            _append(self._folder / OUTCOMES, [encode(outcome, Outcome) for outcome in outcomes])


def kept_header(folder: Path | None) -> Mapping[str, Any] | None:
    """What was written down of the contest that a folder holds; `None` where it holds none. Raises `ContestError`."""
    if folder is None or not (path := folder / HEADER).exists():
        return None
    try:
        header = json.loads(path.read_text(encoding="utf-8"))
        if type(header["seed"]) is int and type(header["left_out"]) is dict and type(header["files"]) is dict:
            return dict(header)
    except (ValueError, KeyError, TypeError):
        pass
    raise ContestError(f"{path} cannot be read: name another folder, or delete {folder}")


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
    """What must be the same when a contest goes on: its settings, who takes part, and what they are made of."""
    return {
        **settings,
        "players": list(settings["players"]),
        "left_out": {entrant.name: entrant.refusal for entrant in entrants if entrant.refusal},
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


def _append(path: Path, lines: Sequence[str]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("".join(f"{line}\n" for line in lines))


def _read_outcomes(path: Path) -> list[Outcome]:
    """All whole lines; the file is cut off behind them, for a run may have been killed while it wrote."""
    if not path.exists():
        return []
    outcomes, good = [], 0
    for line in path.read_bytes().splitlines(keepends=True):
        try:
            if not line.endswith(b"\n"):
                break
            outcomes.append(decode(line.decode(), Outcome))
        except (CodecError, UnicodeDecodeError):
            break
        good += len(line)
    with path.open("r+b") as file:
        file.truncate(good)
    return outcomes
