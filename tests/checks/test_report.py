"""What a student learns of hidden games while their deals are closed: nothing that the player itself produced."""

import math
import re
import zipfile
from pathlib import Path
from typing import get_args

import pytest
from closed_results import FEW, page
from course_assignments import FOOTSTEPS, HEARTS
from course_fixture import SETTINGS, hand_in, make_course
from playfunc.errors import PLAY_ERRORS
from playfunc_autograder.asker import WorkerAsker
from playfunc_checks.checks import Context, checks_for
from playfunc_checks.checks.beats import check_beats
from playfunc_checks.checks.hidden import LINES, whole_percent
from playfunc_checks.report import results_html
from playfunc_checks.results import HiddenFault, Outcome, Told, Verdict, broken, failed, skipped
from playfunc_checks.student_view import closed
from playfunc_classroom.runs.grade import grade
from playfunc_classroom.runs.return_feedback import hand_back_feedback

pytestmark = pytest.mark.usefixtures("few_questions")

PLAYER = """
from playfunc import Card, legal_cards


class {name}(Exception):
    pass


def says(player_id, hand, trick):
    return {text}


def play(player_id, hand, trick, previous) -> tuple[Card, {type}]:
    print(says(player_id, hand, trick))
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=True)
    if len(hand) == {size} and hand[0].rank > {rank}:
        {fault}
    return options[0], {memory}
"""

PLAIN = {"name": "Odd", "text": "''", "type": "str", "memory": "''"}

TALKS = {
    "name": "H" + "x7" * 30,
    "text": "'LEAK' + ''.join(card.text for card in hand)",
    "type": "dict[str, list[str]]",
    "memory": "{'LEAK': [card.text for card in hand]}",
}

FAULTS = {
    "crash": "raise {name}(says(player_id, hand, trick))",
    "protocol": "return says(player_id, hand, trick)",
    "memory": "return options[0], {{'LEAK': {{says(player_id, hand, trick)}}, 'b': object()}}",
    "illegal": "return Card('H2') if Card('H2') not in hand else Card('H3'), {memory}",
    "exit": "raise SystemExit(says(player_id, hand, trick))",
}


def player(words, fault="crash", size=9, rank=9):
    return PLAYER.format(**words, size=size, rank=rank, fault=FAULTS[fault].format(**words))


def told(source, assignment=FEW, tier="basic"):
    with Context(source, assignment, "of the hidden deals", WorkerAsker()) as context:
        return check_beats(context, tier)


def without_the_line(html):
    return re.sub(r"(Line \d+ of your source: ).*", r"\1", html)


@pytest.mark.hardest("4-", "13-memory")
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("rank", [4, 13])
def test_what_a_player_says_names_and_remembers_changes_no_byte_of_the_page(fault, rank):
    """The same moves and faults, other texts, names, memories: equal pages but for the quoted line."""
    quiet, loud = (player(words, fault, rank=rank) for words in (PLAIN, TALKS))
    results = [told(source) for source in (quiet, loud)]
    assert results[0].facts["forfeits"] == results[1].facts["forfeits"] > 0
    pages = [page(*pair) for pair in zip(results, (quiet, loud), strict=True)]
    assert without_the_line(pages[0]) == without_the_line(pages[1])
    assert "LEAK" not in without_the_line(pages[1])
    assert TALKS["name"] not in without_the_line(pages[1])


def test_the_marker_keeps_everything():
    loud = told(player(TALKS, rank=4))
    assert "LEAK" in loud.reason
    assert loud.replay is not None
    assert "LEAK" in results_html([loud], FEW)


def test_the_kind_how_often_the_line_and_a_public_game_are_told():
    source = player(TALKS, size=9, rank=4)
    result = told(source)
    fault = result.told.fault
    assert (fault.kind, fault.playings) == ("PlayerCrash", FEW.forfeits)
    assert source.splitlines()[fault.line - 1].strip().startswith("raise")
    html = page(result, source)
    assert "Hands with a fault: 5 or more. The first: Crash (PlayerCrash)." in html
    assert f"Line {fault.line} of your source: raise {TALKS['name']}" in html
    assert "<iframe" in html
    with Context(source, FEW, "of the hidden deals", WorkerAsker()) as context:
        check_beats(context, "basic")
        assert fault.public.start not in [record.start for record in context.played["beats-basic"]]


def test_a_line_and_a_public_game_are_shown_at_the_first_fault_alone():
    public = told(player(PLAIN, rank=4)).told.fault.public
    fault = HiddenFault("PlayerCrash", 2, 1, public)
    results = [failed(f"beats-{tier}", told=Told("played", "quick", 40, fault)) for tier in HEARTS.tiers]
    pages = [results_html([result], HEARTS) for result in closed(results, HEARTS, "the = line")]
    assert ["the = line" in html for html in pages] == [True, False, False]
    assert ["<iframe" in html for html in pages] == [True, False, False]
    assert all("with a fault: 2. The first: Crash" in html for html in pages)


@pytest.mark.parametrize("threshold", [0.6, 0.57, 0.55, 0.575, 0.001, 1.0])
def test_the_win_rate_is_in_whole_per_cent_rounded_down_and_on_its_side_of_the_threshold(threshold):
    for number in range(2001):
        rate = number / 2000
        percent = whole_percent(rate, threshold)
        assert (percent >= 100 * threshold - 1e-6) == (rate >= threshold)
        assert percent <= 100 * rate + 1
        if rate < threshold or percent - 1 >= 100 * threshold:
            assert percent <= 100 * rate + 1e-6 < percent + 1 or percent + 1 >= 100 * threshold


