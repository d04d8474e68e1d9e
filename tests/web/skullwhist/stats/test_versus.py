from __future__ import annotations

import pytest
from whist_pages import Reader, outcomes, tables
from whist_world import World


def test_wins_losses_ties_and_forfeits_with_percentages(world: World, reader: Reader) -> None:
    ada, bob = world.ids["ada"], world.ids["bob"]
    page = reader.page("/stats/versus/by-name/ada/bob/")
    assert tables(page) == tables(reader.page(f"/stats/versus/by-id/{ada}/{bob}/"))
    (_, *rows), (_, *games) = tables(page)
    total = sum(list(outcomes(world.over.values(), ada, bob).values())[:5])
    assert total == len(games) > 2
    for row, (one, other) in zip(rows, ((ada, bob), (bob, ada)), strict=True):
        found = outcomes(world.over.values(), one, other)
        shown = [
            f"{found[name]} {100 * found[name] / total:.1f}%"
            for name in ("wins", "losses", "ties", "forfeits")
        ]
        assert row[1:5] == shown


def test_bots_that_never_met(reader: Reader) -> None:
    assert "have not finished a game" in reader.page("/stats/versus/by-name/ada/deb/")


@pytest.mark.parametrize("path", ["by-name/ada/ada", "by-name/ada/nobody", "by-id/1/1", "by-id/1/99"])
def test_others_do_not_exist(reader: Reader, path: str) -> None:
    reader.page(f"/stats/versus/{path}/", 404)


def test_two_names_lead_to_the_page(reader: Reader) -> None:
    assert "<form" in reader.page("/stats/versus/")
    answered = reader.server.send("GET", "/stats/versus/", query="bot1=ada&bot2=bob")
    assert (answered.status, answered.headers["location"]) == (303, "/stats/versus/by-name/ada/bob/")


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("bot1=ada&bot2=nobody", "no bot called nobody"),
        ("bot1=ada&bot2=", "no bot called (nothing)"),
        ("bot1=ada&bot2=ada", "two different bots"),
        ("bot1=%3Cb%3E&bot2=ada", "no bot called &lt;b&gt;"),
    ],
)
def test_a_name_of_nobody_is_told(reader: Reader, query: str, why: str) -> None:
    assert why in reader.page("/stats/versus/", 422, query)
