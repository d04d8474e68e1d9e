"""Ratings against what is known of the model."""

import json
import math
import random
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev

import killing
import pytest
from contest_players import BIDS, program
from playfunc import FunctionPlayer, play_game
from playfunc.codec import encode
from playfunc.games import rules_for
from playfunc.record import GameRecord, read_records
from playfunc_arena import ratings
from playfunc_arena.formats import Field
from playfunc_arena.outcomes import Fixture, Outcome
from playfunc_arena.play import play_all
from playfunc_arena.ratings import MEAN, SCALE, rate
from playfunc_arena.store import ContestError, Store, kept_header
from playfunc_autograder.executors import HERE
from playfunc_autograder.players import NamedPlayer
from playfunc_opponents.hearts import basic


def games(*results):
    """`(first, second, wins of the first, wins of the second)` as outcomes, one deal each."""
    outcomes, deal = [], 0
    for first, second, won, lost in results:
        for number in range(won + lost):
            scores = (1.0, 0.0) if number < won else (0.0, 1.0)
            outcomes.append(Outcome(Fixture(deal, (first, second), str(deal)), scores))
            deal += 1
    return outcomes


def test_two_players_differ_by_the_logarithm_of_their_odds():
    one, two = rate(2, games((0, 1, 750, 250)), high=True)
    assert one.rating - two.rating == pytest.approx(400 * math.log10(3), abs=5)
    assert one.low < one.rating < one.high
    assert one.low > two.high


def test_order_plays_no_part_and_low_may_win():
    played = games((0, 1, 30, 10), (1, 2, 25, 15), (0, 2, 35, 5))
    there = rate(3, played, high=True)
    back = rate(3, played[::-1], high=True)
    assert [r.rating for r in there] == pytest.approx([r.rating for r in back])
    upside_down = rate(3, played, high=False)
    assert [r.rating > 1000 for r in there] != [r.rating > 1000 for r in upside_down]


def test_ties_are_half_a_win_each_way():
    ties = [Outcome(Fixture(deal, (0, 1), str(deal)), (7.0, 7.0)) for deal in range(20)]
    one, two = rate(2, ties, high=True)
    assert one.rating == pytest.approx(two.rating)


def test_a_table_of_four_counts_every_pair():
    table = [Outcome(Fixture(deal, (0, 1, 2, 3), str(deal)), (4.0, 3.0, 2.0, 1.0)) for deal in range(30)]
    found = [r.rating for r in rate(4, table, high=True)]
    assert found == sorted(found, reverse=True)
    assert all(map(math.isfinite, found))


@pytest.mark.parametrize(("won", "lost", "why"), [(5, 4, "too few deals"), (10, 0, "the same result")])
def test_few_deals_or_equal_ones_give_no_interval_and_say_why(won, lost, why):
    for rating in rate(2, games((0, 1, won, lost)), high=True):
        assert math.isfinite(rating.rating)
        assert (rating.low, rating.high) == (None, None)
        assert why in rating.reason


def test_a_player_without_a_game_has_no_rating():
    *_, last = rate(3, games((0, 1, 3, 2)), high=True)
    assert (last.rating, last.reason) == (None, "no game was played")


def test_a_students_installation_has_all_that_ratings_need(monkeypatch):
    for name in ("choix", "numpy", "scipy"):
        monkeypatch.setitem(sys.modules, name, None)
    assert len(rate(2, games((0, 1, 3, 1)), high=True)) == 2


def test_ratings_are_the_most_likely_ones():
    import choix  # with scipy it takes a second, in every process that collects this file

    rng = random.Random(1)
    played = [pair for pair in ((a, b) for a in range(6) for b in range(6) if a != b) for _ in range(20)]
    won = [(a, b) if rng.random() < (a + 1) / (a + b + 2) else (b, a) for a, b in played]
    ours = rate(6, games(*((*pair, 1, 0) for pair in won)), high=True)
    theirs = choix.opt_pairwise(6, won, alpha=1e-6)
    expected = [MEAN + SCALE * value for value in theirs - theirs.mean()]
    assert [one.rating for one in ours] == pytest.approx(expected, abs=2)


