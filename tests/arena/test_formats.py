"""Formats of contests and their schedules, for every number of players and every seed."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.game import Game
from playfunc.games.hearts import Hearts
from playfunc_arena.formats import (
    Fixture,
    Format,
    Outcome,
    _format,
    contest_format,
    contest_names,
    ladder_format,
    wins,
)


def held(name, players, deals, score, seed=1):
    """All outcomes of a contest in which `score(fixture)` decides the games."""
    rounds = contest_format(name).rounds(players, deals, seed)
    outcomes, fixtures = [], next(rounds)
    while True:
        played = [Outcome(fixture, score(fixture)) for fixture in fixtures]
        outcomes += played
        try:
            fixtures = rounds.send(played)
        except StopIteration:
            return outcomes


def best_is_lowest_number(fixture):
    return tuple(float(player == min(fixture.players)) for player in fixture.players)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_round_robin_with_one_winner_is_played_once(players):
    outcomes = held("footsteps", players, 1, best_is_lowest_number)
    assert len(outcomes) == players * (players - 1) // 2
    assert len({frozenset(outcome.fixture.players) for outcome in outcomes}) == len(outcomes)


def test_a_tie_at_the_top_plays_all_again_at_most_ten_times():
    outcomes = held("footsteps", 4, 1, lambda fixture: (0.5, 0.5))
    assert len(outcomes) == 10 * 6
    sides = Counter(outcome.fixture.players for outcome in outcomes)
    assert sides[0, 1] == sides[1, 0] == 5
    twice = held("footsteps", 2, 2, lambda fixture: (0.5, 0.5))
    assert [outcome.fixture.deal for outcome in twice] == list(range(20)), "no game counts as another's deal"


def test_a_win_counts_and_a_draw_counts_nothing():
    """Two wins and four losses are more than one win and five draws."""
    played = [Outcome(Fixture(n, (0, 1), str(n)), (1.0, 0.0) if n < 2 else (0.0, 1.0)) for n in range(6)]
    played += [Outcome(Fixture(n, (2, 3), str(n)), (1.0, 0.0) if n < 1 else (0.5, 0.5)) for n in range(6)]
    values = contest_format("footsteps").values(played)
    assert sum(values[0].values()) == 2
    assert sum(values[2].values()) == 1


def test_a_tie_below_the_top_plays_nothing_again():
    def score(fixture):
        if 0 in fixture.players:
            return tuple(float(player == 0) for player in fixture.players)
        return 0.5, 0.5

    assert len(held("footsteps", 4, 1, score)) == 6


@pytest.mark.parametrize("name", ["hearts", "skullwhist"])
def test_each_deal_is_played_from_both_sides(name):
    by_seed = {}
    for outcome in held(name, 5, 6, best_is_lowest_number):
        by_seed.setdefault((outcome.fixture.seed, *sorted(outcome.fixture.players)), []).append(
            outcome.fixture.players
        )
    assert all(len(sides) == 2 and sides[0] == sides[1][::-1] for sides in by_seed.values())


@given(st.integers(2, 13), st.data())
def test_a_run_takes_chips_along_and_seats_only_who_can_pay(players, data):
    left: dict[int, float] = {}

    def score(fixture: Fixture) -> tuple[float, ...]:
        assert 1 <= len(fixture.players) <= 4
        assert all(chips >= 10 for chips in fixture.chips)
        assert all(left.get(p, 200.0) == c for p, c in zip(fixture.players, fixture.chips, strict=True))
        scores = tuple(float(data.draw(st.sampled_from([0, 5, 15, 300]))) for _ in fixture.players)
        left.update(zip(fixture.players, scores, strict=True))
        return scores

    outcomes = held("blackjack", players, 1, score)
    values = contest_format("blackjack").values(outcomes)
    assert values == {p: {0: chips if chips >= 10 else 0.0} for p, chips in left.items()}


@pytest.mark.parametrize("name", contest_names())
def test_the_same_seed_gives_the_same_contest_and_another_another(name):
    def play(seed):
        return [
            o.fixture
            for o in held(name, 6, 3, lambda f: tuple(map(float, range(20, 20 + len(f.players)))), seed)
        ]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_every_game_has_its_contests():
    units = {name: (contest_format(name).unit, contest_format(name).high) for name in contest_names()}
    assert units == {
        "blackjack": ("chips a run", True),
        "footsteps": ("wins a game", True),
        "footsteps-big": ("wins a game", True),
        "footsteps-dynamic": ("wins a game", True),
        "hearts": ("points a hand", False),
        "hearts-four": ("points a hand", False),
        "skullwhist": ("wins a game", True),
    }
    assert contest_names() == sorted(units)


@pytest.mark.parametrize("name", ["chess", "hearts-five", "footsteps-four", ""])
def test_a_contest_that_no_game_has_is_refused_in_a_sentence(name):
    with pytest.raises(ValueError, match=r"known are blackjack, footsteps, footsteps-big, .*, skullwhist"):
        contest_format(name)


def test_a_game_that_says_nothing_gets_everyone_against_everyone():
    form = _format(
        Game(name="kuhn", rules=Hearts, better="low", scored="chips"),
        Game(name="k", rules=Hearts).contests[""],
    )
    assert (form.game, form.unit, form.high, form.least) == ("kuhn", "chips a game", False, 2)
    assert len(next(form.rounds(3, 2, 1))) == 2 * 3 * 2


def test_where_low_scores_win_the_lowest_is_the_win():
    outcome = Outcome(Fixture(0, (0, 1, 2), "s"), (4.0, 1.0, 1.0))
    assert wins(outcome, sign=-1) == {0: 0.0, 1: 0.5, 2: 0.5}
    assert wins(outcome) == {0: 1.0, 1: 0.0, 2: 0.0}


# Schedules of contests, as properties that hold for every number of players and every seed.
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
