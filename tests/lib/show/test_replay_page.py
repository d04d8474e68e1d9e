"""The page of a replay in a browser: steps, lists and charts that lead to each other, and nothing that comes alive."""

import dataclasses
import re

import pytest
from accessibility import accessibility_findings, sideways
from games_on_show import shown_game
from playfunc.games import GAMES
from playfunc.show import replay
from playfunc.show.frames import caption, frames
from playwright.sync_api import expect
from shown_games import played, priced

pytestmark = pytest.mark.browser

COUNTS = """[".pf-hand .pf-card", ".pf-hand .pf-legal", ".pf-trick .pf-card"]
    .map((cards) => document.querySelectorAll(cards).length)"""
EDGES = """[...document.querySelectorAll(".pf-hand .pf-card")].map((card) => card.getBoundingClientRect())
    .flatMap((box) => [box.left, box.right])"""


@pytest.mark.parametrize("seats", [2, 4])
def test_stepping_to_the_end_shows_the_final_points(offline_page, record, seats):
    game = record(*["sensible"] * seats)
    offline_page.set_content(replay(game).document())
    for step, frame in enumerate(frames(game)):
        if step:
            offline_page.click("#next")
        assert offline_page.inner_text("#caption") == caption(game, frame)
        lying = len(frame.state.trick) or (seats if step else 0)
        assert offline_page.evaluate(COUNTS) == [
            sum(map(len, frame.state.hands)),
            len(frame.legal or ()),
            lying,
        ]
    assert offline_page.inner_text("#count") == "52 of 52"
    plates = sorted(offline_page.locator(".pf-plate").all_inner_texts())
    told = zip(game.players, game.scores, strict=True)
    assert [(p.split("\n")[0], p.split("\n")[-1]) for p in plates] == [
        (name, f"{int(points)} point{'s' * (points != 1)}") for name, points in told
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_frame_of_every_game_can_be_drawn(offline_page, name):
    game = played(name)
    offline_page.set_content(replay(game, costs=priced(game)).document())
    for frame in frames(game):
        expect(offline_page.locator("#caption")).to_have_text(caption(game, frame), use_inner_text=True)
        offline_page.keyboard.press("ArrowRight")


def test_the_keyboard_alone_walks_through_the_game(offline_page, record):
    offline_page.set_content(replay(record(*["sensible"] * 4)).document())
    count = offline_page.locator("#count")
    offline_page.keyboard.press("Tab")
    for key, told in [
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("PageDown", 5),
        ("PageDown", 9),
        ("ArrowRight", 10),
        ("PageUp", 9),
        ("PageUp", 5),
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


def test_each_list_is_one_stop_of_the_tab_key_and_arrows_walk_within(offline_page, record):
    offline_page.set_content(replay(record(*["sensible"] * 4), 3).document())
    offline_page.locator("#moves [aria-current=step]").focus()
    offline_page.keyboard.press("ArrowRight")
    focused = offline_page.locator(":focus")
    expect(focused).to_have_attribute("data-at", "4")
    expect(offline_page.locator("#moves [tabindex='0']")).to_have_count(1)
    offline_page.keyboard.press("Tab")
    expect(offline_page.locator("#moves :focus")).to_have_count(0)


def test_moves_and_slider_lead_to_their_steps(offline_page, record):
    offline_page.set_content(replay(record(*["sensible"] * 4), 6).document())
    expect(offline_page.locator("#count")).to_have_text("6 of 52")
    row = offline_page.locator("#moves tr", has=offline_page.locator("[aria-current=step]"))
    expect(row.locator("th")).to_have_text("Trick 2")
    offline_page.click("#moves [data-at='20']")
    expect(offline_page.locator("#count")).to_have_text("20 of 52")
    offline_page.fill("#slider", "33")
    expect(offline_page.locator("#count")).to_have_text("33 of 52")


def test_a_fault_stands_at_its_place(offline_page, record):
    game = record("sensible", "reneging", policy="forfeit")
    offline_page.set_content(replay(game).document())
    at = game.faults[0].at
    fault = offline_page.locator("#fault")
    expect(fault).to_be_hidden()
    offline_page.click("#moves .fault-row")
    expect(offline_page.locator("#count")).to_have_text(f"{at + 1} of {at + 1}")
    expect(fault).to_contain_text(f"Reneging: Bob: {game.faults[0].reason}")
    expect(fault).to_contain_text("legal: ")
    expect(offline_page.locator(".pf-hand .pf-wrong")).to_have_count(1)
    offline_page.click("#previous")
    expect(fault).to_be_hidden()


def test_a_game_may_go_on_after_a_fault(offline_page):
    offline_page.set_content(replay(shown_game("blackjack", crashes=True)).document())
    fault = offline_page.locator("#fault")
    offline_page.click("#moves .fault-row")
    expect(fault).to_contain_text("Crash: Ann")
    offline_page.click("#next")
    expect(fault).to_be_hidden()


def test_memories_can_be_opened(offline_page, record):
    game = record("sensible", "sensible")
    offline_page.set_content(replay(game, owners=[0, 1]).document())
    expect(offline_page.locator("#memories")).to_be_hidden()
    offline_page.click("#next")
    text = offline_page.locator("#memories pre")
    expect(text).to_be_hidden()
    offline_page.click("#memories summary")
    expect(text).to_have_text(game.moves[0].memory)


@pytest.mark.parametrize("embed", [False, True])
def test_nothing_a_player_writes_comes_alive(offline_page, record, nasty_text, embed):
    names = [nasty_text.replace("\ud800", "") + str(seat) for seat in range(4)]
    game = record("nasty", "nasty", "crashing", "nasty", names=names)
    assert game.faults[0].error == "PlayerCrash"
    shown = replay(game, owners=range(4))
    if embed:
        offline_page.set_content(shown._repr_html_())
        frame = offline_page.frame_locator("iframe")
    else:
        offline_page.set_content(shown.document())
        frame = offline_page.locator("body")
    frame.locator("#last").click()
    expect(frame.locator("#fault")).to_contain_text("onerror=alert(2)")
    frame.locator("#memories summary").click()
    expect(frame.locator("#memories")).to_contain_text("</script><script>alert(1)")
    assert frame.locator("img").count() == 0
    assert frame.locator("script").count() == 2
    assert offline_page.locator("img").count() == 0


def test_markup_that_slipped_through_would_stay_dead(chromium, record):
    document = replay(record("sensible", "sensible")).document()
    hole = (
        "<script>document.title = 'broken'</script><style>#hole { color: red; }</style>"
        "<b onclick=\"document.title = 'broken'\" id=hole style='font-size: 99px'>x</b>"
    )
    refused = []
    page = chromium.new_page()
    page.on("console", lambda message: refused.append(message.text))
    page.set_content(document.replace("<main", hole + "<main"))
    page.click("#hole")
    assert page.title() == "Replay: Ann, Bob"
    assert page.evaluate("getComputedStyle(document.getElementById('hole')).color") != "rgb(255, 0, 0)"
    assert page.evaluate("getComputedStyle(document.getElementById('hole')).fontSize") != "99px"
    assert sum("Content Security Policy" in text for text in refused) == 4
    page.close()


@pytest.mark.parametrize("seats", [2, 4])
def test_a_narrow_page_needs_no_scrolling_sideways(offline_page, record, seats):
    offline_page.set_viewport_size({"width": 320, "height": 760})
    game = record(*["sensible"] * seats)
    offline_page.set_content(replay(game, 4, costs=priced(game)).document())
    offline_page.click("#costs summary")
    assert offline_page.evaluate("document.documentElement.scrollWidth") <= 320
    edges = offline_page.evaluate(EDGES)
    assert len(edges) == 2 * 48
    assert 0 <= min(edges) <= max(edges) <= 320


def test_notes_stand_with_the_moves_they_are_about(record, offline_page):
    game = record("sensible", "sensible")
    notes = {0: "C2 was forced.", 7: "A <b>dear</b> card."}
    offline_page.set_content(replay(game, 8, notes=notes).document())
    expect(offline_page.locator("#note")).to_have_text(notes[7])
    offline_page.keyboard.press("ArrowLeft")
    expect(offline_page.locator("#note")).to_have_text("")
    expect(offline_page.locator("#moves .noted")).to_have_count(2)


@pytest.mark.parametrize("name", GAMES)
def test_costs_are_drawn_as_what_they_are_and_lead_to_their_moves(offline_page, name):
    game = played(name)
    costs = priced(game)
    offline_page.set_content(replay(game, costs=costs).document())
    bars = {
        kind: offline_page.locator(".cost-bar", has=offline_page.locator(f".fill.{kind}"))
        for kind in ("exact", "estimate", "unmeasured")
    }
    for bar in bars.values():
        expect(bar).to_have_count(1)
    heights = {kind: bar.locator(".fill").bounding_box()["height"] for kind, bar in bars.items()}
    assert heights["unmeasured"] > heights["exact"] == pytest.approx(heights["estimate"], abs=1)
    expect(bars["estimate"].locator(".whisker")).to_have_count(1)
    expect(bars["estimate"].locator(".behind")).to_have_count(1)
    bars["unmeasured"].click()
    expect(offline_page.locator("#note")).to_contain_text("Too many hands are possible.")
    bars["exact"].click()
    expect(offline_page.locator("#note")).to_contain_text(str(costs[0]))
    offline_page.click("#costs summary")
    expect(offline_page.locator(".cost-table tbody tr")).to_have_count(3)
    expect(offline_page.locator(".cost-table")).to_contain_text("Too many hands are possible.")
    expect(offline_page.locator(".cost-table")).to_contain_text(costs[1].cost)


def test_costly_moves_are_marked_below_the_slider_and_come_one_after_the_other(offline_page, record):
    game = record("sensible", "sensible")
    costs = [dataclasses.replace(cost, lost=1.0 + at, margin=0) for at, cost in enumerate(priced(game)[:2])]
    offline_page.set_content(replay(game, costs=costs).document())
    on, before, count, number = (
        offline_page.locator(f"#{name}") for name in ("costly-on", "costly-back", "count", "costly-count")
    )
    marks = offline_page.locator("#marks span").evaluate_all("all => all.map((one) => one.style.height)")
    assert marks == ["6.5px", "10px"]
    expect(number).to_have_text("2 costly moves")
    offline_page.keyboard.press("c")
    expect(count).to_have_text("1 of 52")
    on.click()
    expect(count).to_have_text("2 of 52")
    expect(number).to_have_text("costly move 2 of 2")
    expect(on).to_have_attribute("aria-disabled", "true")
    before.click()
    offline_page.keyboard.press("Shift+C")
    expect(count).to_have_text("1 of 52")


def test_the_better_card_is_marked_at_a_costly_move(offline_page, record):
    game = record("sensible", "sensible")
    better = next(move.move for move in game.moves[1:] if move.seat == game.moves[0].seat)
    cost = dataclasses.replace(priced(game)[0], best=(better,))
    offline_page.set_content(replay(game, 1, costs=[cost]).document())
    marked = offline_page.locator(".pf-right")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("aria-label", re.compile(", the better card$"))
    offline_page.click("#next")
    expect(marked).to_have_count(0)


def test_a_link_leads_to_a_position(chromium, tmp_path, record):
    file = tmp_path / "game.html"
    file.write_text(replay(record("sensible", "sensible")).document(), encoding="utf-8")
    page = chromium.new_page()
    page.goto(f"{file.as_uri()}#move=17")
    expect(page.locator("#count")).to_have_text("17 of 52")
    page.evaluate("location.hash = '#move=900'")
    expect(page.locator("#count")).to_have_text("52 of 52")
    page.close()


def test_a_chapter_can_be_chosen(offline_page):
    records = [played("footsteps", seed) for seed in (1, 2)]
    offline_page.set_content(replay(records).document())
    offline_page.get_by_role("combobox").select_option(index=1)
    first = len(frames(records[0]))
    expect(offline_page.locator("#count")).to_have_text(re.compile(f"^{first} of "))
    offline_page.locator("#last").click()
    expect(offline_page.get_by_role("combobox")).to_have_value("1")


@pytest.mark.parametrize(("theme", "paper"), [("true", "rgb(255, 255, 255)"), ("false", "rgb(20, 25, 26)")])
def test_a_frame_takes_the_theme_of_its_notebook(chromium, theme, paper):
    page = chromium.new_page(color_scheme="null")
    shown = replay(played("footsteps"))._repr_html_()
    page.set_content(f'<body data-jp-theme-light="{theme}">{shown}</body>')
    page.frame_locator("iframe").locator("#count").wait_for()
    inner = page.frames[1]
    assert inner.evaluate("getComputedStyle(document.documentElement).backgroundColor") == paper
    page.close()


@pytest.mark.pages  # beside tests/browser/test_replays.py, which looks at every table
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", GAMES)
def test_everybody_can_read_it(offline_page, name, scheme):
    game = played(name)
    offline_page.emulate_media(color_scheme=scheme)
    offline_page.set_content(replay(game, costs=priced(game)).document())
    for summary in offline_page.locator("summary:visible").all():
        summary.click()
    for key in ("Home", "c", "End"):
        offline_page.keyboard.press(key)
        assert accessibility_findings(offline_page) == ""
    assert sideways(offline_page.locator("main")) == []


def test_a_game_plays_by_itself_until_a_step_is_chosen(offline_page, record):
    offline_page.clock.install()
    offline_page.set_content(replay(record(*["sensible"] * 4), 48).document())
    play, count = offline_page.locator("#play"), offline_page.locator("#count")
    play.click()
    expect(play).to_have_text("Pause")
    offline_page.clock.run_for(2000)
    expect(count).to_have_text("50 of 52")
    offline_page.click("#previous")
    expect(play).to_have_text("Play")
    offline_page.clock.run_for(5000)
    expect(count).to_have_text("49 of 52")
    offline_page.keyboard.press("p")
    offline_page.clock.run_for(60_000)
    expect(count).to_have_text("52 of 52")
    expect(play).to_have_text("Play")
    play.click()
    expect(count).to_have_text("0 of 52")
