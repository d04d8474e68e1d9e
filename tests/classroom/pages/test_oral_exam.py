"""Sheets for oral exams: positions from the player's own games, and the commonest faults."""

import dataclasses

import pytest
from course_assignments import ASSIGNMENTS, BLACKJACK, COURSE, HEARTS
from course_fixture import CAUTIOUS
from made_up_marks import marked
from oral_exam_players import ATTACK, REMEMBERS
from playfunc.record import GameRecord, RecordedFault, rules_of, states
from playfunc_checks.marking import mark_failure
from playfunc_checks.results import HiddenFault, Told, failed, passed
from playfunc_classroom.marks import Mark, Stamp
from playfunc_classroom.pages import oral_exam
from playfunc_classroom.pages.gallery import play_example
from playfunc_classroom.pages.oral_exam import faults
from playfunc_opponents import LADDERS, reviews
from playfunc_opponents.reviews import costliest


def mark_of(source, results=()):
    return Mark(
        "<b>zoe", Stamp("s" * 32, "t", "u"), "", (), results, {}, "", (), None, source, "A", {"playfunc": "0"}
    )


def test_games_are_the_same_each_time_and_not_those_of_the_marks(games):
    assert len(games) == 2 * oral_exam.DEALS
    again = oral_exam.oral_exam_games(REMEMBERS, HEARTS, "for tests", "basic")
    assert again == games
    assert (
        oral_exam.oral_exam_games(REMEMBERS, dataclasses.replace(HEARTS, epoch=2), "for tests", "basic")
        != games
    )


WEAK = {
    "blackjack": "doubles_late",
    "footsteps": "fixed_bid",
    "hearts": "random_legal",
    "skullwhist": "random_legal",
}
"""Sample submissions that play every game to its end, badly."""


@pytest.mark.parametrize("assignment", ASSIGNMENTS.values(), ids=list(ASSIGNMENTS))
def test_a_sheet_of_every_game_shows_positions_and_names_moves_functions_and_costs(assignment, monkeypatch):
    """The page, the lecture's gallery and the trace, for every assignment."""
    monkeypatch.setattr(oral_exam, "DEALS", 2)
    source = (COURSE / "demo" / assignment.game / f"{WEAK[assignment.game]}.py").read_text(encoding="utf-8")
    games = oral_exam.oral_exam_games(source, assignment, "for tests", assignment.tiers[0])
    questions = oral_exam.oral_exam_questions(source, assignment, games)
    assert questions
    sheet, answers = oral_exam.oral_exam_page(mark_of(source), assignment, "basic", questions).split(
        "For the examiner"
    )
    assert sheet.count("Your player is to move") == len(questions)
    assert "gave away" not in sheet
    for question in questions:
        decision = question.decision
        assert decision.sure
        assert oral_exam.picture_of(decision) in sheet
        assert question.trace is not None
        assert question.trace.function in assignment.rules().functions
        assert question.trace.lines
        assert f"Lines of <code>{question.trace.function}</code> that ran" in answers
        shown = decision.shown(decision.move)
        assert "Card(" not in shown
        assert f"It played {shown} and gave away {decision.cost}</h2>" in answers
        unit = "of a win" if decision.unit == "win" else decision.unit
        assert unit in decision.cost
        assert decision.cost in play_example("zoe", decision, oral_exam.picture_of(decision)).why


@pytest.mark.parametrize("assignment", ASSIGNMENTS.values(), ids=list(ASSIGNMENTS))
def test_the_games_of_a_sheet_are_the_assignments_own(assignment, monkeypatch):
    monkeypatch.setattr(oral_exam, "DEALS", 1)
    source = "def play(*told): ...\n" + "".join(f"{name} = play\n" for name in assignment.rules().functions)
    for record in oral_exam.oral_exam_games(source, assignment, "for tests", assignment.tiers[0]):
        assert rules_of(record) == assignment.rules()
        assert record.scores is not None


def test_decisions_are_real_choices_and_name_what_would_have_cost_nothing(games):
    found = costliest(games, 3)
    assert len(found) == 3
    assert [d.lost for d in found] == sorted((d.lost for d in found), reverse=True)
    assert len({id(d.record) for d in found}) == 3
    for decision in found:
        rules = rules_of(decision.record)
        state = list(states(decision.record))[decision.at]
        assert rules.to_act(state) == (decision.seat,)
        legal = [card.text for card in rules.legal(rules.view(state, decision.seat))]
        assert decision.move in legal
        assert decision.best
        assert set(decision.best) < set(legal)
        assert decision.move not in decision.best
        assert decision.lost > 0


