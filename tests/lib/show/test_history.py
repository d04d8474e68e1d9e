"""The picture of a history: every measurement in its place, with its text."""

from xml.etree import ElementTree

import pytest
from playfunc.show import Measured, history_plot
from playfunc.statistics import Interval

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
