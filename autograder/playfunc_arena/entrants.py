"""Who takes part: every player is found, digested and tried before the first game counts."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from playfunc.duplicate import deal_rng
from playfunc.errors import PlayError
from playfunc.games import rules_for
from playfunc.match import play_game
from playfunc_autograder.players import NamedPlayer, PlayerNameError, find_player
from playfunc_autograder.programs import is_program, program_folder
from playfunc_autograder.sandbox import WorkerPlayer
from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import ExtractError
from playfunc_checks.program import ProgramError
from playfunc_checks.usual import usual_assignment
from playfunc_opponents import opponent, weakest_at

from playfunc_arena.formats import fault_text

__all__ = ["Entrant", "enter", "files_of"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player with its `name` in this contest; `refusal` says why it cannot take part, and is empty if it can."""

    name: str
    player: NamedPlayer
    refusal: str = ""


def enter(name: str, player: str, game: str, seats: int, tried: Mapping[str, str] | None = None) -> Entrant:
    """Find the player and try it, confined as it will play; `tried` are the refusals of an earlier trial that counts.

    It must load, and answer the first question of each of its functions by the rules, in a game against the weakest
    opponent. What it does later costs it single games, and is no reason to refuse it.
    """
    rules, assignment = rules_for(game, seats), usual_assignment(game)
    try:
        found = find_player(player, rules, assignment)
        if found.source is None and not is_program(player):
            return Entrant(name, found)
        if tried is not None:
            return Entrant(name, found, tried.get(name, ""))
        return Entrant(name, found, _try(found, game, seats, assignment))
    except PlayError as error:
        return Entrant(name, NamedPlayer(player), fault_text(type(error).__name__, error.reason))
    except (PlayerNameError, ProgramError, ExtractError, OSError) as error:
        return Entrant(name, NamedPlayer(player), str(error))


def _try(player: NamedPlayer, game: str, seats: int, assignment: Assignment) -> str:
    """Why the player cannot take part; empty if it can. Raises `PlayError` when it does not load."""
    rules = rules_for(game, seats)
    with ExitStack() as stack:
        seated = player.seat(rules, assignment, "trial", stack)
        if isinstance(seated, WorkerPlayer):
            seated.start()
        others = tuple(opponent(rules, weakest_at(rules), key=bytes([seat])) for seat in range(1, seats))
        record = play_game(rules, rules.deal(deal_rng("public", "trial", game)), (seated, *others))
    answered = sum(move.seat == 0 for move in record.moves)
    faults = [fault for fault in record.faults if fault.seat == 0]
    if not faults or answered >= len(rules.functions):
        return ""
    return fault_text(faults[0].error, faults[0].reason)


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
        return str(error.strerror)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
