"""The page that explains a mark: every deal, what is not as it was, and nothing of a student's runs."""

import dataclasses
import re

import pytest
from course_assignments import BLACKJACK, against
from playfunc.record import replay
from playfunc_autograder.asker import WorkerAsker
from playfunc_autograder.versions import met, versions
from playfunc_checks.checks import Context
from playfunc_checks.marking import run_checks
from playfunc_classroom.appeals import Evidence, audit_page, hands, play_again
from playfunc_classroom.policy.overrides import Override
from short_marks import ATTACK, SECRET, SHORT, marked


def test_the_page_shows_every_deal_and_nothing_a_student_wrote_runs(again):
    page = audit_page(again, [], again.mark.stamp.source, {"beats-basic": "ann-beats-basic.jsonl"})
    assert "Same source, same settings, same deals, same versions." in page
    assert page.count("<li>") >= len(hands(again.games["beats-basic"]))
    assert page.count(" to the student, ") == 3
    assert ATTACK not in page
    assert "ann-beats-basic.jsonl" in page


def test_where_high_scores_win_the_page_says_more_and_shows_the_worst_first():
    stands = "from playfunc.games.blackjack import Stand\ndef play(*arguments):\n    return Stand, None"
    few = {"deals": 3, "least_deals": 2, "rules_deals": 1}
    short = dataclasses.replace(against(BLACKJACK, "basic"), **few)
    with Context(stands, short, SECRET, WorkerAsker()) as context:
        results = run_checks(context)
        mark = dataclasses.replace(marked("", ("x",)), source=stands, results=results)
        evidence = Evidence(mark, short, results, {}, context.played, {}, {}, False, False)
    deals = hands(evidence.games["beats-basic"])
    result = next(result for result in results if result.check == "beats-basic")
    mean = sum(deal.difference for deal in deals) / len(deals)
    assert round(mean, 2) == result.facts["points_per_hand"][0]
    page = audit_page(evidence, [], None, {})
    assert f"{abs(mean):.2f} chips a run {'more' if mean > 0 else 'fewer'} than the opponent" in page
    assert "games to 100" not in page
    worst = min((deal.ahead(seat), deal, seat) for deal in deals for seat in (0, 1))
    mine, theirs = (worst[1].first, worst[1].second)[worst[2]]
    shown = re.findall(r"seat: (\d+) to the student, (\d+) to the opponent", page)
    assert shown[0] == (str(mine), str(theirs))


def test_whatever_is_not_as_it_was_is_named_and_the_settings_of_then_are_played(stored):
    older = dataclasses.replace(stored, versions={**stored.versions, "opponents": "another"})
    now = dataclasses.replace(SHORT, deals=200, threshold=0.9)
    evidence = play_again(older, now, "another secret")
    assert evidence.versions == {"opponents": ("another", versions(SHORT.game, met(SHORT))["opponents"])}
    assert evidence.settings == {"deals": ("3", "200"), "threshold": ("0.6", "0.9")}
    assert evidence.other_deals
    assert len(evidence.games["beats-basic"]) == 6
    page = audit_page(evidence, [], "another source", {})
    for told in (
        "Versions differ",
        "secret is not the one",
        "is not what was marked",
        "Settings changed since",
    ):
        assert told in page


def test_a_result_that_differs_under_equal_versions_is_called_a_fault_of_ours(stored, again):
    first, *rest = stored.results
    forged = dataclasses.replace(stored, results=(dataclasses.replace(first, got="something else"), *rest))
    evidence = dataclasses.replace(again, mark=forged)
    assert not evidence.same
    assert "a fault of playfunc" in audit_page(evidence, [], None, {})


def test_a_mark_without_a_player_is_explained_by_its_note():
    unread = marked("", (f"not a readable notebook {ATTACK}",))
    evidence = play_again(unread, SHORT, SECRET)
    assert evidence.same
    given = Override("ann", "beats-basic", 5.0, 0.0, None, "lee", "2026-11-22T10:00:00+00:00", ATTACK, "x")
    page = audit_page(evidence, [given], None, {})
    assert "not a readable notebook" in page
    assert "beats-basic: 5 instead of 0, by lee on 2026-11-22" in page
    assert ATTACK not in page


def test_a_mark_without_its_settings_is_played_with_those_of_now_and_says_so():
    unread = dataclasses.replace(marked("", ("no notebook",)), settings="", versions={})
    evidence = play_again(unread, SHORT, SECRET)
    assert evidence.unstamped
    assert "played again with those of now" in audit_page(evidence, [], None, {})


# A mark played again from its stamp, on an assignment short enough to do it often.
def test_the_same_source_settings_and_deals_give_the_same_mark(stored, again):
    assert again.same
    assert (again.versions, again.settings, again.other_deals, again.unstamped) == ({}, {}, False, False)
    assert again.points == stored.points
    assert [pair[2] for pair in again.pairs()] == [True] * len(stored.results)


def test_the_deals_of_the_page_add_up_to_the_stored_number(stored, again):
    deals = hands(again.games["beats-basic"])
    result = next(result for result in stored.results if result.check == "beats-basic")
    assert len(deals) == result.facts["deals"]
    mean = sum(deal.difference for deal in deals) / len(deals)
    assert round(mean, 2) == result.facts["points_per_hand"][0]
    taken = sum(deal.first[0] + deal.second[0] for deal in deals) / (2 * len(deals))
    moons = result.facts["losses"]["moons"] + result.facts["losses"]["moons_against"]
    if not moons:
        assert sum(result.facts["losses"]["by_trick"]) == pytest.approx(taken, abs=0.05)
    for game in again.games["beats-basic"]:
        replay(game)
