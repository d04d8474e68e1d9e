"""The BlackJack workbook's checks are not easily fooled, and its class gets the verdicts that it expects."""

import sys
import types

import pytest
from course_assignments import BLACKJACK
from playfunc.games.blackjack import Double, Hit, Stand, total
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.extract import ExtractError, player_from_cells
from playfunc_checks.marking import check_player
from playfunc_classroom.demo import fill_in, read_class
from playfunc_workbook import blackjack as offered
from playfunc_workbook.blackjack import exercises as exercises
from playfunc_workbook.finding import State
from workbooks import solved as solved_notebook
from workbooks import student_version

pytestmark = pytest.mark.broad

SOLVED = solved_notebook("blackjack")

STUB = student_version(SOLVED)


def player_source(notebook):
    return player_from_cells(notebook.cells, BLACKJACK, "blackjack.ipynb").source


@pytest.fixture(scope="module")
def solved():
    module = types.ModuleType("blackjack_solved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, module.__name__, module)
        exec(compile(player_source(SOLVED), "solved.py", "exec"), module.__dict__)
        yield module


def every_ace_11(cards):
    return sum(11 if card == "A" else min(total(card), 10) for card in cards)


def test_aces_counted_wrongly_are_shown_with_a_short_hand():
    finding = exercises.total_finding(every_ace_11)
    assert finding.state is State.WRONG
    assert "A A counts 12, and you said 22" in finding.said


def test_a_dealer_who_draws_wrongly_is_told_how(solved):
    def bust_by_its_total(low, ace, unseen):
        chances = dict(solved.dealer_chances(low, ace, unseen))
        chances[22] = chances.pop(0)
        return chances

    def stands_on_16(low, ace, unseen):
        points = solved.best(low, ace)
        if points >= 16:
            return {points if points <= 21 else 0: 1.0}
        chances = {}
        for value, chance in solved.draws(unseen):
            after = stands_on_16(low + value, ace or value == 1, solved.without(unseen, value))
            chances |= {score: chances.get(score, 0) + chance * share for score, share in after.items()}
        return chances

    def half(low, ace, unseen):
        return {score: chance / 2 for score, chance in solved.dealer_chances(low, ace, unseen).items()}

    hints = [exercises.dealer_finding(f) for f in (bust_by_its_total, stands_on_16, half, lambda *_: None)]
    assert all(finding.state is State.WRONG for finding in hints)
    assert "A bust dealer scores 0" in hints[0].hint
    assert "stands from 17" in hints[1].hint
    assert "add up to 0.5" in hints[2].hint
    assert "exact" in hints[1].detail
    assert "must return a dict" in hints[3].said


def test_a_dealer_who_never_stops_is_found_at_once(solved):
    def draws_on(low, ace, unseen):
        chances = {}
        for value, chance in solved.draws(unseen):
            after = draws_on(low + value, ace or value == 1, solved.without(unseen, value))
            chances |= {score: chances.get(score, 0) + chance * share for score, share in after.items()}
        return chances

    finding = exercises.dealer_finding(draws_on)
    assert finding.state is State.WRONG
    assert "draws no card" in finding.hint


def test_the_usual_mistakes_about_worth_are_found(solved):
    def ties_win(low, ace, wins, unseen):
        points = solved.best(low, ace)
        return 2 * (wins[points + 1] if points < 21 else 1.0) - 1 if points <= 21 else -1.0

    def one_card(low, ace, wins, unseen):
        return sum(
            chance * solved.stand(low + value, ace or value == 1, wins, unseen)
            for value, chance in solved.draws(unseen)
        )

    def stake_forgotten(*told):
        return solved.double(*told) / 2

    def crashes(low, ace, wins, unseen):
        return wins[22]

    for functions, named in (
        ((ties_win, solved.hit, solved.double), "Ties lose"),
        ((solved.stand, one_card, solved.double), "play_on"),
        ((solved.stand, solved.hit, stake_forgotten), "Twice the stake"),
    ):
        finding = exercises.expectation_finding(*functions)
        assert finding.state is State.WRONG
        assert named in finding.detail
        assert "You hold" in finding.detail
    partly = exercises.expectation_finding(solved.stand, lambda *_: 0.0, lambda *_: 0.0)
    assert partly.state is State.PARTLY
    broken = exercises.expectation_finding(crashes, solved.hit, solved.double)
    assert "IndexError" in broken.said
    assert "You hold" in broken.said


def test_what_is_not_written_is_told_before_anything_exact_is_computed(solved, monkeypatch):
    monkeypatch.setattr(exercises, "_exact_worths", lambda count, seed: pytest.fail("computed"))
    nothing = [lambda *_: 0.0] * 3
    assert exercises.expectation_finding(*nothing).state is State.UNWRITTEN
    assert exercises.best_move_finding(lambda hand, *_: solved.seventeen(hand)).state is State.UNWRITTEN


def test_moves_that_give_chips_away_are_not_the_best(solved):
    def never_doubles(hand, upcard, unseen, may_double):
        return solved.best_move(hand, upcard, unseen, False)

    def doubles_late(hand, upcard, unseen, may_double):
        return Double

    assert exercises.best_move_finding(never_doubles).state is State.WRONG
    late = exercises.best_move_finding(doubles_late)
    assert late.state is State.WRONG
    assert "`may_double` is False" in late.said


def test_memory_that_adds_a_hand_twice_or_forgets_is_found(solved):
    def at_every_move(hand, stake, previous):
        return solved.Memory("" if previous is None else previous[1].seen + "".join(previous[0]))

    def only_the_last_hand(hand, stake, previous):
        return solved.Memory("" if previous is None else "".join(previous[0]))

    def after_a_bet_again(hand, stake, previous):
        return solved.remember(hand, 10, previous)

    for wrong in (at_every_move, only_the_last_hand, after_a_bet_again):
        finding = exercises.remember_finding(wrong)
        assert finding.state is State.WRONG, wrong.__name__
        assert "expected:" in finding.detail


@pytest.mark.parametrize("enough", [2, 3, 4])
def test_no_player_without_memory_counts_aces(enough):
    def the_last_hand_at_most(player_id, hand, visible, stake, chips, previous):
        last = previous[0] if previous else ()
        return (Stand if (*last, *visible).count("A") >= enough else Hit), None

    assert exercises.aces_finding(the_last_hand_at_most).state is not State.RIGHT


@pytest.mark.parametrize(
    ("bet", "told"),
    [
        (lambda worth, chips: int(abs(worth) * chips), "nothing when"),
        (lambda worth, chips: 10 if worth > 0 else 0, "between 0 and"),
        (lambda worth, chips: int((1 - worth) * chips) if worth > 0 else 0, "never less"),
        (lambda worth, chips: worth * chips, "whole number"),
    ],
)
def test_odd_bets_are_told(bet, told):
    finding = exercises.extra_bet_finding(bet)
    wrong = [text for state, text in finding.lines if state is State.WRONG]
    assert finding.state is State.WRONG
    assert told in " ".join([finding.said, *wrong])


def test_the_twins_differ_in_their_best_move_alone():
    shown = offered.show_twins().text
    assert ": hit." in shown
    assert ": stand." in shown


@pytest.mark.parametrize(
    ("moves", "told"), [("X", "Move 1"), ("SS", "Move 2 does not work: the game is over")]
)
def test_letters_that_are_no_moves_of_the_hand_are_told(moves, told):
    assert told in offered.try_hand(moves).text


def test_a_hand_can_be_tried_with_letters():
    assert offered.try_hand().record.moves == ()
    assert [move.move for move in offered.try_hand("s").record.moves] == ["S"]
    assert offered.try_hand("S").session.over, "one hand alone with the dealer"


def test_the_round_to_watch_tells_every_hand_to_its_end():
    assert offered.watch("basic", "basic").text.count("   dealer ") == 5


def test_pictures_read_as_text(solved):
    table = offered.show_expectation(solved.stand, solved.hit, solved.double).text
    assert len(table.splitlines()) == 2 + len(offered.ROWS)
    dealer = offered.show_dealer(solved.dealer_chances, "6", 200).text
    assert "bust" in dealer
    assert "%" in dealer


@pytest.mark.long
def test_every_demo_submission_gets_its_verdicts():
    for demo in read_class("blackjack"):
        filled = fill_in(STUB, demo)
        try:
            results = check_player(player_source(filled), BLACKJACK, WorkerAsker(), deals=4)
        except ExtractError:
            raise AssertionError(demo.student) from None
        verdicts = {result.check: result.verdict.value for result in results}
        assert {name: verdicts[name] for name in demo.expects} == demo.expects, demo.student


def test_the_graders_pass_the_solution():
    results = check_player(
        player_source(SOLVED), BLACKJACK, WorkerAsker(), deals=3, only=("loads", "rules", "purity", "memory")
    )
    assert [(r.check, r.reason) for r in results if not r.ok] == []
