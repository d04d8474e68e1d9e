"""Schedules of contests, as properties that hold for every number of players and every seed."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_arena.formats import Format, contest_format, contest_names, ladder_format
from playfunc_arena.outcomes import Fixture, Outcome

CYCLIC = ["skullwhist", "hearts-four", "footsteps (ladder)", "hearts (ladder)"]
SEEDS = st.integers(0, 2**63)


def form_of(name: str) -> Format:
    plain = name.removesuffix(" (ladder)")
    return contest_format(name) if plain == name else ladder_format(plain)


def fixtures_of(form: Format, players: int, deals: int, seed: int) -> list[Fixture]:
    rounds = form.rounds(players, deals, seed)
    fixtures = next(rounds)
    with pytest.raises(StopIteration):
        rounds.send([Outcome(fixture, (0.0,) * len(fixture.players)) for fixture in fixtures])
    return fixtures


def linked(players: int, tables: list[tuple[int, ...]]) -> set[int]:
    """The players that a chain of games connects to player 0, itself included."""
    found, waiting = {0}, [0]
    while waiting:
        one = waiting.pop()
        near = {other for table in tables if one in table for other in table} - found
        found |= near
        waiting += near
    return found


@pytest.mark.parametrize("name", CYCLIC)
@given(st.data(), SEEDS, st.integers(1, 13))
def test_everybody_plays_as_many_deals_and_each_from_every_seat(name, data, seed, deals):
    form = form_of(name)
    players = data.draw(st.integers(form.least, 23))
    fixtures = fixtures_of(form, players, deals, seed)
    by_deal: dict[int, list[tuple[int, ...]]] = {}
    for fixture in fixtures:
        by_deal.setdefault(fixture.deal, []).append(fixture.players)
    for seatings in by_deal.values():
        assert len(set(seatings[0])) == len(seatings) == form.step, "nobody sits at a table twice"
        assert all({seating[seat] for seating in seatings} == set(seatings[0]) for seat in range(form.step))
    played = Counter(player for seatings in by_deal.values() for player in seatings[0])
    assert played == dict.fromkeys(range(players), form.whole(deals))
    first = Counter((seat, player) for tables in by_deal.values() for seat, player in enumerate(tables[0]))
    assert set(first.values()) == {form.whole(deals) // form.step}, "and once a round from each seat as dealt"
    assert len({fixture.seed for fixture in fixtures}) == len(by_deal)


@pytest.mark.parametrize("name", CYCLIC)
@given(st.data(), SEEDS)
def test_one_round_links_all_players_by_games(name, data, seed):
    form = form_of(name)
    players = data.draw(st.integers(form.least, 40))
    tables = [fixture.players for fixture in fixtures_of(form, players, 1, seed)]
    assert linked(players, tables) == set(range(players))


@pytest.mark.parametrize(("name", "players"), [("skullwhist", 9), ("hearts-four", 11), ("hearts-four", 30)])
def test_opponents_are_mixed(name, players):
    """Over many rounds every pair meets about as often as every other: in each round a pair meets by chance, and of 200
    rounds the counts lie within five standard deviations of independent ones."""
    form, rounds = form_of(name), 200
    fixtures = fixtures_of(form, players, form.step * rounds, 7)
    tables = {fixture.deal: frozenset(fixture.players) for fixture in fixtures}
    met = Counter(pair for table in tables.values() for pair in combinations(sorted(table), 2))
    expected = rounds * form.step * (form.step - 1) / (players - 1)
    assert len(met) == players * (players - 1) // 2
    assert all(abs(count - expected) < 5 * (form.step * expected) ** 0.5 for count in met.values())


@pytest.mark.parametrize("name", CYCLIC)
@given(SEEDS, st.integers(1, 5))
def test_more_deals_go_on_from_the_same_ones(name, seed, deals):
    """A schedule depends on the seed and on nothing else: not on how many deals are asked for."""
    form = form_of(name)
    fewer, more = (fixtures_of(form, 9, count, seed) for count in (deals, 3 * deals))
    assert more[: len(fewer)] == fewer
    assert fixtures_of(form, 9, deals, seed + 1) != fewer


@pytest.mark.parametrize("name", [*contest_names(), "footsteps (ladder)", "hearts (ladder)"])
@given(st.integers(4, 9), st.integers(1, 9))
def test_a_format_knows_how_many_games_there_are(name, players, deals):
    form = form_of(name)
    rounds = form.rounds(players, deals, 1)
    games: Counter[int] = Counter()
    fixtures, in_all = next(rounds), 0
    while fixtures:
        in_all += len(fixtures)
        games.update(player for fixture in fixtures for player in fixture.players)
        try:  # the first always wins, and nobody goes broke
            best = [tuple(100.0 - player for player in fixture.players) for fixture in fixtures]
            fixtures = rounds.send([Outcome(*each) for each in zip(fixtures, best, strict=True)])
        except StopIteration:
            break
    assert games == dict.fromkeys(range(players), form.games_each(players) * form.whole(deals))
    assert in_all == form.games_in_all(players) * form.whole(deals)


def test_a_ladder_plays_runs_and_tables_as_they_are():
    for name in ("blackjack", "hearts-four", "skullwhist"):
        ours, theirs = (form.rounds(6, 3, 1) for form in (contest_format(name), ladder_format(name)))
        assert next(ours) == next(theirs)
    assert ladder_format("footsteps").about == "random pairs, each deal from both sides"
