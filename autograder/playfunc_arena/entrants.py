"""Who takes part: every player is found, named, digested and tried before the first game counts."""

from __future__ import annotations

import hashlib
import os
import shlex
import stat
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playfunc.errors import PlayError
from playfunc.games import GAMES, rules_for
from playfunc.match import Table, numbered, play_game, play_games
from playfunc.measure import deal_rng
from playfunc.record import GameRecord, rules_parameters
from playfunc.rules import Rules
from playfunc_autograder.players import NamedPlayer, PlayerNameError, find_player
from playfunc_autograder.programs import ProgramPlayer, is_program, program_folder
from playfunc_autograder.programs.command import own_file
from playfunc_autograder.sandbox import WorkerPlayer
from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import ExtractError
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.submitted_player import ProgramError
from playfunc_opponents import opponent, weakest_at

from playfunc_arena.formats import fault_text
from playfunc_arena.plan import questions

QUESTIONS = 100
"""To a player in its trial, about, in 2 to 8 games."""

TIMED_GAMES, TIMED_SECONDS = 16, 0.2
"""In which an opponent of ours is timed: so many games, or as many as end within so many CPU seconds."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How a trial ended. `refusal` says why the player cannot take part, and is empty if it can. `cpu_a_game` are the
    CPU seconds that a game takes with keeping it, `None` where none was played. `apart` says that the player answers
    otherwise after other games, so that each game or match of it needs a process of its own."""

    refusal: str = ""
    cpu_a_game: float | None = None
    apart: bool = False


def try_player(player: NamedPlayer, rules: Rules[Any, Any, Any], assignment: Assignment) -> Trial:
    """Try it in games against the weakest opponent, confined as it will play. Raises `ProgramError`.

    It must load, and answer the first question of each of its functions by the rules. What it does later costs it
    single games, and is no reason to refuse it. Then it plays the longest game again in a new process: a player that
    keeps nothing plays it the same.
    """
    if player.ours:
        return Trial(cpu_a_game=built_in_seconds(rules, player.name))
    games = max(2, min(8, int(QUESTIONS / questions(rules))))
    deals = [rules.deal(deal_rng("public", "trial", rules.name, number)) for number in range(games)]
    try:
        together = _play(player, rules, assignment, deals)
        refusal = _refusal(rules, together.records[0])
        if refusal or not together.spans_games:
            return Trial(refusal, together.cpu_a_game)
        longest = max(range(len(deals)), key=lambda number: _answered(together.records[number]))
        alone = _play(player, rules, assignment, [deals[longest]])
    except PlayError as error:
        return Trial(fault_text(type(error).__name__, error.reason))
    apart = alone.records[0].moves != together.records[longest].moves
    return Trial("", together.cpu_a_game + alone.start_seconds * apart, apart)


@dataclass(frozen=True, slots=True)
class _Played:
    """Games that one process was asked about in turn. `start_seconds` is by the clock; `spans_games` as in players."""

    records: Sequence[GameRecord]
    cpu_a_game: float
    start_seconds: float
    spans_games: bool


def _play(
    player: NamedPlayer, rules: Rules[Any, Any, Any], assignment: Assignment, deals: Sequence[Any]
) -> _Played:
    """Raises `PlayError` when it does not load."""
    weakest = weakest_at(rules)
    with ExitStack() as stack:
        seated = player.seat(rules, assignment, "trial", stack)
        assert isinstance(seated, WorkerPlayer | ProgramPlayer)
        begun = time.perf_counter()
        seated.start()
        started = time.perf_counter() - begun
        others = (opponent(rules, weakest, key=bytes([seat])) for seat in range(1, rules.seats))
        table = (seated, *others)
        records = play_games(rules, [Table(deal, table) for deal in deals])
    seconds = seated.cpu_seconds / len(deals) + built_in_seconds(rules, weakest)
    return _Played(records, seconds, started, seated.spans_games)


def _refusal(rules: Rules[Any, Any, Any], record: GameRecord) -> str:
    faults = [fault for fault in record.faults if fault.seat == 0]
    if not faults or _answered(record) >= len(rules.functions):
        return ""
    return fault_text(faults[0].error, faults[0].reason)


def _answered(record: GameRecord) -> int:
    return sum(move.seat == 0 for move in record.moves)


def built_in_seconds(rules: Rules[Any, Any, Any], name: str) -> float:
    """The CPU seconds a game of an opponent of ours, with its part of keeping the game; measured once."""
    return _built_in_seconds(rules.name, tuple(rules_parameters(rules).items()), name)


