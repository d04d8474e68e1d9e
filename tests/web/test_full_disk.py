"""A site on a disk that is really full: it refuses in a sentence, loses nothing acknowledged, and goes on."""

import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import killing
import pytest
from playfunc_web.database.tables import Token
from playfunc_web.http.viewer import COOKIE
from playfunc_web.site import Site
from small_disk import fill, small_disk
from sqlalchemy import func, select
from uploaded import eventually, stands, unfinished
from web_players import steps
from web_server import Served, session_of, upload
from web_site import OWN_PAGE, open_test_site
from witness import watch

MEGABYTES = 64
BANNER = "Uploads are not accepted at the moment: the database cannot store them."

pytestmark = pytest.mark.sqlite  # PostgreSQL's data lies on another disk


@pytest.mark.long
def test_a_site_on_a_full_disk_refuses_says_so_loses_nothing_and_goes_on(tmp_path: Path) -> None:
    probe = tmp_path / "probe"
    probe.mkdir()
    if not killing.succeeds(lambda: small_disk(probe)):
        pytest.skip("this user may not make a small disk of its own: no mount namespaces here")
    assert killing.succeeds(lambda: on_a_full_disk(probe))


def on_a_full_disk(disk: Path) -> None:
    small_disk(disk, MEGABYTES)
    site = open_test_site(disk / "site", "[limits]\nwaiting_an_entrant = 10\n")
    watch(site.database)
    session = session_of(site, "ada")
    with Served(site.folder.path) as server:
        acknowledged = {upload(server.url, session, steps(n), "footsteps"): steps(n) for n in range(3)}
        assert "" not in acknowledged
        fill(disk / "filler")
        refuses(server.url, session)
        tokens = made_tokens(site)
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        refuses_to_start(site)
        (disk / "filler").unlink()
        server.start()
        acknowledged[upload(server.url, session, steps(3), "footsteps")] = steps(3)
        assert "" not in acknowledged
        eventually(lambda: not unfinished(site))
        page = httpx2.get(f"{server.url}/status", cookies={COOKIE: session})
        assert (page.status_code, BANNER in page.text) == (200, False)
    stands(site, acknowledged)
    assert made_tokens(site) == tokens


def refuses(url: str, session: str) -> None:
    form = {"ladder": "footsteps", "label": "x" * 60}
    named = {"cookies": {COOKIE: session}, "headers": OWN_PAGE, "timeout": 60}
    files = {"file": ("player.py", steps(9))}
    refused = httpx2.post(f"{url}/upload", data=form, files=files, **named)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "60")
    assert BANNER in refused.text
    written = 0
    while httpx2.post(f"{url}/account/tokens", data=form, **named).status_code == 200:
        written += 1
        assert written < 100, "a full disk takes everything"
    for address in ("/", "/ladder/footsteps", "/upload", "/status"):
        page = httpx2.get(f"{url}{address}", **named)
        assert (page.status_code, BANNER in page.text) == (200, True), address
    eventually(
        lambda: httpx2.get(f"{url}/healthz", timeout=60).status_code == 503
    )  # looked up every few seconds


def refuses_to_start(site: Site) -> None:
    command = [sys.executable, "-m", "playfunc_cli.main", "serve", "ladder", str(site.folder.path)]
    done = subprocess.run([*command, "--port", "1"], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert "the database takes nothing at present" in done.stderr


def made_tokens(site: Site) -> int:
    with site.database.reading() as session:
        return session.scalar(select(func.count()).select_from(Token)) or 0
