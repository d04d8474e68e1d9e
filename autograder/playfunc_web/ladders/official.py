"""Official runs as work of the queue: started by the schedule or by staff, played behind everything else."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from playfunc_web.database.tables import Ladder, Run
from playfunc_web.errors import ProblemError
from playfunc_web.folder import Settings
from playfunc_web.ladders.planning import RunKind, plan_run
from playfunc_web.ladders.playing import play_run
from playfunc_web.queue.jobs import enqueue
from playfunc_web.queue.work import Handler, Work
from playfunc_web.site import Site

__all__ = ["RUN", "active_run", "start_run"]


def start_run(session: Session, ladder: Ladder, kind: RunKind, settings: Settings, key: str = "") -> Run:
    """Freeze the field and queue the run; `key` names what may be queued once alone, such as a night's run.

    Raises `ProblemError` for too small a field, and while a run of the ladder is under way.
    """
    under_way = active_run(session, ladder)
    if under_way is not None:
        raise ProblemError(
            409,
            "A run is under way",
            f"Run {under_way.number} of {ladder.title} is {under_way.state}: wait until it is complete.",
        )
    run = plan_run(session, ladder, kind, settings)
    enqueue(session, "run", key or f"run:{run.id}", run.id)
    return run


def active_run(session: Session, ladder: Ladder) -> Run | None:
    """The ladder's run that is planned or played at present."""
    chosen = select(Run).where(Run.ladder_id == ladder.id, Run.state.in_(("planned", "playing")))
    return session.scalar(chosen.order_by(Run.number.desc()).limit(1))


def _play(site: Site, work: Work) -> None:
    stored = -1

    def beat(done: int, total: int) -> None:
        nonlocal stored
        work.progress(done, total)
        if done > stored >= 0:
            work.kept()
            work.let_pass()  # only once a chunk is stored, or what was just played would be played again
        stored = done

    play_run(site, work.target, beat)
    with work.verdict():
        pass  # the run is published already; whoever comes too late plays nothing of a complete one


def _give_up(session: Session, run_id: int, note: str) -> None:
    session.get_one(Run, run_id).state = "stopped"


RUN = Handler(_play, _give_up)
"""How the queue's worker plays official runs."""
