"""`playfunc lab`: what JupyterLab is started with."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest
from command import one_sentence, run
from playfunc_cli.main import command_line
from typer.testing import CliRunner


class _LabApp:
    started: ClassVar[list[list[str]]] = []

    @classmethod
    def launch_instance(cls, argv: list[str]) -> None:
        cls.started.append(argv)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """The arguments of every JupyterLab that is started in an empty folder with a folder `course`."""
    module = ModuleType("jupyterlab.labapp")
    module.LabApp = _LabApp  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", module)
    monkeypatch.setattr(_LabApp, "started", [])
    (tmp_path / "course").mkdir()
    monkeypatch.chdir(tmp_path)
    return _LabApp.started


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        ([], ["."]),
        (["course"], ["course"]),
        (["course", "--port", "9000", "--no-browser"], ["course", "--port=9000", "--no-browser"]),
        (["--port=9000"], [".", "--port=9000"]),
        (["--ip=0.0.0.0"], [".", "--ip=0.0.0.0"]),
        (
            ["course", "--ip=0.0.0.0", "--ServerApp.token=x"],
            ["course", "--ip=0.0.0.0", "--ServerApp.token=x"],
        ),
        (["--no-browser", "course", "--debug"], ["course", "--no-browser", "--debug"]),
        (["course", "--", "--ip", "0.0.0.0"], ["course", "--ip", "0.0.0.0"]),
    ],
)
def test_a_folder_a_port_and_the_rest_are_passed_on(
    started: list[list[str]], arguments: list[str], passed: list[str]
) -> None:
    done = CliRunner().invoke(command_line(), ["lab", *arguments])
    assert done.exit_code == 0, done.output
    assert started == [passed]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "no folder 'nowhere'" in one_sentence(run("lab", "nowhere", cwd=tmp_path))


def test_a_port_is_a_port(started: list[list[str]]) -> None:
    assert CliRunner().invoke(command_line(), ["lab", "--port", "99999"]).exit_code == 2
    assert started == []


def test_without_jupyterlab_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", None)
    done = CliRunner().invoke(command_line(), ["lab"])
    assert done.exit_code == 2
    assert "pip install 'playfunc[lab]'" in done.stderr
