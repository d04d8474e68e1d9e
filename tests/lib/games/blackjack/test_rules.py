"""BlackJack: the contract's sentences, one by one, on shoes laid out by hand."""

import random

import pytest
from playfunc.errors import LateDoubleError, PlayerCrash, StakeError
from playfunc.games.blackjack import (
    DECKS,
    FACES,
    Bet,
    BlackJack,
    BlackJackState,
    Double,
    Hit,
    Plain,
    Stand,
    settled,
    total,
)
from playfunc.match import play_game
from playfunc.player import FunctionPlayer
from playfunc.record import calls, replay, transcript

ONE_HAND = BlackJack(seats=1, hands=1)


def dealt(first: str, second: str, drawn: str = "", chips: int = 200, **parameters) -> BlackJackState:
    """One player against the dealer: `first` are the player's cards, `second` the dealer's."""
    rules = BlackJack(seats=1, hands=1, **parameters)
    return rules.from_shoes([first[0] + second[0] + first[1] + second[1] + drawn], [chips])


def after(state: BlackJackState, *moves, rules: BlackJack = ONE_HAND) -> BlackJackState:
    for move in moves:
        state = rules.play(state, {rules.to_act(state)[0]: move})
    return state


@pytest.mark.parametrize(
    ("cards", "dealer", "back"),
    [
        ("KQ", "K9", 20),
        ("KQ", "KQ", 0),
        ("K9", "KQ", 0),
        ("KQ2", "KQ2", 0),
        ("K2", "KQ5", 20),
        ("A9", "T6K", 20),
    ],
)
def test_only_a_greater_score_is_paid(cards, dealer, back):
    """Ties lose; a bust hand scores 0, so a bust player never wins and any other beats a bust dealer."""
    assert settled(10, cards, dealer) == back


def test_the_buy_in_is_paid_and_cards_are_dealt_round_the_table():
    rules = BlackJack(seats=3)
    state = rules.from_shoes(["23456789" + "T" * 90], (200, 9, 10))
    assert state.chips == (190, 9, 0)
    assert state.stakes == (10, 0, 10)
    assert state.hands == ("25", "", "36")
    assert state.dealer == "47"
    assert state.table == "2356"
    assert rules.to_act(state) == (0,)
    view = rules.view(state, 0)
    assert view.visible == "4#2356"
    call = rules.projection.call(view, ("a", "b", "c"), None)
    assert rules.projection.arguments(call, None) == (
        "a",
        ("2", "5"),
        ("4", "#", "2", "3", "5", "6"),
        10,
        190,
        None,
    )


def test_a_run_is_five_hands_of_two_players_with_200_chips_unless_it_says_otherwise():
    assert BlackJack() == BlackJack(seats=2, rounds=1, hands=5, chips=200)


def test_moves_to_come_are_two_for_each_hand_of_who_can_pay_it():
    rules = BlackJack(seats=3)
    state = rules.from_shoes(["23456789" + "T" * 90], (200, 9, 10))
    assert rules.expected_moves(state) == len((0, 2)) + 2 * len((0, 2)) * 4
    assert ONE_HAND.expected_moves(after(dealt("KQ", "K9"), Stand)) == 0


def test_moves_go_round_until_all_stand_or_bust():
    rules = BlackJack(seats=2, hands=1)
    state = rules.from_shoes(["22T33T" + "456TTT7"], (200, 200))
    order = []
    for move in (Hit, Hit, Bet(3), Stand, Hit, Stand):
        order.append(rules.to_act(state)[0])
        state = rules.play(state, {order[-1]: move})
    assert order == [0, 1, 0, 1, 0, 0]
    assert state.hands == ("2346", "235")
    assert not rules.to_act(state)


def test_a_win_pays_twice_the_stake_and_a_loss_nothing():
    assert after(dealt("KQ", "K9"), Stand).chips == (210,)
    assert after(dealt("K9", "KQ"), Stand).chips == (190,)
    assert after(dealt("KQ", "KQ"), Stand).chips == (190,)


