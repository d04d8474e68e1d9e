"""What is somebody's alone is nowhere for others: every private text is planted, and every address read."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playfunc_web.database.tables import Account, Admission, Job, Party, PrivateLog, Token, Version
from playfunc_web.pages import game
from playfunc_web.pages.game import Reviews
from playfunc_web.site import Site
from sqlalchemy import select, update
from web_results import OWNER_SECRETS
from web_routes import pages
from web_site import Browser, browser
from web_world import ROLES, World, open_world

WORD = "PLANTED"
"""Begins every text that is planted; after it stands in which column."""

TIME = 98765.4321
"""Every time of Ada's moves."""

ADDRESS = re.compile(r'(?:href|src|action|hx-get)="([^"]*)"')
MOST = 600
"""Addresses that a crawl opens."""

ALIKE = [2, pytest.param(12, marks=pytest.mark.long)]
"""Of these, those that differ by numbers, codes and values alone."""

pytestmark = pytest.mark.parametrize("alike", ALIKE)


@pytest.fixture(scope="module", autouse=True)
def no_reviews() -> Iterator[None]:
    """At the start: all tests here open the same games, which are priced once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "REVIEWS", Reviews())
        yield


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    made = open_world(tmp_path_factory.mktemp("world") / "site")
    plant(made.site)
    yield made
    made.site.database.close()


def plant(site: Site) -> None:
    """Put a text of its own into every column that holds what is Ada's alone."""
    with site.database.writing() as session:
        ada = session.scalars(select(Account).where(Account.login == "ada")).one()
        ada.name = f"{WORD}-account-name"
        ada.party.name = f"{WORD}-party-name"
        session.execute(update(Token).where(Token.account_id == ada.id).values(label=f"{WORD}-token"))
        own = [version.id for entrant in ada.party.entrants for version in entrant.versions]
        for version in session.scalars(select(Version).where(Version.id.in_(own))):
            version.filename = f"{WORD}-filename.py"
            version.source = f"# {WORD}-source\n".encode()
            admission = session.get(Admission, version.id)
            if admission is not None:
                admission.verdict = f"{WORD}-verdict"
                admission.findings = [["loads", "failed", f"{WORD}-finding"]]
                admission.private = {name: f"{WORD}-{name}" for name in (*admission.private, "printed")}
        for log in session.scalars(select(PrivateLog).where(PrivateLog.version_id.in_(own))):
            log.times_ms = [TIME] * len(log.times_ms)
        flagged = f"{WORD}-flagged"
        session.execute(update(Version).where(Version.flagged != "").values(flagged=flagged))
        session.execute(update(Job).where(Job.state == "failed").values(note=f"{WORD}-note"))
        closed = session.scalars(
            select(Party).where(Party.kind == "person", Party.open_name.is_(False), ~Party.accounts.any())
        )
        for party in closed:
            party.name = party.name or f"{WORD}-closed-name"


def crawled(reader: Browser, world: World, alike: int) -> dict[str, str]:
    """Everything that the reader gets, from all known addresses on, by address; `alike` of one shape at most."""
    texts: dict[str, str] = {}
    opened: Counter[str] = Counter()
    known = {address for address, _ in pages(world).values()}
    waiting = [*known]
    while waiting and len(texts) < MOST:
        address = waiting.pop()
        if address in texts or address.startswith("/static/"):
            continue
        opened[shape(address)] += 1
        if opened[shape(address)] > alike and address not in known:
            continue
        answer = reader.get(address)
        kind = answer.headers.get("content-type", "")
        texts[address] = answer.text + str(dict(answer.headers))
        if "text/html" in kind:
            found = (urldefrag(urljoin(address, unescape(each)))[0] for each in ADDRESS.findall(answer.text))
            waiting += [each for each in found if not urlsplit(each).netloc and each.startswith("/")]
    return texts


def shape(address: str) -> str:
    """The address without numbers, codes and values."""
    path, _, query = address.partition("?")
    return (
        re.sub(r"[^/]*\d[^/]*", "#", path)
        + "?"
        + "&".join(each.partition("=")[0] for each in query.split("&"))
    )


def leaks(texts: dict[str, str], allowed: tuple[str, ...] = ()) -> dict[str, list[str]]:
    """Address → what is private and stands there."""
    wanted = [f"{WORD}-[a-z-]+", *map(re.escape, OWNER_SECRETS), re.escape(str(TIME))[:7]]
    pattern = re.compile("|".join(wanted))
    found = {address: sorted(set(pattern.findall(text)) - set(allowed)) for address, text in texts.items()}
    return {address: each for address, each in found.items() if each}


def test_the_owner_finds_everything_that_was_planted(world: World, alike: int) -> None:
    texts = crawled(browser(world.site, "ada"), world, alike)
    found = {each for words in leaks(texts).values() for each in words}
    assert {
        f"{WORD}-{part}" for part in ("party-name", "token", "filename", "source", "verdict", "printed")
    } <= found
    assert set(OWNER_SECRETS) <= found
    assert str(TIME)[:5] in " ".join(found)


@pytest.mark.hardest("bob-", "root-")
@pytest.mark.parametrize("viewer", ["bob", "tutor", "root"])
@pytest.mark.parametrize("state", ["open", "final"])
def test_nobody_else_reads_what_is_somebodys_alone(world: World, viewer: str, state: str, alike: int) -> None:
    """Before the freeze, and after it, when all games may be opened."""
    for_staff = (f"{WORD}-flagged", f"{WORD}-note") if viewer != "bob" else ()
    with world.site.database.writing() as session:
        for party in session.scalars(select(Party).where(Party.accounts.any(Account.login == "ada"))):
            for entrant in party.entrants:
                entrant.ladder.state = state
    texts = crawled(browser(world.site, viewer, ROLES[viewer]), world, alike)
    assert len(texts) > 100
    # The table of accounts names everybody, so that staff find a person; no other page does.
    named = {"/staff": [f"{WORD}-account-name"]} if viewer != "bob" else {}
    assert leaks(texts, for_staff) == named


def test_a_visitor_of_a_public_site_reads_nothing_private(world: World, alike: int) -> None:
    settings = dataclasses.replace(world.site.settings, public=True)
    public = dataclasses.replace(world.site, folder=dataclasses.replace(world.site.folder, settings=settings))
    texts = crawled(browser(public), world, alike)
    assert len(texts) > 100
    assert leaks(texts) == {}
