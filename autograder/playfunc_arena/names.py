"""What contestants are called: short, recognisable, and each only once."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from playfunc.match import numbered
from playfunc_autograder.programs import is_program
from playfunc_autograder.programs.command import own_file


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
