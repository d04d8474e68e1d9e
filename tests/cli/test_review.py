"""`playfunc review`: what a hand cost, as text, as JSON and as a page."""

import json
import random

import pytest
from command import run, run_here
from playfunc import FunctionPlayer, Hearts, play_game
from playfunc.measure import deal_rng
from playfunc.record import write_records
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.hearts import basic


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    rules = Hearts(2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("ann", "bob")]
    path = tmp_path_factory.mktemp("games") / "game.jsonl"
    write_records(path, [play_game(rules, rules.deal(random.Random(4)), players)])
    return path


def test_a_review_as_text_and_as_a_page(game, tmp_path):
    done = run("review", game, "--exact-from", 16, "--worlds", 4, "--html", tmp_path / "review.html")
    assert done.returncode == 0, done.stderr
    assert "ann gave away" in done.stdout
    assert "gave none." in done.stdout
    page = (tmp_path / "review.html").read_text(encoding="utf-8")
    assert "gave none." in page


def test_a_review_as_json(game):
    found = json.loads(run_here("review", game, "--exact-from", 12, "--worlds", 4, "--json").stdout)
    assert found["players"] == ["ann", "bob"]
    assert found["unit"] == "point"
    assert len(found["moves"]) == 52
    exact = [move for move in found["moves"] if move["exact"]]
    assert set(range(29, 53)) <= {move["number"] for move in exact}  # forced moves are exact too
    given = sum(move["lost"] for move in found["moves"] if move["player"] == "ann")
    assert given == pytest.approx(found["given_away"][0]["lost"], abs=0.5)
    assert not found["given_away"][0]["exact"]
    assert {move["kind"] for move in found["moves"]} == {"lead", "follow-suit play", "discard"}


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("name", [name for name, ladder in LADDERS.usable().items() if ladder.reviewer])
def test_games_of_every_kind_are_reviewed(name, tmp_path):
    ladder = LADDERS[name]
    rules = ladder.rules(2)
    players = [opponent(rules, ladder.tiers[0], key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(deal_rng("reviewed")), players)
    path, page = tmp_path / "game.jsonl", tmp_path / "review.html"
    write_records(path, [record])
    done = run_here("review", path, "--worlds", 8, "--html", page)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" gave away ") >= 2
    assert "WhistCard(" not in done.stdout
    assert f"{ladder.load_reviewer().unit}" in done.stdout
    assert "content=\"default-src 'none'" in page.read_text(encoding="utf-8")
    found = json.loads(run_here("review", path, "--worlds", 8, "--json").stdout)
    assert [move["number"] for move in found["moves"]] == list(range(1, len(record.moves) + 1))
    assert all(move["kind"] and move["where"] for move in found["moves"])


def test_a_hand_that_is_not_there_is_said_in_one_sentence(game):
    done = run_here("review", game, "--hand", 2)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "holds 1 hands" in done.stderr
