"""The lines that ran for a move; notes that a player forges are data or nothing."""

from course_assignments import HEARTS
from oral_exam_players import ATTACK, REMEMBERS
from playfunc.record import calls
from playfunc_autograder.tracing import _read, trace
from playfunc_classroom.pages import oral_exam
from playfunc_opponents.reviews import costliest


def test_the_lines_that_ran_are_those_of_the_branch_taken():
    games = oral_exam.oral_exam_games(REMEMBERS, HEARTS, "for tests", "basic")
    source = REMEMBERS.splitlines()
    for decision in costliest(games, 3):
        found = trace(REMEMBERS, HEARTS, decision)
        [call] = [call for place, (_, call, _) in enumerate(calls(decision.record)) if place == decision.at]
        led = not call.arguments[2]
        assert found.move == decision.move
        returns = [source[line - 1] for line in found.lines if "return" in source[line - 1]]
        assert len(returns) == 1
        assert [name for name, _, _ in found.called] == ["choose"]
        assert returns[0].startswith("        return") == led


def test_notes_that_a_player_forges_are_read_as_data_or_not_at_all():
    assert _read("playfunc-lines:[[1], 2]", "C2", "play") is None
    assert _read("playfunc-lines:{}", "C2", "play") is None
    assert _read("playfunc-lines:" + "[" * 100_000, "C2", "play") is None
    forged = _read(f'playfunc-lines:[[1, 99], [["{ATTACK}", [1, 2]]]]', "C2", "play")
    assert forged.called == ((ATTACK, 1, 2),)
