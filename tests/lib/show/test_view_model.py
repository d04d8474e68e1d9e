"""What the browser is told: nothing of other hands before the end, and everything that can be chosen."""

import json
import random
from dataclasses import replace

import pytest
from playfunc.costs import MovePrice, Prices
from playfunc.games import GAMES
from playfunc.show.game_session import begin, begin_at
from playfunc.show.view_model import costs_view_model, view_model, viewer_of
from playfunc_opponents import opponent, weakest_at


def session_of(game, person=1):
    rules = GAMES[game].table(2)
    other = opponent(rules, weakest_at(rules))
    seated = [None if seat == person else other for seat in range(2)]
    return begin(rules, rules.deal(random.Random(1)), seated).go_on()


@pytest.mark.parametrize("game", sorted(GAMES.usable()))
def test_a_sight_is_json_and_lists_every_way_to_move(game):
    session = session_of(game)
    seen = json.loads(json.dumps(view_model(session)))
    assert (seen["person"], seen["bottom"], viewer_of(session)) == (1, 1, 1)
    choices = seen["choices"]
    assert choices["buttons"] or choices["number"] or choices["drawn"]


def test_the_other_hand_is_not_in_it_before_the_end():
    session = session_of("hearts")
    text = json.dumps(view_model(session))
    assert all(f'"{card.text}"' not in text for card in session.state.hands[0])


def test_a_bid_made_in_secret_is_hidden_until_both_have_bid():
    session = session_of("skullwhist")
    assert view_model(session)["moves"][0]["made"] == [[0, "hidden"]]
    bid = f"Bid {session.state.bids[0]}"
    after = view_model(session.play({1: "5"}))
    assert after["moves"][0]["made"] == [[0, bid]]


def test_memories_are_those_of_owned_players():
    session = session_of("hearts")
    card = session.rules.legal(session.rules.view(session.state, 1))[0]
    session = session.play({1: card.text})
    assert view_model(session)["memories"] == []
    assert {told["seat"] for told in view_model(session, own=(0,))["memories"]} == {0}


def test_costs_say_what_is_sure_and_leave_hindsight_out():
    prices = Prices(
        (
            MovePrice("SQ", 13.0, hindsight=1.0),
            MovePrice("S2", 0.0),
            MovePrice("S3", 0.5, exact=False, margin=1.0),
        ),
        "point",
    )
    rules = GAMES["hearts"].table(2)
    told = costs_view_model(rules, prices)["moves"]
    shown = {"name": "SQ ♠", "text": "−13", "kind": "pf-costs", "said": "costs 13 points"}
    assert told["SQ"] == shown
    assert told["S2"]["said"] == "costs nothing"
    assert told["S3"]["said"].startswith("may cost nothing")
    assert costs_view_model(rules, Prices((), "win", "Too large."))["unmeasured"] == "Too large."


def test_a_person_in_the_place_of_a_player_called_you_reads_well():
    record = session_of("hearts", person=0).record
    seated = begin_at(replace(record, players=("you", "basic")), 0, [None, None])
    told = view_model(seated)
    assert told["names"] == ("You", "basic")
    assert told["caption"].count("you") == 0
