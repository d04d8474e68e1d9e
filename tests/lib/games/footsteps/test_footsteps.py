"""FootSteps: the contract's sentences, one by one, and complete plays counted by another program."""

import random
from functools import cache

import pytest
from playfunc.codec import encode
from playfunc.errors import BidError, ProtocolError
from playfunc.games.footsteps import FootSteps, FootStepsState, legal_bids
from playfunc.games.footsteps.dynamic import DYNAMIC_GAMES, play_dynamic
from playfunc.games.footsteps.rules import PROGRAM
from playfunc.match import Table, play_game, play_games, play_series
from playfunc.player import FunctionPlayer
from playfunc.record import calls, replay, states, transcript
from playfunc.rules import Call

# Games of FootSteps with given bids.
STANDARD = FootSteps()


def start(rules: FootSteps = STANDARD) -> FootStepsState:
    return rules.deal(random.Random(1))


def game(first, second, rules: FootSteps = STANDARD, policy="forfeit"):
    players = [FunctionPlayer(first, rules, name="right"), FunctionPlayer(second, rules, name="left")]
    return play_game(rules, start(rules), players, policy)


def bidding(*bids: int):
    """A player that bids these in turn, kept in its memory."""

    def play(player_id, position, my_points, their_points, previous) -> tuple[int, int]:
        turn = 0 if previous is None else previous[1] + 1
        return bids[turn], turn

    return play


def test_the_standard_game():
    state = start()
    assert (STANDARD.cells, STANDARD.goal, state.token, state.points) == (7, 3, 0, (50, 50))


def test_the_higher_bidder_moves_the_token_and_both_lose_their_bids():
    state = STANDARD.play(start(), {0: 7, 1: 4})
    assert (state.token, state.points) == (1, (43, 46))
    state = STANDARD.play(state, {0: 1, 1: 2})
    assert (state.token, state.points) == (0, (42, 44))


def test_equal_bids_move_nothing_and_are_lost():
    state = STANDARD.play(start(), {0: 9, 1: 9})
    assert (state.token, state.points, state.last, state.turns) == (0, (41, 41), (9, 9), 1)


def test_the_end_cell_wins():
    assert game(bidding(2, 2, 2), bidding(1, 1, 1)).scores == (1.0, 0.0)
    assert game(bidding(1, 1, 1), bidding(2, 2, 2)).scores == (0.0, 1.0)


def test_both_out_of_points_is_a_draw_wherever_the_token_stands():
    record = game(bidding(26, 24), bidding(25, 25))
    assert record.scores == (0.5, 0.5)
    ended = STANDARD.play(FootStepsState(1, (2, 1)), {0: 2, 1: 1})
    assert (ended.token, ended.points, STANDARD.scores(ended)) == (2, (0, 0), (0.5, 0.5))


def test_the_last_points_may_still_win():
    ended = STANDARD.play(FootStepsState(2, (2, 1)), {0: 2, 1: 1})
    assert ended.points == (0, 0)
    assert STANDARD.scores(ended) == (1.0, 0.0)


def test_without_points_a_player_bids_nothing_and_plays_on():
    record = game(bidding(50, 0, 0, 0, 0), bidding(1, 1, 1, 1, 1))
    assert record.scores == (0.0, 1.0)
    assert len(record.moves) == 10


@pytest.mark.parametrize(
    ("points", "bid", "why"),
    [
        (50, 0, "at least 1"),
        (50, 51, "only 50"),
        (50, -1, "at least"),
        (0, 1, "without any points: only 0"),
        (0, -1, "without any points: only 0"),
    ],
)
def test_an_illegal_bid_is_named(points, bid, why):
    view = STANDARD.view(FootStepsState(0, (points, 3)), 0)
    with pytest.raises(BidError, match=why):
        STANDARD.check(view, bid)


def test_an_illegal_bid_loses_at_once_and_two_are_a_draw():
    assert game(bidding(0), bidding(5)).scores == (0.0, 1.0)
    assert game(bidding(5), bidding(51)).scores == (1.0, 0.0)
    both = game(bidding(0), bidding(51))
    assert both.scores == (0.5, 0.5)
    assert [fault.seat for fault in both.faults] == [0, 1]
    assert replay(both).forfeited == (0, 1)
    assert "Forfeited by right and left" in transcript(both)


