from __future__ import annotations

from playfunc_web.site import Site
from private_run import LADDER, PRIVATE
from web_site import account, browser


def test_a_player_is_known_by_its_code_and_shown_as_it_chose(site: Site, codes: dict[str, str]) -> None:
    eve = browser(site, "eve")
    told = eve.get(f"/api/v1/players/{codes['ada']}")
    assert not [secret for secret in PRIVATE if secret in told.text]
    ada = told.json()
    assert (ada["ladder"], ada["kind"], ada["active_version"]) == (LADDER, "player", 1)
    assert [(row["run"], row["rank"], row["rating"]["value"]) for row in ada["results"]] == [(1, 1, 100.0)]
    with site.database.writing() as session:
        session.merge(account(site, "ada")).party.open_name = True
    assert eve.get(f"/api/v1/players/{codes['ada']}").json()["name"] == "PRIVATE-NAME ada"
    with site.database.writing() as session:
        session.merge(account(site, "ada")).party.withdrawn = 1.0
    assert eve.get(f"/api/v1/players/{codes['ada']}").json()["name"] == "withdrawn player"


def test_head_to_head_is_seen_from_both_sides(site: Site, codes: dict[str, str]) -> None:
    eve = browser(site, "eve")
    one = eve.get(f"/api/v1/players/{codes['ada']}/versus/{codes['bob']}").json()
    other = eve.get(f"/api/v1/players/{codes['bob']}/versus/{codes['ada']}?run=1").json()
    assert (one["run"], one["deals"], one["mean"], one["half_width"]) == (1, 5, 1.5, None)
    assert other["mean"] == -1.5


def test_players_that_never_met_have_no_head_to_head(site: Site, codes: dict[str, str]) -> None:
    eve = browser(site, "eve")
    itself = eve.get(f"/api/v1/players/{codes['ada']}/versus/{codes['ada']}")
    assert (itself.status_code, itself.json()["title"]) == (404, "Never met")
    assert eve.get(f"/api/v1/players/{codes['ada']}/versus/{codes['bob']}?run=2").status_code == 409
    assert eve.get(f"/api/v1/players/{codes['ada']}/versus/nobody").status_code == 404
