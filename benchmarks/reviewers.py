"""What pricing a move takes: every reviewer on games between the strongest opponents, with numba and without.

`python -m benchmarks.reviewers FILE` prints, as JSON, the measurements of its own process on the games of this file.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from time import process_time

from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, read_records, write_records
from playfunc_opponents import LADDERS, ladder, opponent
from playfunc_opponents.reviewer import Reviewer

from benchmarks.section import Section

GAMES = 4
"""Of each game at each table; the first is to warm up. Without numba the first two."""

Times = dict[str, tuple[float, float]]
"""Milliseconds of CPU a move, and those of the slowest move, by game and seats."""


def run_reviewers() -> Section:
    """Milliseconds of CPU a move, at the usual effort."""
    played = [
        [_game(name, seats, number) for number in range(GAMES)]
        for name, each in LADDERS.usable().items()
        if each.reviewer
        for seats in each.tables
    ]
    here, plain = measured(played), _without_numba([game for games in played for game in games[:2]])
    rows = [[name, *_cells(here[name]), *_cells(plain[name])] for name in here]
    figures = {_figure(name, ""): mean for name, (mean, _) in here.items()}
    figures |= {_figure(name, "_plain"): mean for name, (mean, _) in plain.items()}
    columns = ["game, seats", "ms a move", "slowest", "without numba: ms a move", "slowest"]
    notes = ["Moves without a choice, and those of games that are settled, count too."]
    return Section("What moves cost", columns, rows, figures, notes)


def _figure(name: str, how: str) -> str:
    return f"review_{name.replace(', ', '')}{how}_ms_per_move"


def _cells(times: tuple[float, float]) -> list[str]:
    return [f"{time:.1f}" for time in times]


def _game(name: str, seats: int, number: int) -> GameRecord:
    rules = LADDERS[name].rules(seats)
    players = [opponent(rules, LADDERS[name].tiers[-1], key=bytes([seat])) for seat in range(seats)]
    return play_game(rules, rules.deal(deal_rng("reviewers", number)), players)


def measured(played: Sequence[Sequence[GameRecord]]) -> Times:
    """The times of this process, for each group of games."""
    found: Times = {}
    for games in played:
        reviewer = ladder(games[0].game).load_reviewer()
        assert reviewer is not None
        found[f"{games[0].game}, {len(games[0].players)}"] = _times(reviewer, games)
    return found


def _times(reviewer: Reviewer, games: Sequence[GameRecord]) -> tuple[float, float]:
    """The first game compiles what is compiled and solves what is kept from game to game."""
    warming, *others = games
    reviewer.review(warming)
    times: list[float] = []
    for game in others:
        moments = [process_time()]
        reviewer.review(game, on_progress=lambda done, total, at=moments: at.append(process_time()))  # type: ignore[misc]
        moments[-1] = process_time()  # whatever is left after the last move
        times += [1000 * (after - before) for before, after in pairwise(moments)]
    return sum(times) / sum(len(game.moves) for game in others), max(times)


def _without_numba(games: Sequence[GameRecord]) -> Times:
    """The times of a process without numba; `games` come in pairs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.jsonl"
        write_records(file, games)
        command = [sys.executable, "-m", "benchmarks.reviewers", str(file)]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    return {name: (mean, slowest) for name, (mean, slowest) in json.loads(done.stdout).items()}


if __name__ == "__main__":
    given = read_records(Path(sys.argv[1]))
    print(json.dumps(measured(list(zip(given[::2], given[1::2], strict=True)))))
