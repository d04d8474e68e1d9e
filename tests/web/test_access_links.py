import itertools
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from playfunc_arena.formats import contest_names
from playfunc_web.access import (
    ANONYMOUS,
    Viewer,
    may_open_game,
    may_remove_bot,
    owns,
    require_admin,
    require_login,
    require_owner,
    require_reader,
    require_staff,
    shown_name,
)
from playfunc_web.database.tables import Entrant, Game, Ladder, Party, Seat
from playfunc_web.errors import ProblemError
from playfunc_web.site import Settings, Site
from web_site import Browser, browser
from web_world import open_world

ADA, BOB = Viewer(1, 1, "ada", "student"), Viewer(2, 2, "bob", "student")
TUTOR, ADMIN = Viewer(3, 3, "tutor", "staff"), Viewer(4, 4, "admin", "admin")


def party(number: int, kind: str = "person", **more: object) -> Party:
    return Party(
        **{"id": number, "kind": kind, "pseudonym": f"p{number}", "name": "", "open_name": False, **more}
    )


def game(*parties: Party) -> Game:
    return Game(seats=[Seat(seat=seat, entrant=Entrant(party=each)) for seat, each in enumerate(parties)])


@pytest.mark.parametrize(
    ("viewer", "state", "public", "mine", "others", "house", "mixed"),
    [
        (ADA, "open", False, True, False, True, False),
        (ADA, "frozen", False, True, True, True, True),
        (ADA, "final", True, True, True, True, True),
        (TUTOR, "open", False, True, True, True, True),
        (ANONYMOUS, "open", False, False, False, False, False),
        (ANONYMOUS, "frozen", False, False, False, False, False),
        (ANONYMOUS, "open", True, False, False, True, False),
        (ANONYMOUS, "final", True, True, True, True, True),
    ],
)
def test_games_open_to_their_players_at_first_and_to_all_after_the_freeze(
    viewer: Viewer, state: str, public: bool, mine: bool, others: bool, house: bool, mixed: bool
) -> None:
    ladder, settings = Ladder(state=state), Settings(public=public)
    ada, bob, eve, basic = party(1), party(2), party(9), party(5, "house")

    def may(*parties: Party) -> bool:
        return may_open_game(viewer, game(*parties), ladder, settings)

    assert (may(ada, bob), may(bob, eve), may(basic, basic), may(bob, basic)) == (mine, others, house, mixed)


@pytest.mark.parametrize(
    ("viewer", "public", "opens"), [(ADA, False, True), (ANONYMOUS, True, True), (ANONYMOUS, False, False)]
)
def test_a_site_may_open_all_games_at_once_to_whoever_reads_its_pages(
    viewer: Viewer, public: bool, opens: bool
) -> None:
    settings = Settings(public=public, open_games=True)
    assert may_open_game(viewer, game(party(2), party(9)), Ladder(state="open"), settings) is opens


def test_a_bot_is_removed_by_its_owner_and_administrators() -> None:
    assert [may_remove_bot(each, 1) for each in (ADA, BOB, TUTOR, ADMIN, ANONYMOUS)] == [
        *(True, False, False, True, False)
    ]
    assert [may_remove_bot(each, None) for each in (ADA, ADMIN, ANONYMOUS)] == [False, True, False]


def test_what_is_private_is_the_owners_alone_and_no_staffs() -> None:
    assert owns(ADA, 1)
    for viewer, number in itertools.product((BOB, TUTOR, ADMIN, ANONYMOUS), (1, 9)):
        assert not owns(viewer, number)


def test_what_is_the_owners_alone_does_not_exist_for_others() -> None:
    require_owner(ADA, 1)
    for viewer in (BOB, TUTOR, ADMIN, ANONYMOUS):
        with pytest.raises(ProblemError) as refused:
            require_owner(viewer, 1)
        assert refused.value.status == 404


def test_each_door_lets_in_whom_it_says() -> None:
    doors = {require_login: (ADA, TUTOR, ADMIN), require_staff: (TUTOR, ADMIN), require_admin: (ADMIN,)}
    for door, let_in in doors.items():
        for viewer in (ANONYMOUS, ADA, TUTOR, ADMIN):
            if viewer in let_in:
                door(viewer)
            else:
                with pytest.raises(ProblemError) as refused:
                    door(viewer)
                assert refused.value.status == (403 if viewer.known else 401)
    require_reader(ANONYMOUS, Settings(public=True))
    with pytest.raises(ProblemError):
        require_reader(ANONYMOUS, Settings())


def test_others_see_a_pseudonym_until_its_owner_says_otherwise() -> None:
    assert shown_name(party(1, name="Ada")) == "p1"
    assert shown_name(party(1, name="Ada", open_name=True)) == "Ada"
    assert shown_name(party(1, open_name=True)) == "p1"
    assert shown_name(party(1, "group", name="blue")) == "p1"
    assert shown_name(party(1, "house", name="basic")) == "basic"
    assert shown_name(party(1, name="Ada", open_name=True, withdrawn=1.0)) == "withdrawn player"


# Every link leads somewhere, whoever follows it.
LINK = re.compile(r'\b(?:href|src|hx-get)="([^"]*)"')
VARYING = re.compile(rf"(?<=/)(?:\w*\d\w*|{'|'.join(contest_names())})(?=/|$)")
"""What tells addresses of one kind apart: numbers, codes of players, and ladders."""

ALIKE = 2
"""Links of one kind that are followed from pages of one kind."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A public one, halfway through a term."""
    world = open_world(tmp_path_factory.mktemp("links") / "site", "public = true\n")
    yield world.site
    world.site.database.close()


@pytest.mark.hardest("root")
@pytest.mark.parametrize("login", [None, "ada", "tutor", "root"])
def test_no_link_within_the_site_is_dead(site: Site, login: str | None) -> None:
    followed, dead = crawled(browser(site, login))
    assert dead == []
    assert len(followed) > 60


def crawled(reader: Browser) -> tuple[set[str], list[str]]:
    """All addresses that were followed from the home page, and those that answer an error, each with a page that links
    it."""
    followed: set[str] = set()
    dead: list[str] = []
    kinds: Counter[tuple[str, str]] = Counter()
    waiting = [("/", "")]
    while waiting:
        address, page = waiting.pop(0)
        kind = (kind_of(page), kind_of(address))
        if address in followed or kinds[kind] == ALIKE:
            continue
        followed.add(address)
        kinds[kind] += 1
        answer = reader.get(address)
        if answer.status_code >= 400:
            dead.append(f"{answer.status_code} {address}, linked by {page}")
        waiting += [(found, address) for found in links(address, answer.headers, answer.text)]
    return followed, dead


def kind_of(address: str) -> str:
    """Such as /player/…"""
    return VARYING.sub("…", urlsplit(address).path)


def links(address: str, headers: Mapping[str, str], text: str) -> list[str]:
    """The links of an answer that stay within the site, without their fragments, each once."""
    found = [headers["location"]] if "location" in headers else []
    if "text/html" in headers.get("content-type", ""):
        found += [unescape(link) for link in LINK.findall(text)]
    whole = (urldefrag(urljoin(address, link)).url for link in found)
    return [link for link in dict.fromkeys(whole) if re.match(r"/(?!/)", link)]
