import dataclasses
import json
import time
from pathlib import Path
from typing import Any

import pytest
from dask_cluster import DaskCluster, free_port
from playfunc_arena.formats import contest_names, ladder_format
from playfunc_autograder import cluster
from playfunc_autograder.executors import HERE
from playfunc_autograder.players import NamedPlayer
from playfunc_autograder.programs.languages import read_languages
from playfunc_autograder.sandbox.tiers import Probe, Tier
from playfunc_web.access import Viewer
from playfunc_web.admission import checks, placement_games
from playfunc_web.admission.checks import check_upload, place_of_work
from playfunc_web.admission.placement_games import meet
from playfunc_web.admission.uploads import accept
from playfunc_web.database import now
from playfunc_web.database.tables import Admission, Entrant, Job, Party, Version
from playfunc_web.jobs import ATTEMPTS
from playfunc_web.site import Site
from playfunc_web.worker import work_off
from sqlalchemy import select, update
from web_players import CHEAT, CRASH, IMPURE, NOTEBOOK, QUICK, SLOW, quick
from web_site import account


def version(
    content: bytes, filename: str = "player.py", kind: str = "python", language: str = "python"
) -> Version:
    return Version(filename=filename, kind=kind, language=language, source=content)


def checked(content: bytes, contest: str = "hearts", cpu: float = 600.0, **named: Any) -> checks.Found:
    return check_upload(version(content, **named), ladder_format(contest), cpu, read_languages())


def verdicts(found: checks.Found) -> dict[str, str]:
    return {name: verdict for name, verdict, _ in found.findings}


STEADY = Path(__file__).parents[3] / "course" / "programs" / "footsteps"

PASSED = {"loads": "passed", "rules": "passed", "purity": "passed"}


@pytest.mark.parametrize("contest", ["hearts", "hearts-four"])
def test_a_good_player_is_admitted_and_told_so(contest: str) -> None:
    told: list[str] = []
    form = ladder_format(contest)
    found = check_upload(version(QUICK), form, 600.0, {}, lambda check, done, total: told.append(check))
    assert (found.state, verdicts(found)) == ("admitted", PASSED)
    assert found.cpu_seconds > 0
    assert list(dict.fromkeys(told)) == ["loads", "rules", "purity"]


@pytest.mark.parametrize("contest", contest_names())
def test_long_games_are_few(contest: str) -> None:
    """Even where a game takes as long as games may be, because both bid next to nothing."""
    expected = 2 if contest == "footsteps-big" else checks.DEALS
    assert checks.admission_assignment(ladder_format(contest), 600.0).rules_deals == expected


def test_a_notebook_is_its_player_cells() -> None:
    assert checked(NOTEBOOK, filename="week.ipynb", kind="notebook").state == "admitted"


def test_a_crash_is_refused_with_its_position_its_traceback_and_what_was_printed() -> None:
    found = checked(CRASH)
    assert (found.state, verdicts(found)["rules"]) == ("refused", "failed")
    assert found.verdict.endswith('. File "player.py", line 3')
    assert found.verdict.count("ZeroDivisionError") == 1
    assert 'File "player.py", line 3' in found.private["traceback"]
    assert found.private["printed"].startswith("hand (Card(")
    assert 'class="pf pf-position' in found.private["position"]
    assert "<script" not in found.private["position"]


def test_an_illegal_card_is_refused_with_the_rule_it_breaks() -> None:
    found = checked(CHEAT)
    assert found.state == "refused"
    assert "SQ" in found.verdict
    assert "legal:" in found.private["position_text"]


def test_a_player_that_counts_its_calls_is_refused() -> None:
    found = checked(IMPURE)
    assert (found.state, verdicts(found)) == ("refused", {**PASSED, "purity": "failed"})


def test_a_player_that_never_answers_is_refused_in_time() -> None:
    started = time.monotonic()
    found = checked(SLOW, cpu=2.0)
    assert (found.state, verdicts(found)["rules"]) == ("refused", "failed")
    assert time.monotonic() - started < 60


