"""A JupyterHub on loopback: its dummy authenticator, servers as simple processes, and the ladder as a service."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

__all__ = ["PASSWORD", "RealHub", "free_port", "running"]

PASSWORD = "correct horse"
PROXY = Path("node_modules", ".bin", "configurable-http-proxy")

CONFIG = """
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{api_port}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.ConfigurableHTTPProxy.command = [{proxy!r}]
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {password!r}
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
c.Spawner.cmd = [{python!r}, "-m", "jupyterhub.singleuser"]
c.Spawner.args = ["--allow-root"]
c.JupyterHub.services = [
    dict(
        name="ladder",
        api_token={token!r},
        oauth_client_id="service-ladder",
        oauth_redirect_uri="{site}/hub/callback",
        oauth_no_confirm=True,
    ),
    dict(name="test", api_token={admin!r}),
]
c.JupyterHub.load_roles = [
    dict(name="user", scopes=["self", "access:services!service=ladder"]),
    dict(name="test", scopes=["admin:users", "admin:servers", "tokens", "access:servers"], services=["test"]),
]
"""
"""As docs/ladder.md shows it, and a service through which a test starts servers."""


@dataclass(frozen=True, slots=True)
class RealHub:
    address: str
    variables: dict[str, str]
    """What the ladder is told."""
    admin: str
    """The token of the test's own service."""

    def asks(self) -> httpx2.Client:
        """A client of the hub's API."""
        return httpx2.Client(
            base_url=f"{self.address}/hub/api", headers={"authorization": f"token {self.admin}"}, timeout=60
        )


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


@contextmanager
def running(folder: Path, site: str) -> Iterator[RealHub]:
    """The hub, for a ladder that will be at the address `site`."""
    subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--silent", "configurable-http-proxy"],
        cwd=folder,
        check=True,
    )
    port, api_port, proxy_port = free_port(), free_port(), free_port()
    token, admin = secrets.token_hex(32), secrets.token_hex(32)
    (folder / "homes").mkdir()
    config = folder / "jupyterhub_config.py"
    config.write_text(
        CONFIG.format(
            port=port,
            api_port=api_port,
            proxy_port=proxy_port,
            proxy=str(folder / PROXY),
            password=PASSWORD,
            homes=str(folder / "homes"),
            python=sys.executable,
            token=token,
            admin=admin,
            site=site,
        )
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("JUPYTERHUB")}
    with (folder / "hub.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyterhub", "-f", str(config)],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, process, folder / "hub.log")
            yield RealHub(
                address,
                {
                    "JUPYTERHUB_API_TOKEN": token,
                    "JUPYTERHUB_API_URL": f"http://127.0.0.1:{api_port}/hub/api",
                    "JUPYTERHUB_CLIENT_ID": "service-ladder",
                    "JUPYTERHUB_SERVICE_NAME": "ladder",
                },
                admin,
            )
        finally:
            process.terminate()
            process.wait(30)


def _wait(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        assert process.poll() is None, log.read_text()
        try:
            if httpx2.get(f"{address}/hub/health").status_code == 200:
                return
        except httpx2.TransportError:
            pass
        time.sleep(0.5)
    raise AssertionError(log.read_text())
