"""The JupyterHub of docs/hub.md on a machine of its own, with the sites and the course that the page sets up.

Of the page's files only addresses and ports differ, and how people prove who they are: by one password, to JupyterHub's
dummy authenticator.
"""

import re
import secrets
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
from hub_page import DISK, INSTALL, NGSHARE, blocks
from own_machine import OwnMachine, own_machine

PASSWORD = "correct horse"
CONFIG = "/etc/jupyterhub/jupyterhub_config.py"
UNIT = "/etc/systemd/system/jupyterhub.service"
ACCOUNTS = ("ada", "ben", "mia", "grace")
HOSTS = tuple(f"https://{host}.example.edu" for host in ("hub", "ladder", "marking"))
PORTS = ("8000", "8101", "8102", "8103")

TESTS_OWN = """
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{api}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy}"
c.ConfigurableHTTPProxy.command = [{program!r}]
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {password!r}
c.JupyterHub.load_groups["markers"]["users"].append("max")  # not in markers.csv
c.JupyterHub.load_roles.append(
    {{"name": "test", "scopes": ["admin:users", "admin:servers", "tokens"], "services": ["test"]}}
)
for service in c.JupyterHub.services:
    if service["name"] == "ngshare":  # on loopback alone
        service["environment"] = {{"PYTHONPATH": "/srv/loopback"}}
c.JupyterHub.services.append({{"name": "test", "api_token": {token!r}}})
"""
LOOPBACK = """\
from tornado.tcpserver import TCPServer
listen = TCPServer.listen
TCPServer.listen = lambda self, port, address=None, **named: listen(self, port, "127.0.0.1", **named)
"""


@dataclass(frozen=True, slots=True)
class RealHub:
    machine: OwnMachine
    hub: str
    ladder: str
    marking: str
    """Addresses, as those of the page."""
    admin: str
    """The token of the test's own service."""

    def asks(self, token: str = "") -> httpx2.Client:
        """A client of the hub and of people's servers: the test's service, or whoever has the token."""
        headers = {"authorization": f"token {token or self.admin}"}
        return httpx2.Client(base_url=self.hub, headers=headers, timeout=300)

    def token_of(self, user: str) -> str:
        """A token with which a program does what the person may do."""
        with self.asks() as api:
            made = api.post(f"/hub/api/users/{user}/tokens", json={"note": "test"})
        assert made.status_code == 201, made.text
        return str(made.json()["token"])

    def start_server(self, user: str, token: str) -> None:
        """The user's server, started by whoever has the token."""
        with self.asks(token) as api:
            started = api.post(f"/hub/api/users/{user}/server")
            assert started.status_code in (201, 202, 400), started.text  # 400: it runs already
            _wait(
                f"the server of {user}",
                lambda: api.get(f"/hub/api/users/{user}").json()["servers"].get("", {}).get("ready", False),
            )


@contextmanager
def running(folder: Path, exchange: str) -> Iterator[RealHub]:
    """The hub with its sites, a course, and the exchange of this heading."""
    words = ["npm", "install", "--no-audit", "--no-fund", "--silent", "configurable-http-proxy"]
    subprocess.run(words, cwd=folder, check=True)
    token = secrets.token_hex(32)
    here = {name: str(_free_port()) for name in PORTS}
    here |= {host: f"http://127.0.0.1:{here[port]}" for host, port in zip(HOSTS, PORTS, strict=False)}
    own = TESTS_OWN.format(
        api=_free_port(),
        proxy=_free_port(),
        program=str(folder / "node_modules/.bin/configurable-http-proxy"),
        password=PASSWORD,
        token=token,
    )
    with own_machine() as machine:
        machine.shell("".join(f"useradd --create-home --shell /bin/bash {name}\n" for name in ACCOUNTS))
        _follow_page(machine, DISK if exchange == NGSHARE else NGSHARE, here)
        machine.shell("mkdir /srv/loopback")
        machine.write("/srv/loopback/sitecustomize.py", LOOPBACK)
        machine.write(CONFIG, own)
        made = RealHub(machine, *(here[host] for host in HOSTS), token)
        with _started(made, folder / "hub.log"):
            yield made


def _follow_page(machine: OwnMachine, left_out: str, here: Mapping[str, str]) -> None:
    """All that the page has an administrator write and run before the start; what it installs is here."""
    for block in blocks():
        if block.heading in (INSTALL, left_out):
            continue
        for path in block.paths:
            machine.write(
                path, re.sub("|".join(map(re.escape, here)), lambda found: here[found[0]], block.text)
            )
        if block.first == "as root":
            machine.shell(
                "\n".join(line for line in block.text.splitlines() if "/opt/hub/bin/pip" not in line)
            )


@contextmanager
def _started(hub: RealHub, log: Path) -> Iterator[None]:
    unit = hub.machine.path(UNIT).read_text()
    (path,) = re.findall("^Environment=(PATH=.*)$", unit, re.M)
    (words,) = re.findall("^ExecStart=(.*)$", unit, re.M)
    (folder,) = re.findall("^WorkingDirectory=(.*)$", unit, re.M)
    script = f"cd {folder}; exec env -i {path} LANG=C.UTF-8 {words}"
    with log.open("w") as file:
        process = subprocess.Popen(
            hub.machine.command(["sh", "-ec", script]), stdout=file, stderr=subprocess.STDOUT
        )
    try:
        for address in (f"{hub.hub}/hub/health", f"{hub.ladder}/healthz", f"{hub.marking}/healthz"):
            _wait(f"{address}: {log}", lambda address=address: process.poll() is None and _answers(address))
        yield
    finally:
        process.terminate()
        process.wait(60)


def _answers(address: str) -> bool:
    try:
        return httpx2.get(address, timeout=60).status_code == 200
    except httpx2.TransportError:
        return False


def _wait(what: str, ready: Callable[[], bool]) -> None:
    for _ in range(480):
        if ready():
            return
        time.sleep(0.5)
    raise AssertionError(f"{what} is not ready after four minutes")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])
