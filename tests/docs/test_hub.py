"""docs/hub.md: its configuration is whole, and what it installs is what we pin and offer."""

from __future__ import annotations

import re
from pathlib import Path

from traitlets.config import Config

CLONE = Path(__file__).parents[2]
PAGE = (CLONE / "docs" / "hub.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_roles_name_services_and_groups_that_the_configuration_has() -> None:
    config = Config()
    exec(BLOCKS[0], {"c": config})
    hub = config.JupyterHub
    services = {each["name"]: each for each in hub.services}
    assert set(services) == {"ladder", "marking"}
    for name, service in services.items():
        assert service["oauth_client_id"] == f"service-{name}"
        assert service["oauth_redirect_uri"].endswith("/hub/callback")
    reached = {scope for role in hub.load_roles for scope in role["scopes"] if scope.startswith("access:")}
    assert reached == {f"access:services!service={name}" for name in services}
    everybody = next(role for role in hub.load_roles if role["name"] == "user")
    assert "access:services!service=marking" not in everybody["scopes"]
    assert {group for role in hub.load_roles for group in role.get("groups", ())} <= set(hub.load_groups)


def test_what_is_installed_is_offered_and_pinned() -> None:
    pins = (CLONE / "constraints.txt").read_text(encoding="utf-8").splitlines()
    names = {line.partition("==")[0].lower() for line in pins}
    assert {"jupyterhub", "jupyterlab", "nbgrader"} <= names
    project = (CLONE / "pyproject.toml").read_text(encoding="utf-8")
    (extras,) = re.findall(r"playfunc\[([\w,]+)\]", PAGE)
    assert all(re.search(rf"^{extra} = ", project, re.MULTILINE) for extra in extras.split(","))
