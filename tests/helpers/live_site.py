"""A site that answers on loopback, in a thread, as programs meet it."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from playfunc_web.ladder_server import ladder_app
from playfunc_web.site import Site
from starlette.types import ASGIApp


@contextmanager
def live(site: Site, port: int = 0) -> Iterator[str]:
    """The address of the site while it is served; a free port is taken unless one is named."""
    with live_app(ladder_app(site), port) as address:
        yield address


@contextmanager
def live_app(app: ASGIApp, port: int = 0) -> Iterator[str]:
    """The same of any application."""
    listening = socket.create_server(("127.0.0.1", port))
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "the site did not start"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(60)
        listening.close()
