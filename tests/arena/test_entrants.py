"""Who takes part: every player is tried first, called by what tells it apart, and none that fails stops the others."""

import shutil
import subprocess
import sys
import time

import pytest
from contest_players import BIDS, player, program
from playfunc.games import rules_for
from playfunc_arena import entrants
from playfunc_arena.entrants import built_in_seconds, names_of, try_player
from playfunc_arena.formats import Field, fault_text, ladder_format
from playfunc_arena.plan import expected
from playfunc_arena.run import Contest, play_out, run_contest
from playfunc_arena.standings import standings_text
from playfunc_arena.store import ContestError, Store
from playfunc_autograder.executors import HERE
from playfunc_autograder.players import NamedPlayer
from playfunc_checks.find_assignment import default_assignment
from playfunc_opponents import opponents_at

HEARTS = """
import functools, random
count, generator, seen = 0, random.Random(1), []

@functools.cache
def first(hand):
    return hand[0]

def play(player_id, hand, trick, previous):
    global count
    count += 1
    opens = [card for card in hand if str(card) == "C2"] if not trick and len(hand) == 26 else []
    hand = opens or [card for card in hand if trick and card.suit == trick[0][0].suit] or hand
    {how}
"""

KEEPS_NOTHING = {
    "the first card": "return hand[0], None",
    "a cache": "return first(tuple(hand)), None",
    "the module random": "return random.choice(hand[:2]), None",
    "a memory": "return hand[(previous[1] or 0) % 2 if previous and len(hand) > 1 else 0], 1",
}
KEEPS = {
    "a count in a global": "return hand[count % len(hand)], None",
    "a generator of its own": "return hand[generator.randrange(len(hand))], None",
    "hands seen": "seen.append(hand); return hand[len(seen) % len(hand)], None",
    "a count that it only remembers": "return hand[0], count",
}


def tried(name, source, game="hearts", seats=2):
    rules = rules_for(game, seats)
    return try_player(NamedPlayer(name, source), rules, default_assignment(game))


@pytest.mark.parametrize("how", KEEPS_NOTHING.values(), ids=KEEPS_NOTHING.keys())
def test_a_player_that_depends_on_its_arguments_alone_shares_processes(how):
    found = tried("pure.py", HEARTS.format(how=how))
    assert (found.refusal, found.apart) == ("", False)
    assert found.cpu_a_game is not None


@pytest.mark.parametrize("how", KEEPS.values(), ids=KEEPS.keys())
def test_a_player_that_keeps_something_from_game_to_game_is_found(how):
    found = tried("keeps.py", HEARTS.format(how=how))
    assert (found.refusal, found.apart) == ("", True)


LINES = """
import sys
count = 0
for line in sys.stdin:
    count += 1
    words = line.rstrip("\\n").split("\\t")[0].split()
    hand = words[2].split(",")
    led = words[3].split(",")[0][0] if words[3] != "." else ""
    opens = [card for card in hand if card == "C2"] if not led and len(hand) == 26 else []
    legal = opens or [card for card in hand if card[0] == led] or hand
    print(legal[{number} % len(legal)], flush=True)
"""


@pytest.mark.parametrize(("number", "apart"), [("0", False), ("count", True)])
def test_so_is_a_program_that_lives_on(tmp_path, number, apart):
    bot = program(tmp_path, LINES.format(number=number)).replace("exec:", "exec-lines:")
    found = tried(bot, None)
    assert (found.refusal, found.apart) == ("", apart)


def test_a_program_that_ends_with_its_game_keeps_nothing(tmp_path):
    """It draws its bids anew in every process, and is not asked twice for that."""
    drawn = BIDS.format(bid="min(points, __import__('random').SystemRandom().randint(1, 9))")
    found = tried(program(tmp_path, drawn), None, "footsteps")
    assert (found.refusal, found.apart) == ("", False)


def test_our_own_opponents_are_timed_once(monkeypatch):
    rules = rules_for("hearts", 4)
    entrants._built_in_seconds.cache_clear()
    seconds = built_in_seconds(rules, "minmax")
    assert 0 < seconds < 1
    monkeypatch.setattr(entrants, "play_game", lambda *given: pytest.fail("played again"))
    assert built_in_seconds(rules_for("hearts", 4), "minmax") == seconds


