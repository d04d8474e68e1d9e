"""Players at a table, given as students write them."""

import json
import random

import playfunc.games.skullwhist  # noqa: F401, its names are found once it is loaded
import pytest
from playfunc import Hearts
from playfunc.match import play_game
from playfunc_checks.find_assignment import default_assignment
from playfunc_opponents import LADDERS
from playfunc_opponents.footsteps import minmax
from playfunc_opponents.hearts import basic
from playfunc_opponents.skullwhist import basic as whist
from playfunc_workbook import hearts as notebook
from playfunc_workbook.players import (
    ArgumentError,
    functions_of,
    players_of,
    require_function,
    require_number,
    require_opponent,
)

HEARTS, WHIST = default_assignment("hearts"), default_assignment("skullwhist")
PLAYER = """
def play(player_id, hand, trick, previous):
    from playfunc import legal_cards
    broken = "H" in (previous[1] if previous else "")
    gone = (previous[1] if previous else "") + "".join(c.text for c, _ in (previous[0] if previous else ()))
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken="H" in gone)[0], gone
"""


def names(assignment, *given, persons=0):
    return [player.name for player in players_of(assignment, given, persons).players]


def played(assignment, *given):
    seated = players_of(assignment, given)
    return play_game(seated.rules, seated.rules.deal(random.Random(1)), seated.players)


@pytest.mark.parametrize("game", LADDERS)
def test_every_opponent_of_every_game_is_found_by_its_name(game):
    assignment = default_assignment(game)
    tiers = assignment.tiers[:2]
    seated = players_of(assignment, tiers)
    assert [player.name for player in seated.players] == list(tiers)
    assert seated.rules.seats == 2


def test_persons_take_seats_too():
    assert players_of(HEARTS, ["basic"], persons=1).rules.seats == 2
    assert players_of(HEARTS, ["basic"] * 3, persons=1).rules.seats == 4
    assert players_of(default_assignment("blackjack"), [], persons=1).rules.seats == 1


def test_a_function_is_a_player_by_its_own_name():
    record = played(HEARTS, basic.play, "basic")
    assert record.players == ("play", "basic")
    assert record.scores is not None
    assert names(HEARTS, lambda *arguments: None, "basic") == ["your function", "basic"]


@pytest.mark.parametrize(
    "given",
    [(whist.bid, whist.play), ((whist.bid, whist.play),), ({"play": whist.play, "bid": whist.bid},)],
    ids=["one after the other", "a tuple", "a mapping"],
)
def test_two_functions_make_one_player(given):
    record = played(WHIST, *given, "basic")
    assert record.scores is not None
    assert record.players[1] == "basic"


def test_a_file_and_a_notebook_sit_down(tmp_path):
    source = tmp_path / "friend.py"
    source.write_text(PLAYER)
    cell = {"cell_type": "code", "metadata": {"tags": ["player"]}, "source": PLAYER}
    notebook = tmp_path / "other.ipynb"
    notebook.write_text(json.dumps({"cells": [cell]}))
    for given in (source, str(source), str(notebook)):
        record = played(HEARTS, given, "basic")
        assert record.scores is not None, record.faults
    assert names(HEARTS, source, notebook) == ["friend", "other"]


@pytest.mark.parametrize(
    ("assignment", "given", "told"),
    [
        (HEARTS, ["advnced", "basic"], r"no player 'advnced'. Did you mean 'advanced'\? .*basic, naive"),
        (HEARTS, ["missing.py", "basic"], "missing.py cannot sit down: missing.py is no file"),
        (HEARTS, ["basic"] * 3, "Hearts is played by 2 or 4: give 2 or 4 players, not 3"),
        (WHIST, [whist.play, "basic"], "SkullWhist is 2 functions, in this order: bid, play; only play was"),
        (WHIST, [(whist.play,), "basic"], "in this order: bid, play; this was given: play"),
        (WHIST, [{"play": whist.play}, "basic"], "bid, play; this was given: {'play': play}"),
        (HEARTS, [3, "basic"], "A player of Hearts is one function, play; this was given: 3"),
        (HEARTS, [(basic.play, basic.play), "basic"], "one function, play; this was given: play, play"),
    ],
)
def test_who_cannot_sit_down_is_told_why(assignment, given, told):
    with pytest.raises(ArgumentError, match=told):
        players_of(assignment, given)


def test_a_person_is_told_how_many_others_fit():
    with pytest.raises(ArgumentError, match="give 1 or 3 players besides you, not 2"):
        players_of(HEARTS, ["basic", "basic"], persons=1)


@pytest.mark.parametrize(
    ("text", "told"),
    [("x = (", "is not Python"), ("x = 1", "defines no function"), ("1 / 0", "ZeroDivision")],
)
def test_a_broken_file_is_told_before_the_game(tmp_path, text, told):
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(ArgumentError, match=f"broken.py cannot sit down.*{told}"):
        players_of(HEARTS, [path, "basic"])


def test_the_assignments_parameters_count_unless_others_are_given():
    blackjack = default_assignment("blackjack")
    assert players_of(blackjack, ["basic"]).rules.rounds == blackjack.parameters["rounds"]
    assert players_of(blackjack, ["basic"], rounds=1).rules.rounds == 1


def test_functions_are_named_by_the_contract():
    rules = default_assignment("footsteps").rules()
    assert functions_of(rules, minmax.play) == {"play": minmax.play}


# What students give to a notebook's functions: what cannot be used is named, with what fits, and no traceback.
@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: notebook.check_legal([]), "no function was given: an empty list."),
        (lambda: notebook.check_rules("play"), "this was given: 'play'. Write the name of the function alone"),
        (lambda: notebook.rate(None), "A player of Hearts is one function, play; this was given: None."),
        (lambda: notebook.checkpoint(basic.play, "Bassic"), "There is no player 'Bassic'. Did you mean 'basic'?"),
        (lambda: notebook.checkpoint(basic.play, basic), "There is no player <module"),
        (lambda: notebook.checkpoint(basic.play, "basic", deals=0), "`deals` must be a whole number, 1 or more"),
        (lambda: notebook.cost_plot(basic.play, "basic", games=0), "this was given: 0."),
        (lambda: notebook.worst_moves(basic.play, "basic", games=-1), "this was given: -1."),
        (lambda: notebook.table_of_four(basic.play, "hasty"), "At this table there are: basic, minmax, advanced."),
        (lambda: notebook.self_check(deals="5"), "this was given: '5'."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named_in_one_sentence(call, told):
    with pytest.raises(ArgumentError) as caught:
        call()
    [line] = caught.value._render_traceback_()
    assert told in line


def test_what_fits_passes():
    require_function(basic.play)
    require_number(1, "deals")
    assert require_opponent(Hearts(2), "naive").name == "naive"