def test_games_without_a_reviewer_and_hands_with_faults_give_no_decisions(games, monkeypatch):
    assert costliest([], 3) == []
    fault = RecordedFault(0, 0, "forfeit", "RenegError", "x")
    assert costliest([dataclasses.replace(games[0], faults=(fault,))], 3) == []
    unreviewed = dataclasses.replace(LADDERS["hearts"], reviewer="")
    monkeypatch.setattr(reviews, "ladder", lambda game: unreviewed)
    assert costliest([games[0]], 3) == []


def test_a_sheet_about_blackjack_shows_hands_and_names_moves_as_students_write_them():
    source = "from playfunc.games.blackjack import Hit, Stand, total\n\n\n"
    source += "def play(player_id, hand, visible, stake, chips, previous):\n"
    source += "    return (Hit if total(hand) < 20 else Stand), None\n"
    games = oral_exam.oral_exam_games(source, BLACKJACK, "for tests", "basic")
    questions = oral_exam.oral_exam_questions(source, BLACKJACK, games)
    page = oral_exam.oral_exam_page(mark_of(source), BLACKJACK, "basic", questions)
    sheet, answers = page.split("For the examiner")
    assert sheet.count(">Dealer: ") == 3
    assert "gave away" not in sheet
    assert answers.count("It played Hit and gave away") == 3
    assert answers.count("chips</h2>") == 3
    assert answers.count("Giving nothing away: Stand.") == 3
    assert answers.count("return (Hit if total") == 3


def test_a_sheet_shows_three_positions_without_the_answers_and_nothing_of_it_runs(games):
    questions = oral_exam.oral_exam_questions(REMEMBERS, HEARTS, games)
    page = oral_exam.oral_exam_page(mark_of(REMEMBERS), HEARTS, "basic", questions)
    sheet, answers = page.split("For the examiner")
    assert sheet.count("Your player is to move") == 3
    assert "gave away" not in sheet
    assert answers.count("and gave away") == 3
    assert ATTACK not in page
    assert "<b>zoe" not in page
    assert "http" not in page.replace("http://www.w3.org", "")


def test_a_player_without_games_gets_a_sheet_that_says_what_to_ask_instead():
    page = oral_exam.oral_exam_page(mark_of("", mark_failure(HEARTS, ATTACK)), HEARTS, "basic", [])
    assert "no player could be read" in page
    assert ATTACK not in page


@pytest.mark.browser
def test_a_sheet_prints_on_two_pages(games, offline_page):
    questions = oral_exam.oral_exam_questions(CAUTIOUS, HEARTS, games)
    offline_page.set_content(oral_exam.oral_exam_page(mark_of(CAUTIOUS), HEARTS, "basic", questions))
    printed = offline_page.pdf(prefer_css_page_size=True)
    assert printed.count(b"/Type /Page\n") == 2


# The commonest faults, each counted once a submission and shown with a position.
def game(kind, position):
    fault = RecordedFault(0, 3, "stop", kind, f"it is a {kind}", position=position)
    return GameRecord("hearts", {}, ("a", "b"), None, (), (fault,))


def rules(kind, position="hand: C2"):
    return [passed("loads"), failed("rules", got=kind, replay=game(kind, position))]


def test_a_submission_counts_once_for_each_kind_and_the_commonest_come_first():
    marks = [marked(f"r{n}", gates=rules("Reneging", "")) for n in range(2)]
    marks += [marked("r2", gates=rules("Reneging", "hand: S4")), marked("c", gates=rules("PlayerCrash"))]
    twice = [*rules("Reneging"), failed("memory", got="x", replay=game("Reneging", "hand: H9"))]
    marks.append(marked("twice", gates=twice))
    marks.append(marked("l", gates=[failed("loads", got="SyntaxError: bad\nmore", reason="line 3")]))
    found = faults(marks)
    assert [(fault.kind, fault.count) for fault in found[:1]] == [("Reneging", 4)]
    assert (found[0].student, found[0].position) == ("r2", "hand: S4"), "one with a position is shown"
    others = {fault.kind: fault for fault in found[1:]}
    assert set(others) == {"PlayerCrash", "loads: SyntaxError: bad"}
    assert others["loads: SyntaxError: bad"].position.startswith("No game was played")


def test_at_most_ten_are_shown():
    assert len(faults([marked(f"s{n}", gates=rules(f"Kind{n}")) for n in range(14)])) == 10


def test_a_fault_in_hidden_games_is_shown_with_the_public_game_beside_it():
    told = Told("forfeited", "quick", fault=HiddenFault("Reneging", 5, 7, game("Reneging", "hand: D5")))
    mark = marked("ann", gates=[failed("rules-like", got="x", told=told)])
    (fault,) = faults([mark])
    assert (fault.kind, fault.position) == ("Reneging", "hand: D5")
