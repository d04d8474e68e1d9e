"""The SkullWhist unit: planted mistakes are found, and its class gets the verdicts that it expects."""

import ast
import copy
import dataclasses
import random
import sys
import types

import pytest
from course_assignments import SKULLWHIST
from playfunc.cards import WhistCard
from playfunc.games.skullwhist import DECK, trick_winner
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.extract import player_from_cells
from playfunc_checks.marking import check_player
from playfunc_classroom.demo import fill_in, read_class
from playfunc_workbook.finding import State
from playfunc_workbook.skullwhist import BidPlot, public_hand, tricks_in_worlds
from playfunc_workbook.skullwhist import exercises as first
from playfunc_workbook.skullwhist import worlds as later
from workbooks import solved, student_version

pytestmark = pytest.mark.broad

SOLVED = solved("skullwhist")

STUB = student_version(SOLVED)
VERSIONS = {"solved": SOLVED, "stub": STUB}


def player_source(cells):
    return player_from_cells(cells, SKULLWHIST, "skullwhist.ipynb").source


def loaded(version):
    """The player's cells of a version as a module."""
    module = types.ModuleType(f"skullwhist_{version}")
    sys.modules[module.__name__] = module
    exec(compile(player_source(VERSIONS[version].cells), f"{version}.py", "exec"), module.__dict__)
    return module


SOLUTION = loaded("solved")


def forgets(player_id, previous):
    """Knows the previous trick alone, as a player without memory does."""
    return SOLUTION.remember(player_id, (previous[0], SOLUTION.Memory()))


def void_of_oneself(player_id, previous):
    """Takes its own discards for the other's."""
    trick, memory = previous
    kept = SOLUTION.remember(player_id, previous)
    if trick and trick[1][0].suit is not trick[0][0].suit:
        kept = dataclasses.replace(kept, void=memory.void | {trick[0][0].suit})
    return kept


def anything_unseen(hand, trick, memory, their_bid):
    """Takes no notice of voids."""
    seen = {*hand, *memory.mine, *memory.theirs, *(card for card, _ in trick)}
    return random.sample([card for card in DECK if card not in seen], len(hand) - len(trick))


def ignores_the_bid(hand, trick, memory, their_bid):
    return SOLUTION.imagine(hand, trick, memory, 6)


def leader_stays(mine, other, leading):
    """Lets the first leader lead to the end."""
    hands, tricks = {True: list(mine), False: list(other)}, 0
    while hands[True]:
        lead = SOLUTION.choose(hands[leading], ())
        reply = SOLUTION.choose(SOLUTION.legal(hands[not leading], ((lead, ""),)), ((lead, ""),))
        hands[leading].remove(lead)
        hands[not leading].remove(reply)
        tricks += trick_winner(((lead, leading), (reply, not leading)))
    return tricks


S = SOLUTION
PLANTED = {
    "any spade is legal": lambda: first.legal_finding(
        lambda hand, trick: sorted({*S.legal(hand, trick), *(c for c in hand if c.text[0] == "S")})
    ),
    "one card instead of a list": lambda: first.legal_finding(lambda hand, trick: S.legal(hand, trick)[0]),
    "spades count as other suits": lambda: first.worth_finding(lambda hand: sum(c.value for c in hand) / 30),
    "the likeliest number is bid": lambda: first.best_bid_finding(lambda likely: max(likely, key=likely.get)),
    "the mean is bid": lambda: first.best_bid_finding(
        lambda likely: max(1, round(sum(n * share for n, share in likely.items())))
    ),
    "a tie counts as won": lambda: first.target_finding(
        lambda mine, theirs: next(n for n in range(14) if first.score(mine, n) >= first.score(theirs, 13 - n))
    ),
    "the highest card wins": lambda: first.choose_finding(lambda options, trick: options[-1]),
    "never a trump": lambda: first.choose_finding(
        lambda options, trick: S.choose([c for c in options if c.text[0] != "S"] or options, trick)
    ),
    "forgets": lambda: later.remember_finding(forgets, S.Memory),
    "own voids": lambda: later.remember_finding(void_of_oneself, S.Memory),
    "no memory, no sure winner": lambda: later.sure_winners_finding(
        forgets, S.possible, S.sure_winners, S.Memory
    ),
    "trumps forgotten": lambda: later.sure_winners_finding(
        S.remember,
        S.possible,
        lambda hand, pool: [c for c in hand if not any(p.suit is c.suit and p > c for p in pool)],
        S.Memory,
    ),
    "voids ignored": lambda: later.imagine_finding(anything_unseen, S.Memory),
    "always the same world": lambda: later.imagine_finding(
        lambda hand, trick, memory, bid: [
            c for c in S.possible(hand, memory) if c not in [card for card, _ in trick]
        ][: len(hand) - len(trick)],
        S.Memory,
    ),
    "the leader stays": lambda: later.finish_finding(leader_stays, S.choose),
    "a crash": lambda: first.choose_finding(lambda options, trick: options[99]),
}

