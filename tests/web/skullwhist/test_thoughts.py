"""A house bot is asked about its game in one order, and answers the same in one go as call by call."""

from __future__ import annotations

import random

import pytest
from playfunc.player import Reply
from playfunc.rules import Call
from playfunc_arena.whist.live import RULES, LiveGame, begin, bid, play
from playfunc_opponents import opponents_at
from playfunc_web.skullwhist.thoughts import Question, calls_of, think
from whist_games import any_card, played_to_the_end

KEY = b"key of a test"


def after_every_move(seed: int) -> list[LiveGame]:
    """A game of random moves: as dealt, and after each move."""
    source = random.Random(seed)
    games = [begin((7, 12), source, 0.0, number=1)]
    for seat in (1, 0):
        games.append(bid(games[-1], seat, source.randint(1, 13), 0.0))
    while games[-1].finished is None:
        seat = games[-1].state.turn
        games.append(play(games[-1], seat, any_card(games[-1], seat, source), 0.0))
    return games


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("seat", [0, 1])
def test_calls_grow_by_one_with_each_turn_and_never_change(seed: int, seat: int) -> None:
    asked: tuple[Call, ...] = ()
    for game in after_every_move(seed):
        calls = calls_of(game, seat)
        assert calls[: len(asked)] == asked
        assert len(calls) - len(asked) in (0, 1)
        asked = calls
    assert [call.function for call in asked] == ["bid"] + ["play"] * 13


def test_calls_show_the_own_hand_alone() -> None:
    for game in after_every_move(3):
        hidden = {card.text for card in game.state.hands[1]}
        assert not any(card in str(calls_of(game, 0)) for card in hidden)


@pytest.mark.parametrize("rung", opponents_at(RULES))
def test_all_calls_at_once_end_as_one_by_one(rung: str) -> None:
    game = played_to_the_end(begin((7, 12), random.Random(1), 0.0, number=1), random.Random(2))
    calls = calls_of(game, 0)
    memory, replies = None, []
    for call in calls:
        reply = think(Question(rung, KEY, (call,), memory))
        assert isinstance(reply, Reply)
        replies.append(reply)
        memory = reply.memory
    for turn in (1, 2, 8, 14):
        assert think(Question(rung, KEY, calls[:turn])) == replies[turn - 1]


def test_a_key_decides_what_basic_does() -> None:
    game = begin((7, 12), random.Random(1), 0.0, number=1)
    bids = {think(Question("basic", bytes([key]), calls_of(game, 0))).move for key in range(60)}  # type: ignore[union-attr]
    assert len(bids) > 8


def test_a_fault_is_told_in_words() -> None:
    game = played_to_the_end(begin((7, 12), random.Random(1), 0.0, number=1), random.Random(2))
    told = think(Question("minmax", KEY, calls_of(game, 0)[-1:], memory="no memory of ours"))
    assert isinstance(told, str)
    assert told.startswith("minmax made no move: ")
