"""Who takes part: every player is tried first, and none that fails stops the others."""

import hashlib
import json
import shutil
import subprocess
import sys
from statistics import fmean

import jsonschema
import pytest
from command import run
from contest_players import BIDS, player, program
from playfunc_arena import (
    Contest,
    ContestError,
    Fixture,
    Outcome,
    contest_format,
    contest_names,
    run_contest,
    standings_text,
)
from playfunc_arena.outcomes import fault_text
from playfunc_arena.ratings import Rating
from playfunc_arena.run import SCHEMA, as_text, fault_counts
from playfunc_arena.standings import _with_bounds, head_to_head, left_out, standings

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
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass
    suit = [card for card in hand if trick and card.suit == trick[0][0].suit]
    return (suit or hand)[0], None
"""


def test_a_contest_says_what_to_expect_before_it_starts(tmp_path):
    """How many games there will be, and what a player that thinks for 20 ms takes for its thirteen cards."""
    plans, games = [], []
    run_contest(
        Contest("skullwhist", (player(tmp_path, "slow.py", SLOW), "basic", "basic"), 2),
        on_start=plans.append,
        on_progress=lambda done, total: games.append(total),
    )
    (plan,) = plans
    assert plan.games == games[-1] == 6
    assert plan.deals == 2
    assert plan.cpu_seconds > 2 * 2 * 13 * 0.02


# A finished contest as one object: it keeps to its schema, and adds up.
LEGAL = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"


def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.hardest("hearts-four", "footsteps-dynamic")
@pytest.mark.parametrize("name", contest_names())
def test_every_contest_keeps_to_the_schema(name):
    told = run_contest(
        Contest(name, ("basic", "minmax", "basic", "minmax", "nobody.py"), 2, seed=2**63)
    ).published
    validator().validate(json.loads(as_text(told)))
    assert (told["contest"], told["seed"], told["deals"]) == (name, str(2**63), contest_format(name).whole(2))
    assert [each["name"] for each in told["players"]] == [
        "basic-1",
        "minmax-1",
        "basic-2",
        "minmax-2",
        "nobody",
    ]
    assert {row["name"] for row in told["rows"]} == {each["name"] for each in told["players"]}
    met = {(pair["a"], pair["b"]) for pair in told["head_to_head"]}
    assert len(met) == len(told["head_to_head"]) >= 3
    assert {name for pair in met for name in pair} == {each["name"] for each in told["players"][:4]}


def test_the_schema_refuses_what_is_not_a_contest():
    told = run_contest(Contest("footsteps", ("basic", "minmax"), 1)).published
    for wrong in ({"format": "playfunc-contest/2"}, {"players": []}, {"more": 1}, {"high": None}):
        assert list(validator().iter_errors({**told, **wrong})), wrong
    assert list(validator().iter_errors({key: told[key] for key in told if key != "faults"}))


def test_players_are_told_by_kind_and_digest_without_paths(tmp_path):
    own = player(tmp_path, "own.py", LEGAL)
    bot = program(tmp_path / "bots", "raise SystemExit(3)", "bot.py")
    finished = run_contest(Contest("hearts", (own, "basic", bot, "minmax"), 1, staff=("minmax",)))
    ours, basic, theirs, staff = finished.published["players"]
    assert (ours["kind"], basic["kind"], theirs["kind"]) == ("python", "opponent", "program")
    assert ours["digest"] == hashlib.sha256(LEGAL.encode()).hexdigest()
    assert basic["digest"] is theirs["digest"] is None
    assert (staff["name"], staff["staff"], basic["staff"]) == ("minmax (staff)", True, False)
    assert basic["mark"] == 1000 < staff["mark"]
    assert ours["mark"] is theirs["mark"] is None
    assert str(tmp_path) not in as_text({**finished.published, "rows": []})


def test_a_programs_digest_counts_its_files_and_not_where_they_lie(tmp_path):
    digests = []
    for folder in ("here", "there", "other"):
        (tmp_path / folder).mkdir()
        if folder == "other":
            (tmp_path / folder / "table.txt").write_text("1 2 3")
        bot = program(tmp_path / folder, BIDS.format(bid="min(5, points)"))
        told = run_contest(Contest("footsteps", (bot, "basic"), 1)).published
        digests.append(told["players"][0]["digest"])
    assert digests[0] == digests[1] != digests[2]


def test_head_to_head_counts_the_games_between_two_alone():
    """In a table of four all pairs met; player 1 is not there in the last deal."""
    form = contest_format("hearts-four")
    outcomes = [
        Outcome(Fixture(0, (0, 1, 2, 3), "0"), (1.0, 2.0, 3.0, 20.0)),
        Outcome(Fixture(0, (1, 2, 3, 0), "0"), (4.0, 2.0, 20.0, 0.0)),
        Outcome(Fixture(1, (0, 2, 3, 4), "1"), (5.0, 8.0, 13.0, 0.0)),
    ]
    pairs = {(pair.a, pair.b): pair for pair in head_to_head(form, outcomes)}
    assert len(pairs) == 6 + 3
    assert (pairs[0, 1].deals, pairs[0, 1].mean, pairs[0, 1].half_width) == (1, fmean([-1, -4]), None)
    assert (pairs[0, 2].deals, pairs[0, 2].mean) == (2, fmean([fmean([-2, -2]), -3]))


def test_runs_are_compared_by_their_ends():
    form = contest_format("blackjack")
    outcomes = [
        Outcome(Fixture(0, (0, 1), "0/0", (200, 200)), (220.0, 180.0)),
        Outcome(Fixture(0, (1, 0), "0/1", (180, 220)), (150.0, 300.0)),
        Outcome(Fixture(1, (0, 1), "1/0", (200, 200)), (0.0, 400.0)),
    ]
    (pair,) = head_to_head(form, outcomes)
    assert (pair.deals, pair.mean) == (2, fmean([150, -400]))


def test_faults_are_counted_by_player_and_reason():
    outcomes = [
        Outcome(Fixture(0, (0, 1), "0"), (0.0, 1.0), ((0, "TimeError: slow"),)),
        Outcome(Fixture(0, (1, 0), "0"), (0.0, 1.0), ((0, "TimeError: slow"), (1, "TimeError: slow"))),
        Outcome(Fixture(1, (0, 1), "1"), (0.0, 1.0), ((0, "Crash: x"), (0, "TimeError: slow"))),
    ]
    assert list(fault_counts(["ann", "bob"], outcomes)) == [
        {"player": "ann", "fault": "Crash: x", "games": 1, "first_game": 2},
        {"player": "ann", "fault": "TimeError: slow", "games": 3, "first_game": 0},
        {"player": "bob", "fault": "TimeError: slow", "games": 1, "first_game": 1},
    ]


# Who met nobody has no rank, and a reason.
def test_a_player_that_met_nobody_has_no_rank_and_a_reason():
    played = [Outcome(Fixture(deal, (0, 2), str(deal)), (7.0, 3.0)) for deal in range(10)]
    *others, last = standings(contest_format("skullwhist"), ("ann", "bob", "eve"), played)
    assert [(row.rank, row.name) for row in others] == [(1, "ann"), (2, "eve")]
    assert (last.name, last.rank, last.value.mean, last.rating.rating) == ("bob", None, None, None)
    assert last.value.reason == last.rating.reason == "no game was played"


@pytest.mark.parametrize(("deals", "ranks"), [(9, [None, None]), (10, [1, 2])])
def test_few_deals_give_neither_rank_nor_interval(deals, ranks):
    played = [Outcome(Fixture(deal, (0, 1), str(deal)), (7.0 + deal % 2, 3.0)) for deal in range(deals)]
    rows = standings(contest_format("skullwhist"), ("ann", "bob"), played)
    assert [row.name for row in rows] == ["ann", "bob"], "the better first all the same"
    assert [row.rank for row in rows] == ranks
    assert {"too few deals" in row.rating.reason for row in rows} == {ranks == [None, None]}


def test_a_round_robin_ranks_by_any_number_of_deals():
    """FootSteps deals nothing, and everyone meets everyone."""
    played = [Outcome(Fixture(0, pair, "0"), (1.0, 0.0)) for pair in ((0, 1), (0, 2), (1, 2))]
    rows = standings(contest_format("footsteps"), ("ann", "bob", "eve"), played)
    assert [(row.rank, row.name) for row in rows] == [(1, "ann"), (2, "bob"), (3, "eve")]
    assert {(row.value.low, row.rating.low) for row in rows} == {(None, None)}


def test_a_player_that_lost_all_has_no_interval_wider_than_any_scale():
    """Sixty games lost: by the prior alone its rating may be anything within 1,900 points."""
    played = [Outcome(Fixture(deal, (0, 1), str(deal)), (0.0, 1.0)) for deal in range(60)]
    played.append(Outcome(Fixture(60, (1, 2), "60"), (1.0, 0.0)))
    rows = {row.name: row for row in standings(contest_format("skullwhist"), ("ann", "bob", "eve"), played)}
    rating = rows["ann"].rating
    assert (rating.low, rating.high) == (None, None)
    assert rating.reason == "nearly all games were won, or nearly all lost"


# What cannot be computed is null, with a reason.
def test_what_cannot_be_computed_is_null_with_a_reason():
    text = run("contest", "footsteps", "basic", "minmax", "--json", "--seed", 1).stdout

    def refuse(constant):
        raise AssertionError(constant)

    for row in json.loads(text, parse_constant=refuse)["rows"]:
        for number in (row["value"], row["rating"]):
            assert number["low"] is number["high"] is None
            assert number["reason"] == "too few deals (at least 10 are needed)"


def test_who_was_left_out_has_played_nothing():
    row = left_out("ann", "why")
    assert (row.rank, row.value.mean, row.rating.rating, row.left_out) == (None, None, None, "why")
    assert (row.games, row.wins, row.ties, row.losses, row.faults) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("rating", "text"),
    [
        (Rating(None, None, None, "no game was played"), "–"),
        (Rating(1012.4, None, None, "too few deals"), "1012"),
        (Rating(1500.0, 1500.0, 1500.0), "1500 (fixed)"),
        (Rating(1012.4, 980.2, 1044.6), "1012 (980–1045)"),
    ],
)
def test_a_rating_is_shown_with_what_is_known_of_it(rating, text):
    assert _with_bounds(rating) == text
