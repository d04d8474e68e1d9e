"""Send the player of the saved notebook to a ladder, and show what became of it."""

from __future__ import annotations

import getpass
import inspect
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from playfunc.submit import (
    LadderSite,
    Receipt,
    Status,
    SubmitError,
    alternatives,
    chosen_ladder,
    keep_token,
    saved_token,
    site_address,
)
from playfunc_checks.assignment import Assignment
from playfunc_checks.extract import ExtractError

from playfunc_workbook.finding import State
from playfunc_workbook.self_check import saved_player, unreadable, unsaved
from playfunc_workbook.view import Shown, note, stacked, table

WAIT_SECONDS = 30.0
"""How long a cell waits for the verdict. Run again, it shows the verdict of the same player."""

POLL_SECONDS = 1.0

_STATES = {"admitted": State.RIGHT, "refused": State.WRONG}


def submit(
    assignment: Assignment,
    functions: Sequence[Callable[..., Any]],
    to: str,
    ladder: str | None = None,
    wait: float | None = None,
) -> Shown:
    """Send the player's cells, as they are saved, to the ladder at this address; shows receipt and status.

    Without the name of a ladder, it is that of the game whose tables are most like the assignment's. Nothing else of the notebook is sent. The token comes from your account page there: you are asked for it once.
    """
    try:
        player = saved_player(assignment)
    except ExtractError as error:
        return unreadable(error)
    if other := _other(player.source, functions):
        return note(
            f"Nothing was sent: {other} here is not what the file holds. Save the notebook (Ctrl+S), then run this cell "
            "again.",
            State.WRONG,
        )
    try:
        site, fresh = _site(to)
        ladders = site.ladders()
        chosen = chosen_ladder(
            ladders, ladder, assignment.game, max(assignment.tables), assignment.parameters
        )
        others = [] if ladder else alternatives(ladders, chosen)
        receipt = site.upload(chosen.name, "player.py", player.source.encode(), "workbook")
        if fresh:
            keep_token(site.address, fresh)
        status = _awaited(site, receipt, WAIT_SECONDS if wait is None else wait)
        return _shown(site, receipt, status, others)
    except SubmitError as error:
        return note(f"Nothing was admitted: {error}", State.WRONG)


def _other(source: str, functions: Sequence[Callable[..., Any]]) -> str:
    """The functions that are given or live in the notebook, and are not those of the file."""
    live = {**vars(sys.modules["__main__"]), **{_name(each): each for each in functions}}
    missing = [
        _name(each) for each in functions if f"def {_name(each)}" not in source and inspect.isfunction(each)
    ]
    return ", ".join(f"`{name}`" for name in dict.fromkeys((*missing, *unsaved(source, live))))


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", "play")


def _site(to: str) -> tuple[LadderSite, str]:
    """The site, and the token where it was asked for just now. Raises `SubmitError`."""
    address = site_address(to)
    kept = saved_token(address)
    if kept:
        return LadderSite(address, kept), ""
    try:
        asked = getpass.getpass(f"Token from {address}/account: ").strip()
    except (EOFError, RuntimeError) as error:  # nobody to ask, such as while a notebook is marked
        raise SubmitError("there is no token for this site, and nobody to ask for one") from error
    return LadderSite(address, asked), asked


def _awaited(site: LadderSite, receipt: Receipt, wait: float) -> Status:
    end = time.monotonic() + wait
    status = site.status(receipt)
    while status.waits and time.monotonic() < end:
        time.sleep(POLL_SECONDS)
        status = site.status(receipt)
    return status


def _shown(site: LadderSite, receipt: Receipt, status: Status, others: Sequence[str]) -> Shown:
    when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(receipt.uploaded))
    rows = [
        ("ladder", receipt.ladder + _chosen(others)),
        ("version", str(receipt.number)),
        ("arrived", when),
        ("SHA-256", f"`{receipt.digest}`"),
        ("state", status.state),
    ]
    if status.rating:
        rows.append(("rating", f"{status.rating} (provisional, until the next run)"))
    findings = [
        (row["check"], row["verdict"], "see above" if row["sentence"] == status.verdict else row["sentence"])
        for row in status.findings
    ]
    return stacked(
        note(_sentence(site, status), _STATES.get(status.state, State.PARTLY)),
        table(("receipt", ""), rows),
        table(("check", "verdict", "result"), findings) if findings else None,
    )


def _chosen(others: Sequence[str]) -> str:
    """How to choose another ladder, where none was named."""
    if not others:
        return ""
    names = " or ".join(f'`ladder="{name}"`' for name in others)
    return f", chosen for this assignment; for another one add {names} to the call"


def _sentence(site: LadderSite, status: Status) -> str:
    if not status.waits:
        return f"Your player is {status.state}. {status.verdict}".rstrip()
    place = "It is being checked" if status.place is None else f"It is at place {status.place} of the queue"
    return f"Your player arrived. {place}: run this cell again later, or see {site.address}/status."
