"""What the report says of the moves: exact, on public deals, and no matter for marks."""

import dataclasses
import json
import random

import pytest
from course_assignments import BLACKJACK, HEARTS
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.codec import decode, encode
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks import marking
from playfunc_checks.marking import check_player, regret_of
from playfunc_checks.report import results_html
from playfunc_checks.results import CheckResult, passed
from playfunc_checks.student_view import closed
from playfunc_opponents import LADDERS
from playfunc_opponents.hearts import basic
from playfunc_opponents.hearts.reviewer import review


def hand(*names, seed=1):
    rules = Hearts(len(names))
    players = [FunctionPlayer(basic.play, rules, name=name) for name in names]
    return play_game(rules, rules.deal(random.Random(seed)), players)


@pytest.fixture(scope="module")
def games():
    return [hand("you-1", "you-2"), hand("you", "basic"), hand("basic", "you"), hand(*"abcd")]


@pytest.fixture(scope="module")
def regret(games):
    return regret_of(games, "you")


def test_it_is_what_the_reviews_of_the_duels_say(games, regret):
    found = [review(game, worlds=0) for game in games[1:3]]
    assert regret.mean == (found[0].given_away(0) + found[1].given_away(1)) / 2
    assert regret.played == 2
    assert [move.lost for move in regret.costliest] == sorted(
        (cost.lost for each, seat in zip(found, (0, 1), strict=True) for cost in each.worst(seat)),
        reverse=True,
    )[:3]
    assert all(dict(move.notes)[move.at] == str(move) for move in regret.costliest)


def test_without_a_duel_there_is_none(games):
    assert regret_of([games[0], games[3]], "you") is None
    assert regret_of([dataclasses.replace(games[1], faults=("any",))], "you") is None


def test_the_report_shows_it_with_a_replay_for_each_move(regret):
    result = dataclasses.replace(passed("rules", got="fine"), regret=regret)
    page = results_html(closed([result], HEARTS, ""), HEARTS)
    assert f"<strong>{regret.total}</strong> a hand" in page
    assert page.count("<iframe") == len(regret.costliest) == 3
    assert all(str(move) in page for move in regret.costliest)
    assert "What your moves cost" not in results_html([passed("rules")], HEARTS)


def test_it_survives_being_stored(regret):
    result = dataclasses.replace(passed("rules"), regret=regret)
    again = decode(encode(result, CheckResult), CheckResult)
    assert again.regret.mean == regret.mean
    assert results_html([again], HEARTS) == results_html([result], HEARTS)


def test_where_it_cannot_be_had_the_result_stands(monkeypatch):
    monkeypatch.setattr(marking, "regret_of", lambda games, name: 1 / 0)
    context = marking.Context("", HEARTS, "public", WorkerAsker())
    context.__dict__["games"] = ()
    result = marking._with_regret(passed("rules"), context)
    assert result.ok
    assert result.regret is None
    assert "ZeroDivisionError" in result.detail


STANDS_ON_ALL = """
from playfunc.games.blackjack import Stand

def play(player_id, hand, visible, stake, chips, previous):
    return Stand, None
"""


def test_in_blackjack_it_is_in_chips_with_the_better_move_and_what_came_of_it():
    few = dataclasses.replace(BLACKJACK, rules_deals=1)
    [_, rules] = check_player(STANDS_ON_ALL, few, WorkerAsker(), only=("loads", "rules"), regret=True)
    found = rules.regret
    assert (found.unit, found.played) == ("chip", 50)
    assert found.mean > 0.5
    assert len(found.costliest) == 3
    for move in found.costliest:
        assert str(move).startswith("Stand gave away ")
        assert str(move).endswith(("Hit gave none.", "Double gave none."))
    page = results_html([rules], BLACKJACK)
    assert f"<strong>{found.total}</strong> a hand, in 50 hands" in page
    assert page.count("<iframe") == 3
    assert "dealer" in found.costliest[0].story
    again = decode(encode(rules, CheckResult), CheckResult)
    assert results_html([again], BLACKJACK) == page


def test_a_game_without_a_reviewer_has_none(games, monkeypatch):
    unreviewed = dataclasses.replace(LADDERS["hearts"], reviewer="")
    monkeypatch.setattr(marking, "ladder", lambda game: unreviewed)
    assert regret_of(games, "you") is None


def test_a_regret_that_an_older_version_stored_is_read_and_shown(regret):
    result = dataclasses.replace(passed("rules"), regret=regret)
    stored = json.loads(encode(result, CheckResult))
    for name in ("margin", "exact", "unmeasured", "told"):
        del stored["regret"][name]
    for move in stored["regret"]["costliest"]:
        for name in ("unmeasured", "hindsight", "kind", "phase"):
            del move[name]
    again = decode(json.dumps(stored), CheckResult)
    assert str(again.regret.total) == str(regret.total)
    assert f"<strong>{regret.total}</strong> a hand" in results_html([again], HEARTS)


def test_the_report_says_where_most_was_lost(regret):
    assert regret.told.startswith(("Most of your loss is ", "Your loss is spread out"))
    assert regret.told in results_html([dataclasses.replace(passed("rules"), regret=regret)], HEARTS)
