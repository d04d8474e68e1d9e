"""A process a move: BlackJack, with the position in its arguments."""

import os
import shutil
import subprocess
import time

import pytest
from playfunc.games.blackjack import BlackJack
from playfunc.games.footsteps import FootSteps
from playfunc.games.skullwhist import SkullWhist
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc.player import FunctionPlayer
from playfunc_autograder.programs import program_player
from until import until

FOOTSTEPS, BLACKJACK, SKULLWHIST = FootSteps(), BlackJack(2), SkullWhist()


def below_seventeen(player_id, hand, visible, stake, chips, previous):
    from playfunc.games.blackjack import Hit, Stand, total

    return (Hit if total(hand) < 17 else Stand), None


@pytest.mark.parametrize("language", ["py", "js", "c"])
def test_a_blackjack_program_plays_as_the_same_function_does(shipped, language):
    start = BLACKJACK.deal(deal_rng("blackjack"))
    same = FunctionPlayer(below_seventeen, BLACKJACK)
    expected = play_game(BLACKJACK, start, (same, same))
    with program_player(f"exec:{shipped('blackjack/seventeen', language)}", BLACKJACK) as player:
        game = play_game(BLACKJACK, start, (player, same))
    assert [move.move for move in game.moves] == [move.move for move in expected.moves]
    assert game.scores == expected.scores


def test_a_program_that_has_ended_before_it_is_looked_at_has_answered(shipped, monkeypatch):
    """As a quick one does on a busy machine."""
    opened, ended = os.pidfd_open, []

    def once_it_has_ended(pid):
        for _ in until(lambda: not os.path.exists(f"/proc/{pid}"), most=60_000):
            time.sleep(0.001)
        ended.append(pid)
        return opened(pid)

    monkeypatch.setattr(os, "pidfd_open", once_it_has_ended)
    start = BLACKJACK.deal(deal_rng("blackjack"))
    same = FunctionPlayer(below_seventeen, BLACKJACK)
    with program_player(f"exec:{shipped('blackjack/seventeen', 'c')}", BLACKJACK) as player:
        game = play_game(BLACKJACK, start, (player, same))
    assert ended
    assert game.faults == ()


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