def test_one_function_plays_both_sides():
    asked = []

    def watching(player_id, position, my_points, their_points, previous):
        asked.append((player_id, position, my_points, their_points, previous))
        return (3 if player_id == "right" else 2), "memory"

    game(watching, watching)
    assert asked[:4] == [
        ("right", 0, 50, 50, None),
        ("left", 0, 50, 50, None),
        ("right", 1, 47, 48, ((3, 2), "memory")),
        ("left", -1, 48, 47, ((2, 3), "memory")),
    ]


def test_a_strip_of_a_thousand_cells_and_a_million_points():
    rules = FootSteps(cells=1001, points=1_000_000)
    record = game(lambda i, p, mine, theirs, b: (2, None), lambda i, p, mine, theirs, b: (1, None), rules)
    assert record.scores == (1.0, 0.0)
    assert len(record.moves) == 2 * 500
    assert replay(record).points == (999_000, 999_500)
    assert "cell +500" in transcript(record)


@pytest.mark.parametrize("parameters", [{"cells": 6}, {"cells": 1}, {"points": 0}])
def test_odd_parameters_are_refused(parameters):
    with pytest.raises(ValueError, match="FootSteps needs"):
        FootSteps(**parameters)


def count_by_the_rules(rules: FootSteps) -> dict[float, int]:
    """How many complete plays end in each score of seat 0."""

    @cache
    def ends(state: FootStepsState) -> tuple[int, int, int]:
        if not rules.to_act(state):
            return tuple(int(rules.scores(state)[0] == score) for score in (1.0, 0.5, 0.0))
        choices = [rules.legal(rules.view(state, seat)) for seat in (0, 1)]
        after = [ends(rules.play(state, {0: a, 1: b})) for a in choices[0] for b in choices[1]]
        return tuple(map(sum, zip(*after, strict=True)))

    return dict(zip((1.0, 0.5, 0.0), ends(start(rules)), strict=True))


def count_by_recursion(to_left: int, to_right: int, left: int, right: int) -> tuple[int, int, int]:
    """The same, from the contract's words alone: plays that right wins, that nobody wins, that left wins."""
    if to_right == 0:
        return 1, 0, 0
    if to_left == 0:
        return 0, 0, 1
    if left == right == 0:
        return 0, 1, 0
    won = drawn = lost = 0
    for mine in range(1, right + 1) if right else [0]:
        for other in range(1, left + 1) if left else [0]:
            step = 1 if mine > other else -1 if other > mine else 0
            a, b, c = count_by_recursion(to_left + step, to_right - step, left - other, right - mine)
            won, drawn, lost = won + a, drawn + b, lost + c
    return won, drawn, lost


