"""What continuous integration does with tests that are skipped."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

MODULES = {
    "test_marks.py": """
import pytest

@pytest.mark.skip(reason="no ruby")
def test_skipped(): ...

def test_skips():
    pytest.skip("no perl")

@pytest.mark.xfail(reason="known")
def test_expected_to_fail():
    assert False

def test_may_be_skipped():
    pytest.skip("bwrap: No permissions to create a new namespace")

def test_passes(): ...
""",
    "test_module.py": "import pytest\npytest.skip('no java', allow_module_level=True)\n",
}


@pytest.mark.parametrize("ci", [True, False])
def test_a_skip_is_a_failure_in_continuous_integration_alone(tmp_path, ci):
    for name, source in MODULES.items():
        (tmp_path / name).write_text(source)
    environment = {name: text for name, text in os.environ.items() if name != "CI"}
    environment |= {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS / "helpers")])} | (
        {"CI": "true"} if ci else {}
    )
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "conftest",
            "-p",
            "no:cacheprovider",
            "--continue-on-collection-errors",
        ],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == int(ci), run.stdout + run.stderr
    assert "No permissions" not in run.stdout
    for reason in ("no ruby", "no perl", "known", "no java"):
        assert (reason in run.stdout) is ci
    assert "1 passed" in run.stdout


def test_modules_that_come_first_exist(request):
    (ours,) = (p for p in request.config.pluginmanager.get_plugins() if hasattr(p, "COSTLY"))
    assert [name for name in ours.COSTLY if not (TESTS / name).is_file()] == []
