"""Random whole games of Hearts, each position compared with the brute force's reading of the contract."""

from __future__ import annotations

import hearts_bruteforce as oracle
import pytest
from hearts_walks import finish, games
from hypothesis import given, settings
from hypothesis import strategies as st
from playfunc import DECK, Card, Hearts, trick_winner
from playfunc.codec import decode, encode
from playfunc.errors import IllegalMoveError
from playfunc.games.hearts import HeartsState, HeartsView

NAMES = ["Ann", "Bob", "Cy", "Di"]


def as_text(view: HeartsView) -> tuple[list[str], oracle.Trick, list[oracle.Trick]]:
    def trick(plays) -> oracle.Trick:
        return tuple((card.text, seat) for card, seat in plays)

    return [card.text for card in view.hand], trick(view.trick), [trick(old) for old in view.history]


@given(games())
def test_legal_moves_are_those_the_contract_does_not_forbid(game):
    for view in game.positions():
        hand, trick, tricks = as_text(view)
        allowed = [card for card in hand if oracle.forbidden(card, hand, trick, tricks) is None]
        assert [card.text for card in game.rules.legal(view)] == allowed


def broken_rule(rules: Hearts, view: HeartsView, card: Card) -> str | None:
    try:
        rules.check(view, card)
    except IllegalMoveError as error:
        return error.rule
    return None


@settings(max_examples=40)
@given(games())
def test_check_accepts_what_is_legal_and_names_the_rule_otherwise(game):
    for view in game.positions():
        hand, trick, tricks = as_text(view)
        for card in DECK:
            rule = oracle.forbidden(card.text, hand, trick, tricks) if card.text in hand else "Own cards"
            assert broken_rule(game.rules, view, card) == rule


@given(games())
def test_points_are_those_of_the_contract(game):
    tricks = [tuple((card.text, seat) for card, seat in trick) for trick in game.last.history]
    scores = game.rules.scores(game.last)
    assert scores == oracle.result(tricks, game.rules.seats)
    assert sum(game.rules.points_taken(game.last)) == 26
    assert sum(scores) == 26 or sorted(scores) == [0] + [26] * (game.rules.seats - 1)


@given(games())
def test_play_goes_round_the_table_and_the_winner_leads(game):
    seats = game.rules.seats
    leader = next(seat for seat, hand in enumerate(game.states[0].hands) if Card("C2") in hand)
    assert game.last.history[0][0] == (Card("C2"), leader)
    for trick in game.last.history:
        assert [seat for _, seat in trick] == [(leader + k) % seats for k in range(seats)]
        leader = oracle.taker(tuple((card.text, seat) for card, seat in trick))
        assert trick_winner(trick) == leader
        assert trick_winner([(card, NAMES[seat]) for card, seat in trick]) == NAMES[leader]
    assert len(game.last.history) == 52 // seats
    assert len(game.states) == 53


@given(games())
def test_states_survive_their_text_at_every_point(game):
    for state in game.states[::7]:
        assert decode(encode(state, HeartsState), HeartsState) == state


@given(games(), st.integers(0, 51), st.data())
def test_a_forfeit_ends_the_hand(game, number, data):
    state = game.states[number]
    seat = data.draw(st.integers(0, game.rules.seats - 1))
    over = game.rules.forfeit(state, [seat])
    assert game.rules.to_act(over) == ()
    assert game.rules.scores(over) == tuple(26 * (other == seat) for other in range(game.rules.seats))
    text = game.rules.storyteller.transcript(game.rules, NAMES, (game.states[0], over))
    assert f"Forfeited by {NAMES[seat]}." in text
    assert ("(not finished)" in text) == bool(state.trick)


ALL_HIGH = {
    # who holds these and plays high wins every trick
    2: "C8 C9 C10 CJ CQ CK CA D9 D10 DJ DQ DK DA S9 S10 SJ SQ SK SA H8 H9 H10 HJ HQ HK HA",
    4: "CA DA SJ SQ SK SA H8 H9 H10 HJ HQ HK HA",
}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("shooter", [0, 1])
def test_shooting_the_moon(seats, shooter):
    rules, strong = Hearts(seats), ALL_HIGH[seats].split()
    rest = [card for card in DECK if card.text not in strong]
    size = len(strong)
    hands = [rest[size * k : size * (k + 1)] for k in range(seats - 1)]
    hands.insert(shooter, [Card(text) for text in strong])
    styles = [max if seat == shooter else min for seat in range(seats)]
    game = finish(rules, rules.from_hands(hands), lambda seat, legal: styles[seat](legal))
    taken, scores = rules.points_taken(game.last), rules.scores(game.last)
    assert taken == tuple(26 * (seat == shooter) for seat in range(seats))
    assert scores == tuple(26 * (seat != shooter) for seat in range(seats))
    assert f"{NAMES[shooter]} shot the moon." in rules.storyteller.transcript(rules, NAMES, game.states)


@pytest.mark.parametrize("seats", [0, 1, 3, 5, "2"])
def test_hearts_is_for_two_or_four(seats):
    with pytest.raises(ValueError, match="2 or 4"):
        Hearts(seats)
