"""A contest from its players to its standings, kept on disk, so that it can be stopped and gone on with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from playfunc.codec import CodecError, decode, encode
from playfunc.record import GameRecord

from playfunc_autograder.contest.formats import FORMATS, Outcome
from playfunc_autograder.contest.play import play_all
from playfunc_autograder.contest.standings import Row, standings

__all__ = ["Contest", "ContestError", "run_contest"]

OUTCOMES, HEADER, GAMES_FILE = "outcomes.jsonl", "contest.json", "games.jsonl"


class ContestError(ValueError):
    """A contest that cannot be held; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything that a contest depends on. `game` is a key of `FORMATS`; `players` are named as on the
    command line."""

    game: str
    players: tuple[str, ...]
    deals: int
    seed: int = 1

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called: short, and each only once."""
        short = [_short(player) for player in self.players]
        return tuple(
            name if short.count(name) == 1 else f"{name}-{short[: place + 1].count(name)}"
            for place, name in enumerate(short)
        )


def run_contest(
    contest: Contest,
    out: Path | None = None,
    jobs: int = 1,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Row]:
    """Play all that is not in `out` yet, and return the standings. Raises `ContestError`.

    `on_progress(done, total)` counts games; a replayed round robin adds to the total.
    """
    if contest.game not in FORMATS:
        raise ContestError(f"there is no contest {contest.game!r}; known are {', '.join(FORMATS)}")
    form = FORMATS[contest.game]
    if len(contest.players) < form.least:
        raise ContestError(f"{contest.game} needs at least {form.least} players, got {len(contest.players)}")
    store = _Store(out, contest)
    outcomes: list[Outcome] = []
    rounds = form.rounds(len(contest.players), contest.deals, contest.seed)
    fixtures = next(rounds, [])
    per_round = max(len(fixtures), 1)
    while True:
        finished = store.take(len(fixtures))
        total = max(contest.deals * per_round, len(outcomes) + len(fixtures))
        for played in play_all(
            contest.game.partition("-")[0], contest.names, contest.players, fixtures[len(finished) :], jobs
        ):
            results = [one.outcome for one in played]
            store.keep(results, [one.record for one in played])
            finished += results
            on_progress(len(outcomes) + len(finished), total)
        outcomes += finished
        try:
            fixtures = rounds.send(finished)
        except StopIteration:
            break
    return standings(form, contest.names, outcomes, contest.seed)


class _Store:
    """What was played, in the order of the fixtures: lines of JSON in a folder, or nothing without one."""

    def __init__(self, folder: Path | None, contest: Contest) -> None:
        self._folder = folder
        self._known: list[Outcome] = []
        if folder is None:
            return
        folder.mkdir(parents=True, exist_ok=True)
        header = json.dumps(asdict(contest) | {"files": _files(contest)}, indent=1)
        path = folder / HEADER
        if not path.exists():
            path.write_text(header, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != header:
            raise ContestError(
                f"{folder} holds another contest (other players, deals, seed, or a player was changed): "
                "name another folder, or delete that one"
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


def _files(contest: Contest) -> dict[str, str]:
    """The hash of every file that is named, so that a changed player is noticed."""
    words = {word for player in contest.players for word in player.replace(":", " ").split()}
    return {
        word: hashlib.sha256(Path(word).read_bytes()).hexdigest()
        for word in sorted(words)
        if Path(word).is_file()
    }


def _short(player: str) -> str:
    """The name of a tier, or of the file that a player lies in."""
    words = player.replace("exec-lines:", "").replace("exec-args:", "").replace("exec:", "").split()
    return Path(words[-1]).stem if words else player