@pytest.mark.parametrize(("cells", "points", "plays"), [(3, 1, 1), (3, 4, None), (5, 5, None), (7, 4, None)])
def test_complete_plays(cells, points, plays):
    counted = count_by_the_rules(FootSteps(cells, points))
    assert tuple(counted.values()) == count_by_recursion(cells // 2, cells // 2, points, points)
    assert counted[1.0] == counted[0.0]
    assert plays is None or sum(counted.values()) == plays


def test_complete_plays_of_two_points_by_hand():
    """On 3 cells, 2 points each: (1,2) and (2,1) end at once, (2,2) is a draw, (1,1) then (1,1) too."""
    assert count_by_the_rules(FootSteps(3, 2)) == {1.0: 1, 0.5: 2, 0.0: 1}


def test_legal_bids():
    assert list(legal_bids(3)) == [1, 2, 3]
    assert list(legal_bids(0)) == [0]


def test_memories_brought_along_are_handed_over_and_recorded():
    """What a dynamic match needs: the last bids of the game before, and what was remembered of it."""
    rules = FootSteps(3, 5)
    asked = []

    def play(player_id, position, my_points, their_points, previous) -> tuple[int, int]:
        asked.append(previous)
        return (2 if player_id == "a" else 1), 1 if previous is None else previous[1] + 1

    players = (FunctionPlayer(play, rules, name="a"), FunctionPlayer(play, rules, name="b"))
    state = FootStepsState(0, (5, 5), last=(4, 3))
    (record,) = play_games(rules, [Table(state, players, memories=("7", "9"))])
    assert asked == [((4, 3), 7), ((3, 4), 9)]
    assert [move.memory for move in record.moves] == ["8", "10"]
    assert [call.memory for _, call, _ in calls(record)] == ["7", "9"]


def test_a_player_that_mixes_mixes_anew_in_every_game_and_seat():
    def mixing(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
        return random.randint(1, max(my_points, 1)) if my_points else 0, None

    players = (FunctionPlayer(mixing, STANDARD, name="a"), FunctionPlayer(mixing, STANDARD, name="b"))
    tables = [Table(STANDARD.deal(random.Random(n)), players) for n in range(6)]
    first = {record.moves[seat].move for record in play_games(STANDARD, tables) for seat in (0, 1)}
    assert len(first) > 6
    assert play_games(STANDARD, tables) == play_games(STANDARD, tables)


# A dynamic match of FootSteps: memories are kept between its games.
def footsteps(function, rules, name):
    return FunctionPlayer(function, rules, name=name)


def one(player_id, position, my_points, their_points, previous) -> tuple[int, int]:
    """Bids 1 for ever, and counts its turns."""
    return min(1, my_points), 1 if previous is None else previous[1] + 1


def test_a_dynamic_match_keeps_memories_and_shows_how_the_last_game_ended():
    rules, seen = FootSteps(3, 6), []

    def learning(player_id, position, my_points, their_points, previous) -> tuple[int, list[int]]:
        seen.append((my_points, previous))
        bids = [] if previous is None else [*previous[1], previous[0][1]]
        return min(max(bids, default=0) + 1, my_points), bids

    match = play_dynamic(rules, [footsteps(learning, rules, "a"), footsteps(one, rules, "b")], 1, games=3)
    assert match.totals == (3, 0)
    assert match.winner == 0
    starts = [previous for points, previous in seen if points == 6]
    assert starts == [None, ((2, 1), [1]), ((2, 1), [1, 1])]
    assert [record.memories is None for record in match.hands] == [True, False, False]
    assert [replay(record).turns for record in match.hands] == [2, 1, 1]


def test_without_the_dynamic_edition_nothing_is_remembered():
    rules = FootSteps(3, 6)
    match = play_dynamic(rules, [footsteps(one, rules, "a"), footsteps(one, rules, "b")], 1, games=1)
    assert match.totals == (0.5, 0.5)
    assert match.winner is None


def test_a_fault_ends_a_dynamic_match_when_it_is_watched_and_not_when_it_counts():
    rules = FootSteps(3, 6)

    def illegal(player_id, position, my_points, their_points, previous) -> tuple[int, None]:
        return 7, None

    players = [footsteps(illegal, rules, "a"), footsteps(one, rules, "b")]
    assert play_dynamic(rules, players, 1, games=3).winner is None
    counted = play_dynamic(rules, players, 1, games=3, policy="forfeit")
    assert (counted.totals, counted.winner) == ((0, 3), 1)


def test_the_series_of_footsteps_is_a_dynamic_match():
    rules = FootSteps(3, 6)
    players = [footsteps(one, rules, "a"), footsteps(one, rules, "b")]
    assert play_series(rules, players, 1) == play_dynamic(rules, players, 1)
    assert len(play_series(rules, players, 1).hands) == DYNAMIC_GAMES


# A state does not grow with the turns played.
def test_a_state_does_not_grow_with_the_turns_played():
    """Two that always bid 1 play as many turns as there are points, up to a million."""
    rules = FootSteps(cells=1001, points=2_000)
    record = game(lambda i, p, mine, theirs, b: (1, None), lambda i, p, mine, theirs, b: (1, None), rules)
    assert record.scores == (0.5, 0.5)
    assert len(record.moves) == 4_000
    sizes = [len(encode(state, FootStepsState)) for state in states(record)]
    assert max(sizes) < sizes[0] + 20


# FootSteps' own text protocol, without any process.
def test_the_program_hears_the_other_bid_after_the_first_turn():
    assert PROGRAM.heard(Call("play", ("a", 0, 50, 50, None))) is None
    assert PROGRAM.heard(Call("play", ("a", 1, 45, 46, [[5, 4], None]), '"5"')) == "4"
    assert PROGRAM.heard(Call("play", ("a", 0, 50, 50, [[5, 4], None]), None)) is None


@pytest.mark.parametrize("line", ["5", " 05 ", "0"])
def test_decimal_numbers_may_be_bids(line):
    PROGRAM.check(line)


@pytest.mark.parametrize("line", ["", "five", "-5", "5.0", "٥", "5 5"])
def test_anything_else_may_not(line):
    with pytest.raises(ProtocolError, match="a bid is a decimal number"):
        PROGRAM.check(line)
