"""All official runs, and what one of them was played with."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from playfunc_web.database.tables import Entrant, Entry, Run
from playfunc_web.http.render import duration, render
from playfunc_web.http.viewer import Here, Reader
from playfunc_web.ladders.ladders import ladder_named
from playfunc_web.ladders.units import unit_of

__all__ = ["router", "setting_words"]

router = APIRouter(include_in_schema=False)

NEWEST = 100

WORDS = {
    "contest": "Contest",
    "deals": "Deals, each player",
    "games": "Games",
    "budget_cpu_seconds": "CPU budget",
    "allowance_cpu_seconds_a_deal": "CPU allowance, a player and deal",
    "playfunc": "Version of playfunc",
    "python": "Version of Python",
    "apart": "Players with a process for each game, by place",
    "code": "Digest of rules, opponents and workers",
    "stopped": "Stopped because",
}
"""Settings of a run → in words."""


@router.get("/runs")
def runs_page(request: Request, site: Here, viewer: Reader) -> Response:
    with site.database.reading() as session:
        runs = session.scalars(
            select(Run).options(joinedload(Run.ladder)).order_by(Run.planned.desc()).limit(NEWEST)
        ).all()
        return render(request, "runs.html", {"runs": runs})


@router.get("/runs/{name}/{number:int}")
def run_page(request: Request, site: Here, viewer: Reader, name: str, number: int) -> Response:
    with site.database.reading() as session:
        ladder = ladder_named(session, name)
        run = session.scalar(select(Run).where(Run.ladder_id == ladder.id, Run.number == number))
        if run is None:
            raise HTTPException(404)
        entrants, games, faults, cpu = session.execute(
            select(
                func.count(), func.sum(Entry.games), func.sum(Entry.faults), func.sum(Entry.cpu_seconds)
            ).where(Entry.run_id == run.id)
        ).one()
        worst = session.scalars(
            select(Entry)
            .join(Entrant, Entrant.id == Entry.entrant_id)
            .where(Entry.run_id == run.id, Entry.faults > 0)
            .options(joinedload(Entry.entrant).joinedload(Entrant.party))
            .order_by(Entry.faults.desc(), Entry.place)
            .limit(20)
        ).all()
        context = {
            "ladder": ladder,
            "unit": unit_of(ladder.contest),
            "run": run,
            "entrants": entrants,
            "games": games or 0,
            "faults": faults or 0,
            "cpu": cpu or 0.0,
            "worst": worst if run.state == "complete" else [],
            "settings": setting_words(run.settings),
            "api": f"/api/v1/ladders/{ladder.name}/runs/{run.number}",
        }
        return render(request, "run.html", context)


def setting_words(settings: dict[str, Any]) -> list[tuple[str, str]]:
    """The settings of a run for a reader, in the order of `WORDS`, others after them by name."""
    order = [*WORDS, *sorted(set(settings) - set(WORDS))]
    return [(WORDS.get(name, name), _shown(name, settings[name])) for name in order if name in settings]


def _shown(name: str, value: object) -> str:
    if "seconds" in name and isinstance(value, int | float):
        return duration(value) if value >= 1 else f"{1000 * value:.0f} ms"
    return f"{value:,}" if isinstance(value, int) else str(value)
