"""A replay: one page with everything in it, the printed game beneath, and steps that a browser can walk."""

from __future__ import annotations

import dataclasses
import json
import re
from html.parser import HTMLParser

import pytest
from playfunc.games.hearts.show import Replay
from playfunc.games.hearts.show.frames import caption, frames
from playfunc.games.hearts.show.replay import TEXT_LIMIT
from playfunc.record import transcript
from playwright.sync_api import expect

COUNTS = """[".seat .pf-card", ".seat .pf-legal", ".on-table .pf-card"]
    .map((cards) => document.querySelectorAll(cards).length)"""
EDGES = """[...document.querySelectorAll(".seat .pf-card")].map((card) => card.getBoundingClientRect())
    .flatMap((box) => [box.left, box.right])"""


def data_of(document):
    return json.loads(document.split('id="pf-data">')[1].split("</script>")[0])


def tags_of(markup):
    tags = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: tags.append(tag)
    parser.feed(markup)
    return tags


def test_a_replay_prints_as_the_game_does(record):
    game = record("sensible", "sensible")
    assert str(Replay(game)) == transcript(game)


def test_in_a_notebook_it_is_a_frame_with_the_text_beneath(record):
    shown = Replay(record(*["sensible"] * 4))._repr_html_()
    assert tags_of(shown) == ["iframe", "details", "summary", "pre"]
    assert 'title="Replay: Ann, Bob, Cleo, Dai"' in shown
    assert "Points: Ann " in shown.split("</iframe>")[1]


def test_the_page_refers_to_nothing_outside(record):
    document = Replay(record(*["sensible"] * 4)).document()
    assert not re.search(r"(?i)https?:|//cdn|@import|url\(|\bsrc=|\bhref=", document)


def test_what_the_page_draws_is_the_record(record):
    game = record("sensible", "reneging")
    data = data_of(Replay(game, -1, 1).document())
    sequence = frames(game)
    assert data["names"] == ["Ann", "Bob"]
    assert (data["start"], data["bottom"]) == (len(sequence) - 1, 1)
    for drawn, frame in zip(data["frames"], sequence, strict=True):
        assert drawn["hands"] == [[card.text for card in hand] for hand in frame.state.hands]
        assert drawn["legal"] == [card.text for card in frame.legal]
        assert [data["texts"][place] if place is not None else None for place in drawn["memory"]] == list(
            frame.memories
        )
    assert data["frames"][-1]["fault"]["rule"] == "Reneging"
    assert data["frames"][-1]["wrong"] in data["frames"][-1]["hands"][1]


def test_rows_cover_every_step_once(record):
    for policy in ("stop", "forfeit", "substitute"):
        data = data_of(
            Replay(record("sensible", "reneging", "sensible", "sensible", policy=policy)).document()
        )
        covered = [step for row in data["rows"] for step in range(row["from"], row["at"] + 1)]
        assert covered == list(range(1, len(data["frames"])))


def test_long_memories_are_cut(record):
    game = record("sensible", "sensible")
    moves = (dataclasses.replace(game.moves[0], memory="x" * 9000), *game.moves[1:])
    texts = data_of(Replay(dataclasses.replace(game, moves=moves)).document())["texts"]
    assert f"x… ({9000 - TEXT_LIMIT} more characters)" in texts[0]


def test_a_seat_that_is_not_there(record):
    with pytest.raises(ValueError, match=r"no seat 2: choose a seat from 0 to 1"):
        Replay(record("sensible", "sensible"), seat=2)


@pytest.mark.browser
@pytest.mark.parametrize("seats", [2, 4])
def test_stepping_to_the_end_shows_the_final_points(offline_page, record, seats):
    game = record(*["sensible"] * seats)
    offline_page.set_content(Replay(game).document())
    for step, frame in enumerate(frames(game)):
        if step:
            offline_page.click("#next")
        assert offline_page.inner_text("#caption") == caption(frame, game.players)
        assert offline_page.evaluate(COUNTS) == [
            sum(map(len, frame.state.hands)),
            len(frame.legal),
            len(frame.trick),
        ]
    assert offline_page.inner_text("#count") == "52 of 52"
    plates = sorted(offline_page.locator(".plate").all_inner_texts())
    told = zip(game.players, game.scores, strict=True)
    assert [(p.split("\n")[0], p.split("\n")[-1]) for p in plates] == [
        (name, f"{int(points)} point{'s' * (points != 1)}") for name, points in told
    ]


@pytest.mark.browser
def test_the_keyboard_alone_walks_through_the_game(offline_page, record):
    offline_page.set_content(Replay(record(*["sensible"] * 4)).document())
    count = offline_page.locator("#count")
    offline_page.keyboard.press("Tab")
    for key, told in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", 52),
        ("ArrowRight", 52),
        ("Home", 0),
        ("ArrowLeft", 0),
    ]:
        offline_page.keyboard.press(key)
        expect(count).to_have_text(f"{told} of 52")
    offline_page.focus("#slider")
    offline_page.keyboard.press("ArrowRight")
    expect(count).to_have_text("1 of 52")
    offline_page.focus("#next")
    offline_page.keyboard.press("Enter")
    expect(count).to_have_text("2 of 52")


