from __future__ import annotations

import pytest
from playfunc.games import rules_for
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.database.tables import Entry, Ladder, Meeting, Run
from playfunc_web.errors import ProblemError
from playfunc_web.ladders.house_costs import house_seconds
from playfunc_web.ladders.ladders import ensure_ladders, house_rungs, ladder_named
from playfunc_web.ladders.planning import (
    UNKNOWN_SECONDS,
    field_of,
    last_complete_run,
    next_run,
    plan_run,
    seconds_a_game,
)
from playfunc_web.site import Site
from sqlalchemy import select
from web_runs import admit


def test_a_field_too_small_for_a_table_is_refused(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, "hearts-four")
        for entrant in ladder.entrants[1:]:
            entrant.active = None
        session.flush()
        with pytest.raises(ProblemError, match="at least 4 players; 1 are admitted"):
            plan_run(session, ladder, "button", site.settings)


def test_a_budget_that_pays_for_nothing_is_refused_with_what_would(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        ladder = ladder_named(session, "footsteps")
        ladder.run_cpu_seconds = 0.001
        with pytest.raises(ProblemError, match="raise the budget"):
            plan_run(session, ladder, "button", site.settings)


def test_a_final_run_has_more_deals_than_a_nightly_one_of_quick_players(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        for ladder in session.scalars(select(Ladder)):
            if len(ladder.entrants) >= ladder_format(ladder.contest).least:
                nightly, final = (
                    next_run(session, ladder, kind, site.settings) for kind in ("nightly", "final")
                )
                assert final.deals > nightly.deals, ladder.name


def test_runs_are_numbered_for_each_ladder_and_seeds_are_drawn(site: Site) -> None:
    with site.database.writing() as session:
        ensure_ladders(session)
        first, second = (
            plan_run(session, ladder_named(session, "footsteps"), "nightly", site.settings) for _ in range(2)
        )
        other = plan_run(session, ladder_named(session, "hearts"), "nightly", site.settings)
        assert [first.number, second.number, other.number] == [1, 2, 1]
        assert len({first.seed, second.seed, other.seed}) == 3
        assert last_complete_run(session, first.ladder) is None
        first.state = second.state = "complete"
        session.flush()
        assert last_complete_run(session, first.ladder) is second
        assert last_complete_run(session, first.ladder, before=2) is first


def test_a_player_costs_what_it_cost_in_its_last_run_and_before_it_what_it_cost_against_the_house(
    site: Site,
) -> None:
    form, rules = ladder_format("hearts"), rules_for("hearts", 2)
    keeping = house_seconds(rules, "basic")
    with site.database.writing() as session:
        ensure_ladders(session)
        entrant = admit(session, "ada", "hearts", "")
        assert seconds_a_game(session, form, [entrant]) == [keeping + UNKNOWN_SECONDS]
        session.add(Meeting(version_id=entrant.active_id, rung="", deals=4, faults=0, move_ms=10.0))
        session.flush()
        assert seconds_a_game(session, form, [entrant]) == [pytest.approx(keeping + 0.26)]
        run = plan_run(session, ladder_named(session, "hearts"), "nightly", site.settings)
        session.get_one(Run, run.id).state = "complete"
        entry = session.scalars(select(Entry).where(Entry.entrant_id == entrant.id)).one()
        entry.games, entry.cpu_seconds = 40, 8.0
        session.flush()
        assert seconds_a_game(session, form, [entrant]) == [pytest.approx(keeping + 0.2)]


@pytest.mark.parametrize("contest", contest_names())
def test_house_players_cost_what_was_measured(site: Site, contest: str) -> None:
    form = ladder_format(contest)
    with site.database.writing() as session:
        ensure_ladders(session)
        field = field_of(session, ladder_named(session, contest))
        costs = seconds_a_game(session, form, field)
    rungs = house_rungs(contest)
    rules = rules_for(form.game, form.least, **form.parameters)
    assert costs == [house_seconds(rules, rung) for rung in rungs]
    assert UNKNOWN_SECONDS not in costs