def test_a_bust_hand_is_asked_no_more_and_the_dealer_still_plays():
    state = after(dealt("KQ", "K2", "5T4"), Hit)
    assert state.chips == (190,)
    assert state.history[0].dealer == "K2T"
    assert not ONE_HAND.to_act(state)


def test_a_hand_of_21_is_still_asked():
    state = after(dealt("K9", "K9", "2"), Hit)
    assert state.hands == ("K92",)
    assert ONE_HAND.to_act(state) == (0,)


def test_the_dealer_draws_below_17_and_stands_from_17_on():
    assert after(dealt("K9", "T6", "AT"), Stand).history[0].dealer == "T6A"
    assert after(dealt("K9", "A6", "2"), Stand).history[0].dealer == "A6"
    assert after(dealt("K9", "A5", "TT"), Stand).history[0].dealer == "A5TT"


def test_a_double_takes_one_card_and_stands():
    state = after(dealt("56", "T7", "T3"), Double)
    assert state.history[0].hands == ("56T",)
    assert (state.history[0].stakes, state.chips) == ((20,), (220,))


def test_bets_are_legal_from_one_chip_to_all_that_are_left():
    state = dealt("96", "T7", chips=15)
    legal = ONE_HAND.legal(ONE_HAND.view(state, 0))
    assert legal[2:] == [Bet(1), Bet(2), Bet(3), Bet(4), Bet(5)]
    assert [chips for chips in range(1, 9) if Bet(chips) in legal] == [1, 2, 3, 4, 5]
    assert [move for move in (Stand, Hit, Double) if move in legal] == [Stand, Hit]


def test_a_bet_raises_the_stake_and_the_player_goes_on():
    state = after(dealt("KQ", "T7"), Bet(15))
    assert (state.stakes, state.chips, ONE_HAND.to_act(state)) == ((25,), (175,), (0,))
    assert after(state, Bet(-5), Stand).chips == (230,)


@pytest.mark.parametrize("move", [Bet(0), Bet(191), Double])
def test_stakes_beyond_the_chips_are_refused(move):
    state = dealt("KQ", "T7", chips=19 if move == Double else 200)
    with pytest.raises(StakeError):
        ONE_HAND.check(ONE_HAND.view(state, 0), move)


@pytest.mark.parametrize("before", [Hit, Bet(1)])
def test_a_double_is_a_first_move(before):
    state = after(dealt("22", "T7", "22222"), before)
    with pytest.raises(LateDoubleError):
        ONE_HAND.check(ONE_HAND.view(state, 0), Double)


def test_who_cannot_pay_sits_out_the_rest_and_ends_with_what_is_left():
    rules = BlackJack(seats=2, hands=3)
    shoe = "K9" + "T" + "Q9" + "T" + "K9TQ9T" + "TTTT" * 9  # seat 0 has 20, seat 1 18, the dealer 20
    state = rules.from_shoes([shoe], (200, 12))
    state = after(state, Stand, Stand, rules=rules)
    assert state.chips == (180, 2)  # the next hand's buy-in of seat 0 is paid
    assert state.hands[1] == ""
    while rules.to_act(state):
        assert rules.to_act(state) == (0,)
        state = after(state, Stand, rules=rules)
    assert rules.scores(state)[1] == 2


def test_a_run_ends_early_when_nobody_can_pay():
    state = after(dealt("K9", "KQ", chips=10), Stand)
    assert (state.chips, ONE_HAND.to_act(state)) == ((0,), ())


def test_the_shoe_is_carried_on_within_a_round_and_new_in_the_next():
    rules = BlackJack(seats=1, rounds=2, hands=2)
    state = rules.from_shoes(["KKQQ" + "9T9T" + "2345", "AK2J" + "5" * 60], (200,))
    assert state.hands == ("KQ",)
    state = after(state, Stand, rules=rules)
    assert (state.hands, state.dealer, state.before) == (("99",), "TT", "KQKQ")
    state = after(state, Stand, rules=rules)
    assert (state.hands, state.dealer, state.before) == (("A2",), "KJ", "")


