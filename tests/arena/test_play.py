"""Games of a contest: what a player does costs it its own games and stops nobody."""

import dataclasses

import pytest
from contest_players import BIDS, player, program
from course_assignments import HEARTS
from playfunc.record import read_records
from playfunc_arena import entrants, plan
from playfunc_arena.formats import contest_format, contest_names
from playfunc_arena.run import Contest, run_contest
from playfunc_autograder.executors import Local
from playfunc_checks.submitted_player import Limits

FIRST = "def play(player_id, hand, trick, previous):\n    {first}\n    return hand[0], None\n"


@pytest.mark.hardest("10**30", "exit()")
@pytest.mark.parametrize("later", ["10**30", "2**63", "'three'", "1 / 0", "exit()"])
def test_what_a_player_does_later_costs_it_its_games_and_stops_nobody(tmp_path, later):
    source = BIDS.format(bid=f"1 if points == 50 else {later}").replace("{bid:03}", "{bid}")
    first, second, last = run_contest(
        Contest("footsteps", (program(tmp_path / "1", source), "basic", "minmax"), 2)
    ).rows
    assert (last.name, last.wins, last.faults, last.games) == ("bot", 0, 4, 4)
    assert first.faults == second.faults == 0


def test_a_player_that_loads_but_rarely_stops_nobody(tmp_path):
    source = "import os\nassert os.urandom(1)[0] < 64\n" + FIRST.format(first="pass")
    rows = run_contest(Contest("hearts", (player(tmp_path, "rarely.py", source), "basic", "basic"), 1)).rows
    assert len(rows) == 3


def test_nobody_waits_for_a_slow_player_in_every_sitting(tmp_path, monkeypatch):
    hurried = dataclasses.replace(HEARTS, published=Limits(total_seconds=0.2, total_wall_factor=1000))
    for module in (entrants, plan):
        monkeypatch.setattr(module, "default_assignment", lambda game: hurried)
    source = FIRST.format(first="previous and sum(range(10**7))")
    slow = player(tmp_path, "slow.py", source)
    run_contest(Contest("hearts", ("basic", slow), 3), out=tmp_path / "out")
    faults = [record.faults[0].reason for record in read_records(tmp_path / "out" / "games.jsonl")]
    assert len(faults) == 6, "three deals from both sides"
    assert all("s of CPU time for all moves together are used up: " in reason for reason in faults)
    used = {reason.partition("moves took ")[2].partition(" s,")[0] for reason in faults}
    assert sum(map(float, used)) < 0.2 + 2 * 3 * 0.5, "each side ends with the moves that use its half up"


COUNTS = """
from playfunc import legal_cards
from playfunc.games.blackjack import Hit, Stand

count = 0


def chosen(some):
    global count
    count += 1
    return some[count % len(some)], None


"""

CHOOSES = {
    "blackjack": """
def play(player_id, hand, visible, stake, chips, previous):
    return chosen([Hit, Stand])
""",
    "footsteps": """
def play(player_id, position, mine, theirs, previous):
    return chosen(range(1, min(mine, 9) + 1)) if mine else (0, None)
""",
    "hearts": """
def play(player_id, hand, trick, previous):
    return chosen(legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False))
""",
    "skullwhist": """
def bid(player_id, opponent_id, hand):
    return chosen(range(1, 14))


def play(player_id, hand, trick, bids, previous):
    return chosen([card for card in hand if trick and card.suit == trick[0][0].suit] or hand)
""",
}


@pytest.mark.hardest("hearts-four")
@pytest.mark.parametrize("name", [name for name in contest_names() if not contest_format(name).parameters])
def test_nothing_depends_on_which_games_share_a_process(tmp_path, monkeypatch, name):
    """Neither chunks nor jobs change a byte, though the player counts its calls in a global."""
    source = COUNTS + CHOOSES[contest_format(name).game]
    contest = Contest(name, (player(tmp_path, "counts.py", source), "basic", "basic", "basic"), 4)
    kept = []
    for questions, jobs in ((plan.QUESTIONS, 1), (5, 2)):
        monkeypatch.setattr(plan, "QUESTIONS", questions)
        out, told = tmp_path / f"out-{questions}", []
        run_contest(contest, out=out, workers=Local(jobs), on_apart=told.append)
        assert told == ["counts"]
        kept.append([(out / file).read_bytes() for file in ("games.jsonl", "standings.json")])
    assert kept[0] == kept[1]
    assert b'"faults": []' in kept[0][1]
