from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from playfunc.games import rules_for
from playfunc_arena import trials
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_web.ladders import house_costs
from playfunc_web.ladders.house_costs import house_seconds, timed, wait_until_timed
from playfunc_web.ladders.ladders import house_rungs


def timed_here(*_: Any) -> float:
    raise AssertionError("this process times nobody")


def test_a_process_of_its_own_times_every_house_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "house_seconds", timed_here)
    timed()
    wait_until_timed()
    assert timed()
    for contest in contest_names():
        form = ladder_format(contest)
        rules = rules_for(form.game, form.least, **form.parameters)
        for rung in house_rungs(contest):
            assert 0 < house_seconds(rules, rung) < 10, (contest, rung)


def test_it_is_started_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        started.append(command)
        return subprocess.CompletedProcess(command, 0, stdout="{}")

    monkeypatch.setattr(house_costs, "_TIMING", house_costs._Timing())
    monkeypatch.setattr(subprocess, "run", run)
    for _ in range(3):
        timed()
        wait_until_timed()
    assert len(started) == 1


def test_a_process_that_fails_is_told_and_players_are_timed_when_asked_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(house_costs, "_TIMING", house_costs._Timing())
    monkeypatch.setattr(sys, "executable", "/usr/bin/false")
    wait_until_timed()
    assert "the house players were not timed" in caplog.text
    assert house_seconds(rules_for("footsteps", 2), "basic") > 0
