"""Programs as the games' own contests had them, unchanged: FootSteps' lines, BlackJack's arguments."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from course_assignments import ASSIGNMENTS
from playfunc.duplicate import deal_rng
from playfunc.errors import BidError, PlayerCrash, PlayError, ProtocolError, TimeError
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import Table, play_game, play_games
from playfunc.player import FunctionPlayer
from playfunc.record import calls
from playfunc.rules import Call
from playfunc_autograder.marking import mark
from playfunc_autograder.programs import program_player
from playfunc_checks.program import Program
from playfunc_checks.results import Verdict

FOOTSTEPS, BLACKJACK, SKULLWHIST = FootSteps(), BlackJack(2), SkullWhist()


def eighth(player_id, position, my_points, their_points, previous):
    """What `footsteps/steady` does, as a function: the programs must bid the same."""
    lost = previous is not None and previous[0][1] > previous[0][0]
    bid = min(my_points, max(1, my_points // 8 + lost)) if my_points else 0
    return bid, None


def threes(player_id, position, my_points, their_points, previous):
    return min(3, my_points), None


def below_seventeen(player_id, hand, visible, stake, chips, previous):
    from playfunc.games.blackjack import Hit, Stand, total

    return (Hit if total(hand) < 17 else Stand), None


@pytest.mark.parametrize("language", ["py", "js", "c"])
def test_a_footsteps_program_plays_as_the_same_function_does(shipped, language):
    other = FunctionPlayer(threes, FOOTSTEPS)
    start = FOOTSTEPS.deal(deal_rng("footsteps"))
    expected = play_game(FOOTSTEPS, start, (FunctionPlayer(eighth, FOOTSTEPS), other))
    with program_player(f"exec:{shipped('footsteps/steady', language)}", FOOTSTEPS) as player:
        games = play_games(FOOTSTEPS, [Table(start, (player, other))] * 3)
        assert not any(player._adapter._waiting.values()), "every process was ended with its game"
    for game in games:
        assert [move.move for move in game.moves] == [move.move for move in expected.moves]
        assert game.faults == ()


@pytest.mark.parametrize("language", ["py", "js", "c"])
def test_a_blackjack_program_plays_as_the_same_function_does(shipped, language):
    start = BLACKJACK.deal(deal_rng("blackjack"))
    same = FunctionPlayer(below_seventeen, BLACKJACK)
    expected = play_game(BLACKJACK, start, (same, same))
    with program_player(f"exec:{shipped('blackjack/seventeen', language)}", BLACKJACK) as player:
        game = play_game(BLACKJACK, start, (player, same))
    assert [move.move for move in game.moves] == [move.move for move in expected.moves]
    assert game.scores == expected.scores


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


def test_a_c_program_that_only_ever_prints_d(tmp_path):
    if shutil.which("cc") is None:
        pytest.skip("cc is not installed here")
    (tmp_path / "d.c").write_text('#include <stdio.h>\nint main() { printf("D"); }\n')
    subprocess.run(["cc", "-o", tmp_path / "d", tmp_path / "d.c"], check=True)
    other = FunctionPlayer(below_seventeen, BLACKJACK)
    with program_player(f"exec:{tmp_path / 'd'}", BLACKJACK) as player:
        game = play_game(BLACKJACK, BLACKJACK.deal(deal_rng("d")), (player, other), "forfeit")
    mine = [move.move for move in game.moves if move.seat == 0]
    assert set(mine) == {"D"}
    assert game.scores is not None


def test_a_python_program_that_hits_below_17_from_its_first_argument(tmp_path):
    (tmp_path / "hit.py").write_text("import sys\nprint('H' if int(sys.argv[1]) < 17 else 's')\n")
    other = FunctionPlayer(below_seventeen, BLACKJACK)
    with program_player(f"exec:python3 {tmp_path / 'hit.py'}", BLACKJACK) as player:
        game = play_game(BLACKJACK, BLACKJACK.deal(deal_rng("hit")), (player, other), "forfeit")
    assert game.faults == ()


READERS = {
    "perl": ("bot.pl", '$| = 1; print "3\\n"; while (<STDIN>) { last if /fin/; print "3\\n" }', "perl"),
    "java": (
        "Bot.java",
        """import java.util.Scanner;