def test_another_deck_is_opened_when_the_shoe_runs_out():
    state = BlackJack(seats=4, hands=5).deal(random.Random(2))
    (shoe,) = state.shoes
    assert len(shoe) == 52 * DECKS
    for deck in range(DECKS):
        assert sorted(shoe[52 * deck : 52 * deck + 52]) == sorted(FACES * 4)


def test_what_previous_holds():
    """None at a round's first move; then the cards of the hand before, hole card included, and the memory."""
    rules = BlackJack(seats=1, rounds=2, hands=2)
    seen = []

    def play(player_id, hand, visible, stake, chips, previous) -> tuple[Plain, int]:
        seen.append(previous)
        count = 0 if previous is None else previous[1] + 1
        return (Hit if len(hand) == 2 and total(hand) < 12 else Stand), count

    state = rules.from_shoes(["5K5Q" + "9" + "9T96" + "7" + "8" * 9, "AK2J" + "5" * 60], (200,))
    play_game(rules, state, [FunctionPlayer(play, rules, name="one")])
    assert seen[:4] == [None, ((), 0), (tuple("KQ559"), 1), None]


def test_a_fault_makes_the_player_stand_and_play_on():
    rules = BlackJack(seats=1, rounds=2, hands=2)

    def play(player_id, hand, visible, stake, chips, previous) -> tuple[Plain, str]:
        if len(seen) % 2:
            raise RuntimeError("lost")
        return Double if previous else Hit, "memory"

    seen: list[int] = []

    def noting(*arguments) -> tuple[Plain, str]:
        try:
            return play(*arguments)
        finally:
            seen.append(1)

    record = play_game(
        rules, rules.deal(random.Random(8)), [FunctionPlayer(noting, rules, name="x")], "forfeit"
    )
    assert record.scores is not None
    assert len(record.faults) >= 2
    assert replay(record).history
    assert {fault.policy for fault in record.faults} == {"forfeit"}
    assert [move.move for _, _, move in calls(record)] == [move.move for move in record.moves]


def test_several_faults_in_a_row_replay():
    """Every move a crash: the run is stood through, and no two of the faults are taken for one."""
    rules = BlackJack(seats=2, rounds=2, hands=3)

    def crash(*arguments):
        raise RuntimeError

    def stand(player_id, hand, visible, stake, chips, previous) -> tuple[Plain, None]:
        return Stand, None

    players = [FunctionPlayer(crash, rules, name="crash"), FunctionPlayer(stand, rules, name="stand")]
    state = rules.deal(random.Random(4))
    record = play_game(rules, state, players, "forfeit")
    assert len(record.faults) == 6
    assert record.faults[0].error == PlayerCrash.__name__
    assert rules.scores(replay(record)) == record.scores
    alone = play_game(rules, state, [players[1], players[1]])
    assert record.scores == alone.scores
    assert "crash" in transcript(record)


def test_without_memory_a_player_is_at_the_start():
    """Who has failed at every move of a round so far has nothing to be handed."""
    rules = BlackJack(seats=1, hands=2)
    given = []

    def play(player_id, hand, visible, stake, chips, previous) -> tuple[Plain, str]:
        given.append(previous)
        if len(given) == 1:
            raise RuntimeError
        return Stand, "kept"

    play_game(rules, rules.deal(random.Random(1)), [FunctionPlayer(play, rules, name="x")], "forfeit")
    assert given == [None, None]


@pytest.mark.parametrize(
    "parameters", [{"seats": 5}, {"seats": 0}, {"rounds": 0}, {"hands": 7}, {"chips": -1}]
)
def test_odd_parameters_are_refused(parameters):
    with pytest.raises(ValueError, match="BlackJack"):
        BlackJack(**parameters)


def test_a_shoe_never_runs_out_even_if_all_draw_until_they_are_bust():
    """The bound on the decks of a round, at its worst: low cards first, everybody draws to the end."""
    rules = BlackJack(seats=4, hands=6, chips=1000)
    state = rules.from_shoes(["".join(sorted(FACES * 4 * DECKS, key=FACES.index))], (1000,) * 4)
    while rules.to_act(state):
        state = after(state, Hit, rules=rules)
    assert len(state.history) == 6
    assert state.drawn <= 52 * DECKS