def test_the_page_has_the_whole_per_cent_and_no_finer_number():
    source = player(PLAIN, rank=99)
    result = told(source)
    (shown,) = closed([result], FEW, source)
    assert shown.got == f"{result.told.percent}% of games to 100 won"
    assert (shown.facts, shown.cost, shown.replay, shown.detail) == ({}, {}, None, "")
    assert not re.search(r"\d\.\d|±", results_html([shown], FEW).partition("</style>")[2])


@pytest.mark.parametrize("outcome", ["too slow", "asleep", "impure"])
def test_how_a_check_ended_is_told_without_how_much(outcome):
    result = failed(
        "beats-basic", got=outcome, reason="LEAK 17", hint="LEAK", expected="LEAK", told=Told(outcome, "over")
    )
    (shown,) = closed([result], HEARTS, "")
    assert shown.got == outcome
    assert "LEAK" not in results_html([shown], HEARTS)


def test_what_is_not_hidden_stays_and_what_broke_or_was_skipped_says_so():
    open_ = failed("rules", got="all of it", reason="with text")
    results = [open_, skipped("beats-basic", "rules"), broken("beats-minmax", "LEAK")]
    shown = closed(results, HEARTS, "")
    assert shown[0] is open_
    assert [r.verdict for r in shown[1:]] == [Verdict.SKIPPED, Verdict.BROKEN]
    assert shown[1].reason == "Not run: rules comes first."
    assert shown[2].detail == ""


def test_a_result_that_tells_nothing_shows_nothing():
    (shown,) = closed([failed("beats-basic", got="LEAK", reason="LEAK", hint="LEAK")], HEARTS, "")
    assert "LEAK" not in results_html([shown], HEARTS)


def test_checks_of_hidden_games_are_the_win_checks():
    for assignment in (HEARTS, FOOTSTEPS):
        hidden = [check.name for check in checks_for(assignment) if check.hidden]
        assert hidden == [f"beats-{tier}" for tier in assignment.tiers]


ENOUGH = SETTINGS.replace("deals = 2", "deals = 3")
"""Deals for as many faults as end a check."""

HIDES = """
from playfunc import Card, legal_cards
from playfunc.measure import deal_rng
from playfunc.games.hearts import Hearts

PUBLIC = [set(hand) for seats in (2, 4) for hand in Hearts(seats).deal(deal_rng("public", "rules", seats, 0)).hands]


def play(player_id, hand, trick, previous) -> tuple[Card, None]:
    if previous is None and set(hand) not in PUBLIC:
        raise ValueError("LEAK" + "".join(card.text for card in hand))
    return legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)[0], None
"""


@pytest.mark.filterwarnings("ignore")  # nbgrader, nbconvert and SQLAlchemy warn about themselves
def test_feedback_is_closed_until_the_deals_are_opened_and_full_afterwards(tmp_path):
    course = make_course(tmp_path)
    (tmp_path / "playfunc.toml").write_text(ENOUGH)
    folder = hand_in(course, "ann", HIDES).parent
    (folder / "timestamp.txt").write_text("2026-01-01 12:00:00 UTC")

    def pages():
        grade(course, "hearts", ["ann"], allow_unconfined=True)
        done = hand_back_feedback(course, "hearts", ["ann"], exchange=False)
        assert not done.trouble
        with zipfile.ZipFile(done.zips / "ann.zip") as archive:
            shown = "".join(archive.read(name).decode() for name in archive.namelist())
        return shown, (tmp_path / "reports/hearts/students/ann.html").read_text()

    hand = re.compile("LEAK([CDHS]([0-9]+|[JQKA])){5}")
    feedback, report = pages()
    assert not hand.search(feedback)
    assert "PlayerCrash" in feedback
    page = (tmp_path / "feedback/ann/hearts/hearts.html").read_text()
    assert page.count("of your source: raise ValueError(") == 1, "the head says it, and no cell again"
    assert hand.search(report)
    assert "deals that are still being played" in report

    (tmp_path / "playfunc.toml").write_text(ENOUGH + "show_deals_after = 2026-01-02T12:00:00Z\n")
    feedback, report = pages()
    assert hand.search(feedback)
    assert "deals that are still being played" not in report

    (tmp_path / "playfunc.toml").write_text(ENOUGH)
    done = hand_back_feedback(course, "hearts", ["ann"], exchange=False)
    assert "run playfunc grade" in done.trouble["ann"]
    assert not hand.search(pages()[0])


def test_the_bits_that_security_md_states_are_counted_from_what_is_told():
    """Every value that `Told` can have, for each win check, and the choice of one line."""
    kinds, times, percents, paces = (
        sum(kind.__module__ == "playfunc.errors" for kind in PLAY_ERRORS.values()),
        HEARTS.forfeits,
        101,
        3,
    )
    played = percents * paces * (1 + kinds * (times - 1))
    forfeited = paces * kinds
    others = (len(get_args(Outcome)) - len(["played", "forfeited"])) * paces + len(["broken", "skipped"])
    one = math.log2(played + forfeited + others)
    submission = one * len(HEARTS.tiers) + math.log2(LINES + 1)
    text = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
    assert f"{played + forfeited + others:,}" in text
    assert f"{one:.1f} bits for each win check" in text
    assert f"{submission:.1f} bits a submission" in text
    assert f"{300 * submission:,.0f} bits |" in text
    hand = math.log2(math.comb(52, 26))
    deals = HEARTS.deals * len(HEARTS.tiers)
    assert f"{hand:.1f} bits" in text
    assert f"{deals} of them ({hand * deals:,.0f} bits)" in text
