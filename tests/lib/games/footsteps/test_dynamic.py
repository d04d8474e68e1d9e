"""A dynamic match of FootSteps: memories are kept between its games."""

from __future__ import annotations

from playfunc.games.footsteps import FootSteps
from playfunc.games.footsteps.dynamic import DYNAMIC_GAMES, play_dynamic
from playfunc.player import FunctionPlayer
from playfunc.record import replay
from playfunc.series import play_series


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
