import random

import pytest
from playfunc_arena.whist import OUTSIDE, LiveGame, Status, begin, bid, play, rounds, status
from whist_games import any_card, played_to_the_end, winner_by_hand

BOTS = (7, 4)


@pytest.fixture
def dealt() -> LiveGame:
    return begin(BOTS, random.Random(5), 0.0, number=3)


def test_outside_a_game_everything_is_null() -> None:
    assert {getattr(OUTSIDE, name) for name in Status.__dataclass_fields__} == {None}


def test_a_bid_is_seen_only_after_ones_own(dealt: LiveGame) -> None:
    once = bid(dealt, 0, 5, 0.0)
    assert [status(once, seat).opponent_bid for seat in (0, 1)] == [None, None]
    both = bid(once, 1, 6, 0.0)
    assert [status(both, seat).opponent_bid for seat in (0, 1)] == [6, 5]


def test_while_a_bid_is_missing_it_is_nobodys_turn(dealt: LiveGame) -> None:
    for game in (dealt, bid(dealt, 0, 5, 0.0), bid(dealt, 1, 5, 0.0)):
        for seat in (0, 1):
            seen = status(game, seat)
            assert seen.your_turn is False
            assert (seen.game, seen.round, seen.opponent) == (3, 1, BOTS[1 - seat])


def test_each_sees_the_others_cards_of_this_round_and_the_last(dealt: LiveGame) -> None:
    game = bid(bid(dealt, 0, 5, 0.0), 1, 6, 0.0)
    played: list[list[tuple[str, int]]] = [[]]
    while True:
        for seat in (0, 1):
            now = [card for card, owner in played[-1] if owner != seat]
            before = played[-2] if len(played) > 1 else []
            seen = status(game, seat)
            assert seen.round == len(played)
            assert seen.opponent_current_card == (now[0] if now else None)
            assert seen.opponent_previous_card == next((card for card, who in before if who != seat), None)
            won = winner_by_hand(*before) == seat if before else None
            assert seen.you_won_previous_round == won
            assert seen.your_turn == (game.state.turn == seat)
        seat = game.state.turn
        card = any_card(game, seat)
        game = play(game, seat, card, 0.0)
        if game.finished is not None:
            return
        played[-1].append((card.text, seat))
        if len(played[-1]) == 2:
            played.append([])


def test_rounds_tell_the_whole_game(dealt: LiveGame) -> None:
    game = played_to_the_end(dealt, random.Random(1))
    told = rounds(game)
    assert len(told) == 13
    assert told[0].leader == BOTS[game.leader]
    assert {card for each in told for card in (each.leader_card, each.second_card)} == {
        card.text for hand in game.dealt for card in hand
    }


def test_a_round_that_was_only_led_lacks_its_second_card(dealt: LiveGame) -> None:
    game = bid(bid(dealt, 0, 5, 0.0), 1, 6, 0.0)
    assert rounds(game) == ()
    game = play(game, game.leader, any_card(game, game.leader), 0.0)
    (only,) = rounds(game)
    assert (only.leader, only.second, only.second_card) == (BOTS[game.leader], BOTS[1 - game.leader], None)
