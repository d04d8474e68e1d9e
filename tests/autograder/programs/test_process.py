"""Programs as the games' own contests had them, unchanged: FootSteps' lines, BlackJack's arguments."""

from __future__ import annotations

import pytest
from course_assignments import ASSIGNMENTS
from playfunc.duplicate import deal_rng
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import play_game
from playfunc.player import FunctionPlayer
from playfunc.record import calls
from playfunc_autograder.marking import mark
from playfunc_autograder.programs import program_player
from playfunc_checks.program import Program
from playfunc_checks.results import Verdict
from program_games import threes

FOOTSTEPS, BLACKJACK, SKULLWHIST = FootSteps(), BlackJack(2), SkullWhist()


def test_skullwhist_programs_of_every_language_answer_the_same(shipped):
    start = SKULLWHIST.deal(deal_rng("skullwhist"))
    with program_player(f"exec-args:{shipped('arguments/count_tops', 'py')}", SKULLWHIST) as player:
        game = play_game(SKULLWHIST, start, (player, player))
    assert game.faults == ()
    assert game.scores is not None
    asked = [(call, move.move) for _, call, move in calls(game)][:6]
    for language in ("js", "c"):
        with program_player(f"exec-args:{shipped('arguments/count_tops', language)}", SKULLWHIST) as other:
            assert [answer.move for answer in other.answer([call for call, _ in asked])] == [
                m for _, m in asked
            ]


def test_leading_zeros_and_spaces_are_a_bid_as_any_other(program):
    source = """
        points, theirs = 50, ""
        while theirs != "fin":
            bid = min(5, points)
            print(f"  {bid:03} ", flush=True)
            points -= bid
            theirs = input()
    """
    player = program(source, how="exec", rules=FOOTSTEPS)
    game = play_game(
        FOOTSTEPS, FOOTSTEPS.deal(deal_rng("x")), (player, FunctionPlayer(threes, FOOTSTEPS)), "forfeit"
    )
    assert game.faults == ()
    assert game.scores == (1.0, 0.0)


@pytest.mark.parametrize("bid", ["10**30", "2**63", "51"])
def test_a_bid_out_of_range_is_the_programs_fault_and_not_ours(tmp_path, bid):
    (tmp_path / "bot.py").write_text(f"print({bid}, flush=True)\ninput()\n")
    program = Program(f"exec:python3 {tmp_path / 'bot.py'}", ())
    results = mark("", ASSIGNMENTS["footsteps"], deals=1, only=("loads", "rules"), program=program)
    assert [result.verdict for result in results] == [Verdict.PASSED, Verdict.FAILED]
    assert set(results[1].facts["kinds"]) == {"BidError"}
