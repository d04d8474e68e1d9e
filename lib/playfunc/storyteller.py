"""The storyteller that a new game begins with: views and states printed as they are."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

__all__ = ["PlainStoryteller"]

MOST = 20
"""Legal moves that are listed; there may be millions."""


@dataclass(frozen=True, slots=True)
class PlainStoryteller:
    """A view or a state is a line for each of its fields; a transcript has each move with who made it, and the fields
    that it changed."""

    def describe(self, rules: Any, view: Any, names: Sequence[str] = ()) -> str:
        legal = [str(move) for move in islice(rules.legal(view), MOST + 1)]
        listed = ", ".join(legal[:MOST]) + (", …" if len(legal) > MOST else "")
        return "\n".join([*_lines(_fields(view)), f"  legal: {listed or '-'}"])

    def transcript(
        self, rules: Any, names: Sequence[str], states: Sequence[Any], moves: Sequence[str] = ()
    ) -> str:
        lines = ["Players: " + ", ".join(names)]
        made = dict(enumerate(moves, 1))
        before: set[tuple[str, str]] = set()
        for number, state in enumerate(states):
            told = list(_fields(state))
            lines += [
                f"{number}. {made.get(number, '')}".rstrip(),
                *_lines(field for field in told if field not in before),
            ]
            before = set(told)
        if rules.to_act(states[-1]):
            return "\n".join([*lines, "(not finished)"])
        scores = zip(names, rules.scores(states[-1]), strict=True)
        return "\n".join([*lines, "Scores: " + ", ".join(f"{name} {score}" for name, score in scores)])

    def move(self, move: Any) -> str:
        return str(move)


def _fields(value: Any) -> Iterator[tuple[str, str]]:
    if not dataclasses.is_dataclass(value):
        yield "position", _told(value)
        return
    for field in dataclasses.fields(value):
        yield field.name, _told(getattr(value, field.name))


def _told(value: Any) -> str:
    if isinstance(value, tuple | list):
        return (
            " ".join(f"({_told(part)})" if isinstance(part, tuple | list) else str(part) for part in value)
            or "-"
        )
    return str(value)


def _lines(fields: Iterable[tuple[str, str]]) -> list[str]:
    return [f"  {name}: {told}" for name, told in fields]
