from __future__ import annotations

import re
from pathlib import Path

import pytest
from playfunc_web.errors import SiteError
from playfunc_web.exported import export, file_of
from playfunc_web.ladder_app import ladder_app
from playfunc_web.ladders.ladders import ladder_named
from web_results import fill_ladder
from web_site import open_test_site


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/ladder/hearts-four", "ladder/hearts-four.html"),
        ("/ladder/hearts?sort=name&page=2", "ladder/hearts.sort-name.page-2.html"),
        ("/game/1/2.jsonl", "game/1/2.jsonl"),
        ("/static/style.css", "static/style.css"),
    ],
)
def test_every_address_has_a_file(address: str, file: str) -> None:
    assert file_of(address) == file


def test_every_link_leads_to_a_file_and_nothing_needs_a_server(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site", "public = true")
    fill_ladder(site, "footsteps", entrants=8, games=4)
    with site.database.writing() as session:
        ladder_named(session, "footsteps").state = "frozen"
    out = tmp_path / "out"
    files = export(ladder_app(site), "/ladder/footsteps", out)
    written = [path for path in out.rglob("*") if path.is_file()]
    assert len(written) == files
    assert (out / "index.html").is_file()
    links = 0
    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        if page.name == "replay.html":
            continue
        assert "<form" not in text
        assert "/login" not in text
        for link in re.findall(r' (?:href|src)="([^"]*)"', text):
            links += 1
            there = link.partition("#")[0]
            assert not there.startswith("/"), (page, link)
            assert not there or (page.parent / there).is_file(), (page, link)
    assert links > 100
    assert list(out.glob("game/*/*/replay.html"))
    assert list(out.glob("versus/*/*.html"))
    site.database.close()


def test_a_page_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    site = open_test_site(tmp_path / "site", "public = true")
    with pytest.raises(SiteError, match=r"the page /ladder/nothing could not be made \(status 404\)"):
        export(ladder_app(site), "/ladder/nothing", tmp_path / "out")
    site.database.close()