def of_strengths(strengths, tables, rng):
    """Outcomes of tables of four, each deal with every rotation, the luck of a deal shared by its rotations."""
    for deal in range(tables):
        table = rng.sample(range(len(strengths)), 4)
        luck = {player: rng.gauss(0, 0.5) for player in table}
        for turn in range(4):
            seats = tuple(table[turn:] + table[:turn])
            scores = tuple(rng.gammavariate(1, math.exp(strengths[p] + luck[p])) for p in seats)
            yield Outcome(Fixture(deal, seats, str(deal)), scores)


def test_intervals_agree_with_a_bootstrap_by_deal():
    """The published way to resample clusters: whole deals drawn again with replacement."""
    rng = random.Random(2)
    played = list(of_strengths([0.0, 0.3, 0.6, 0.9, 1.2], 120, rng))
    by_deal = [played[first : first + 4] for first in range(0, len(played), 4)]
    drawn = [[] for _ in range(5)]
    for _ in range(200):
        again = [
            replace(outcome, fixture=replace(outcome.fixture, deal=number))
            for number, deal in enumerate(rng.choices(by_deal, k=len(by_deal)))
            for outcome in deal
        ]
        for player, rating in enumerate(rate(5, again, high=True)):
            drawn[player].append(rating.rating)
    for rating, others in zip(rate(5, played, high=True), drawn, strict=True):
        assert (rating.high - rating.low) / 2 == pytest.approx(1.98 * stdev(others), rel=0.15)


@pytest.mark.parametrize("whole", [0, 200])
def test_intervals_hold_the_truth_about_as_often_as_they_say(monkeypatch, whole):
    """With the matrix inverted, and with its diagonal alone."""
    monkeypatch.setattr(ratings, "WHOLE", whole)
    rng = random.Random(3)
    strengths = [rng.gauss(0, 0.6) for _ in range(80)]
    found = rate(80, of_strengths(strengths, 1200, rng), high=True)
    # The luck of a deal adds to every gap, so that strengths are a little overstated by the plain model.
    slope = fmean(s * (r.rating - MEAN) / SCALE for s, r in zip(strengths, found, strict=True)) / fmean(
        s * s for s in strengths
    )
    average = fmean(strengths)
    held = sum(
        rating.low <= MEAN + SCALE * slope * (strength - average) <= rating.high
        for strength, rating in zip(strengths, found, strict=True)
    )
    assert 0.88 <= held / 80 <= 1


def test_marks_keep_their_rating_and_hold_the_scale():
    played = games((0, 1, 30, 10), (1, 2, 25, 15), (0, 2, 35, 5))
    free = rate(3, played, high=True)
    found = rate(3, played, high=True, marks={1: 1500.0})
    assert (found[1].low, found[1].rating, found[1].high) == pytest.approx((1500, 1500, 1500))
    for place in (0, 2):
        gap = found[place].rating - found[1].rating
        assert gap == pytest.approx(free[place].rating - free[1].rating, abs=5)
    assert found[0].high - found[0].low > free[0].high - free[0].low  # the mark's own luck is theirs now


def test_few_games_against_the_marks_hold_thousands_of_others_in_place():
    rng = random.Random(5)
    strengths = [rng.gauss(0, 0.5) for _ in range(100)]
    found = rate(100, of_strengths(strengths, 1500, rng), high=True, marks={0: MEAN, 1: MEAN})
    assert max(r.rating for r in found) < MEAN + 800
    level = [r for place, r in enumerate(found) if place > 1]
    alone = rate(100, of_strengths(strengths, 1500, random.Random(6)), high=True)
    assert fmean(r.high - r.low for r in level) > fmean(r.high - r.low for r in alone)