@lru_cache
def _built_in_seconds(game: str, parameters: tuple[tuple[str, int], ...], name: str) -> float:
    """The first game does not count, because it loads and compiles."""
    rules = GAMES[game].rules(**dict(parameters))
    players = [opponent(rules, name, key=bytes([seat])) for seat in range(rules.seats)]
    play_game(rules, rules.deal(deal_rng("public", "trial", game)), players)
    begun, games, spent = time.process_time(), 0, 0.0
    while games < TIMED_GAMES and spent < TIMED_SECONDS:
        play_game(rules, rules.deal(deal_rng("public", "timed", game, games)), players)
        games, spent = games + 1, time.process_time() - begun
    return spent / games / rules.seats


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player with its `name` in this contest, and how its `trial` ended: now, or in an earlier run of the contest."""

    name: str
    player: NamedPlayer
    trial: Trial = Trial()

    @property
    def refusal(self) -> str:
        """Why it cannot take part; empty if it can."""
        return self.trial.refusal


def enter(
    name: str,
    player: str,
    game: str,
    seats: int,
    kept: Mapping[str, Any] | None = None,
    parameters: Mapping[str, int] = MappingProxyType({}),
) -> Entrant:
    """Find the player and try it; of a contest that goes on, `kept` is the header, whose trials count."""
    rules, assignment = rules_for(game, seats, **parameters), default_assignment(game)
    try:
        found = find_player(player, rules, assignment)
        trial = try_player(found, rules, assignment) if kept is None else _earlier(name, found, kept)
        return Entrant(name, found, trial)
    except (PlayerNameError, ProgramError, ExtractError, OSError) as error:
        return Entrant(name, NamedPlayer(player), Trial(str(error)))


def _earlier(name: str, player: NamedPlayer, kept: Mapping[str, Any]) -> Trial:
    return Trial() if player.ours else Trial(kept["left_out"].get(name, ""), apart=name in kept["apart"])


def files_of(entrant: Entrant) -> dict[str, str]:
    """The digest of everything that the player is made of, by name: of a program, all files of its folder."""
    if entrant.refusal:
        return {}
    if entrant.player.source is not None:
        return {entrant.player.name: _digest(entrant.player.source.encode("utf-8", "surrogatepass"))}
    if not is_program(entrant.player.name):
        return {}
    folder = program_folder(entrant.player.name)
    return {str(path): digest for path, digest in _folder_digests(folder)}


def _folder_digests(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every file and link below a folder. A link counts by what it names."""
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            yield path, _digest(os.fsencode(os.readlink(path)))
        elif stat.S_ISREG(mode):
            yield path, f"{_file_digest(path)} {stat.S_IMODE(mode):o}"


def _file_digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:  # the program cannot read it either
        return error.strerror or str(error)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# What contestants are called: short, recognisable, and each only once.


def names_of(players: Sequence[str]) -> tuple[str, ...]:
    """One name for each player as the command line names it.

    That is a file's name without its ending. Where several would be called the same, it is the name with its ending
    (`bot.pl`, `bot.php`), with a program's arguments, with its folder, and so on; the same player entered twice gets
    numbers.
    """
    forms = [_forms(player) for player in players]
    level = [0] * len(forms)
    while True:
        names = [longer[at] for longer, at in zip(forms, level, strict=True)]
        alike = [
            place
            for place, name in enumerate(names)
            if names.count(name) > 1 and level[place] + 1 < len(forms[place])
        ]
        if not alike:
            return numbered(names)
        for place in alike:
            level[place] += 1


def _forms(player: str) -> list[str]:
    """A player's possible names, the shortest first, without repetition."""
    if not is_program(player):
        forms = [player] if not Path(player).suffix else _file_forms(Path(player), [])
    else:
        forms = _program_forms(player)
    return list(dict.fromkeys(map(_printable, forms)))


def _program_forms(player: str) -> list[str]:
    text = player.partition(":")[2]
    words = _words(text)
    own = own_file(words, Path.cwd())
    if own is None or own.is_dir():  # such as `java -cp classes Bot`
        return [words[-1], text, player]
    place = next(place for place, word in enumerate(words) if Path(word).resolve() == own)
    return [*_file_forms(own, words[place + 1 :]), text, player]


def _file_forms(path: Path, arguments: Sequence[str]) -> list[str]:
    *folders, name = path.resolve().parts
    longer = ["/".join([*folders[place:], name]) for place in range(len(folders) - 1, 0, -1)]
    return [path.stem, name, " ".join([name, *arguments]), *longer]


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text) or [text]
    except ValueError:
        return [text]


def _printable(name: str) -> str:
    """Without what would move a terminal's cursor."""
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in name
    )
