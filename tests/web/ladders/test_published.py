from __future__ import annotations

from pathlib import Path

from playfunc_arena.marks import measured_contests
from playfunc_web.database.tables import Entry, Pair, Run
from playfunc_web.ladders.ladders import ensure_ladders
from playfunc_web.ladders.published import digest
from playfunc_web.site import Site
from sqlalchemy import select
from web_runs import admit, finished_run
from web_site import open_test_site

PLAYER = """
def play(player_id, position, my_points, their_points, previous):
    return min({bid}, my_points), None
"""


def played(folder: Path, bid: int, seed: int = 1) -> tuple[Site, Run]:
    site = open_test_site(folder)
    with site.database.writing() as session:
        ensure_ladders(session)
        admit(session, "ada", "footsteps", PLAYER.format(bid=bid))
    return site, finished_run(site, "footsteps", seed=seed)


def test_the_digest_is_that_of_what_was_played_alone(tmp_path: Path) -> None:
    digests = []
    for number, (bid, seed) in enumerate([(6, 1), (6, 1), (7, 1), (6, 2)]):
        site, run = played(tmp_path / str(number), bid, seed)
        digests.append(run.digest)
        site.database.close()
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3


def test_house_players_hold_the_scale_and_pairs_are_told_head_to_head(tmp_path: Path) -> None:
    site, run = played(tmp_path / "site", 6)
    marks = measured_contests()["footsteps"].ratings
    with site.database.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.run_id == run.id)).all()
        houses = {entry.entrant.house: entry.rating for entry in entries if entry.entrant.house}
        pairs = session.scalars(select(Pair).where(Pair.run_id == run.id)).all()
    assert houses == {house: marks[house] for house in houses}
    assert {(pair.a, pair.b) for pair in pairs} == {(a, b) for a in range(4) for b in range(a + 1, 4)}
    strong = {entry.entrant.house: entry.place for entry in entries}
    (met,) = [pair for pair in pairs if {pair.a, pair.b} == {strong["basic"], strong["advanced"]}]
    assert (met.mean > 0) == (met.a == strong["advanced"])
    site.database.close()


def test_the_digest_knows_no_order_of_keys() -> None:
    assert digest({"a": 1, "b": [2]}) == digest({"b": [2], "a": 1}) != digest({"a": 1, "b": [3]})
