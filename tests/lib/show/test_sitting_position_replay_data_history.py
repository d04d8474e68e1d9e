"""A game that a person and players sit down to: it goes on, goes back, and begins in the middle."""

import json
import random
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from playfunc import DECK, Card, FunctionPlayer
from playfunc.errors import IllegalMoveError
from playfunc.games import GAMES
from playfunc.match import play_game
from playfunc.record import replay
from playfunc.show import Measured, Position, history_plot
from playfunc.show.frames import frames
from playfunc.show.markup import asset, card_html
from playfunc.show.replay_data import chapter_titles, replay_data, sentences
from playfunc.show.sitting import begin, begin_at
from playfunc.show.tricks import HUMAN
from playfunc.statistics import Interval
from playfunc_opponents import opponent, weakest_at
from shown_games import played, priced

EVERY = sorted(GAMES.usable())


def sitting_of(game, people=(0,), seed=1):
    rules = GAMES[game].table(2)
    other = opponent(rules, weakest_at(rules))
    seated = [None if seat in people else other for seat in range(2)]
    return begin(rules, rules.deal(random.Random(seed)), seated).go_on()


def moved(sitting, rng):
    moves = {}
    for seat in sitting.turn:
        legal = list(sitting.rules.legal(sitting.rules.view(sitting.state, seat)))[:30]
        moves[seat] = sitting.rules.projection.move_text(rng.choice(legal))
    return sitting.play(moves)


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("people", [(0,), (1,), (0, 1)])
def test_a_whole_game_is_a_record_that_replays(game, people):
    sitting, rng = sitting_of(game, people), random.Random(3)
    while not sitting.over:
        assert set(sitting.turn) <= set(people)
        sitting = moved(sitting, rng)
    assert sitting.record.scores == tuple(sitting.rules.scores(replay(sitting.record)))
    assert sitting.state == replay(sitting.record)
    assert sitting.now.made == len(sitting.record.moves)
    assert all(move.memory is None for move in sitting.record.moves if move.seat in people)


@pytest.mark.parametrize("game", EVERY)
def test_going_back_leads_to_the_same_position_as_before(game):
    sitting, rng, seen = sitting_of(game), random.Random(4), []
    while not sitting.over and len(seen) < 6:
        seen.append(sitting)
        sitting = moved(sitting, rng)
    for before in reversed(seen):
        sitting = sitting.undone()
        assert (sitting.state, sitting.now, sitting.record) == (before.state, before.now, before.record)
    assert not sitting.can_undo
    with pytest.raises(ValueError, match="no move 99"):
        sitting.back_to(99)


