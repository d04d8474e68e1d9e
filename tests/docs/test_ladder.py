"""An administrator who has docs/ladder.md alone: its backup is made, restored and served as it says."""

import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
from pathlib import Path

import pytest
import yaml
from playfunc_web.site import Settings, read_settings
from site_people import play
from web_site import open_test_site

pytestmark = pytest.mark.broad

CLONE = Path(__file__).parents[2]
TEXT = (CLONE / "docs" / "ladder.md").read_text(encoding="utf-8")
PORT = "8001"


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)[1]


def commands(title):
    blocks = re.findall(r"^```sh\n(.*?)^```", section(title), re.MULTILINE | re.DOTALL)
    return [line.split(" #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()]


def argv(command):
    program, *arguments = shlex.split(command)
    assert program == "playfunc"
    return [sys.executable, "-m", "playfunc_cli.main", *arguments]


@pytest.fixture
def site(tmp_path):
    opened = open_test_site(tmp_path / "ladder", 'title = "Tuesday"\n')
    play(opened, "ada", "bob")
    opened.database.close()
    return tmp_path


def test_a_backup_is_rehearsed_from_the_document_alone(site, free_port):
    *first, last = commands("Backup and restore")
    assert [command.split()[1:3] for command in first] == [["serve", "backup"], ["serve", "restore"]]
    for command in first:
        done = subprocess.run(argv(command), cwd=site, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert PORT in last
    command = argv(last.replace(PORT, str(free_port)))
    with subprocess.Popen(command, cwd=site, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert str(free_port) in server.stdout.readline()
            for _ in range(100):
                try:
                    answer = urllib.request.urlopen(f"http://127.0.0.1:{free_port}/login", timeout=10)
                    break
                except OSError:
                    time.sleep(0.2)
            assert "Tuesday" in answer.read().decode()
        finally:
            server.terminate()
            server.wait(60)
    assert server.returncode in (0, -signal.SIGTERM)


def test_the_settings_that_it_shows_are_settings(tmp_path):
    block = re.search(r"```toml\n(.*?)```", section("Start"), re.DOTALL)[1]
    (tmp_path / "site.toml").write_text(block, encoding="utf-8")
    shown = tomllib.loads(block)
    read = read_settings(tmp_path / "site.toml")
    assert read.title == shown["title"] == "Hearts 2026"
    for group in ("limits", "retention"):
        for name, value in shown[group].items():
            assert getattr(getattr(Settings(), group), name) == value, "what is shown there are the defaults"


def test_the_doctor_it_shows_runs(site):
    command = next(line for line in commands("Start") if "doctor" in line)
    (site / "course").mkdir()
    (site / "course" / "nbgrader_config.py").write_text("")
    there = command.replace("/srv/course", str(site / "course"))
    done = subprocess.run(argv(there), cwd=site, capture_output=True, text=True, check=False)
    assert "The site in ladder:" in done.stdout, done.stderr
    assert "is at the newest revision" in done.stdout


def test_every_file_that_it_links_is_there():
    links = re.findall(r"\]\(([\w./-]+)\)", TEXT)
    assert {"deploy/nginx.conf", "deploy/playfunc-ladder.service", "deploy/kubernetes.yaml"} <= set(links)
    assert [link for link in links if not (CLONE / "docs" / link).is_file()] == []


def deploy(name):
    return (CLONE / "docs" / "deploy" / name).read_text(encoding="utf-8")


def test_an_image_holds_the_wheel_and_nothing_else_of_a_clone():
    """What one layer copied and a later one deleted stays in the image: solutions, and a course's secret."""
    copied = [line.split()[1:-1] for line in deploy("Containerfile").splitlines() if line.startswith("COPY")]
    assert copied == [["constraints.txt", "dist/playfunc-*.whl"]]


def test_the_manifests_fit_each_other_and_the_image():
    claim, deployment, service = yaml.safe_load_all(deploy("kubernetes.yaml"))
    pod = deployment["spec"]["template"]
    (container,) = pod["spec"]["containers"]
    assert deployment["spec"]["replicas"] == 1
    assert pod["metadata"]["labels"] == service["spec"]["selector"]
    assert pod["spec"]["volumes"][0]["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    user, image = pod["spec"]["securityContext"]["runAsUser"], deploy("Containerfile")
    assert f"--uid {user} " in image
    assert container["volumeMounts"][0]["mountPath"] in image
    assert f"EXPOSE {container['ports'][0]['containerPort']}" in image
    assert "httpGet" not in container["readinessProbe"], (
        "pages that tell of a full disk are shown while it is full"
    )


def test_a_proxy_passes_on_what_forms_are_checked_by():
    """A form's Origin has the port, so the Host that it is compared with has it too."""
    assert re.search(r"proxy_set_header Host +\$http_host;", deploy("nginx.conf"))
    assert all("/metrics" in deploy(name) for name in ("nginx.conf", "Caddyfile"))


def test_units_and_document_name_the_same_folder_and_program():
    for name in ("playfunc-ladder.service", "playfunc-ladder-backup.service", "playfunc-skullwhist.service"):
        assert "/opt/playfunc/bin/playfunc serve" in deploy(name)
        assert "/var/lib/playfunc-ladder/site" in deploy(name)
    for name in ("ladder", "skullwhist", "marking"):
        port = re.search(r"ListenStream=127.0.0.1:(\d+)", deploy(f"playfunc-{name}.socket"))[1]
        assert f"--port {port}\n" in deploy(f"playfunc-{name}.service")
        assert f"Wants=playfunc-{name}.socket" in deploy(f"playfunc-{name}.service")
    told = section("Run it as a service")
    assert "/var/lib/playfunc-ladder/site" in told
    assert "python3 -m venv /opt/playfunc" in told
