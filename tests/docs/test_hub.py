"""docs/hub.md: its configuration is whole, and what it installs is pinned and offered. `make test-hub` follows it."""

import re
from pathlib import Path

import pytest
from hub_page import DISK, NGSHARE, PAGE, blocks
from traitlets.config import Config

CLONE = Path(__file__).parents[2]


def configured(exchange: str) -> Config:
    """What jupyterhub_config.py sets with this kind of exchange."""
    config = Config()
    left_out = ({DISK, NGSHARE} - {exchange}).pop()
    for block in blocks():
        if block.heading != left_out and "/etc/jupyterhub/jupyterhub_config.py" in block.paths:
            exec(block.text, {"c": config})
    return config


@pytest.mark.parametrize(("exchange", "more"), [(DISK, set()), (NGSHARE, {"ngshare"})])
def test_roles_name_services_and_groups_that_the_configuration_has(exchange: str, more: set[str]) -> None:
    hub = configured(exchange).JupyterHub
    services = {each["name"]: each for each in hub.services}
    assert set(services) == {"ladder", "marking"} | more
    assert len({each["user"] for each in services.values()}) == len(services)
    reached = {
        scope for role in hub.load_roles for scope in role["scopes"] if scope.startswith("access:serv")
    }
    own_pages = {f"access:services!service={name}" for name in ("ladder", "marking")}
    assert reached == own_pages | {"access:servers!user=course"}
    assert {group for role in hub.load_roles for group in role["groups"]} <= set(hub.load_groups)
    (markers,) = (role for role in hub.load_roles if "access:services!service=marking" in role["scopes"])
    assert markers["groups"] == ["markers", "instructors"]


def test_all_parts_are_told_the_same_addresses() -> None:
    hub = configured(DISK).JupyterHub
    sites = {path: block.text for block in blocks() for path in block.paths if path.endswith("site.toml")}
    for service in hub.services:
        (command,) = (word for word in service["command"] if word.startswith(("/srv/", "/home/")))
        text = next(text for path, text in sites.items() if path.startswith(command))
        (base,) = re.findall('base_url = "(.*)"', text)
        assert service["oauth_redirect_uri"] == f"{base}/hub/callback"


def test_what_is_installed_is_offered_and_pinned() -> None:
    pins = (CLONE / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in pins)
    assert {"jupyterhub", "jupyterlab", "nbgrader", "ngshare_exchange"} <= pinned.keys()
    assert f"version {pinned['ngshare_exchange']} works with\nnbgrader {pinned['nbgrader']}" in PAGE
    assert f"jupyterhub=={pinned['jupyterhub']}" in PAGE
    project = (CLONE / "pyproject.toml").read_text(encoding="utf-8")
    (extras,) = re.findall(r"whl\)\[([\w,]+)\]", PAGE)
    assert all(re.search(rf"^{extra} = ", project, re.MULTILINE) for extra in extras.split(","))
