"""What a site asks of a JupyterHub, answered without one: every code is of the person whose name it is, and whoever
comes has access, so that the site alone decides."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fastapi import FastAPI, Request
from live_site import live_app

__all__ = ["stand_in_hub"]


@contextmanager
def stand_in_hub(patch: pytest.MonkeyPatch, service: str) -> Iterator[None]:
    """Until the end, the service's variables name this hub."""
    app = FastAPI()

    @app.post("/hub/api/oauth2/token")
    async def token(request: Request) -> dict[str, str]:
        form = await request.form()
        return {"access_token": str(form["code"])}

    @app.get("/hub/api/user")
    def user(request: Request) -> dict[str, object]:
        name = request.headers["authorization"].removeprefix("token ")
        return {"kind": "user", "name": name, "scopes": [f"access:services!service={service}"]}

    with live_app(app) as address:
        for variable, value in {
            "JUPYTERHUB_API_TOKEN": "secret",
            "JUPYTERHUB_API_URL": f"{address}/hub/api",
            "JUPYTERHUB_CLIENT_ID": f"service-{service}",
            "JUPYTERHUB_SERVICE_NAME": service,
        }.items():
            patch.setenv(variable, value)
        yield
