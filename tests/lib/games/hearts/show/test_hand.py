"""A hand against players follows from the deal and the person's cards, as if all had played at once."""

from __future__ import annotations

import random

import pytest
from playfunc import Card, FunctionPlayer, Hearts, play_game
from playfunc.duplicate import deal_rng
from playfunc.errors import InvalidCardError, RenegError
from playfunc.games.hearts.show.hand import begin, sight
from playfunc.record import replay


def started(player, kinds=("sensible",), seat=0, seed=1):
    rules = Hearts(len(kinds) + 1)
    players = [player(kind, rules.seats, f"Bot {n}") for n, kind in enumerate(kinds)]
    return begin(rules, rules.deal(deal_rng("hand", seed)), players, seat)


def played_out(game, rng):
    while not game.over:
        game = game.play(rng.choice(game.frame.legal))
    return game


@pytest.mark.parametrize(("others", "seat"), [(1, 0), (1, 1), (3, 0), (3, 2)])
def test_a_whole_hand(player, others, seat):
    game = played_out(started(player, ("sensible",) * others, seat), random.Random(seat))
    assert len(game.record.moves) == 52
    assert game.record.players[seat] == "You"
    assert [m.move for m in game.record.moves if m.seat == seat] == [card.text for card in game.cards]
    assert {m.memory is None for m in game.record.moves if m.seat == seat} == {True}
    assert {m.memory is None for m in game.record.moves if m.seat != seat} == {False}
    replay(game.record)
    assert game.frame.scores == game.record.scores


def test_it_is_the_game_that_the_match_would_have_played(player):
    game = played_out(started(player), random.Random(5))
    cards = list(game.cards)

    def scripted(player_id, hand, trick, previous):
        return cards[26 - len(hand)], None

    rules = Hearts(2)
    players = [FunctionPlayer(scripted, rules, name="You"), player("sensible", name="Bot 0")]
    again = play_game(rules, game.start, players)
    assert [move.move for move in again.moves] == [move.move for move in game.record.moves]
    assert again.scores == game.record.scores


def test_it_stops_at_the_persons_turn(player):
    game = started(player, ("sensible",) * 3, seat=1)
    seats = {move.seat for move in game.record.moves}
    assert game.frame.turn == 1
    assert 1 not in seats
    assert game.record.scores is None
    assert not game.record.faults


def test_a_play_changes_nothing_in_the_hand_before_it(player):
    game = started(player)
    before = game.record
    card = game.frame.legal[0]
    assert game.play(card) == game.play(card)
    assert game.record == before
    assert game.play(card).again().record == before


def test_players_are_asked_each_question_once():
    asked = []

    class Counting(FunctionPlayer):
        def answer(self, calls):
            asked.extend(call.arguments[1:] for call in calls)
            return super().answer(calls)

    rules = Hearts(2)

    def lowest(player_id, hand, trick, previous):
        follow = [c for c in hand if trick and c.suit is trick[0][0].suit]
        plain = [c for c in hand if c.text[0] != "H"]
        return (follow or plain or hand)[0], None

    game = begin(rules, rules.deal(deal_rng("hand", 1)), [Counting(lowest, rules, name="Bot")])
    played_out(game, random.Random(1))
    assert len(asked) == 26


def test_the_rules_speak_by_name(player):
    game = started(player)
    while not game.frame.state.trick or len(game.frame.legal) == len(game.frame.state.hands[0]):
        game = game.play(game.frame.legal[0])
    other = next(card for card in game.frame.state.hands[0] if card not in game.frame.legal)
    with pytest.raises(RenegError):
        game.play(other)
    with pytest.raises(InvalidCardError):
        game.play(game.frame.state.hands[1][0])


def test_after_the_end_there_is_nothing_to_play(player):
    game = played_out(started(player), random.Random(2))
    with pytest.raises(ValueError, match="this hand is over"):
        game.play(Card("C2"))


def test_an_opponents_fault_ends_the_hand(player):
    game = played_out(started(player, ("crashing",)), random.Random(2))
    assert game.over
    assert game.record.faults[0].error == "PlayerCrash"
    assert sight(game)["fault"].startswith("Bot 0: Crash: ")
    assert "ValueError: </script" in sight(game)["fault"]


def test_the_sight_never_holds_another_hand(player):
    game = started(player, ("sensible",) * 3)
    while not game.over:
        hidden = {c.text for seat in (1, 2, 3) for c in game.frame.state.hands[seat]}
        seen = sight(game)
        cards = [*seen["hand"], *seen["legal"], *(c for c, _ in seen["trick"])]
        cards += [c for c, _ in seen["last"]["plays"]] if seen["last"] else []
        assert not hidden & set(cards)
        assert seen["hand"] == [c.text for c in game.frame.state.hands[0]]
        assert [s["cards"] for s in seen["seats"]] == [len(h) for h in game.frame.state.hands]
        game = game.play(game.frame.legal[-1])
    assert [s["points"] for s in sight(game)["seats"]] == list(game.record.scores)


def test_who_sits_where(player):
    rules, bot = Hearts(2), player("sensible")
    start = rules.deal(random.Random(1))
    with pytest.raises(ValueError, match="give 1 other players, not 2"):
        begin(rules, start, [bot, bot])
    with pytest.raises(ValueError, match="no seat 2: choose a seat from 0 to 1"):
        begin(rules, start, [bot], 2)
    assert started(player, ("sensible",) * 3, seat=2).record.players == ("Bot 0", "Bot 1", "You", "Bot 2")
