from __future__ import annotations

import random

import pytest
from playfunc.record import replay, states
from playfunc_arena.whist.live import begin, bid, forfeit, play
from playfunc_arena.whist.recorded import record_of
from whist_games import any_card, played_to_the_end


@pytest.mark.parametrize("seed", range(20))
def test_a_record_replays_to_the_same_end(seed: int) -> None:
    source = random.Random(seed)
    game = played_to_the_end(begin((7, 9), source, 0.0, 3), source)
    record = record_of(game, ("one", "other"))
    last = replay(record)
    assert record.scores == game.scores
    assert (last.history, last.bids) == (game.state.history, game.state.bids)


@pytest.mark.parametrize("bids", [(), (0,), (1,), (0, 1), (1, 0)])
@pytest.mark.parametrize("cards", [0, 1, 8, 25])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_forfeited_game_breaks_off_where_it_did(bids: tuple[int, ...], cards: int, seat: int) -> None:
    source = random.Random(4)
    game = begin((7, 9), source, 0.0, 3)
    for bidder in bids:
        game = bid(game, bidder, 3 + bidder, 1.0)
    for _ in range(cards if len(bids) == 2 else 0):
        game = play(game, game.state.turn, any_card(game, game.state.turn), 2.0)
    record = record_of(forfeit(game, seat, 3.0), ("one", "other"))
    *_, last = states(record)
    assert (last.history, last.trick) == (game.state.history, game.state.trick)
    assert last.bids == (game.state.bids if bids != (1,) else (None, None))
    assert record.scores is None
    assert [fault.seat for fault in record.faults] == [seat]
