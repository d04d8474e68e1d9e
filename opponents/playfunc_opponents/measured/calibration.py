"""How strong players are, by measurement: contests on duplicate deals, kept as data.

A contest seats one player against one other (with four at the table, against three copies of it) on deals
that follow from a seed, each played once from every seat. Only the margins are kept, one whole number a
playing; all statements about strength are computed from them.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from playfunc.files import write_whole
from playfunc.game import WinRate
from playfunc.games import GAMES, game_of
from playfunc.measure import always, deal_rng, measure
from playfunc.player import FunctionPlayer, Player
from playfunc.record import GameRecord
from playfunc.rules import Rules
from playfunc.statistics import Interval, mean_interval

from playfunc_opponents import Ladder, ladder, opponent, opponents_at

STORE = Path(__file__).with_name("calibration.json")
"""The measured contests that come with this version."""

Margins = tuple[int, ...]
"""One deal from every seat: by how much the first player did better, times the number of others."""


@dataclass(frozen=True)
class Pairing:
    """A pairing: one of `first` against `seats - 1` of `second`, on the deals of `seed`."""

    game: str
    seats: int
    first: str
    second: str
    seed: int = 1


@dataclass(frozen=True)
class Contest:
    """A pairing and its results, deal by deal."""

    pairing: Pairing
    margins: tuple[Margins, ...] = ()

    @cached_property
    def per_deal(self) -> list[float]:
        """By how much the first did better than the mean of the others: one value per deal."""
        seats = self.pairing.seats
        return [sum(deal) / (seats - 1) / len(deal) for deal in self.margins]

    def interval(self, confidence: float = 0.95) -> Interval:
        """The mean of `per_deal`; above zero the first is better."""
        return mean_interval(self.per_deal, confidence)

    @property
    def scores(self) -> list[list[tuple[float, float]]]:
        """At a table of two: what both had in each playing of each deal, the first player's first. If the game's
        measure of winning needs only differences, they are the same distance from 0."""
        measured = GAMES[self.pairing.game]
        total, sign = measured.win.total, measured.sign
        return [
            [((total + sign * margin) / 2, (total - sign * margin) / 2) for margin in deal]
            for deal in self.margins
        ]

    def win_rate(self) -> WinRate:
        """At a table of two: how often the first player wins, as the game counts it (`Game.win`)."""
        return GAMES[self.pairing.game].win_rate(self.scores)


def pairings(ladder: Ladder, seats: int, seed: int = 1, others: Sequence[str] | None = None) -> list[Pairing]:
    """Every pair of landmarks and `others` at a table of two, and every baseline with the one below; at larger tables
    the landmarks among themselves, and each reference against them.

    `others` are the ladder's references unless given, the weakest first. The player named first is one of them, or the
    stronger of two opponents or others.
    """
    others = ladder.references if others is None else others
    opponents = ladder.landmarks(seats)
    pairs = [(better, worse) for worse, better in combinations(opponents, 2)]
    if seats == 2:
        steps = ((better, worse) for worse, better in pairwise(ladder.names(2)))
        pairs += [step for step in steps if step not in pairs]
        pairs += [(other, name) for other in others for name in opponents]
        pairs += [(better, worse) for worse, better in combinations(others, 2)]
    elif others == ladder.references:  # a course's own opponents may know no such table
        pairs += [(other, name) for other in others for name in opponents]
    return [Pairing(ladder.game, seats, first, second, seed) for first, second in pairs]


def play_deals(
    pairing: Pairing, numbers: Sequence[int], sources: Mapping[str, str] = MappingProxyType({})
) -> list[Margins]:
    """Play these deals of the pairing from every seat; `sources` holds the text of players that are no opponents, by
    name.

    The same on every machine, in whatever portions the deals are played. Raises `ValueError` for a name that is
    neither an opponent's nor in `sources`, and `RuntimeError` when a player breaks the rules.
    """
    rules = ladder(pairing.game).rules(pairing.seats)
    first, second = (
        _entrant(pairing.game, pairing.seats, name, pairing.seed, sources.get(name))
        for name in (pairing.first, pairing.second)
    )
    seated = (first, *(second,) * (pairing.seats - 1))
    deals = [
        rules.deal(deal_rng(str(pairing.seed), "calibrate", pairing.game, pairing.seats, number))
        for number in numbers
    ]
    played = measure(rules, deals, [always(player) for player in seated], policy="stop")
    return [tuple(_margin(rules, record, seat) for seat, record in enumerate(turned)) for turned in played]


def _margin(rules: Rules[Any, Any, Any], record: GameRecord, seat: int) -> int:
    """By how much `seat` did better than the others, times their number."""
    if record.scores is None:
        fault = record.faults[0]
        raise RuntimeError(f"{record.players[fault.seat]} broke a rule: {fault.error}: {fault.reason}")
    ahead = len(record.scores) * record.scores[seat] - sum(record.scores)
    return round(game_of(rules).sign * ahead)


def reference_sources(ladder: Ladder, folder: Path) -> dict[str, str]:
    """The text of the reference players that are there, by name, the weakest first; `folder` holds one folder per
    game. Where a player imports from another of these, the other's text takes the place of the import."""
    sources: dict[str, str] = {}
    for name in ladder.references:
        if (file := folder / ladder.game / f"{name}.py").is_file():
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            sources[name] = "".join(_imported(line, sources) for line in lines)
    return sources


