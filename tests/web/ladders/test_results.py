import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playfunc_arena.ratings import measured_contests
from playfunc_web.access import shown_name
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Entrant, Entry, Ladder, Pair, Run
from playfunc_web.ladders.ladders import ensure_ladders, ladder_named, last_run
from playfunc_web.ladders.run_completion import GAMES_EACH, digest, phases_of_run
from playfunc_web.pages.ladder import (
    PAGE_ROWS,
    SORTS,
    View,
    baselines,
    own_entry,
    provisional,
    standings_page,
    summary_of,
)
from playfunc_web.pages.player import entrant_of_code, history, met_in, opponents, version_of, versions
from playfunc_web.site import Site
from sqlalchemy import select
from sqlalchemy.orm import Session
from web_results import HOSTILE, Filled, fill_ladder
from web_runs import admit, finished_run
from web_site import open_test_site


@pytest.fixture
def session(filled: tuple[Site, Filled]) -> Iterator[Session]:
    with filled[0].database.reading() as opened:
        yield opened


@pytest.fixture
def run(session: Session, filled: tuple[Site, Filled]) -> Run:
    found = last_run(session, ladder_named(session, filled[1].ladder).id)
    assert found is not None
    return found


def ada(session: Session, run: Run) -> Entry:
    account = account_of(session, "ada")
    entry = own_entry(session, run.id, account.party_id)
    assert entry is not None
    return entry


def test_the_last_run_is_the_last_complete_one(site: Site) -> None:
    fill_ladder(site, entrants=8, games=0, runs=2)
    with site.database.writing() as session:
        ladder = ladder_named(session, "hearts-four")
        newest = last_run(session, ladder.id)
        assert newest.number == 2
        newest.state = "playing"
    with site.database.reading() as session:
        shown = last_run(session, ladder.id)
        assert shown.number == 1
        assert last_run(session, ladder.id, 2) is None


def test_pages_hold_every_row_once_by_rank(session: Session, run: Run) -> None:
    pages = [standings_page(session, run, View(page=page), None) for page in (1, 2, 3)]
    ranks = [row.Entry.rank for page in pages for row in page.rows]
    assert ranks == list(range(1, 121))
    assert [len(page.rows) for page in pages] == [PAGE_ROWS, PAGE_ROWS, 20]
    assert {(page.of, page.total) for page in pages} == {(3, 120)}


def test_standings_open_at_the_page_with_ones_own_row(session: Session, run: Run) -> None:
    own = ada(session, run)
    opened = standings_page(session, run, View(), own)
    assert own.place in [row.Entry.place for row in opened.rows]
    assert own.rank is not None
    assert opened.at == (own.rank - 1) // PAGE_ROWS + 1
    assert standings_page(session, run, View(page=3), own).at == 3


def test_a_page_beyond_the_last_is_the_last(session: Session, run: Run) -> None:
    assert standings_page(session, run, View(page=999), None).at == 3


@pytest.mark.parametrize("sort", SORTS)
def test_turning_an_order_round_turns_the_first_row_into_the_last(
    session: Session, run: Run, sort: str
) -> None:
    key = {
        "rank": lambda row: row.Entry.rank,
        "name": lambda row: shown_name(row.Party).lower(),
        "score": lambda row: row.Entry.mean,
        "rating": lambda row: -row.Entry.rating,
        "deals": lambda row: -row.Entry.deals,
        "faults": lambda row: -row.Entry.faults,
        "kind": lambda row: row.kind + row.language,
    }[sort]
    for down in (False, True):
        rows = [
            row
            for page in (1, 2, 3)
            for row in standings_page(session, run, View(sort, down, page=page), None, high=False).rows
        ]
        keys = [key(row) for row in rows if shown_name(row.Party).isascii()]
        assert keys == sorted(keys, reverse=down)


def test_a_name_is_found_only_where_it_is_shown(session: Session, run: Run) -> None:
    assert standings_page(session, run, View(text="made up"), None).total == 0
    for hostile in HOSTILE:
        found = standings_page(session, run, View(text=hostile[:20]), None)
        assert [shown_name(row.Party) for row in found.rows] == [hostile]
    assert standings_page(session, run, View(text="%"), None).total == 0
    assert standings_page(session, run, View(text="WITHDRAWN"), None).total == 1


@pytest.mark.parametrize(("kind", "count"), [("house", 3), ("staff", 1), ("people", 116), ("program", 13)])
def test_kinds_narrow_the_rows(session: Session, run: Run, kind: str, count: int) -> None:
    assert standings_page(session, run, View(kind=kind), None).total == count


def test_baselines_are_the_built_in_players_from_the_strongest(session: Session, run: Run) -> None:
    assert [row.house for row in baselines(session, run)] == ["advanced", "minmax", "basic"]
    assert len(summary_of(session, run).ratings) == 117
    assert summary_of(session, run).entrants == 120


def test_versions_that_no_run_has_seen_are_provisional(session: Session, run: Run) -> None:
    newcomers = provisional(session, run.ladder_id, run)
    assert [each.Meeting.rating for each in newcomers] == [1033.0]


@pytest.mark.broad
def test_a_page_of_2000_entries_takes_at_most_30_ms_of_cpu(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "large")
    fill_ladder(site, entrants=2000, games=0)
    with site.database.reading() as session:
        run = last_run(session, ladder_named(session, "hearts-four").id)
        assert run is not None
        own = ada(session, run)
        standings_page(session, run, View(), own)
        start = time.process_time()
        for _ in range(10):
            standings_page(session, run, View(), own)
        assert (time.process_time() - start) / 10 < 0.030
    site.database.close()


