"""Every page of a site whose people wrote whatever they could think of: nothing runs, nothing breaks the layout."""

import json
from collections.abc import Iterator

import pytest
from live_site import live
from nasty import NASTY
from playfunc_web.admission.checks import clean
from playfunc_web.database.tables import (
    Account,
    Admission,
    Audit,
    Job,
    Ladder,
    MeetingGame,
    Party,
    PrivateLog,
    Token,
    Version,
)
from playwright.sync_api import Browser
from sqlalchemy import select, update
from sqlalchemy.orm import undefer
from web_results import HOSTILE
from web_visits import NARROW, PHONE, PUBLIC, entered, opened, overflowing, published, visits_of
from web_world import World, open_world

pytestmark = pytest.mark.browser

PWNED = "<script>window.__pwned = 1</script><img src=x onerror='window.__pwned = 2'><svg onload='window.__pwned = 3'>"
LONG = "M" * 300

VIEWERS = [
    "visitor",
    "ada",
    "root",
    *(pytest.param(viewer, marks=pytest.mark.pages) for viewer in (PUBLIC, "tutor")),
]
"""The first three see every page between them; the others see the same pages again, in `make test-pages`."""

TEXT = clean(
    "\n".join((PWNED, NASTY, LONG, *HOSTILE, "javascript:window.__pwned=4", "</pre></title></textarea>"))
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = open_world(tmp_path_factory.mktemp("world") / "site")
    with made.site.database.writing() as session:
        for number, party in enumerate(session.scalars(select(Party).where(Party.kind != "house"))):
            party.name, party.open_name = (PWNED + LONG, True) if number % 2 else (TEXT[:200], True)
        session.execute(update(Account).values(name=TEXT))
        session.execute(update(Token).values(label=PWNED[:60]))
        session.execute(update(Version).where(Version.kind != "house").values(filename=f"{PWNED}.py"))
        session.execute(update(Version).where(Version.flagged != "").values(flagged=TEXT))
        session.execute(update(Ladder).where(Ladder.name == "footsteps-big").values(title=PWNED + LONG))
        session.execute(update(PrivateLog).values(printed=TEXT, traceback=TEXT))
        for log in session.scalars(select(PrivateLog)):
            log.memories = [json.dumps(TEXT)] * len(log.memories)
        for admission in session.scalars(select(Admission)):
            admission.verdict, admission.findings = TEXT, [["loads", "failed", TEXT], [PWNED, PWNED, PWNED]]
            told = {name: text if name == "position" else TEXT for name, text in admission.private.items()}
            admission.private = told
        for game in session.scalars(select(MeetingGame).options(undefer(MeetingGame.record))):
            game.printed = game.against = TEXT
            record = json.loads(game.record)
            for move in record["moves"]:
                move["memory"] = json.dumps(TEXT)
            record["faults"][0]["reason"] = record["faults"][0]["detail"] = TEXT
            game.record = json.dumps(record)
        session.execute(update(Job).where(Job.state == "failed").values(note=TEXT))
        session.execute(update(Audit).values(action=PWNED, target=TEXT))
    for name in ("news", "contact", "privacy", "accessibility"):
        text = (
            f'# {PWNED}\n\n{TEXT}\n\n[here](javascript:window.__pwned=5) ![x](x" onerror="window.__pwned=6)\n'
        )
        (made.site.folder.path / f"{name}.md").write_text(text, encoding="utf-8")
    yield made
    made.site.database.close()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nothing_runs_and_nothing_is_cut_off(chromium: Browser, world: World, viewer: str) -> None:
    found = {}
    site = published(world.site) if viewer == PUBLIC else world.site
    with live(site) as url, entered(chromium, world, url, viewer) as context:
        shown = opened(context)
        for address in (address for each in visits_of(world, viewer).values() for address in each):
            status = shown.go(address)
            findings = [] if status == 200 else [f"status {status}"]
            for size in (PHONE, NARROW):
                shown.page.set_viewport_size(size)  # type: ignore[arg-type]
                findings += [f"{size['width']} px: {each}" for each in overflowing(shown.page)]
            ran = [frame.url for frame in shown.page.frames if frame.evaluate("window.__pwned") is not None]
            findings += [f"ran in {each}" for each in ran] + shown.troubles
            if findings:
                found[address] = findings
    assert not found
