"""The runner of all suites, with toy suites of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

CI = Path(__file__).parents[2] / ".ci"

RUN = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
runner = importlib.import_module("all")
suites = [runner.Suite(name, needs='') for name in ("green", "red", "slow")]
suites.append(runner.Suite("needy", needs="/no/such/file:no-such-package"))
runner.os.geteuid = lambda: 1000
runner.signal.signal(runner.signal.SIGINT, runner.signal.SIG_IGN)  # as in a job that a shell put into the background
sys.exit(runner.main(sys.argv[2:], suites))
"""
TESTS = {
    "green": "import os\ndef test_a(): assert 'PLAYFUNC_TEST_DATABASE' not in os.environ\ndef test_b(): ...\n",
    "red": "import pytest\ndef test_a(): ...\ndef test_b(): assert 0\ndef test_c(): pytest.skip('no program')\n",
    "slow": """
import os, time
def test_a():
    open('started', 'w').write(str(os.getpid()))
    try: time.sleep(600)
    finally: open('ended', 'w')
""",
}


@pytest.fixture
def clone(tmp_path):
    pytest = f"env PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 {sys.executable} -m pytest -q -p no:cacheprovider"
    measured = f"@{sys.executable} {CI}/measured.py $@ {pytest}"
    rules = [f"{name}:\n\t{measured} {name}.py\n" for name in TESTS]
    (tmp_path / "Makefile").write_text(".PHONY: green red slow\n" + "\n".join(rules))
    for name, text in TESTS.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / ".gitignore").write_text("build\n__pycache__\nstarted\nended\n")
    commit(tmp_path)
    return tmp_path


def commit(clone):
    for words in ("init -q", "add -A", "-c user.name=ann -c user.email=ann@example.org commit -q -m one"):
        subprocess.run(["git", *words.split()], cwd=clone, check=True)


def start(clone, *names, **environment):
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = [sys.executable, "-c", RUN, str(CI), *names]
    return subprocess.Popen(
        command,
        cwd=clone,
        env=kept | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def run(clone, *names, **environment):
    process = start(clone, *names, **environment)
    return process.communicate(timeout=120)[0], process.returncode


def recorded(clone):
    return {row["suite"]: row for row in json.loads((clone / "build/proof.json").read_text())}


def row(output, suite):
    return output.rpartition("suite  ")[2].partition(f"\n{suite} ")[2].partition("\n")[0].split()


def test_a_red_suite_stops_nothing_and_makes_the_exit_status_1(clone):
    output, status = run(clone, "green", "red", PLAYFUNC_TEST_DATABASE="another's")
    assert status == 1, output
    assert row(output, "green")[:3] == ["2", "0", "0"]
    assert row(output, "red")[:3] == ["1", "1", "1"]
    assert row(output, "red")[-1] == "RED"
    assert recorded(clone)["red"]["failures"] == ["red::test_b"]
    assert recorded(clone)["green"]["commit"] == row(output, "green")[5]


def test_what_is_green_at_this_commit_runs_again_on_demand_alone(clone):
    passed = "2 passed in"
    assert [(passed in output, status) for output, status in (run(clone, "green"), run(clone, "green"))] == [
        (True, 0),
        (False, 0),
    ]
    assert passed in run(clone, "green", AGAIN="1")[0]
    (clone / "more.txt").write_text("")
    commit(clone)
    output, status = run(clone, "green")
    assert (passed in output, status) == (True, 0)


@pytest.mark.parametrize("change", ["uncommitted", "option"])
def test_another_tree_or_a_smaller_class_proves_nothing(clone, change):
    if change == "uncommitted":
        (clone / "green.py").write_text(TESTS["green"] + "\n")
    output, status = run(clone, "green", **({"PLAYFUNC_CLASS": "20"} if change == "option" else {}))
    assert (row(output, "green")[:3], status) == (["2", "0", "0"], 1)


def test_a_run_that_is_stopped_leaves_no_process_and_is_continued(clone):
    process = start(clone, "green", "slow")
    while not (clone / "started").exists() or not (clone / "started").read_text():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    output = process.communicate(timeout=120)[0]
    assert process.returncode == 1
    assert "not run" in " ".join(row(output, "slow"))
    assert (clone / "ended").exists()
    assert not Path(f"/proc/{(clone / 'started').read_text()}/cmdline").exists()
    assert set(recorded(clone)) == {"green"}
    (clone / "slow.py").write_text("def test_a(): ...\n")
    commit(clone)
    assert run(clone, "slow")[1] == 0
    assert set(recorded(clone)) == {"green", "slow"}


def test_missing_packages_are_named_where_they_cannot_be_installed(clone):
    output, status = run(clone, "needy")
    assert status == 1
    assert "sudo apt-get install -y -q no-such-package" in output


def test_an_unknown_suite_is_refused(clone):
    output, status = run(clone, "grene")
    assert status == 2
    assert "expected suites among green, red" in output


def test_the_suites_are_the_targets_that_test(monkeypatch):
    monkeypatch.syspath_prepend(CI)
    from importlib import import_module

    makefile = (CI.parent / "Makefile").read_text()
    declared = {
        word for word in makefile.partition(".PHONY:")[2].splitlines()[0].split() if word.startswith("test")
    }
    suites = import_module("all").SUITES
    assert {suite.name for suite in suites} == declared - {"test-all", "test-times"}