def _imported(line: str, sources: Mapping[str, str]) -> str:
    """The text behind `from montecarlo import …`, or the line itself."""
    words = line.split(" ")
    return sources.get(words[1], line) if words[0] == "from" else line


@lru_cache(maxsize=64)
def _entrant(game: str, seats: int, name: str, seed: int, source: str | None) -> Player:
    rules = ladder(game).rules(seats)
    key = f"calibrate {seed} {name}".encode()
    if name in opponents_at(rules):
        return opponent(rules, name, key=key)
    if source is None:
        raise ValueError(
            f"{name!r} is not an opponent for {game}: name an opponent, or give the text of this player"
        )
    module = ModuleType(f"playfunc_reference_{game}_{name}")
    sys.modules[module.__name__] = module  # dataclasses look there for what their annotations name
    exec(compile(source, f"{name}.py", "exec"), vars(module))
    functions = {function: getattr(module, function) for function in rules.functions}
    return FunctionPlayer(functions, rules, name=name, key=key)


def read_contests(path: Path = STORE) -> dict[Pairing, Contest]:
    """The stored contests, in the order of the file; none if there is no file."""
    if not path.exists():
        return {}
    stored = json.loads(path.read_text(encoding="utf-8"))
    contests = (
        Contest(Pairing(game, *(row[key] for key in _KEYS)), _unpack(row["margins"]))
        for game, rows in stored["contests"].items()
        for row in rows
    )
    return {contest.pairing: contest for contest in contests}


def write_contests(contests: Mapping[Pairing, Contest], path: Path = STORE) -> None:
    """Store the contests, one line each; the old file is replaced completely or not at all."""
    by_game: dict[str, list[str]] = {}
    for pairing, contest in contests.items():
        row = dataclasses.asdict(pairing) | {"margins": _pack(contest.margins)}
        by_game.setdefault(row.pop("game"), []).append(json.dumps(row))
    units = json.dumps({game: ladder(game).unit for game in by_game})
    lines = {game: ",\n".join(rows) for game, rows in by_game.items()}
    games = ",\n".join(f"{json.dumps(game)}: [\n{rows}\n]" for game, rows in lines.items())
    write_whole(path, f'{{"unit": {units},\n"contests": {{\n{games}\n}}}}\n')


_KEYS = ("seats", "first", "second", "seed")


def _pack(margins: Sequence[Margins]) -> str:
    """Margins as text: playings with a comma between, deals with a space."""
    return " ".join(",".join(map(str, deal)) for deal in margins)


def _unpack(text: str) -> tuple[Margins, ...]:
    return tuple(tuple(map(int, deal.split(","))) for deal in text.split())