def test_how_a_notebook_was_read_is_told_with_its_first_check() -> None:
    cell = {"cell_type": "raw", "metadata": {"tags": ["player"]}, "source": f"%%time\n{QUICK.decode()}"}
    found = checked(json.dumps({"cells": [cell]}).encode(), filename="mine.ipynb", kind="notebook")
    assert (found.state, verdicts(found)) == ("admitted", PASSED)
    sentence = found.findings[0][2]
    assert "Line 1 of the cell 'player cell 1' is a command to the notebook" in sentence
    assert "is of the type Raw" in sentence
    assert "hearts.ipynb" not in sentence


@pytest.mark.parametrize(
    ("content", "filename", "said"),
    [
        (b"def play(:", "my player.py", "line 1 of my player.py is not Python"),
        (b"x = 1\n", "player.py", "play"),
        (b"\0\0\0", "player.py", "line 1 of player.py contains an invisible character"),
        (b"\xff\xfe\x00", "player.py", "not UTF-8"),
        (b"PK\x03\x04 a zip that calls itself Python", "player.py", "not"),
        (b"not json", "a.ipynb", "damaged or cut off"),
        (b'{"cells": 3}', "a.ipynb", "cells are not a notebook's"),
        (b"[" * 100_000, "a.ipynb", "damaged"),
        (b'{"cells": []}', "a.ipynb", "no cell tagged 'player'"),
        (
            json.dumps(
                {"cells": [{"cell_type": "code", "metadata": {"tags": ["player"]}, "source": "x = '\ud800'"}]}
            ).encode(),
            "<img src=x onerror=alert(1)>.ipynb",
            "",
        ),
        (b"(" * 50_000, "player.py", "too many nested parentheses"),
    ],
)
def test_what_holds_no_player_is_refused_in_a_sentence(content: bytes, filename: str, said: str) -> None:
    kind = "notebook" if filename.endswith("ipynb") else "python"
    found = checked(content, filename=filename, kind=kind)
    assert (found.state, verdicts(found)["loads"]) == ("refused", "failed")
    assert said in found.verdict
    found.verdict.encode()


@pytest.mark.broad
def test_a_program_is_compiled_and_checked_and_its_compiler_is_heard() -> None:
    good = (STEADY / "steady.cpp").read_bytes()
    found = checked(good, "footsteps", filename="steady.cpp", kind="program", language="cpp")
    assert (found.state, verdicts(found)) == ("admitted", PASSED)
    found = checked(b"int main( {", "footsteps", filename="bad.cpp", kind="program", language="cpp")
    assert found.state == "refused"
    assert "bad.cpp was not compiled" in found.verdict
    assert "error:" in found.private["traceback"]


def test_a_python_file_that_reads_its_input_is_a_program() -> None:
    good = (STEADY / "steady.py").read_bytes()
    assert checked(good, "footsteps").state == "admitted"


def test_without_confinement_nothing_runs_and_the_site_says_that_it_is_its_own_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nothing = Probe(Tier.C, {Tier.A: "bubblewrap is not installed", Tier.B: "no Landlock"})
    monkeypatch.setattr(checks, "available_tier", lambda: nothing)
    found = checked(QUICK)
    assert (found.state, found.findings) == ("broken", [])
    assert "Broken, ours" in found.verdict
    assert "bubblewrap is not installed" in found.verdict


def uploaded(site: Site, content: bytes = QUICK) -> Version:
    made = account(site, "ada")
    return accept(site, Viewer(made.id, made.party_id), "hearts", "player.py", content, "page")


def stored(site: Site, found: Version) -> tuple[Version, Admission]:
    with site.database.reading() as session:
        return session.get_one(Version, found.id), session.get_one(Admission, found.id)