def test_who_won_every_game_has_a_wide_interval():
    played = games((0, 1, 20, 0), (1, 2, 12, 8), (0, 2, 20, 0))
    best, *others = rate(3, played, high=True)
    assert best.high - best.low > 2 * max(r.high - r.low for r in others)


def test_the_diagonal_alone_gives_who_won_every_game_none(monkeypatch):
    monkeypatch.setattr(ratings, "WHOLE", 0)
    best, *others = rate(3, games((0, 1, 20, 0), (1, 2, 12, 8), (0, 2, 20, 0)), high=True)
    assert (best.low, best.reason) == (None, "nearly all games were won, or nearly all lost")
    assert all(rating.low is not None for rating in others)


# The store of a contest: stopped at any write, gone on with, and refused in a sentence.
SETTINGS = {"game": "hearts", "players": ["basic", "basic"], "deals": 3, "seed": 7}
CHUNK = 2


@pytest.fixture(scope="module")
def record() -> GameRecord:
    rules = rules_for("hearts", 2)
    players = [FunctionPlayer(basic.play, rules, name=name) for name in ("ann", "bob")]
    return play_game(rules, rules.deal(random.Random(1)), players)


def play(folder: Path, record: GameRecord, chunks: int = 3) -> int:
    """Go on with a contest of so many chunks, whose outcomes are numbers; how many games were still to play."""
    fixtures = [Fixture(n, (0, 1), str(n)) for n in range(chunks * CHUNK)]
    with Store.open(folder, SETTINGS, ()) as store:
        known = store.take(len(fixtures))
        assert [outcome.fixture for outcome in known] == fixtures[: len(known)]
        for start in range(len(known), len(fixtures), CHUNK):
            chunk = [
                Outcome(fixture, (float(fixture.deal), 0.0)) for fixture in fixtures[start : start + CHUNK]
            ]
            store.keep(chunk, [record] * CHUNK)
        store.finish("standings")
    return len(fixtures) - len(known)


def kept(folder: Path) -> list[tuple[int, str, str]]:
    with closing(sqlite3.connect(folder / "contest.sqlite")) as database:
        return database.execute("SELECT * FROM games ORDER BY place").fetchall()


@pytest.mark.skipif(not killing.CALLS, reason="system calls are known by number on x86-64 and aarch64 Linux")
def test_killed_at_any_write_it_keeps_whole_chunks_and_goes_on(tmp_path: Path, record: GameRecord) -> None:
    whole = tmp_path / "whole"
    calls = killing.run(lambda: play(whole, record), whole).calls
    assert len(calls) > 10
    killed = 0
    for place in range(len(calls)):
        folder = tmp_path / str(place)
        ended = killing.run(lambda folder=folder: play(folder, record), folder, place)
        assert ended.code in (None, 0)  # once a run made fewer calls, and so ended before its kill
        killed += ended.code is None
        assert play(folder, record) % CHUNK == 0, calls[place]
        assert kept(folder) == kept(whole), calls[place]
        assert read_records(folder / "games.jsonl") == [record] * 3 * CHUNK
        assert (folder / "standings.json").read_text() == "standings"
    assert killed >= len(calls) - 4


def test_nothing_is_kept_without_a_folder(record: GameRecord) -> None:
    with Store.open(None, SETTINGS, ()) as store:
        store.keep([Outcome(Fixture(0, (0, 1), "0"), (1.0, 0.0))], [record])
        assert store.take(1) == []


def test_a_folder_tells_its_contest(tmp_path: Path, record: GameRecord) -> None:
    assert kept_header(None) is kept_header(tmp_path) is None
    play(tmp_path, record)
    assert kept_header(tmp_path) == {**SETTINGS, "left_out": {}, "apart": [], "files": {}}


def test_two_processes_do_not_play_in_one_folder(tmp_path: Path, record: GameRecord) -> None:
    with Store.open(tmp_path, SETTINGS, ()):
        for attempt in (lambda: kept_header(tmp_path), lambda: play(tmp_path, record)):
            with pytest.raises(ContestError, match="another process is playing the contest in"):
                attempt()
    assert play(tmp_path, record) == 3 * CHUNK


