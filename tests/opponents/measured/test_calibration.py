"""The store of measured strength: what it says, that it is true, and that the texts say the same."""

from itertools import combinations, pairwise, product
from pathlib import Path

import pytest
from playfunc.games.hearts import Hearts
from playfunc.measure import deal_rng
from playfunc_opponents import LADDERS, opponent
from playfunc_opponents.measured.calibration import (
    STORE,
    Contest,
    Pairing,
    pairings,
    play_deals,
    read_contests,
    reference_sources,
    write_contests,
)

CLONE = Path(__file__).parents[3]
REFERENCES = CLONE / "course/reference"


def sources(game):
    return reference_sources(LADDERS[game], REFERENCES)


def test_the_text_of_a_reference_player_holds_what_it_imports_from_another():
    texts = sources("hearts")
    assert texts["montecarlo"] in texts["endings"]
    assert "from montecarlo" not in texts["endings"]
    players = {}
    exec(compile(texts["endings"], "endings.py", "exec"), players)
    assert players["search"].__globals__["ITERATIONS"] == 1000


def test_a_store_is_read_back_as_it_was_written(tmp_path):
    contests = {
        pairing: Contest(pairing, ((1, -3) if pairing.seats == 2 else (1, 0, -26, 78),) * 3)
        for pairing in (Pairing("hearts", 2, "minmax", "basic"), Pairing("hearts", 4, "minmax", "basic", 2))
    }
    write_contests(contests, tmp_path / "store.json")
    assert read_contests(tmp_path / "store.json") == contests
    assert read_contests(tmp_path / "none.json") == {}


def test_margins_are_the_points_that_the_first_player_did_better():
    """Against the records of the same deals, played here by hand."""
    from playfunc.match import play_games
    from playfunc.measure import rotations

    for seats in (2, 4):
        pairing = Pairing("hearts", seats, "minmax", "basic", 5)
        rules = Hearts(seats)
        first, second = (
            opponent(rules, name, key=f"calibrate 5 {name}".encode()) for name in ("minmax", "basic")
        )
        state = rules.deal(deal_rng("5", "calibrate", "hearts", seats, 3))
        records = play_games(rules, rotations(rules, state, (first, *(second,) * (seats - 1))))
        expected = tuple(
            sum(record.scores) - seats * record.scores[record.players.index("minmax")] for record in records
        )
        assert play_deals(pairing, [3]) == [expected]
        assert sum(Contest(pairing, (expected,)).per_deal) == pytest.approx(
            sum(expected) / seats / (seats - 1)
        )


def test_deals_do_not_depend_on_the_portions_they_are_played_in():
    pairing = Pairing("hearts", 2, "memory", "basic", 9)
    at_once = play_deals(pairing, range(4), sources("hearts"))
    assert at_once == [play_deals(pairing, [number], sources("hearts"))[0] for number in (0, 1, 2, 3)]


@pytest.mark.parametrize("game", LADDERS)
def test_every_reference_player_is_there_and_every_pair_is_named_once(game):
    ladder = LADDERS[game]
    assert set(ladder.references) == {path.stem for path in (REFERENCES / game).glob("*.py")}
    assert tuple(sources(game)) == ladder.references
    assert not set(ladder.references) & {baseline.name for baseline in ladder.baselines}
    for seats in ladder.tables:
        pairs = [frozenset((pairing.first, pairing.second)) for pairing in pairings(ladder, seats)]
        assert len(set(pairs)) == len(pairs)


def test_at_a_table_of_four_reference_players_meet_the_opponents_and_a_courses_own_do_not():
    ladder = LADDERS["hearts"]
    among_themselves = {(better, worse) for worse, better in combinations(ladder.landmarks(4), 2)}
    met, own = (
        {(pairing.first, pairing.second) for pairing in pairings(ladder, 4, others=others)}
        for others in (None, ("memory", "own"))
    )
    assert own == among_themselves
    assert met - own == set(product(ladder.references, ladder.landmarks(4)))