AGAINST_A_RULE_OF_THUMB = {"the highest card wins", "never a trump"}
"""Legal, and perhaps meant: the check says what the rule of thumb would play, and calls nothing wrong."""


@pytest.mark.parametrize("mistake", PLANTED)
def test_a_planted_mistake_is_found_and_shown(mistake):
    finding = PLANTED[mistake]()
    expected = State.DIFFERENT if mistake in AGAINST_A_RULE_OF_THUMB else State.WRONG
    assert finding.state is expected, finding
    assert finding.said
    assert finding.hint or finding.lines or finding.detail or finding.position


def test_worlds_that_do_not_fit_the_bid_are_right_so_far():
    assert later.imagine_finding(ignores_the_bid, S.Memory).state is State.PARTLY


def test_the_examples_in_the_text_hold():
    assert S.target(4, 6) == 8
    assert [first.score(4, 7), first.score(6, 6), first.score(4, 8), first.score(6, 5)] == [43, 60, 44, -60]
    half = {4: 0.5, 6: 0.5}
    assert [S.mean_score(bid, half) for bid in (4, 6)] == [41, 0]
    trick = ((WhistCard("H12"), "you"), (WhistCard("S02"), "ana"))
    kept = S.remember("you", (trick, S.Memory()))
    assert (len(kept.mine), len(kept.theirs), [s.name for s in kept.void], kept.won) == (1, 1, ["HEARTS"], 0)
    legal = S.legal(tuple(map(WhistCard, ("C04", "D02", "D12", "S01"))), ((WhistCard("D09"), "ana"),))
    assert [card.text for card in legal] == ["D02", "D12"]


def test_the_figure_tells_what_it_shows():
    plot = BidPlot((4, 4, 6, 6))
    assert plot.mean_score(4) == 41
    assert plot.best == 4
    assert "the mean of tricks won with this hand is 5.0 (4: 50%, 6: 50%)" in str(plot)
    assert "Best bid: 4" in str(plot)
    strong, weak = (tricks_in_worlds(hand, 40) for hand in (DECK[-13:], DECK[:13]))
    assert set(strong) == {13}
    assert max(weak) < 13
    assert all(0 <= won <= 13 for won in tricks_in_worlds(public_hand(1), 40))


FEW = dataclasses.replace(SKULLWHIST, deals=3, least_deals=3, rules_deals=1)


@pytest.mark.parametrize("demo", read_class("skullwhist"), ids=lambda demo: demo.student)
def test_every_demo_gets_the_verdicts_that_its_author_expects(demo):
    source = player_source(fill_in(copy.deepcopy(STUB), demo).cells)
    results = {r.check: r for r in check_player(source, FEW, WorkerAsker(), only=tuple(demo.expects))}
    assert {name: results[name].verdict.value for name in demo.expects} == demo.expects
    if demo.student == "gil":
        assert "Reneging" in results["rules"].reason


def test_the_demo_that_samples_worlds_is_the_solution():
    (demo,) = (demo for demo in read_class("skullwhist") if demo.student == "ida")
    assert ast.dump(ast.parse(player_source(fill_in(copy.deepcopy(STUB), demo).cells))) == ast.dump(
        ast.parse(player_source(SOLVED.cells))
    )


@pytest.mark.long
def test_the_solution_beats_both_opponents():
    results = check_player(player_source(SOLVED.cells), SKULLWHIST, WorkerAsker(), deals=100)
    assert [(r.check, r.reason) for r in results if not r.ok] == []
