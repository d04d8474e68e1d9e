"""Uploads are worked on by the workers of a scheduler, and by the ladder's own computer where there are none."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from dask_cluster import DaskCluster, free_port
from playfunc_arena.formats import ladder_format
from playfunc_autograder import cluster
from playfunc_autograder.executors import HERE
from playfunc_autograder.players import NamedPlayer
from playfunc_web.access import Viewer
from playfunc_web.admission import meeting
from playfunc_web.admission.meeting import meet
from playfunc_web.admission.places import place_of_work
from playfunc_web.admission.uploads import accept
from playfunc_web.database.tables import Version
from playfunc_web.queue.worker import work_off
from playfunc_web.site import Site
from web_players import QUICK
from web_site import account


def test_without_a_scheduler_it_is_this_process() -> None:
    with place_of_work("hearts", "") as where:
        assert (where.count, where.elsewhere) == (1, False)


def test_where_the_scheduler_is_away_an_upload_is_checked_here(
    ladders: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(cluster, "CONNECTING", 0.2)
    address = f"tcp://127.0.0.1:{free_port()}"
    settings = dataclasses.replace(ladders.settings, scheduler=address)
    ladders = dataclasses.replace(ladders, folder=dataclasses.replace(ladders.folder, settings=settings))
    ada = account(ladders, "ada")
    made = accept(ladders, Viewer(ada.id, ada.party_id), "hearts", "player.py", QUICK, "page")
    assert work_off(ladders, "worker", ("admission",))
    with ladders.database.reading() as session:
        assert session.get_one(Version, made.id).state == "admitted"
    assert f"no scheduler can be reached at {address}" in caplog.text


@pytest.mark.cluster
def test_games_for_a_provisional_rating_are_the_same_on_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "PORTIONS", (2, 2))
    form, player = ladder_format("hearts"), NamedPlayer("player.py", QUICK.decode())
    with (
        DaskCluster(tmp_path / "dask") as dask,
        place_of_work(form.game, dask.address) as there,
    ):
        assert there.elsewhere
        scores = []
        for where in (HERE, there):
            *_, games = meet(form, player, ("basic",), 5, where=where)
            scores.append([(one.fixture, one.scores, one.faults) for one in games.outcomes])
    assert scores[0]
    assert scores[0] == scores[1]
