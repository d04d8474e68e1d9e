"""Uploads are checked by values, so another computer can do it: with the same findings."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from dask_cluster import DaskCluster
from playfunc_arena.formats import ladder_format
from playfunc_autograder.programs.languages import read_languages
from playfunc_web.admission import gates
from playfunc_web.admission.checks import Found, check_upload
from playfunc_web.database.tables import Version
from web_players import CRASH, IMPURE, QUICK

PROGRAM = (Path(__file__).parents[3] / "course" / "programs" / "footsteps" / "steady.c").read_bytes()


def test_a_worker_needs_nothing_of_the_web_server() -> None:
    served = "{'fastapi', 'sqlalchemy', 'starlette', 'uvicorn'}"
    code = f"import sys, playfunc_web.admission.gates; sys.exit(sorted({served} & set(sys.modules)) or None)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster


def checked(content: bytes, contest: str, language: str, scheduler: str = "") -> Found:
    kind, filename = ("python", "player.py") if language == "python" else ("program", "player.c")
    version = Version(filename=filename, kind=kind, language=language, source=content)
    return check_upload(version, ladder_format(contest), 600.0, read_languages(), scheduler=scheduler)


@pytest.mark.cluster
@pytest.mark.parametrize(
    ("content", "contest", "language"),
    [
        pytest.param(QUICK, "hearts", "python", id="quick"),
        pytest.param(CRASH, "hearts", "python", id="crash"),
        pytest.param(IMPURE, "hearts", "python", id="impure"),
        pytest.param(PROGRAM, "footsteps", "c", id="program"),
    ],
)
def test_workers_of_a_scheduler_find_the_same(
    dask: DaskCluster, monkeypatch: pytest.MonkeyPatch, content: bytes, contest: str, language: str
) -> None:
    here = checked(content, contest, language)
    monkeypatch.setattr(gates, "check_player", None)  # nothing is checked in this process any more
    there = checked(content, contest, language, dask.address)
    assert (there.state, there.verdict, there.findings) == (here.state, here.verdict, here.findings)
    assert there.private.keys() == here.private.keys()
    assert there.cpu_seconds > 0
