"""Who takes part: every player is found, digested and tried before the first game counts."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from playfunc.games import rules_for
from playfunc_autograder.players import NamedPlayer, PlayerNameError, find_player
from playfunc_autograder.programs import is_program, program_folder
from playfunc_checks.extract import ExtractError
from playfunc_checks.program import ProgramError
from playfunc_checks.usual import usual_assignment

from playfunc_arena.trials import Trial, try_player


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player with its `name` in this contest, and how its `trial` ended: now, or in an earlier run of the contest."""

    name: str
    player: NamedPlayer
    trial: Trial = Trial()  # noqa: RUF009, a frozen value

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
    """Find the player and try it, confined as it will play. `kept` is the header of a contest that goes on, whose
    trials count."""
    rules, assignment = rules_for(game, seats, **parameters), usual_assignment(game)
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