@pytest.mark.browser
def test_tricks_and_slider_lead_to_their_steps(offline_page, record):
    offline_page.set_content(Replay(record(*["sensible"] * 4), start=6).document())
    expect(offline_page.locator("#count")).to_have_text("6 of 52")
    expect(offline_page.locator("#tricks [aria-current=true]")).to_have_attribute(
        "aria-label", re.compile("^Trick 2:")
    )
    offline_page.click("#tricks button:nth-of-type(5)")
    expect(offline_page.locator("#count")).to_have_text("20 of 52")
    offline_page.fill("#slider", "33")
    expect(offline_page.locator("#count")).to_have_text("33 of 52")


@pytest.mark.browser
def test_a_fault_stands_at_its_place(offline_page, record):
    game = record("sensible", "reneging", policy="substitute")
    offline_page.set_content(Replay(game).document())
    at = game.faults[0].at
    fault = offline_page.locator("#fault")
    expect(fault).to_be_hidden()
    offline_page.click("#tricks .fault-row")
    expect(offline_page.locator("#count")).to_have_text(f"{at + 1} of 53")
    expect(fault).to_contain_text(f"Reneging: Bob: {game.faults[0].reason}")
    expect(fault).to_contain_text("legal: ")
    expect(offline_page.locator(".seat .pf-wrong")).to_have_count(1)
    offline_page.click("#next")
    expect(fault).to_be_hidden()


@pytest.mark.browser
def test_memories_can_be_opened(offline_page, record):
    game = record("sensible", "sensible")
    offline_page.set_content(Replay(game).document())
    expect(offline_page.locator("#memories")).to_be_hidden()
    offline_page.click("#next")
    text = offline_page.locator("#memories pre")
    expect(text).to_be_hidden()
    offline_page.click("#memories summary")
    expect(text).to_have_text(game.moves[0].memory)


@pytest.mark.browser
@pytest.mark.parametrize("embed", [False, True])
def test_nothing_a_player_writes_comes_alive(offline_page, record, nasty_text, embed):
    names = [nasty_text.replace("\ud800", "") + str(seat) for seat in range(4)]
    game = record("nasty", "nasty", "crashing", "nasty", names=names)
    assert game.faults[0].error == "PlayerCrash"
    replay = Replay(game)
    if embed:
        offline_page.set_content(replay._repr_html_())
        frame = offline_page.frame_locator("iframe")
    else:
        offline_page.set_content(replay.document())
        frame = offline_page.locator("body")
    frame.locator("#last").click()
    expect(frame.locator("#fault")).to_contain_text("onerror=alert(2)")
    frame.locator("#memories summary").click()
    expect(frame.locator("#memories")).to_contain_text("</script><script>alert(1)")
    assert frame.locator("img").count() == 0
    assert frame.locator("script").count() == 2
    assert offline_page.locator("img").count() == 0


@pytest.mark.browser
def test_markup_that_slipped_through_would_stay_dead(chromium, record):
    document = Replay(record("sensible", "sensible")).document()
    hole = "<script>document.title = 'broken'</script><b onclick=\"document.title = 'broken'\" id=hole>x</b>"
    refused = []
    page = chromium.new_page()
    page.on("console", lambda message: refused.append(message.text))
    page.set_content(document.replace("<main", hole + "<main"))
    page.click("#hole")
    assert page.title() == "Replay: Ann, Bob"
    assert sum("Content Security Policy" in text for text in refused) == 2
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("seats", [2, 4])
def test_a_narrow_page_needs_no_scrolling_sideways(offline_page, record, seats):
    offline_page.set_viewport_size({"width": 500, "height": 760})
    offline_page.set_content(Replay(record(*["sensible"] * seats), start=4).document())
    assert offline_page.evaluate("document.documentElement.scrollWidth") <= 500
    edges = offline_page.evaluate(EDGES)
    assert len(edges) == 2 * 48
    assert 0 <= min(edges) <= max(edges) <= 500


@pytest.mark.browser
def test_notes_stand_with_the_moves_they_are_about(record, offline_page):
    game = record("sensible", "sensible")
    notes = {0: "C2 was forced.", 7: "A <b>dear</b> card."}
    drawn = data_of(Replay(game, notes=notes).document())["frames"]
    assert [frame["note"] for frame in drawn[:9]] == [None, notes[0], *[None] * 6, notes[7]]
    offline_page.set_content(Replay(game, 8, notes=notes).document())
    expect(offline_page.locator("#note")).to_have_text(notes[7])
    offline_page.keyboard.press("ArrowLeft")
    expect(offline_page.locator("#note")).to_have_text("")
    expect(offline_page.locator("#tricks .noted")).to_have_count(2)
    assert data_of(Replay(game).document())["noted"] is False
