"""What the faces of trick games share: the plays on the table, hands face down, and the words for what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Protocol, TypeAlias

from playfunc.rules import Seat
from playfunc.show.face import Scene

Trick: TypeAlias = Sequence[tuple[Any, Seat]]
"""Pairs of a card and the seat that played it, the lead first."""

Winner: TypeAlias = Callable[[Trick], Seat]


class Tricks(Protocol):
    """A state or a view of a trick game."""

    @property
    def trick(self) -> Trick: ...

    @property
    def history(self) -> Sequence[Trick]: ...


def trick_scene(game: Tricks, winner: Winner) -> Scene:
    """The trick on the table: a complete one lies there until the next lead, then it is the `last`."""
    complete = not game.trick and bool(game.history)
    lying = game.history[-1] if complete else game.trick
    last = game.history[-1] if game.trick and game.history else None
    return {
        "number": len(game.history) + (not complete),
        "trick": _plays(lying),
        "winner": winner(lying) if complete else None,
        "last": None if last is None else {"plays": _plays(last), "winner": winner(last)},
    }


def _plays(trick: Trick) -> list[list[Any]]:
    return [[card.text, seat] for card, seat in trick]


def hands_scene(
    hands: Sequence[Sequence[Any]], history: Sequence[Trick], trick: Trick, viewer: Seat | None
) -> Scene:
    """The hands, `None` where they are face down, with how many cards each holds (`held`) and `dealt`, the most that
    one was dealt. A face-down hand is only counted, from what the viewer holds and everybody has played."""
    played = [seat for _, seat in chain(*history, trick)]
    if viewer is None:
        held = [len(hand) for hand in hands]
    else:
        size = len(hands[viewer]) + played.count(viewer)
        held = [size - played.count(seat) for seat in range(len(hands))]
    return {
        "hands": [
            [card.text for card in hand] if viewer in (None, seat) else None
            for seat, hand in enumerate(hands)
        ],
        "held": held,
        "dealt": max(count + played.count(seat) for seat, count in enumerate(held)),
    }


def happened(
    before: Tricks, after: Tricks, names: Sequence[str], winner: Winner, worth: Callable[[Trick], str]
) -> Iterator[str]:
    """A sentence for each play since `before`, and for each trick that was won; nothing where `after` does not follow,
    as when moves were taken back. `worth` is added to the words for a complete trick."""
    old, new = (list(chain(*game.history, game.trick)) for game in (before, after))
    if new[: len(old)] != old:
        return
    place = 0
    for trick in (*after.history, after.trick):
        for at, (card, seat) in enumerate(trick):
            place += 1
            if place > len(old):
                yield f"{names[seat]} {'played' if at else 'led'} {card}."
        if place > len(old) and trick is not after.trick:
            yield f"{names[winner(trick)]} won the trick{worth(trick)}."


def legal_count(rules: Any, state: Any, viewer: Seat | None) -> str:
    """How many cards the seat to play may choose from, for those who may know it."""
    if viewer not in (None, state.turn):
        return ""
    count = len(rules.legal(rules.view(state, state.turn)))
    return ": one legal card" if count == 1 else f": {count} legal cards"


HUMAN = "You"
"""What a person is called, at the table and by the players."""


def belonging(name: str) -> str:
    """Whose something is, within a sentence: "Bo's", "your"."""
    return "your" if name == HUMAN else f"{name}'s"


def sentences(told: Iterable[str]) -> str:
    """Sentences in a row, each with a capital: the names that begin them may have none."""
    return " ".join(sentence[:1].upper() + sentence[1:] for sentence in told)
