"""Games to watch and to play by hand, and kept tests, as the cells of any game call them."""

import pytest
from playfunc_checks.usual import usual_assignment
from playfunc_opponents import LADDERS, opponent, weakest_at
from playfunc_workbook import playing
from playfunc_workbook.view import note


def test_a_kept_test_with_too_few_functions_says_what_is_missing():
    position = {
        "said": "A bid.",
        "table": {},
        "names": ["you", "basic"],
        "seat": 0,
        "start": "{}",
        "moves": [],
        "costs": {},
        "unit": "win",
    }
    told = playing.keep(usual_assignment("skullwhist"), [print], **position)
    assert "2 functions, in this order: bid, play; this was given: print" in repr(told)


def function_of(game):
    """The functions of the weakest opponent, as a student's own."""
    rules = usual_assignment(game).rules()
    return tuple(opponent(rules, weakest_at(rules))._functions.values())


@pytest.mark.parametrize("game", LADDERS)
def test_ones_own_functions_are_watched_against_any_opponent(game):
    tier = usual_assignment(game).tiers[1]
    shown = playing.watch(usual_assignment(game), [*function_of(game), tier])
    assert tier in repr(shown)
    assert shown._repr_html_().count("<iframe") == 1


def test_a_replay_shows_what_ones_own_players_remembered_and_no_others(monkeypatch):
    shown = []
    monkeypatch.setattr(
        playing, "replay", lambda *given, **options: shown.append((given, options)) or note("x")
    )
    playing.watch(usual_assignment("hearts"), ["basic", *function_of("hearts")])
    (((record, start, seat), options),) = shown
    assert (record.players, start, seat, options) == (("basic", "play"), 0, 1, {"owners": (1,)})


def test_what_a_player_prints_while_it_is_watched_is_told_below_the_game():
    def play(player_id, position, mine, theirs, previous):
        print("thinking")
        return min(mine, 8), None

    shown = playing.watch(usual_assignment("footsteps"), [play, "basic"])
    assert "your code printed" in repr(shown)


def test_who_cannot_be_watched_is_told_in_a_sentence():
    assert "Did you mean 'basic'?" in repr(playing.watch(usual_assignment("hearts"), ["basc", "basic"]))
