"""Games to watch and to play by hand, and kept tests, as the cells of any game call them."""

import pytest
from playfunc_checks.find_assignment import default_assignment
from playfunc_opponents import LADDERS, Ladder
from playfunc_workbook import costly_moves, workbook
from playfunc_workbook.view import note
from playfunc_workbook.workbook import Workbook
from until import until
from workbooks import weakest


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
    told = Workbook("skullwhist").keep(print, **position)
    assert "2 functions, in this order: bid, play; this was given: print" in repr(told)


def function_of(game):
    return tuple(weakest(game).values())


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", LADDERS)
def test_ones_own_functions_are_watched_against_any_opponent(game):
    tier = default_assignment(game).tiers[1]
    shown = Workbook(game).watch(*function_of(game), tier)
    assert tier in repr(shown)
    assert shown._repr_html_().count("<iframe") == 1


@pytest.mark.broad
def test_a_replay_shows_what_ones_own_players_remembered_and_no_others(monkeypatch):
    shown = []
    monkeypatch.setattr(
        workbook, "replay", lambda *given, **options: shown.append((given, options)) or note("x")
    )
    Workbook("hearts").watch("basic", *function_of("hearts"))
    (((record, start, seat), options),) = shown
    assert (record.players, start, seat, options) == (("basic", "play"), 0, 1, {"owners": (1,)})


def test_what_a_player_prints_while_it_is_watched_is_told_below_the_game():
    def play(player_id, position, mine, theirs, previous):
        print("thinking")
        return min(mine, 8), None

    shown = Workbook("footsteps").watch(play, "basic")
    assert "your code printed" in repr(shown)


def test_who_cannot_be_watched_is_told_in_a_sentence():
    assert "Did you mean 'basic'?" in repr(Workbook("hearts").watch("basc", "basic"))


def played_out(table):
    """The game, with the first legal move of a person wherever one is asked for."""
    for _ in until(lambda: table.session.over):
        session = table.session.go_on()
        seat = session.turn[0]
        legal = session.rules.legal(session.rules.view(session.state, seat))
        table.play(session.rules.projection.move_text(next(iter(legal))))
    return table.record


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", LADDERS)
def test_a_person_plays_any_game_against_ones_own_functions(game):
    record = played_out(Workbook(game).play_a_hand(*function_of(game)))
    assert record.scores is not None
    assert record.players[0] == "You"


def test_a_person_takes_the_seat_that_is_asked_for():
    table = Workbook("hearts").play_a_hand("basic", *function_of("hearts"), "basic", seat=1)
    assert table.session.names == ("basic-1", "You", "play", "basic-2")
    assert table._own == (2,)


@pytest.mark.broad
def test_a_new_deal_is_another_one_and_the_seed_chooses_the_first():
    def start(table):
        return table.session.record.start

    hearts = Workbook("hearts")
    table = hearts.play_a_hand("basic", seed=3)
    assert start(table) == start(hearts.play_a_hand("basic", 3)), "as in the first release"
    table._on_message(None, {"deal": True}, None)
    assert start(table) == start(hearts.play_a_hand("basic", seed=4))


@pytest.mark.broad
@pytest.mark.parametrize(
    ("given", "seat", "told"),
    [(["basic"], 2, "There is no seat 2: choose one from 0 to 1"), (["basc"], 0, "Did you mean 'basic'?")],
)
def test_who_cannot_sit_down_is_told_in_a_sentence(given, seat, told):
    assert told in repr(Workbook("hearts").play_a_hand(*given, seat=seat))


@pytest.mark.broad
def test_the_reviewer_is_asked_once_for_the_same_position(monkeypatch):
    record = played_out(Workbook("footsteps").play_a_hand("minmax"))
    prices = costly_moves.prices_of("footsteps")
    first = prices(record, 2, 0)
    assert first.moves
    assert prices(record, 2, 0) is first
    assert prices(record, 2, 1) is not first


def test_a_game_without_a_reviewer_says_so(monkeypatch):
    table = Workbook("footsteps").play_a_hand("minmax")
    bare = Ladder(game="footsteps", baselines=())
    for module in (workbook, costly_moves):
        monkeypatch.setattr(module, "ladder", lambda game: bare)
    assert "has no reviewer" in costly_moves.prices_of("footsteps")(table.record, 0, 0).unmeasured
    assert Workbook("footsteps").play_a_hand("minmax")._prices is None
