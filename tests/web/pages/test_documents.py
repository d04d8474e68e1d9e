import html
import random
import re
from typing import Any

import pytest
from playfunc.games import GAMES
from playfunc.match import Table, play_games
from playfunc.player import FunctionPlayer
from playfunc_web.pages.documents import OWN_TEXTS, TEXTS, own_text
from playfunc_web.site import Site
from web_site import browser

ADDRESS = re.compile(r'href="(/[^"#]*)"')


@pytest.mark.parametrize("name", TEXTS)
def test_every_document_has_a_title_and_no_link_that_leads_nowhere(site: Site, name: str) -> None:
    ada = browser(site, "ada")
    page = ada.get(f"/docs/{name}").text
    assert page.count("<h1>") == 1
    article = page[page.index("<article") : page.index("</article>")]
    for address in set(ADDRESS.findall(article)):
        assert ada.get(address).status_code in (200, 303), address


def test_the_list_names_all_documents(site: Site) -> None:
    page = browser(site, "ada").get("/docs").text
    for name in TEXTS:
        assert f'href="/docs/{name}"' in page


def test_a_document_that_there_is_not_is_not_found(site: Site) -> None:
    for name in ("rules-nope", "nope"):
        assert browser(site, "ada").get(f"/docs/{name}").status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_the_player_on_the_page_of_rules_keeps_the_rules(site: Site, name: str) -> None:
    page = browser(site, "ada").get(f"/docs/rules-{name}").text
    (code,) = re.findall(r"<pre[^>]*><code>(.*?)</code></pre>", page, re.DOTALL)
    functions: dict[str, Any] = {}
    exec(html.unescape(code), functions)
    rules = GAMES[name].rules()
    player = FunctionPlayer(
        {name: functions[name] for name in ("bid", "play") if name in functions}, rules, name="ada"
    )
    rng = random.Random(1)
    tables = [Table(rules.deal(rng), (player,) * rules.seats) for _ in range(100)]
    assert [fault for game in play_games(rules, tables) for fault in game.faults] == []


def test_a_game_without_a_text_is_described_by_itself(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TEXTS, "rules-footsteps")
    page = browser(site, "ada").get("/docs/rules-footsteps").text
    assert "Rules of FootSteps" in page
    assert "cells of the strip" in page


@pytest.mark.parametrize("name", OWN_TEXTS)
def test_a_draft_is_shown_until_staff_write_their_own(site: Site, name: str) -> None:
    told = "This is a draft that came with the site"
    assert own_text(site, name)[1]
    assert told in browser(site, "prof", "staff").get(f"/{name}").text
    assert told not in browser(site, "ada").get(f"/{name}").text
    (site.folder.path / f"{name}.md").write_text("# Our own page\n\nHello <b>all</b>\n", encoding="utf-8")
    page = browser(site, "prof", "staff").get(f"/{name}").text
    assert told not in page
    assert "<h1>Our own page</h1>" in page
    assert "&lt;b&gt;all&lt;/b&gt;" in page
