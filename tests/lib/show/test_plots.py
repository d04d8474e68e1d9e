"""Plots: the picture puts every number where it belongs, and says the same in words."""

import math
import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc.show import interval_plot, points_plot
from playfunc.show.history import Measured, history_plot
from playfunc.show.plots import WIDTH, Axis, tick_labels
from playfunc.statistics import Interval, mean_interval

SVG = "{http://www.w3.org/2000/svg}"
ROWS = [
    ("basic", Interval(0.95, 0.91, 0.97, 200)),
    ("minmax", Interval(0.62, 0.55, 0.68, 200)),
    ("advanced", Interval(0.35, 0.29, 0.42, 200)),
]


def parsed(plot):
    return ElementTree.fromstring(plot.svg())


def test_intervals_in_words():
    assert str(interval_plot(ROWS[:2], reference=0.6, unit="%")) == (
        "basic: 95.0% (91.0% … 97.0%), 200 deals\n"
        "minmax: 62.0% (55.0% … 68.0%), 200 deals\n"
        "To compare with: 60%"
    )
    assert str(interval_plot([("Ann", Interval(-1.5, -2, -1, 1))], unit="points")) == (
        "Ann: -1.50 (too few deals) points, 1 deal"
    )


def test_dots_and_reference_stand_on_one_scale():
    picture = parsed(interval_plot(ROWS, reference=0.6, unit="%"))
    dots = [float(dot.get("cx")) for dot in picture.iter(f"{SVG}circle")]
    line = next(float(each.get("x1")) for each in picture.iter(f"{SVG}line") if each.get("stroke-dasharray"))
    per_unit = (dots[0] - dots[2]) / (0.95 - 0.35)
    assert dots[1] == pytest.approx(dots[2] + per_unit * (0.62 - 0.35), abs=0.2)
    assert line == pytest.approx(dots[2] + per_unit * (0.60 - 0.35), abs=0.2)


def test_colours_tell_above_below_and_undecided():
    picture = parsed(interval_plot(ROWS, reference=0.6, unit="%"))
    colours = [dot.get("fill") for dot in picture.iter(f"{SVG}circle")]
    assert len(set(colours)) == 3
    plain = parsed(interval_plot(ROWS, unit="%"))
    assert {dot.get("fill") for dot in plain.iter(f"{SVG}circle")} == {colours[1]}


def test_too_few_deals_have_a_dot_and_no_interval():
    rows = [("one", mean_interval([3.0])), ("nine", Interval(3, -80, 80, 9)), ("ten", Interval(2, 1, 3, 10))]
    plot = interval_plot(rows, reference=2.5)
    numbers = [float(n) for n in re.findall(r'"(-?[0-9.]+)"', plot.svg())]
    assert all(math.isfinite(number) for number in numbers)
    assert len(list(parsed(plot).iter(f"{SVG}circle"))) == 3
    drawn = [each for each in parsed(plot).iter(f"{SVG}line") if each.get("stroke-width") in ("2", "3")]
    assert len(drawn) == 3, "a line and two ends, of the last row alone"
    assert str(plot).splitlines()[:2] == [
        "one: 3.00 (too few deals), 1 deal",
        "nine: 3.00 (too few deals), 9 deals",
    ]


def test_points_in_words():
    values = [0, 13, 26, 13] * 3
    found = mean_interval(values)
    assert str(points_plot(values, reference=13)) == (
        f"points per hand: 13.00 ({found.low:.2f} … {found.high:.2f}), 12 deals; to compare with: 13"
    )
    assert str(points_plot(values[:9])) == "points per hand: 11.56 (too few deals), 9 deals"


def test_the_running_mean_ends_at_the_mean():
    values = [random.Random(4).choice([0, 5, 13, 26]) for _ in range(40)] + [26, 0]
    picture = parsed(points_plot(values))
    line = next(picture.iter(f"{SVG}polyline")).get("points").split()
    dots = re.findall(r"M([\d.]+) ([\d.]+)h0", next(p.get("d") for p in picture.iter(f"{SVG}path")))
    assert len(line) == len(dots) == len(values)
    top, bottom = float(dots[-2][1]), float(dots[-1][1])
    mean = sum(values) / len(values)
    assert float(line[-1].split(",")[1]) == pytest.approx(bottom + (top - bottom) * mean / 26, abs=0.2)
    assert [float(x) for x, _ in dots] == [float(point.split(",")[0]) for point in line]


def test_the_band_closes_in_as_deals_add_up():
    values = [random.Random(n).choice([0, 26]) for n in range(400)]
    points = next(parsed(points_plot(values)).iter(f"{SVG}polygon")).get("points").split()
    heights = [float(point.split(",")[1]) for point in points]
    half = len(heights) // 2
    assert half <= 151
    assert heights[-1] - heights[0] > 4 * (heights[half] - heights[half - 1]) > 0


