"""A finished contest as one object: it keeps to its schema, and adds up."""

from __future__ import annotations

import hashlib
import json
from statistics import fmean

import jsonschema
import pytest
from contest_players import BIDS, player, program
from playfunc_arena import Contest, Fixture, Outcome, contest_format, contest_names, run_contest
from playfunc_arena.published import SCHEMA, as_text, fault_counts
from playfunc_arena.versus import head_to_head

LEGAL = "def play(player_id, hand, trick, previous):\n    return hand[0], None\n"


def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


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