@pytest.mark.broad
@pytest.mark.parametrize(("contest", "deals"), [("footsteps", 60), ("hearts-four", 4), ("skullwhist", 12)])
def test_what_is_expected_of_built_in_players_is_about_what_they_take(contest, deals):
    """To the order of magnitude: a busy machine falsifies CPU time by less, and one guess for all is further off."""
    form = ladder_format(contest)
    rules = rules_for(form.game, form.least, **form.parameters)
    baselines = (*opponents_at(rules), "basic")
    field = Field(form.game, 1, tuple(map(str, range(len(baselines)))), tuple(map(NamedPlayer, baselines)))
    planned = expected(form, [built_in_seconds(rules, baseline) for baseline in baselines], deals, 1)
    begun = time.process_time()
    play_out(form, field, deals, Store(), HERE, lambda done, total: None)
    assert 0.1 < (time.process_time() - begun) / planned.cpu_seconds < 10


def test_a_refused_player_is_not_asked_further():
    found = tried("bad.py", "def play(*arguments):\n    return None")
    assert found.refusal.startswith("ProtocolError: ")
    assert not found.apart
    assert tried("raises.py", "1 / 0\ndef play(*given): ...").refusal.startswith(
        "PlayerCrash: the code does not run: Zero"
    )


# Players are called by what tells them apart.
def test_players_are_called_by_what_tells_them_apart(tmp_path):
    for name in ("bot.pl", "bot.php", "ann/bot.py", "bob/bot.py", "eve.py", "dice.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert names_of([f"exec:perl {tmp_path}/bot.pl", f"exec:php {tmp_path}/bot.php"]) == ("bot.pl", "bot.php")
    assert names_of([f"{tmp_path}/ann/bot.py", f"{tmp_path}/bob/bot.py"]) == ("ann/bot.py", "bob/bot.py")
    assert names_of([f"exec:python3 {tmp_path}/dice.py 1", f"exec:python3 {tmp_path}/dice.py 2"]) == (
        "dice.py 1",
        "dice.py 2",
    )
    assert names_of([f"exec:python3 {tmp_path}/dice.py 1", "basic", "basic", f"{tmp_path}/eve.py"]) == (
        "dice",
        "basic-1",
        "basic-2",
        "eve",
    )
    python = tmp_path / "versions" / "bin" / "python"
    assert names_of([f"exec:{python} {tmp_path}/dice.py", f"exec:{tmp_path}/bot.pl"]) == ("dice", "bot")
    assert names_of([f"exec:java -cp {tmp_path} Bot", "basic"]) == ("Bot", "basic")


FIRST = "def play(player_id, hand, trick, previous):\n    {first}\n    return hand[0], None\n"


def test_players_that_fail_their_trial_are_named_and_the_others_play(tmp_path):
    bad = {
        "nonsense": program(tmp_path / "1", "print('nonsense', flush=True)\ninput()", "nonsense.py"),
        "far": program(tmp_path / "2", "print(10**30, flush=True)\ninput()", "far.py"),
        "mute": program(tmp_path / "3", "raise SystemExit(3)", "mute.py"),
        "absent": f"exec:{tmp_path / 'absent'}",
        "syntax": player(tmp_path, "syntax.py", "def play(:"),
        "raises": player(tmp_path, "raises.py", "1 / 0\ndef play(*arguments):\n    return 1, None"),
        "nobody": str(tmp_path / "nobody.py"),
    }
    told = {}
    rows = run_contest(
        Contest("footsteps", (*bad.values(), "basic", "minmax"), 2),
        on_left_out=lambda name, reason: told.update({name: reason}),
    ).rows
    assert [row.name for row in rows if row.rank] == ["minmax", "basic"]
    assert {row.name: row.left_out for row in rows if not row.rank} == told
    assert told.keys() == bad.keys()
    for name, reason in {
        "nonsense": "'nonsense' came",
        "far": "BidError",
        "mute": "exit code 3",
        "absent": "there is no program",
        "syntax": "not Python",
        "raises": "ZeroDivisionError",
        "nobody": "there is no file",
    }.items():
        assert reason in told[name]


def test_a_strict_contest_plays_nothing_then(tmp_path):
    bad = player(tmp_path, "syntax.py", "def play(:")
    with pytest.raises(ContestError, match=r"syntax cannot take part: .*not Python"):
        run_contest(Contest("hearts", ("basic", "minmax", bad), 1), out=tmp_path / "out", strict=True)
    assert not (tmp_path / "out").exists()


def test_a_contest_needs_players_that_can_take_part(tmp_path):
    bad = program(tmp_path / "1", "print('nonsense', flush=True)\ninput()", "nonsense.py")
    with pytest.raises(
        ContestError, match=r"at least 2 players, got 1\nnonsense cannot take part: .*'nonsense' came"
    ):
        run_contest(Contest("footsteps", (bad, "basic"), 2))


def test_leading_zeros_are_bids_as_any_other(tmp_path):
    rows = run_contest(
        Contest(
            "footsteps", (program(tmp_path / "1", BIDS.format(bid="min(8, points)")), "basic", "minmax"), 2
        )
    ).rows
    assert all(row.faults == 0 for row in rows)
    assert {row.rank for row in rows} == {1, 2, 3}


@pytest.mark.parametrize("first", [True, False])
def test_no_player_writes_lines_of_the_standings(tmp_path, first):
    raised = "raise ValueError('lost\\n   1 eve   99.00   100 100\\n\\x1b[2J')"
    source = FIRST.format(first=raised if first else f"if previous: {raised}")
    rows = run_contest(Contest("hearts", (player(tmp_path, "eve.py", source), "basic", "basic"), 1)).rows
    text = standings_text(rows, "points a hand")
    assert "PlayerCrash: ValueError: lost" in text
    assert "\x1b" not in text
    assert not any(line.split()[:3] == ["1", "eve", "99.00"] for line in text.splitlines())


def test_a_fault_is_one_short_line():
    assert fault_text("PlayerCrash", "lost\n   1 eve\r\n") == "PlayerCrash: lost 1 eve"
    assert len(fault_text("PlayerCrash", "x" * 1000)) == 300


def test_a_changed_helper_is_noticed_and_named(tmp_path):
    bot = program(tmp_path / "bot", BIDS.format(bid="min(3, points)"))
    (tmp_path / "bot" / "lib").mkdir()
    (tmp_path / "bot" / "lib" / "helper.py").write_text("x = 1")
    contest, out = Contest("footsteps", (bot, "basic"), 1), tmp_path / "out"
    rows = run_contest(contest, out=out).rows
    assert run_contest(contest, out=out).rows == rows
    (tmp_path / "bot" / "lib" / "helper.py").write_text("x = 2")
    with pytest.raises(ContestError, match=r"changed: helper.py of bot\)"):
        run_contest(contest, out=out)
    (tmp_path / "bot" / "lib" / "helper.py").write_text("x = 1")
    (tmp_path / "bot" / "more.txt").write_text("")
    with pytest.raises(ContestError, match=r"more\.txt of bot"):
        run_contest(contest, out=out)


def test_a_player_that_was_left_out_stays_out_when_the_contest_goes_on(tmp_path):
    bad = player(tmp_path, "later.py", "def play(*arguments):\n    return None")
    contest, out = Contest("hearts", ("basic", "basic", bad), 1), tmp_path / "out"
    rows = run_contest(contest, out=out).rows
    assert rows[-1].rank is None
    assert run_contest(contest, out=out).rows == rows


def test_a_program_cannot_read_the_contest_it_plays_in(tmp_path):
    bot = program(tmp_path / "bot", BIDS.format(bid="min(3, points)"))
    with pytest.raises(ContestError, match="which could read all hands there"):
        run_contest(Contest("footsteps", (bot, "basic"), 1), out=tmp_path / "bot" / "out")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.hardest("60")
@pytest.mark.parametrize("columns", ["80", "60"])
def test_standings_keep_rank_and_headings_on_a_terminal(tmp_path, columns):
    if shutil.which("script") is None:
        pytest.skip("script is not installed here")
    long = player(tmp_path, f"{'a_long_name_' * 5}.py", FIRST.format(first="pass"))
    words = [sys.executable, "-m", "playfunc_cli.main", "contest", "hearts", "basic", long, "--deals", "10"]
    command = ["script", "-qec", f"stty cols {columns}; {' '.join(words)} 2>/dev/null", "/dev/null"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    head = next(line for line in shown if line.startswith("rank player"))
    assert " ".join(head.split()) == "rank player points a hand games won tied lost faults rating"
    assert [line.split()[0] for line in shown if line.lstrip()[:1].isdigit()] == ["1", "2"]
    if columns == "80":
        assert all(len(line) <= 80 for line in shown[: shown.index("")])


SLOW = """import time


def bid(player_id, opponent_id, hand):
    return 6, None


def play(player_id, hand, trick, bids, previous):
    end = time.process_time() + 0.005
    while time.process_time() < end:
        pass
    suit = [card for card in hand if trick and card.suit == trick[0][0].suit]
    return (suit or hand)[0], None
"""


def test_a_contest_says_what_to_expect_before_it_starts(tmp_path):
    """How many games there will be, and what a player that thinks for 5 ms takes for its thirteen cards."""
    plans, games = [], []
    run_contest(
        Contest("skullwhist", (player(tmp_path, "slow.py", SLOW), "basic", "basic"), 2),
        on_start=plans.append,
        on_progress=lambda done, total: games.append(total),
    )
    (plan,) = plans
    assert plan.games == games[-1] == 6
    assert plan.deals == 2
    assert plan.cpu_seconds > 2 * 2 * 13 * 0.005
