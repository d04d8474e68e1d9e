from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playfunc_web.access import shown_name
from playfunc_web.accounts.people import account_of
from playfunc_web.database.tables import Entry, Run
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.ladders.results import (
    PAGE_ROWS,
    SORTS,
    View,
    last_run,
    own_entry,
    provisional,
    rungs,
    standings_page,
    summary_of,
)
from playfunc_web.site import Site
from sqlalchemy.orm import Session
from web_results import HOSTILE, Filled, fill_ladder
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
    assert account is not None
    entry = own_entry(session, run.id, account.party_id)
    assert entry is not None
    return entry


def test_the_last_run_is_the_last_complete_one(site: Site) -> None:
    fill_ladder(site, entrants=8, games=0, runs=2)
    with site.database.writing() as session:
        ladder = ladder_named(session, "hearts-four")
        newest = last_run(session, ladder.id)
        assert newest is not None
        assert newest.number == 2
        newest.state = "playing"
    with site.database.reading() as session:
        shown = last_run(session, ladder.id)
        assert shown is not None
        assert shown.number == 1
        assert last_run(session, ladder.id, 2) is None


def test_pages_hold_every_row_once_by_rank(session: Session, run: Run) -> None:
    pages = [standings_page(session, run, View(page=page), None) for page in (1, 2, 3)]
    ranks = [row.entry.rank for page in pages for row in page.rows]
    assert ranks == list(range(1, 121))
    assert [len(page.rows) for page in pages] == [PAGE_ROWS, PAGE_ROWS, 20]
    assert {(page.of, page.total) for page in pages} == {(3, 120)}


def test_standings_open_at_the_page_with_ones_own_row(session: Session, run: Run) -> None:
    own = ada(session, run)
    opened = standings_page(session, run, View(), own)
    assert own.place in [row.entry.place for row in opened.rows]
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
        "rank": lambda row: row.entry.rank,
        "name": lambda row: shown_name(row.party).lower(),
        "score": lambda row: row.entry.mean,
        "rating": lambda row: -row.entry.rating,
        "deals": lambda row: -row.entry.deals,
        "faults": lambda row: -row.entry.faults,
        "kind": lambda row: row.kind + row.language,
    }[sort]
    for down in (False, True):
        rows = [
            row
            for page in (1, 2, 3)
            for row in standings_page(session, run, View(sort, down, page=page), None, high=False).rows
        ]
        keys = [key(row) for row in rows if shown_name(row.party).isascii()]
        assert keys == sorted(keys, reverse=down)


def test_a_name_is_found_only_where_it_is_shown(session: Session, run: Run) -> None:
    assert standings_page(session, run, View(text="made up"), None).total == 0
    for hostile in HOSTILE:
        found = standings_page(session, run, View(text=hostile[:20]), None)
        assert [shown_name(row.party) for row in found.rows] == [hostile]
    assert standings_page(session, run, View(text="%"), None).total == 0
    assert standings_page(session, run, View(text="WITHDRAWN"), None).total == 1


@pytest.mark.parametrize(("kind", "count"), [("house", 3), ("staff", 1), ("people", 116), ("program", 13)])
def test_kinds_narrow_the_rows(session: Session, run: Run, kind: str, count: int) -> None:
    assert standings_page(session, run, View(kind=kind), None).total == count


def test_rungs_are_the_house_players_from_the_strongest(session: Session, run: Run) -> None:
    assert [row.house for row in rungs(session, run)] == ["advanced", "minmax", "basic"]
    assert len(summary_of(session, run).ratings) == 117
    assert summary_of(session, run).entrants == 120


def test_versions_that_no_run_has_seen_are_provisional(session: Session, run: Run) -> None:
    newcomers = provisional(session, run.ladder_id, run)
    assert [each.meeting.rating for each in newcomers] == [1033.0]


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
