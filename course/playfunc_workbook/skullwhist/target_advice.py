"""Whether a SkullWhist player that aims at a target counts all of its tricks: those won, the present one, those to come."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias
from zlib import crc32

from playfunc.cards import WhistCard
from playfunc.games.skullwhist import DECK, SkullWhist, legal_cards, trick_winner
from playfunc.player import Reply, canonical_call
from playfunc.record import GameRecord, calls
from playfunc.rules import Call

from playfunc_workbook.finding import Finding, State
from playfunc_workbook.isolated_call import isolated_call
from playfunc_workbook.players import Functions, current_assignment, replaced, timed_player
from playfunc_workbook.skullwhist.exercises import least_to_win

LAST = range(3, 8)
"""Cards in the hand: so late, the tricks that were won before often decide which card is best."""

ASKED = 30
"""Positions that are asked about."""

LEAST = 6
"""Fewer positions prove nothing about the trick on the table."""

MOST = 0.8
"""A player that forgets this trick leaves it nearly always; one that tries few worlds does so now and then."""

HINT = (
    "`target` counts all 13 tricks, and `finish` only those that are left. Compare the target with `memory.won`, this "
    "trick if you win it, and what `finish` counts, all added up."
)


def uncounted(functions: Functions, records: Sequence[GameRecord]) -> Finding | None:
    """What to say where "you" calls `target`, and leaves out the tricks it won or the one on the table; else `None`.
    The games are without fault, and the player answers the same when it is asked again."""
    ends = list(islice(_ends(records), ASKED))
    if isolated_call(partial(_forgets_won, functions, ends)):
        return _finding(
            "forgets the tricks that it has won",
            f"in {len(ends)} positions it chooses the same card whatever `memory.won` is",
        )
    choices = list(_choices(records))
    for leads, when in (False, "when it plays second"), (True, "when it leads"):
        asked = [choice for choice in choices if (not choice[0].arguments[2]) is leads][
            :ASKED
        ]  # an empty trick
        lost = isolated_call(partial(_left, functions, asked)) if len(asked) >= LEAST else 0
        if lost > MOST * len(asked):
            return _finding(
                f"does not count the trick that it wins now, {when}",
                f"in {len(asked)} positions this trick was the last one that it needed, and {lost} times it chose a card that "
                "loses it",
            )
    return None


def _finding(what: str, proof: str) -> Finding:
    said = f"No move against the rules. But your player asks for its `target`, and {what}: {proof}."
    return Finding(State.PARTLY, said, hint=HINT, exercise="The player")


def _ends(records: Sequence[GameRecord]) -> Iterator[list[Call]]:
    """Questions of the games' ends, each with every `won` that makes a difference, under the same luck."""
    for call, _ in _questions(records):
        if len(call.arguments[1]) in LAST and len(_legal(call)) > 1:
            yield [_missing(call, few) for few in range(len(call.arguments[1]) + 1) if _won(call, few) >= 0]


Choice: TypeAlias = tuple[Call, frozenset[WhistCard]]
"""A question where one trick is missing: to take this one or to leave it; and the cards that take it."""


def _choices(records: Sequence[GameRecord]) -> Iterator[Choice]:
    """Those positions of the games in which some legal cards win the trick and others do not. A lead counts as
    winning where no card of its suit can beat it: a trump seldom does."""
    for call, gone in _questions(records):
        legal, trick = _legal(call), _trick(call.arguments[2])
        hidden = set(DECK) - gone - set(_cards(call.arguments[1]))
        winners = frozenset(
            card
            for card in legal
            if (
                trick_winner((*trick, (card, "me"))) == "me"
                if trick
                else not any(other.suit is card.suit and other.value > card.value for other in hidden)
            )
        )
        if 0 < len(winners) < len(legal) and len(call.arguments[1]) > 1 and _won(call, 1) >= 0:
            yield _missing(call, 1), winners


def _questions(records: Sequence[GameRecord]) -> Iterator[tuple[Call, set[WhistCard]]]:
    """Every question to "you" for a card whose memory counts tricks, and the cards of earlier tricks."""
    for record in records:
        gone: dict[int, set[WhistCard]] = {}
        for seat, call, _ in calls(record):
            if call.function == "play" and record.players[seat].startswith("you"):
                gone.setdefault(seat, set()).update(card for card, _ in _trick(call.arguments[4][0]))
                if type(_memory(call).get("won")) is int:
                    yield call, gone[seat]


def _legal(call: Call) -> list[WhistCard]:
    _, hand, trick, _, _ = call.arguments
    return legal_cards(_cards(hand), _trick(trick))


def _cards(texts: Sequence[str]) -> list[WhistCard]:
    return list(map(WhistCard, texts))


def _trick(plays: Sequence[Any]) -> tuple[tuple[WhistCard, str], ...]:
    return tuple((WhistCard(card), who) for card, who in plays)


def _memory(call: Call) -> dict[str, Any]:
    found = json.loads(call.memory or "null")
    return found if isinstance(found, dict) else {}


def _missing(call: Call, few: int) -> Call:
    """The question where so few tricks are missing."""
    return replace(
        call, memory=json.dumps(_memory(call) | {"won": _won(call, few)}), luck=canonical_call(call)
    )


def _won(call: Call, missing: int) -> int:
    """The tricks in the memory, which does not know the previous one yet, where so many are missing."""
    me, _, _, bids, (last, *_) = call.arguments
    theirs = next(bid for who, bid in bids.items() if who != me)
    just_won = bool(last) and trick_winner(_trick(last)) == me
    return least_to_win(bids[me], theirs) - missing - just_won


def _forgets_won(functions: Functions, asked: Sequence[Sequence[Call]], told: object) -> bool:
    """Whether `target` is called, and no answer depends on `won`."""
    target = _function(functions, "target")
    if target is None or not asked:
        return False
    called = _Called(target)
    with replaced(functions["play"], {"target": called}):
        you = timed_player(functions, SkullWhist(), current_assignment("skullwhist"))
        for variants in asked:
            moves = {_move(answer) for answer in you.answer(variants)}
            if not called.times or len(moves) > 1 or None in moves:
                return False
    return True


def _left(functions: Functions, asked: Sequence[Choice], told: object) -> int:
    """How often the player leaves a trick that it misses, where `finish` tells that it comes later in half of the worlds at
    best: then a winning card is right, and looks worst to a player that adds up all but this trick."""
    target = _function(functions, "target")
    if target is None or _function(functions, "finish") is None:
        return 0
    aims, ends = _Called(target), _Called(_comes_later)
    with replaced(functions["play"], {"target": aims, "finish": ends}):
        you = timed_player(functions, SkullWhist(), current_assignment("skullwhist"))
        answers = you.answer([call for call, _ in asked])
    if not aims.times or not ends.times or not all(isinstance(answer, Reply) for answer in answers):
        return 0
    moves = [_move(answer) for answer in answers]
    return sum(move not in set(map(str, winners)) for move, (_, winners) in zip(moves, asked, strict=True))


def _comes_later(mine: Sequence[WhistCard], other: Sequence[WhistCard], leading: bool) -> int:
    """No trick for who leads, and one in about half of all worlds for who does not."""
    return 0 if leading else crc32(" ".join(sorted(map(str, other))).encode()) & 1


def _move(answer: object) -> str | None:
    return str(answer.move) if isinstance(answer, Reply) else None


class _Called:
    """A function of the student's that counts its calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.times = 0

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        self.times += 1
        return self._function(*arguments, **named)


def _function(functions: Functions, name: str) -> Callable[..., Any] | None:
    found = getattr(functions["play"], "__globals__", {}).get(name)
    return found if callable(found) else None