@pytest.mark.parametrize("count", [1, 2, 9, 10, 11])
def test_few_values_make_a_picture(count):
    assert len(parsed(points_plot([3.0] * count))) > 5


@pytest.mark.parametrize("plot", [interval_plot([("Ann", Interval(1, 0, 2, 5))]), points_plot([1, 2, 3])])
def test_a_picture_reads_as_text_too(plot):
    assert parsed(plot).get("role") == "img"
    assert parsed(plot).get("aria-label") == str(plot)
    assert str(plot) in plot._repr_html_().split("</svg>")[1]


def test_names_are_text(nasty_text):
    picture = parsed(interval_plot([(f"<b>{nasty_text}", Interval(1, 0, 2, 5))], unit=nasty_text))
    assert {child.tag for child in picture.iter()} <= {
        SVG + tag for tag in ("svg", "line", "text", "circle", "path")
    }
    label = parsed(points_plot([1, 2, 3], label=nasty_text))
    assert not list(label.iter(f"{SVG}script"))


def test_nothing_to_plot():
    with pytest.raises(ValueError, match="at least one row"):
        interval_plot([])
    with pytest.raises(ValueError, match="at least one value"):
        points_plot([])


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks_are_few_even_and_within(low, width):
    axis = Axis(low, low + width, 0, 100)
    ticks = axis.ticks()
    assert 2 <= len(ticks) <= 8
    slack = 1e-9 * (abs(low) + width)
    assert all(low - slack <= tick <= low + width + slack for tick in ticks)
    steps = [b - a for a, b in pairwise(ticks)]
    assert max(steps) - min(steps) <= 1e-6 * max(steps) + slack
    assert f"{steps[0]:.0e}"[0] in "125"


# Axes and their numbers: one value, equal values, five digits.
LETTER = 7.0
"""About how wide a letter is, in units of the picture."""

EQUAL, FIVE, BELOW = (Interval(mean, mean, mean, 50) for mean in (1374.5, 12345.5, -12345.5))


@pytest.mark.parametrize(
    ("ticks", "unit", "labels"),
    [
        ([1374.0, 1374.5, 1375.0], "", ["1374.0", "1374.5", "1375.0"]),
        ([12340.0, 12345.0], "", ["12340", "12345"]),
        ([-0.5, 0.0, 0.5], "", ["-0.5", "0.0", "0.5"]),
        ([0.6, 0.65, 0.7], "%", ["60%", "65%", "70%"]),
        ([0.995, 1.0], "%", ["99.5%", "100.0%"]),
    ],
)
def test_ticks_have_as_many_decimals_as_tell_them_apart(ticks, unit, labels):
    assert tick_labels(ticks, unit) == labels


def test_equal_values_do_not_fill_the_scale():
    assert Axis.around((1374.5, 1374.5), 0, 1, least=100).ticks() == [1340, 1360, 1380, 1400, 1420]
    assert Axis.around((0, 1000), 0, 1, least=100) == Axis.around((0, 1000), 0, 1)


@pytest.mark.parametrize(
    "plot",
    [
        *(points_plot(values) for values in ([13.0], [13.0] * 20, [12345.5], [12345.5, -12345.5] * 6)),
        *(
            interval_plot([("you", each), ("each advanced", each)], unit=unit)
            for each in (EQUAL, FIVE, BELOW)
            for unit in ("", "chips a run")
        ),
        *(
            history_plot(
                [Measured("now", each)] * count, marks={"a_long_name_of_a_baseline": each.mean}, unit="Elo"
            )
            for each in (EQUAL, FIVE, BELOW)
            for count in (1, 3)
        ),
        interval_plot([("you against minmax", Interval(1, 1, 1, 50))], reference=1, unit="%"),
        history_plot([Measured("now", Interval(0.6, 0.6, 0.6, 50))], marks={"needed": 0.6}, unit="%"),
    ],
)
def test_no_number_is_cut_off_and_no_two_ticks_read_alike(plot):
    found = [
        (each.get("x"), each.get("text-anchor"), each.get("fill"), each.text)
        for each in parsed(plot).iter(f"{SVG}text")
    ]
    for x, anchor, _, words in found:
        wide = LETTER * len(words)
        left = float(x) - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        assert left >= 0, words
        assert left + wide <= WIDTH, words
    ticks = [
        words for *_, colour, words in found if re.fullmatch(r"-?[\d.]+%?", words) and colour == "#5b6861"
    ]
    assert len(ticks) == len(set(ticks)) >= 2