public class Bot {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(3);
        while (in.hasNextLine() && !in.nextLine().equals("fin")) System.out.println(3);
    }
}""",
        "java",
    ),
    "ruby": ("bot.rb", "$stdout.sync = true\nputs 3\nputs 3 while (l = gets) && l.strip != 'fin'", "ruby"),
    "php": (
        "bot.php",
        '<?php echo "3\\n"; while (($l = fgets(STDIN)) && trim($l) != \'fin\') echo "3\\n";',
        "php",
    ),
}


@pytest.mark.parametrize("language", READERS)
def test_a_footsteps_program_that_reads_with_its_languages_line_reader(tmp_path, language):
    file, source, tool = READERS[language]
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed here")
    (tmp_path / file).write_text(source)
    command = f"{tool} {tmp_path / file}"
    if language == "java":
        subprocess.run(["javac", "-d", tmp_path, tmp_path / file], check=True)
        command = f"java -XX:+UseSerialGC -cp {tmp_path} Bot"
    with program_player(f"exec:{command}", FOOTSTEPS) as player:
        answers = []
        call = Call("play", ("you", 0, 50, 50, None))
        for _ in range(3):
            (answer,) = player.answer([call])
            assert not isinstance(answer, PlayError), answer
            answers.append(answer.move)
            call = Call("play", ("you", 0, 47, 47, [[3, 3], None]), answer.memory)
    assert answers == ["3", "3", "3"]


@pytest.mark.parametrize(
    ("source", "error", "told"),
    [
        ("import sys\nprint(3)\nfor line in sys.stdin: print(3)", TimeError, "does not flush its output"),
        ("print(3, flush=True)", PlayerCrash, "it ended"),
        ("print('three', flush=True)\ninput()", ProtocolError, "'three' came"),
        ("print(-3, flush=True)\ninput()", ProtocolError, "'-3' came"),
        ("print(3, 4, flush=True)\ninput()", ProtocolError, "'3 4' came"),
        ("print(51, flush=True)\ninput()", BidError, "51 bid with only 50 points"),
        ("print(10**30, flush=True)\ninput()", BidError, "out of range"),
        ("print(2**63, flush=True)\ninput()", BidError, "out of range"),
    ],
)
def test_a_footsteps_program_that_fails_loses_the_game(program, source, error, told):
    player = program(source, how="exec", rules=FOOTSTEPS)
    game = play_game(
        FOOTSTEPS,
        FOOTSTEPS.deal(deal_rng("x")),
        (player, FunctionPlayer(threes, FOOTSTEPS)),
        "forfeit",
    )
    assert game.scores == (0.0, 1.0)
    assert [fault.error for fault in game.faults] == [error.__name__]
    assert told in game.faults[0].reason


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


@pytest.mark.parametrize(
    "source", ["", "print('X')", "raise SystemExit(1)", "import time\ntime.sleep(60)", "print('B 0')"]
)
def test_a_blackjack_program_that_fails_stands(program, source):
    player = program(source, how="exec", rules=BlackJack(1, hands=1))
    rules = BlackJack(1, hands=1)
    game = play_game(rules, rules.deal(deal_rng("x")), (player,), "forfeit")
    assert game.moves == ()
    assert len(game.faults) == 1
    assert game.scores is not None


def test_a_footsteps_game_can_be_gone_through_again_with_a_new_process(shipped):
    start = FOOTSTEPS.deal(deal_rng("again"))
    name = f"exec:{shipped('footsteps/steady', 'py')}"
    with program_player(name, FOOTSTEPS) as player:
        game = play_game(FOOTSTEPS, start, (player, FunctionPlayer(threes, FOOTSTEPS)))
    asked = [(call, move.move) for seat, call, move in calls(game) if seat == 0]
    with program_player(name, FOOTSTEPS) as fresh:
        for call, move in reversed(asked):
            (answer,) = fresh.answer([call])
            assert answer.move == move
