from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

import pytest
from playfunc_arena.formats import ladder_format
from playfunc_arena.plan import Plan
from playfunc_checks.extract import PlayerSource
from playfunc_checks.program import Program
from playfunc_web import static_site
from playfunc_web.errors import SiteError
from playfunc_web.static_site import contest_of, hold

PLAYER = """
def play(player_id, position, my_points, their_points, previous):
    print("thought by one player alone")
    return {bid}, "remembered by one player alone"
"""


BOT = b"""
mine, theirs = 50, ""
while theirs != "fin":
    bid = min(mine, 7)
    print(bid, flush=True)
    mine -= bid
    theirs = input()
"""


def handed_in(bid: str) -> PlayerSource:
    return PlayerSource(PLAYER.format(bid=bid), "footsteps.ipynb")


def program(command: str, content: bytes = BOT) -> PlayerSource:
    made = Program(command, (("bot.py", content, False),))
    return PlayerSource(made.source, "program.txt", program=made)


def test_programs_play_and_who_cannot_is_told_why(tmp_path: Path) -> None:
    players = {
        "bold-crane-1": program("exec:python3 bot.py"),
        "calm-newt-2": program("exec:python3 none.py"),
        "deft-otter-3": program("exec:python3 bot.py", b"print('no bid', flush=True)"),
        "keen-heron-4": PlayerSource("1 / 0\ndef play(*given): ...", "footsteps.ipynb"),
    }
    told: dict[str, str] = {}
    held = hold(
        players,
        "footsteps",
        tmp_path / "out",
        deals=2,
        seed=5,
        on_left_out=lambda pseudonym, why: told.update({pseudonym: why}),
    )
    assert held.entered == 1
    assert "no word of 'python3 none.py' names a file" in told.pop("calm-newt-2")
    assert "'no bid' came" in told.pop("deft-otter-3")
    assert "ZeroDivisionError" in told.pop("keen-heron-4")
    assert told == {}
    (row,) = re.findall(r"<tr>(?:(?!</tr>).)*bold-crane-1.*?</tr>", page(tmp_path), re.DOTALL)
    assert "<td>program</td>" in row
    assert '<td class="n">0</td>' in row, "no faults"
    with pytest.raises(SiteError, match="nobody who entered can play"):
        hold({"calm-newt-2": players["calm-newt-2"]}, "footsteps", tmp_path / "none")


class PlannedError(Exception):
    """Ends a contest before its first game."""


def planned(tmp_path: Path, deals: int | None = None) -> Plan:
    def started(plan: Plan) -> NoReturn:
        raise PlannedError(plan)

    players = {"keen-heron-1": handed_in("min(7, my_points)")}
    with pytest.raises(PlannedError) as caught:
        hold(players, "footsteps", tmp_path / "out", deals=deals, on_start=started)
    (plan,) = caught.value.args
    assert isinstance(plan, Plan)
    return plan


def test_a_budget_pays_for_the_deals_unless_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = ladder_format("footsteps").step
    usual = planned(tmp_path)
    assert usual.deals > 10 * step
    assert usual.cpu_seconds <= static_site.BUDGET_SECONDS
    monkeypatch.setattr(static_site, "BUDGET_SECONDS", usual.cpu_seconds / 4)
    assert step < planned(tmp_path).deals < usual.deals / 2
    monkeypatch.setattr(static_site, "BUDGET_SECONDS", 1e-6)
    assert planned(tmp_path).deals == step
    assert planned(tmp_path, deals=3 * step).deals == 3 * step


def test_players_of_staff_take_part_and_are_marked(tmp_path: Path) -> None:
    told: dict[str, str] = {}
    held = hold(
        {"keen-heron-1": handed_in("min(7, my_points)")},
        "footsteps",
        tmp_path / "out",
        staff={"guard": handed_in("min(9, my_points)"), "void": handed_in("1 // 0")},
        deals=2,
        seed=5,
        on_left_out=lambda name, why: told.update({name: why}),
    )
    assert held.entered == 1
    assert list(told) == ["void"]
    rows = re.findall(r"<tr\b(?:(?!</tr>).)*</tr>", page(tmp_path), re.DOTALL)
    (row,) = [row for row in rows if "<bdi>guard</bdi>" in row]
    assert '<span class="tag">staff</span>' in row


def page(tmp_path: Path) -> str:
    return (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_an_assignment_stands_for_the_contest_at_its_tables() -> None:
    assert contest_of("hearts", 4) == "hearts-four"
    assert contest_of("hearts", 2) == "hearts"
    assert contest_of("footsteps", 2) == "footsteps"
    assert contest_of("footsteps", 2, {"cells": 1001, "points": 1_000_000}) == "footsteps-big"
    assert contest_of("blackjack", 2, {"rounds": 5}) == "blackjack"
    with pytest.raises(SiteError, match="has no contest"):
        contest_of("chess", 2)


def test_a_run_becomes_pages_under_pseudonyms_without_anything_private(tmp_path: Path) -> None:
    players = {
        "keen-heron-1": handed_in("min(7, my_points)"),
        "calm-newt-2": handed_in("1 if previous is None else 1 // 0"),
    }
    planned = []
    held = hold(players, "footsteps", tmp_path / "out", deals=10, seed=5, on_start=planned.append)
    assert held.entered == 2
    assert held.games == planned[0].games > 0
    ladder = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "keen-heron-1" in ladder
    assert "advanced" in ladder
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(written) == held.files
    assert len(list((tmp_path / "out").glob("game/*/*/replay.html"))) == held.games
    for path in written:
        text = path.read_bytes()
        assert b"by one player alone" not in text, path
        assert b"ZeroDivisionError: division" not in text, path
    (page,) = [text for text in players_pages(tmp_path / "out") if "<bdi>keen-heron-1</bdi></h1>" in text]
    assert "Head to head" in page
    assert "Costs by phase" in page
    for name in ("records", "docs", "docs/rules-footsteps", "docs/glossary", "docs/style", "docs/ratings"):
        assert (tmp_path / "out" / f"{name}.html").is_file(), name
    for address, title in (("records.html", "Records"), ("docs.html", "Docs")):
        assert f'<a href="{address}">{title}</a>' in ladder
    records = (tmp_path / "out" / "records.html").read_text(encoding="utf-8")
    assert "<h3>Best score</h3>" in records
    assert not (tmp_path / "out" / "docs" / "handout.html").exists(), "there is nowhere to upload"
    assert "API" not in (tmp_path / "out" / "docs.html").read_text(encoding="utf-8")


def players_pages(out: Path) -> list[str]:
    return [
        re.sub(r"\s+</h1>", "</h1>", path.read_text(encoding="utf-8")) for path in out.glob("player/*.html")
    ]