def test_an_admitted_version_plays_and_meets_the_baselines(ladders: Site) -> None:
    first, second = uploaded(ladders, quick(1)), uploaded(ladders, quick(2))
    assert work_off(ladders, "worker", ("admission",))
    assert stored(ladders, first)[0].state == "admitted"
    with ladders.database.reading() as session:
        assert session.get_one(Entrant, first.entrant_id).active_id == first.id
        assert stored(ladders, first)[1].verdict.startswith("Admitted:")
    assert work_off(ladders, "worker", ("admission",))
    with ladders.database.reading() as session:
        assert session.get_one(Entrant, first.entrant_id).active_id == second.id
        meetings = session.scalars(select(Job.target).where(Job.kind == "meeting").order_by(Job.id)).all()
    assert meetings == [first.id, second.id]


def test_a_refused_version_leaves_the_earlier_one_playing(ladders: Site) -> None:
    first, second = uploaded(ladders), uploaded(ladders, CRASH)
    while work_off(ladders, "worker", ("admission",)):
        pass
    found, admission = stored(ladders, second)
    assert (found.state, admission.finished is not None) == ("refused", True)
    with ladders.database.reading() as session:
        assert session.get_one(Entrant, first.entrant_id).active_id == first.id


def test_who_left_meanwhile_does_not_play(ladders: Site) -> None:
    made = uploaded(ladders)
    with ladders.database.writing() as session:
        session.execute(update(Party).values(withdrawn=now()))
    assert work_off(ladders, "worker", ("admission",))
    with ladders.database.reading() as session:
        assert session.get_one(Entrant, made.entrant_id).active_id is None


def test_a_check_that_failed_each_time_is_broken_and_ours(
    ladders: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = uploaded(ladders)

    def fails(*_arguments: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(checks, "check_upload", fails)
    for _ in range(ATTEMPTS):
        assert work_off(ladders, "worker", ("admission",))
    found, admission = stored(ladders, made)
    assert found.state == "broken"
    assert "Broken, ours" in admission.verdict
    assert "the disk is gone" in admission.private["ours"]


def test_what_the_checks_call_broken_is_told_to_staff_and_checked_again_when_it_is_uploaded_again(
    ladders: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = uploaded(ladders)
    with monkeypatch.context() as patched:
        patched.setattr(checks, "available_tier", lambda: Probe(Tier.C, {Tier.B: "no Landlock"}))
        assert work_off(ladders, "worker", ("admission",))
    assert stored(ladders, made)[0].state == "broken"
    with ladders.database.reading() as session:
        job = session.scalars(select(Job)).one()
        assert (job.state, "no Landlock" in job.note) == ("failed", True)
    assert uploaded(ladders).id == made.id
    assert work_off(ladders, "worker", ("admission",))
    assert stored(ladders, made)[0].state == "admitted"


def test_a_version_that_was_withdrawn_while_it_waited_is_not_checked(ladders: Site) -> None:
    made = uploaded(ladders)
    with ladders.database.writing() as session:
        session.execute(update(Version).where(Version.id == made.id).values(state="withdrawn", source=None))
    assert work_off(ladders, "worker", ("admission",))
    with ladders.database.reading() as session:
        assert session.get_one(Version, made.id).state == "withdrawn"
        assert session.get(Admission, made.id) is None


# Uploads are worked on by the workers of a scheduler, and by the ladder's own computer where there are none.
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
    monkeypatch.setattr(placement_games, "PORTIONS", (2, 2))
    form, player = ladder_format("hearts"), NamedPlayer("player.py", QUICK.decode())
    with DaskCluster(tmp_path / "dask") as dask, place_of_work(form.game, dask.address) as there:
        assert there.elsewhere
        scores = []
        for where in (HERE, there):
            *_, games = meet(form, player, ("basic",), 5, where=where)
            scores.append([(one.fixture, one.scores, one.faults) for one in games.outcomes])
    assert scores[0]
    assert scores[0] == scores[1]
