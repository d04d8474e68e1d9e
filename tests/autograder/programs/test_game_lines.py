"""A process a game: FootSteps in every language."""

import shutil
import subprocess

import pytest
from playfunc.errors import BidError, PlayerCrash, PlayError, ProtocolError, TimeError
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import Table, play_game, play_games
from playfunc.measure import deal_rng
from playfunc.player import FunctionPlayer
from playfunc.record import calls
from playfunc.rules import Call
from playfunc_autograder.programs import program_player
from program_games import eighth, threes

FOOTSTEPS, BLACKJACK, SKULLWHIST = FootSteps(), BlackJack(2), SkullWhist()


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
        FOOTSTEPS, FOOTSTEPS.deal(deal_rng("x")), (player, FunctionPlayer(threes, FOOTSTEPS)), "forfeit"
    )
    assert game.scores == (0.0, 1.0)
    assert [fault.error for fault in game.faults] == [error.__name__]
    assert told in game.faults[0].reason


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