def test_another_contest_is_refused_where_one_was_stopped_or_finished(
    tmp_path: Path, record: GameRecord
) -> None:
    with Store.open(tmp_path, SETTINGS, ()) as store:
        store.keep([Outcome(Fixture(0, (0, 1), "0"), (1.0, 0.0))], [record])
    told = r"another contest \(changed: seed\): name another folder, or delete"
    with pytest.raises(ContestError, match=told), Store.open(tmp_path, {**SETTINGS, "seed": 8}, ()):
        pass
    play(tmp_path / "finished", record)
    told = r"a finished contest, which stays as it is \(changed: deals, seed\)"
    changed = {**SETTINGS, "seed": 8, "deals": 4}
    with pytest.raises(ContestError, match=told), Store.open(tmp_path / "finished", changed, ()):
        pass


@pytest.mark.parametrize("text", ["no database", json.dumps([1])])
def test_what_cannot_be_read_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "contest.sqlite").write_text(text * 100)
    with pytest.raises(ContestError, match=r"contest\.sqlite cannot be read: name another folder"):
        kept_header(tmp_path)


def test_a_header_without_a_seed_is_refused(tmp_path: Path, record: GameRecord) -> None:
    play(tmp_path, record)
    with closing(sqlite3.connect(tmp_path / "contest.sqlite")) as database, database:
        database.execute("UPDATE contest SET header = ?", (json.dumps({"game": "hearts"}),))
    with pytest.raises(ContestError, match="cannot be read"):
        kept_header(tmp_path)


# What a game took, and what its owner alone may read.
SOURCE = """
def play(player_id, position, mine, theirs, previous):
    print("a secret thought")
    if mine < 45:
        secret_name = 1 / 0
    sum(range(200_000))
    return 3, None
"""


def played(game, *players, fixtures):
    field = Field(game, 1, ("a", "b"), players)
    return [one for some in play_all(field, fixtures, HERE) for one in some]


def test_each_seat_has_its_seconds_and_the_owner_its_prints_and_traceback():
    fixtures = [Fixture(deal, (0, 1), str(deal)) for deal in range(3)]
    games = played("footsteps", NamedPlayer("thinks.py", SOURCE), NamedPlayer("basic"), fixtures=fixtures)
    for game in games:
        mine, other = game.private
        answers = sum(move.seat == 0 for move in game.record.moves)
        faults = sum(fault.seat == 0 for fault in game.record.faults)
        assert len(mine.move_seconds) == answers + faults
        assert all(seconds > 0 for seconds in mine.move_seconds)
        assert mine.cpu_seconds < 10
        assert other.move_seconds == ()
        assert other.printed == other.traceback == ""
    assert "a secret thought" in games[0].private[0].printed
    assert all(game.private[0].printed == "" for game in games[1:])
    assert all("secret_name = 1 / 0" in game.private[0].traceback for game in games if _crashed(game))
    assert any(map(_crashed, games))


def _crashed(game):
    return any(fault.error == "PlayerCrash" for fault in game.record.faults)


def test_nothing_private_is_in_the_record_or_the_outcome():
    fixtures = [Fixture(deal, (0, 1), str(deal)) for deal in range(3)]
    games = played("footsteps", NamedPlayer("thinks.py", SOURCE), NamedPlayer("basic"), fixtures=fixtures)
    for game in games:
        kept = encode(game.record, GameRecord) + encode(game.outcome, Outcome)
        assert "secret" not in kept
        assert "seconds" not in kept


def test_a_program_has_its_seconds_too(tmp_path):
    bot = NamedPlayer(program(tmp_path, BIDS.format(bid="min(points, 7)")))
    (game,) = played("footsteps", bot, NamedPlayer("basic"), fixtures=[Fixture(0, (0, 1), "1")])
    assert len(game.private[0].move_seconds) == sum(move.seat == 0 for move in game.record.moves)
    assert game.private[0].cpu_seconds > 0
