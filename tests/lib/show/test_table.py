"""The table: the browser says what was chosen, and every message is answered by a new sight."""

import random

import pytest
from playfunc import FunctionPlayer
from playfunc.costs import MovePrice, Prices
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.show.game_session import begin, begin_at
from playfunc.show.table import GameTable
from playfunc_opponents import opponent, weakest_at
from until import until

EVERY = sorted(GAMES.usable())


def session_of(game, seed=1, person=0):
    rules = GAMES[game].table(2)
    other = opponent(rules, weakest_at(rules))
    return begin(
        rules, rules.deal(random.Random(seed)), [None if seat == person else other for seat in range(2)]
    )


def said(table, message):
    table._on_message(table, message, [])
    return table.sight


def free(record, at, seat):
    """Every legal move costs nothing but the first, which costs one point."""
    table = begin_at(record, at, [None] * len(record.players))
    rules = table.rules
    moves = list(rules.legal(rules.view(table.state, seat)))[:10]
    texts = map(rules.projection.move_text, moves)
    return Prices(tuple(MovePrice(text, float(not place)) for place, text in enumerate(texts)), "point")


def a_move(table):
    seen = table.sight
    return (seen["legal"] or [button["move"] for button in seen["choices"]["buttons"]] or ["1"])[0]


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("person", [0, 1])
def test_a_game_is_played_to_its_end_by_messages_and_then_replayed(game, person):
    table = GameTable(session_of(game, person=person))
    said(table, {"ready": True})
    for _ in until(lambda: table.sight["over"]):
        before = table.sight["told"]
        assert said(table, {"move": a_move(table)})["objection"] is None
        assert table.sight["told"] > before
    assert table.record.scores is not None
    assert table.sight["replay"].startswith("<!DOCTYPE html>")
    assert not said(table, {"undo": True})["over"]


def test_a_wrong_choice_names_the_rule_and_changes_nothing():
    table = GameTable(session_of("hearts"))
    said(table, {"ready": True})
    wrong = next(c.text for c in table.session.state.hands[0] if c.text not in table.sight["legal"])
    before = table.record
    assert said(table, {"move": wrong})["objection"]["rule"] in ("Leading", "Reneging", "Bleeding")
    assert "not a card" in said(table, {"move": "Z1"})["objection"]["reason"]
    assert table.record == before


@pytest.mark.parametrize("message", ["move", {}, {"move": 7}, {"back": "x"}, {"fly": True}, ["C2"], None])
def test_other_messages_do_nothing(message):
    table = GameTable(session_of("hearts"))
    before = table.sight
    assert said(table, message) == before


def test_costs_are_shown_on_request_and_are_gone_after_the_move():
    table = GameTable(session_of("skullwhist"), prices=free)
    assert table.sight["costs"] is None
    moves = said(table, {"price": True})["costs"]["moves"]
    assert moves["1"]["said"] == "costs 1 point"
    assert said(table, {"move": "2"})["costs"] is None


def test_a_retry_hides_costs_until_a_move_is_chosen_and_then_lets_another_be():
    rules = GAMES["hearts"].table(2)
    players = [opponent(rules, "basic", key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(random.Random(2)), players)
    at = next(at for at, move in enumerate(record.moves) if move.seat == 0 and at > 10)
    table = GameTable(
        begin_at(record, at, [None, players[1]]),
        prices=free,
        retry=True,
        keep=lambda *given: f"keep {given[1:]}",
    )
    assert not table.sight["can_price"]
    assert said(table, {"price": True})["costs"]  # nobody can ask for it, the button is not there
    move = a_move(table)
    seen = said(table, {"move": move})
    assert seen["chosen"] == move
    assert seen["costs"]["moves"][move]["said"] == "costs 1 point"
    assert len(table.record.moves) == at
    assert said(table, {"keep": True})["code"] == f"keep ({at}, 0)"
    assert said(table, {"back": table.sight["first"]})["chosen"] is None
    said(table, {"move": move})
    assert said(table, {"accept": True})["chosen"] is None
    assert table.record.moves[at].move == move


def test_a_new_deal_and_the_same_deal_again():
    table = GameTable(session_of("hearts"), deal=lambda: session_of("hearts", seed=9))
    said(table, {"ready": True})
    first = table.session.moments[0].state
    said(table, {"move": a_move(table)})
    said(table, {"again": True})
    assert table.session.moments[0].state == first
    said(table, {"deal": True})
    assert table.session.moments[0].state != first


def test_an_interrupt_leaves_the_game_as_it_was_and_names_who_was_asked():
    stopping = [True]

    def bid(player_id, position, my_points, their_points, previous):
        if stopping[0]:
            raise KeyboardInterrupt
        return 1, None

    rules = GAMES["footsteps"].table(2)
    session = begin(
        rules, rules.deal(random.Random(1)), [None, FunctionPlayer({"play": bid}, rules, name="slow")]
    )
    table = GameTable(session)
    seen = said(table, {"move": "5"})
    assert (seen["stopped"], seen["moves"], table.asking) == ("slow", [], "")
    stopping[0] = False
    assert len(said(table, {"move": "5"})["moves"]) == 1


def test_the_call_of_ones_own_player_is_shown_as_python():
    table = GameTable(session_of("footsteps"), own=(1,))
    said(table, {"move": "5"})
    assert said(table, {"look": 0})["code"].startswith("play(")
    assert said(GameTable(session_of("footsteps")), {"look": 0})["code"] == ""


@pytest.mark.parametrize("game", EVERY)
def test_without_a_kernel_a_picture_stands_there(game):
    data, _ = GameTable(session_of(game))._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "run this cell in Jupyter" in data["text/html"]
    assert data["text/plain"].startswith("A table to play at")
