"""Ranks, pairs and faults, and what cannot be computed; as text whole in a pipe, or within a terminal's width."""

import json
from statistics import fmean

import pytest
from command import run
from playfunc_arena.formats import Fixture, Outcome, contest_format, ladder_format
from playfunc_arena.ratings import Rating
from playfunc_arena.standings import (
    Estimate,
    Pair,
    Row,
    _with_bounds,
    head_to_head,
    left_out,
    standings,
    standings_text,
)


def game(deal: int, players: tuple[int, ...], *scores: float) -> Outcome:
    return Outcome(Fixture(deal, players, str(deal)), scores)


def test_differences_are_taken_a_deal_and_seen_from_the_first() -> None:
    """In points a hand of Hearts: 3 and 5 less in two deals, each the mean of both sides."""
    form = ladder_format("hearts")
    outcomes = [
        *(game(0, (0, 1), 10, 16), game(0, (1, 0), 12, 12)),
        *(game(1, (0, 1), 0, 10), game(1, (1, 0), 13, 13)),
        game(2, (1, 2), 4, 22),
    ]
    (met, single) = head_to_head(form, outcomes)
    assert (met.a, met.b, met.deals, met.mean) == (0, 1, 2, -4.0)
    assert single == Pair(1, 2, 1, -18.0, None)


def test_the_interval_of_a_pair_needs_ten_deals() -> None:
    form = ladder_format("hearts")
    outcomes = [game(deal, (0, 1), 13 - deal % 2, 13 + deal % 2) for deal in range(10)]
    (pair,) = head_to_head(form, outcomes)
    spread = (
        2.262 * 1.0541 / 10**0.5
    )  # Student's t with nine degrees of freedom, from a table; values are 0 and -2
    assert (pair.deals, pair.mean, pair.half_width) == (10, -1.0, pytest.approx(spread, rel=1e-3))
    assert head_to_head(form, outcomes[:9])[0].half_width is None


def test_at_a_table_of_four_every_pair_meets() -> None:
    form = ladder_format("hearts-four")
    pairs = head_to_head(form, [game(0, (3, 1, 0, 2), 1, 2, 3, 20)])
    assert [(pair.a, pair.b, pair.mean) for pair in pairs] == [
        *((0, 1, 1.0), (0, 2, -17.0), (0, 3, 2.0), (1, 2, -18.0), (1, 3, 1.0), (2, 3, 19.0))
    ]


# Standings as text: whole in a pipe, within a terminal's width without losing rank or headings.
LONG = "somebody/with-a-very-long-folder/and-a-very-long-name-of-a-program.php"
ROWS = [
    Row(1, LONG, Estimate(1234.5, 1000.0, 1469.0, 9), 1000, 900, 50, 50, 0, "", Rating(1234.4, -305, 1946)),
    Row(2, "ann", Estimate(0.5, None, None, 1, "one"), 3, 0, 0, 3, 2, "x", Rating(1000, None, None, "one")),
    Row(None, "bob", Estimate(0.1, None, None, 2, "one"), 3, 0, 0, 3, 0, "", Rating(900, None, None, "one")),
    left_out("eve", "it does not load"),
]
HEADINGS = "rank player chips a run games won tied lost faults rating"


def words(line):
    return " ".join(line.split())


def test_a_pipe_gets_everything():
    head, _, first, second, *_ = standings_text(ROWS, "chips a run").splitlines()
    assert words(head) == HEADINGS
    assert words(first) == f"1 {LONG} 1234.50 ± 234.50 1000 900 50 50 0 1234 (-305–1946)"
    assert words(second) == "2 ann 0.50 3 0 0 3 2 1000"


def test_eighty_columns_hold_rank_and_headings_and_the_whole_name():
    table = standings_text(ROWS, "chips a run", 80).partition("\n\n")[0].splitlines()
    assert all(len(line) <= 80 for line in table)
    assert words(table[0]) == HEADINGS
    assert table[2].split()[0] == "1"
    column = table[0].index("player")
    end = table[1].index(" ", column)
    assert "".join(line[column:end].strip() for line in table[2:-2]) == LONG


def test_what_is_missing_has_a_reason():
    text = standings_text(ROWS, "chips a run")
    assert "Where no interval is shown: one." in text
    assert "Left out: eve: it does not load" in text
    assert "Where no rank is shown: too few deals (at least 10 are needed)." in text
    assert "ann: faults in 2 games; the first: x" in text


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
    assert (row.value.count, row.games, row.wins, row.ties, row.losses, row.faults) == (0, 0, 0, 0, 0, 0)


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