@pytest.mark.parametrize("game", EVERY)
def test_a_recorded_game_goes_on_from_its_middle_as_it_went(game):
    rules = GAMES[game].table(2)
    players = [opponent(rules, weakest_at(rules), key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(random.Random(5)), players)
    middle = len(record.moves) // 2
    sitting = begin_at(record, middle, players).go_on()
    assert sitting.record.moves == record.moves
    assert sitting.record.scores == record.scores


def test_players_are_asked_once_for_each_question_and_named_before():
    rules, asked, named = GAMES["hearts"].table(2), [], []

    def play(player_id, hand, trick, previous):
        asked.append(len(hand))
        from playfunc_opponents.hearts import basic

        return basic.play(player_id, hand, trick, previous)

    sitting = begin(rules, rules.deal(random.Random(1)), [None, FunctionPlayer(play, rules, name="slow")])
    sitting = sitting.go_on(named.append)
    for _ in range(3):
        [card, *_] = rules.legal(rules.view(sitting.state, 0))
        after = sitting.play({0: card.text}, named.append)
    assert len(asked) == len(set(asked)) == len(named)
    assert set(named) == {"slow"}
    assert after.names == (HUMAN, "slow")


def test_a_fault_stops_the_game_and_can_be_undone():
    rules = GAMES["footsteps"].table(2)
    sitting = begin(
        rules, rules.deal(random.Random(1)), [None, FunctionPlayer(lambda *_: (99, None), rules, name="wild")]
    )
    after = sitting.go_on().play({0: "5"})
    assert after.over
    assert after.fault.seat == 1
    assert "99" in after.fault.reason
    assert not after.undone().over


def test_what_is_not_allowed_is_refused_and_changes_nothing():
    sitting = sitting_of("hearts")
    rules, view = sitting.rules, sitting.rules.view(sitting.state, 0)
    wrong = next(card for card in view.hand if card not in rules.legal(view))
    with pytest.raises(IllegalMoveError):
        sitting.play({0: wrong.text})
    with pytest.raises(ValueError, match="not your turn"):
        sitting.play({1: "C2"})
    with pytest.raises(ValueError, match="takes 2 players, got 1"):
        begin(rules, sitting.state, [None])


# A drawn position says in text and in picture what was held, legal and played.
HAND = [Card(text) for text in ("H9", "C4", "SQ", "CK")]
TRICK = ((Card("C5"), "Ann"), (Card("CQ"), "Bob"))
LEGAL = [Card("C4"), Card("CK")]


def test_as_text_with_a_wrong_card():
    position = Position(HAND, TRICK, LEGAL, played=Card("H9"), title="Follow suit", message="Reneging: …")
    assert str(position) == (
        "Follow suit\n"
        "  trick:  C5 by Ann, CQ by Bob\n"
        "  hand:   C4 CK SQ H9\n"
        "  legal:  C4 CK\n"
        "  played: H9, not legal\n"
        "Reneging: …"
    )
    assert position.wrong


def test_as_text_on_the_lead():
    position = Position(HAND, (), LEGAL)
    assert str(position) == "  trick:  (to lead)\n  hand:   C4 CK SQ H9\n  legal:  C4 CK"
    assert not position.wrong
    assert "this player leads" in position._repr_html_()


@pytest.mark.browser
@pytest.mark.parametrize(
    ("played", "marks"),
    [
        (None, ["legal", "legal", "dim", "dim"]),
        ("C4", ["right", "legal", "dim", "dim"]),
        ("H9", ["legal", "legal", "dim", "wrong"]),
        ("S2", ["legal", "legal", "dim", "dim"]),
    ],
)
def test_the_picture_marks_each_card(offline_page, played, marks):
    position = Position(HAND, TRICK, LEGAL, played=Card(played) if played else None)
    offline_page.set_content(position._repr_html_())
    drawn = offline_page.locator(".pf-row .pf-card")
    assert [
        classes.split("pf-")[-1] for classes in drawn.evaluate_all("cards => cards.map(c => c.className)")
    ] == marks
    labels = drawn.evaluate_all("cards => cards.map(c => c.getAttribute('aria-label').split(',')[0])")
    assert labels == ["4 of clubs", "king of clubs", "queen of spades", "9 of hearts"]
    assert ("not in the hand" in offline_page.inner_text("body")) == (played == "S2")


@pytest.mark.browser
def test_no_text_in_it_comes_alive(offline_page, nasty_text):
    trick = ((Card("C5"), nasty_text), (Card("CQ"), f"</style>{nasty_text}"))
    position = Position(HAND, trick, LEGAL, played=Card("H9"), title=nasty_text, message=nasty_text)
    offline_page.set_content(position._repr_html_())
    assert offline_page.locator("img, script").count() == 0
    assert offline_page.inner_text("body").count("onerror=alert(2)") == 4


@pytest.mark.browser
def test_both_ways_to_draw_a_card_agree(offline_page):
    offline_page.set_content("<main></main>")
    drawn = offline_page.evaluate(
        f"(() => {{ {asset('cards.js')}; return {json.dumps([card.text for card in DECK])}"
        ".map((card) => drawCard(card, { marks: ['pf-legal'], note: ', legal' }).outerHTML) })()"
    )
    assert drawn == [card_html(card, ["pf-legal"], ", legal") for card in DECK]


# A replay as JSON values: chapters in one row of frames, and memories of owners alone.
def remembering(record):
    return replace(record, moves=tuple(replace(move, memory=f'"{move.seat}"') for move in record.moves))


def data_of(records, start=0, owners=(), costs=()):
    return replay_data(records, start, None, costs, {}, owners)


def test_chapters_follow_each_other_in_one_row_of_frames():
    records = [played("footsteps", seed) for seed in (1, 2)]
    first, second = (len(frames(record)) for record in records)
    data = data_of(records)
    assert [chapter["first"] for chapter in data["chapters"]] == [0, first]
    assert [frame["chapter"] for frame in data["frames"]] == [0] * first + [1] * second
    assert chapter_titles(records) == ["Game 1", "Game 2"]


@pytest.mark.parametrize("game", sorted(GAMES.usable()))
def test_moves_are_counted_through_all_chapters_to_where_it_opens(game):
    record = played(game)
    records = [record, record]
    whole = len(frames(record))
    assert data_of(records, 0)["start"] == 0
    assert data_of(records, -1)["start"] == 2 * whole - 1
    later = data_of(records, len(record.moves) + 1)["start"]
    assert later >= whole


def test_memories_are_those_of_owners_alone():
    record = remembering(played("hearts"))
    assert data_of([record])["texts"] == []
    assert data_of([record], owners=(1,))["texts"] == ['"1"']
    assert all(frame["memory"][0] is None for frame in data_of([record], owners=(1,))["frames"])


def test_costs_are_placed_at_the_frames_that_show_their_moves_and_said_beneath():
    record = played("skullwhist")
    costs = priced(record)
    chart = data_of([record], costs=costs)["costs"]
    placed = {bar["at"] for player in chart["players"] for bar in player["bars"]}
    assert placed == {1, 2, 3}
    said = list(sentences([record], costs, {}))
    assert said[0].startswith("Move 1: ")
    assert said[-1].endswith(" in 1 move")
    with pytest.raises(ValueError, match="belongs to none of the games"):
        data_of([played("skullwhist", 5), played("skullwhist", 6)], costs=costs)


# The picture of a history: every measurement in its place, with its text.
SVG = "{http://www.w3.org/2000/svg}"
MEASURED = [
    Measured("2026-11-01 10:00", Interval(180, 120, 240, 90)),
    Measured("2026-11-02 11:00", Interval(200, 140, 260, 90), same=True),
    Measured("2026-11-03 12:00", Interval(520, 465, 575, 120)),
]
MARKS = {"basic": 0.0, "naive": 176.0, "heuristic": 411.0, "hasty": 579.0, "minmax": 750.0}


def parsed(plot):
    return ElementTree.fromstring(plot.svg())


def test_a_history_in_words():
    assert str(history_plot(MEASURED, marks=MARKS, unit="Elo")) == (
        "2026-11-01 10:00: 180 Elo (120 … 240), 90 deals\n"
        "2026-11-02 11:00: 200 Elo (140 … 260), 90 deals, the same code as before\n"
        "2026-11-03 12:00: 520 Elo (465 … 575), 120 deals\n"
        "To compare with: basic 0, naive 176, heuristic 411, hasty 579"
    )
    share = Measured("today", Interval(0.64, 0.5, 0.75, 20))
    assert str(history_plot([share], marks={"needed": 0.6}, unit="%")) == (
        "today: 64% (50% … 75%), 20 deals\nTo compare with: needed 60%"
    )


def test_the_higher_the_better_and_marks_stand_on_the_same_scale():
    picture = parsed(history_plot(MEASURED, marks=MARKS))
    dots = [float(dot.get("cy")) for dot in picture.iter(f"{SVG}circle")]
    places = [float(dot.get("cx")) for dot in picture.iter(f"{SVG}circle")]
    assert dots[0] > dots[1] > dots[2]
    assert places == sorted(places)
    lines = {
        name: float(each.get("y")) - 4
        for each in picture.iter(f"{SVG}text")
        for name in MARKS
        if each.text == name
    }
    assert list(lines) == ["basic", "naive", "heuristic", "hasty"], (
        "and none that is far from the measurements"
    )
    a_point = (dots[0] - dots[2]) / (520 - 180)
    assert lines["heuristic"] == pytest.approx(dots[0] - a_point * (411 - 180), abs=0.5)


def test_the_same_code_is_a_ring():
    fills = [dot.get("fill") for dot in parsed(history_plot(MEASURED)).iter(f"{SVG}circle")]
    assert fills[0] == fills[2] != fills[1] == "#fff"


def test_a_long_history_shows_its_end():
    long = [Measured(f"day {number}", Interval(number, number - 1, number + 1, 9)) for number in range(40)]
    plot = history_plot(long)
    assert len([*parsed(plot).iter(f"{SVG}circle")]) == 24
    assert str(plot).startswith("day 16:")
    assert "measurement 17 to 40" in plot.svg()


def test_the_picture_says_all_of_it_to_a_screen_reader_and_names_are_escaped():
    plot = history_plot([Measured("<b>now", Interval(1, 0, 2, 9))], marks={"<i>": 1.0})
    picture = parsed(plot)
    assert picture.get("role") == "img"
    assert picture.get("aria-label") == str(plot).replace("\n", " ")
    assert "<b>" not in plot._repr_html_()


def test_nothing_is_no_history():
    with pytest.raises(ValueError, match="at least one measurement"):
        history_plot([])