def entrant(session: Session, code: str) -> Entrant:
    found = entrant_of_code(session, code)
    assert found is not None
    return found


def test_a_history_runs_from_the_oldest_to_the_newest(filled: tuple[Site, Filled], session: Session) -> None:
    played = history(session, entrant(session, filled[1].codes[0]).id)
    assert [each.Run.number for each in played] == [1, 2]
    assert {each.version for each in played} == {2}


def test_results_by_opponent_are_told_from_ones_own_side(
    filled: tuple[Site, Filled], session: Session
) -> None:
    """The entry at place 5 meets those 1, 2 and 5 places up and down."""
    one = entrant(session, filled[1].codes[5])
    entry = history(session, one.id)[-1].Entry
    met = {each.code: each for each in opponents(session, entry)}
    assert set(met) == {filled[1].codes[place] for place in (0, 3, 4, 6, 7, 10)}
    below = session.get_one(Pair, (entry.run_id, 4, 5))
    above = session.get_one(Pair, (entry.run_id, 5, 6))
    assert met[filled[1].codes[4]].mean == -below.mean
    assert met[filled[1].codes[6]].mean == above.mean


def test_head_to_head_is_the_opposite_from_the_other_side(
    filled: tuple[Site, Filled], session: Session
) -> None:
    one, other = (entrant(session, filled[1].codes[place]) for place in (4, 6))
    there, back = met_in(session, one, other), met_in(session, other, one)
    assert [each.run for each in there] == [2, 1]
    assert [each.mean for each in there] == [-each.mean for each in back]
    assert [each.sure for each in there] == [each.sure for each in back]
    assert met_in(session, one, entrant(session, filled[1].codes[60])) == []


def test_versions_come_newest_first_and_their_source_only_when_asked_for(
    filled: tuple[Site, Filled], session: Session
) -> None:
    one = entrant(session, filled[1].codes[0])
    assert [each.number for each in versions(session, one.id)] == [2, 1]
    session.expunge_all()
    version = version_of(session, one.id, 1)
    assert version.source is not None
    assert version.source.startswith(b"# version 1")
    assert version_of(session, one.id, 3) is None
    assert entrant_of_code(session, "nobody") is None


GREEDY = """
def play(player_id, position, my_points, their_points, previous):
    return max(1, my_points // 2) if my_points else 0, None
"""


def test_the_costs_of_each_phase_are_told_of_everybody_and_strong_players_give_away_less(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        admit(session, "ada", "footsteps", GREEDY)
    run = finished_run(site, "footsteps")
    with site.database.reading() as session:
        entries = {
            entry.entrant.house: entry.phases
            for entry in session.scalars(select(Entry).where(Entry.run_id == run.id))
        }
    assert all(phases and phases[0][0] == "turns 1 to 3" for phases in entries.values())
    lost = {house: sum(cost for _, cost, _ in phases) for house, phases in entries.items()}
    assert 0 <= lost["advanced"] < lost[""]
    assert all(games >= GAMES_EACH for phases in entries.values() for _, _, games in phases)


def test_reviewing_again_finds_the_same(site: Site) -> None:
    run = finished_run(site, "footsteps")
    beats = []
    again = phases_of_run(site, run.id, "footsteps", lambda: beats.append(1))
    assert beats
    with site.database.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.run_id == run.id)).all()
    assert {entry.place: entry.phases for entry in entries} == {
        place: [list(phase) for phase in phases] for place, phases in again.items()
    }


def test_a_run_without_games_or_a_game_that_is_gone_has_no_phases(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = session.scalars(select(Ladder)).first()
        run = Run(ladder_id=ladder.id, number=1, kind="button", seed="1", settings={}, planned=1.0)
        session.add(run)
        session.flush()
        number = run.id
    assert phases_of_run(site, number, "footsteps") == {}
    assert phases_of_run(site, number, "no such game") == {}


PLAYER = """
def play(player_id, position, my_points, their_points, previous):
    return min({bid}, my_points), None
"""


def played(folder: Path, bid: int, seed: int = 1) -> tuple[Site, Run]:
    site = open_test_site(folder)
    with site.database.writing() as session:
        ensure_ladders(session)
        admit(session, "ada", "footsteps", PLAYER.format(bid=bid))
    return site, finished_run(site, "footsteps", seed=seed)


def test_the_digest_is_that_of_what_was_played_alone(tmp_path: Path) -> None:
    digests = []
    for number, (bid, seed) in enumerate([(6, 1), (6, 1), (7, 1), (6, 2)]):
        site, run = played(tmp_path / str(number), bid, seed)
        digests.append(run.digest)
        site.database.close()
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


def test_built_in_players_hold_the_scale_and_pairs_are_told_head_to_head(tmp_path: Path) -> None:
    site, run = played(tmp_path / "site", 6)
    marks = measured_contests()["footsteps"].ratings
    with site.database.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.run_id == run.id)).all()
        houses = {entry.entrant.house: entry.rating for entry in entries if entry.entrant.house}
        pairs = session.scalars(select(Pair).where(Pair.run_id == run.id)).all()
    assert houses == {house: marks[house] for house in houses}
    assert {(pair.a, pair.b) for pair in pairs} == {(a, b) for a in range(4) for b in range(a + 1, 4)}
    strong = {entry.entrant.house: entry.place for entry in entries}
    (met,) = [pair for pair in pairs if {pair.a, pair.b} == {strong["basic"], strong["advanced"]}]
    assert (met.mean > 0) == (met.a == strong["advanced"])
    site.database.close()


def test_the_digest_knows_no_order_of_keys() -> None:
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1}) != digest({"a": 1, "b": [3]})