@pytest.mark.parametrize("game", LADDERS)
def test_margins_tell_the_rate_of_winning_as_the_scores_do(game):
    """From one contest played here, by the game's own measure."""
    from playfunc.games import GAMES
    from playfunc.measure import always, measure

    ladder = LADDERS[game]
    better, worse = ladder.tiers[1], ladder.tiers[0]
    pairing, rules = Pairing(game, 2, better, worse, 7), ladder.rules(2)
    players = [opponent(rules, name, key=f"calibrate 7 {name}".encode()) for name in (better, worse)]
    deals = [rules.deal(deal_rng("7", "calibrate", game, 2, number)) for number in range(2)]
    played = measure(rules, deals, [always(player) for player in players])
    scores = [
        [record.scores[:: 1 if seat == 0 else -1] for seat, record in enumerate(turned)] for turned in played
    ]
    contest = Contest(pairing, tuple(play_deals(pairing, range(2))))
    assert contest.win_rate() == GAMES[game].win_rate(scores)
    differences = [[mine - theirs for mine, theirs in deal] for deal in contest.scores]
    assert differences == [[mine - theirs for mine, theirs in deal] for deal in scores]


def test_names_that_nobody_has_are_refused():
    with pytest.raises(ValueError, match="'nobody' is not an opponent for hearts"):
        play_deals(Pairing("hearts", 2, "nobody", "basic"), [0])


def test_the_store_is_small():
    assert STORE.stat().st_size < 300_000


@pytest.fixture(scope="module")
def stored():
    return read_contests()


NEIGHBOURS = [
    (seats, better, worse)
    for seats in (2, 4)
    for worse, better in pairwise(LADDERS["hearts"].landmarks(seats))
]


@pytest.mark.parametrize(("seats", "better", "worse"), NEIGHBOURS)
def test_each_tier_is_stronger_than_the_one_below(stored, seats, better, worse):
    """In the store, at 99%; with two players by four points a hand."""
    contest = stored[Pairing("hearts", seats, better, worse)]
    assert contest.interval(0.99).low > 0
    if seats == 2:
        assert contest.interval().mean >= 4


REPLAYED = [
    Pairing("hearts", 2, "minmax", "basic"),
    Pairing("hearts", 2, "advanced", "minmax"),
    Pairing("hearts", 2, "naive", "basic"),
    Pairing("hearts", 2, "heuristic", "naive"),
    Pairing("hearts", 2, "hasty", "heuristic"),
    Pairing("hearts", 2, "deepening", "minmax"),
    Pairing("hearts", 2, "memory", "basic"),
    Pairing("hearts", 2, "lookahead", "minmax"),
    Pairing("hearts", 4, "minmax", "basic"),
    Pairing("hearts", 4, "advanced", "minmax"),
    Pairing("hearts", 4, "lookahead", "minmax"),
    Pairing("footsteps", 2, "draws", "minmax"),
    Pairing("blackjack", 2, "raises", "basic"),
    Pairing("skullwhist", 2, "remembers", "basic"),
]


@pytest.mark.parametrize(
    "pairing", REPLAYED, ids=lambda pairing: f"{pairing.game}-{pairing.first}-{pairing.seats}"
)
def test_players_play_as_when_they_were_measured(stored, pairing):
    """If this fails on purpose, measure anew: `playfunc calibrate --again --only NAME`."""
    count = 1 if "advanced" in (pairing.first, pairing.second) and pairing.seats == 4 else 3
    assert play_deals(pairing, range(count), sources(pairing.game)) == list(stored[pairing].margins[:count])


@pytest.mark.long
def test_all_play_as_when_they_were_measured(stored):
    for pairing, contest in stored.items():
        assert play_deals(pairing, range(2), sources(pairing.game)) == list(contest.margins[:2]), pairing


def test_the_reference_players_stand_where_the_assignment_says(stored):
    """A rule of thumb with memory passes `basic` alone, a careful look ahead passes `minmax`."""

    def rate(first, second):
        return stored[Pairing("hearts", 2, first, second)].win_rate().rate

    assert rate("memory", "basic") >= 0.6 > rate("memory", "minmax")
    assert rate("lookahead", "minmax") >= 0.6 > rate("lookahead", "advanced")


@pytest.mark.parametrize(
    ("game", "weakest", "strongest"),
    [("blackjack", "never_bust", "raises"), ("skullwhist", "four", "remembers")],
)
def test_the_units_reference_players_are_graded(stored, game, weakest, strongest):
    """Against minmax, where the last step is what passes; in FootSteps no reference player passes."""

    def rate(player):
        return stored[Pairing(game, 2, player, "minmax")].win_rate().rate

    assert rate(weakest) < 0.5 < 0.6 <= rate(strongest)
