"""What contestants try: to keep hands between the seats of a deal, to know the deals, to find friends by names."""

import json
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from playfunc.measure import deal_rng, drawn_ids
from playfunc.record import read_records
from playfunc_arena.run import Contest, run_contest
from playfunc_autograder.executors import Local
from playfunc_autograder.sandbox import Tier, available_tier, worker_player
from playfunc_cli.main import main

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="confinement needs Linux")

HERE = Path(__file__).parent / "contests"
DEALS = 16
TIERS = list(Tier)[list(Tier).index(available_tier().tier) :] if sys.platform == "linux" else []


def entered(name, folder, *called):
    """Copies of a contestant under other names."""
    folder.mkdir(exist_ok=True)
    for one in called:
        (folder / f"{one}.py").write_text((HERE / f"{name}.py").read_text())
    return tuple(str(folder / f"{one}.py") for one in called)


def last_memories(out):
    """Of every game, each seat's last memory."""
    return [
        {move.seat: json.loads(move.memory or "null") for move in record.moves}
        for record in read_records(out / "games.jsonl")
    ]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", ["state_twin", "state_modules"])
def test_no_process_sees_a_deal_twice(name, tier, tmp_path, monkeypatch):
    monkeypatch.setattr(worker_player, "available_tier", lambda: SimpleNamespace(tier=tier))
    _sees_no_deal_twice(name, tmp_path, 1)


def test_nor_does_one_where_chunks_are_played_at_the_same_time(tmp_path):
    _sees_no_deal_twice("state_twin", tmp_path, 2)


def _sees_no_deal_twice(name, tmp_path, jobs):
    players = entered(name, tmp_path / "players", "ann", "bob")
    run_contest(
        Contest("hearts", (*players, "basic"), 3 if jobs == 1 else 18),
        out=tmp_path / "out",
        workers=Local(jobs),
    )
    told = {memory for game in last_memories(tmp_path / "out") for memory in game.values()}
    assert not {"twin", "again"} & told
    assert "nothing" in told


def test_nobody_knows_the_deals_of_a_contest_whose_seed_is_drawn(tmp_path):
    players = entered("deals_from_seed", tmp_path / "players", "ann")
    with pytest.raises(SystemExit) as ended:
        main(["contest", "hearts", *players, "basic", "--deals", "2", "--out", str(tmp_path / "out")])
    assert ended.value.code == 0
    assert not any("known" in game.values() for game in last_memories(tmp_path / "out"))


def test_friends_that_look_for_each_others_names_gain_nothing(tmp_path):
    friends = entered("names_friend", tmp_path / "friends", "friend_ann", "friend_bob")
    honest = entered("names_friend", tmp_path / "honest", "friend_ann", "friend_bob")
    for path in honest:
        Path(path).write_text(Path(path).read_text().replace('"friend"', '"nobody is called so"'))
    play = [
        run_contest(Contest("hearts-four", (*pair, "basic", "basic"), 4)).rows for pair in (friends, honest)
    ]
    assert play[0] == play[1]


def test_no_way_of_guessing_a_friend_by_the_ids_is_better_than_chance(tmp_path):
    players = entered("names_guess", tmp_path / "players", "guess_ann", "guess_bob")
    contest = Contest("hearts-four", (*players, "basic", "basic"), DEALS)
    run_contest(contest, out=tmp_path / "out")
    records = read_records(tmp_path / "out" / "games.jsonl")
    with closing(sqlite3.connect(tmp_path / "out" / "contest.sqlite")) as database:
        kept = database.execute("SELECT outcome FROM games ORDER BY place").fetchall()
    outcomes = [json.loads(text) for (text,) in kept]
    right, guessed = Counter(), Counter()
    for record, outcome, memories in zip(records, outcomes, last_memories(tmp_path / "out"), strict=True):
        ids = drawn_ids(deal_rng(outcome["fixture"]["seed"], "ids"), 4)
        seats = [seat for seat, name in enumerate(record.players) if name.startswith("guess")]
        for seat, friend in (seats, seats[::-1]):
            assert memories[seat]["met"] == 0, "an id came back in a later deal"
            for way, guesses in memories[seat]["guesses"].items():
                right[way] += ids[friend] in guesses
                guessed[way] += len(guesses)
    assert guessed["named"] == 0
    for way in ("lowest", "alike", "parity"):
        chance = 3 * (2 / 9 / DEALS) ** 0.5
        assert abs(right[way] / guessed[way] - 1 / 3) < chance, (way, right[way], guessed[way])


def test_opponents_are_called_by_their_names_in_skullwhist(tmp_path):
    source = (
        "def bid(player_id, opponent_id, hand):\n    return 6, opponent_id\n\n\n"
        "def play(player_id, hand, trick, bids, previous):\n"
        "    suit = [card for card in hand if trick and card.suit == trick[0][0].suit]\n"
        "    return (suit or hand)[0], previous[1]\n"
    )
    for name in ("ann", "bob"):
        (tmp_path / f"{name}.py").write_text(source)
    contest = Contest("skullwhist", (str(tmp_path / "ann.py"), str(tmp_path / "bob.py")), 1)
    run_contest(contest, out=tmp_path / "out")
    for record, memories in zip(
        read_records(tmp_path / "out" / "games.jsonl"), last_memories(tmp_path / "out"), strict=True
    ):
        assert record.faults == ()
        assert memories == {0: record.players[1], 1: record.players[0]}


@pytest.mark.hostile
@pytest.mark.long
def test_all_hostile_players_at_once_end_no_contest(tmp_path):
    """Some minutes: each that sleeps or loops is waited for once, in its trial."""
    hostile = sorted((HERE.parent / "players").glob("*.py"))
    prelude = (HERE.parent / "prelude.py").read_text()
    for path in hostile:
        (tmp_path / path.name).write_text(prelude + path.read_text())
    players = tuple(str(tmp_path / path.name) for path in hostile)
    rows = run_contest(Contest("hearts-four", (*players, "basic", "minmax", "basic", "minmax"), 1)).rows
    assert {row.name for row in rows} > {path.stem for path in hostile}
    assert {"loop", "sleep", "raise_endless", "reply_text"} <= {row.name for row in rows if row.left_out}
    assert all(row.faults == 0 for row in rows if row.name.startswith(("basic", "minmax")))
