"""The commands of docs/cluster.md, run as they stand there but for the port: a class is marked through a scheduler."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from course_fixture import CAUTIOUS, RENEGES, hand_in, make_course
from dask_cluster import end, free_port, reached

PAGE = (Path(__file__).parents[2] / "docs" / "cluster.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PLAIN, CERTIFICATE, ENCRYPTED, SLURM = BLOCKS
PROGRAMS = Path(sys.executable).parent


def test_what_is_installed_are_extras_of_ours() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    named = re.search(r"playfunc\[(.*)\]", PLAIN.splitlines()[0])
    assert named is not None
    assert all(re.search(rf"^{extra} = ", project, re.MULTILINE) for extra in named[1].split(","))


def test_each_command_finds_the_keys_in_a_terminal_of_its_own() -> None:
    lines = ENCRYPTED.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("DASK_CONFIG=cluster.yaml ") for line in lines)


def test_slurm_s_workers_are_used_as_any_others() -> None:
    """By the port that the script opens, and the same command; dask-jobqueue itself is no dependency of ours."""
    script = (Path(__file__).parents[2] / "docs/deploy/slurm.py").read_text(encoding="utf-8")
    assert '"port": 8786' in script
    assert SLURM.splitlines()[1].startswith(ENCRYPTED.splitlines()[2])


def test_the_pods_do_what_the_page_says_of_scheduler_and_workers() -> None:
    file = Path(__file__).parents[2] / "docs/deploy/dask-kubernetes.yaml"
    spec = yaml.safe_load(file.read_text(encoding="utf-8"))["spec"]
    pods = {name: spec[name]["spec"] for name in ("scheduler", "worker")}
    for name, pod in pods.items():
        (container,) = pod["containers"]
        assert container["command"] == ["dask", name]
        assert {"name": "DASK_CONFIG", "value": "cluster.yaml"} in container["env"]
        assert container["workingDir"] == container["volumeMounts"][0]["mountPath"]
        assert f"create secret generic {pod['volumes'][0]['secret']['secretName']} " in PAGE
        assert f"--tag {container['image']} " in PAGE
    assert "--nthreads=1" in pods["worker"]["containers"][0]["args"]
    assert "tls://marking-scheduler:8786" in pods["worker"]["containers"][0]["args"]
    assert "service/marking-scheduler 8786" in PAGE
    assert spec["scheduler"]["service"]["selector"]["dask.org/cluster-name"] == "marking"


@pytest.mark.cluster
@pytest.mark.parametrize("encrypted", [False, True])
def test_a_class_is_marked_as_the_page_says(encrypted: bool, tmp_path: Path) -> None:
    course = make_course(tmp_path / "mycourse")
    for student, source in (("ann", CAUTIOUS), ("bob", RENEGES)):
        hand_in(course, student, source)
    environment = {**os.environ, "PATH": f"{PROGRAMS}:{os.environ['PATH']}"}
    lines = PLAIN.splitlines()[1:]
    if encrypted:
        (settings,) = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
        (tmp_path / "cluster.yaml").write_text(settings)
        subprocess.run(CERTIFICATE, shell=True, cwd=tmp_path, check=True, capture_output=True)
        lines = ENCRYPTED.splitlines()
    port = free_port()
    scheduler, worker, grade = (line.replace("8786", str(port)) for line in lines)
    started = []
    try:
        for line in (scheduler, worker):
            started.append(
                subprocess.Popen(
                    f"exec env {line}", shell=True, cwd=tmp_path, env=environment, stderr=subprocess.DEVNULL
                )
            )
            reached(port)
        done = subprocess.run(
            grade, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        for _ in range(60):
            if "has no workers" not in done.stderr:
                break
            done = subprocess.run(
                grade, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True
            )
    finally:
        for process in started:
            end(process.pid)
            process.wait()
    assert done.returncode == 0, done.stdout + done.stderr
    assert len([*course.root.glob("marks/hearts/*/mark.json")]) == 2
