"""Axes and their numbers: one value, equal values, five digits."""

from __future__ import annotations

import re

import pytest
from playfunc.show import interval_plot, points_plot
from playfunc.show.history import Measured, history_plot
from playfunc.show.svg import WIDTH, Axis, tick_labels
from playfunc.statistics import Interval

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
                [Measured("now", each)] * count, marks={"a_long_name_of_a_rung": each.mean}, unit="Elo"
            )
            for each in (EQUAL, FIVE, BELOW)
            for count in (1, 3)
        ),
        interval_plot([("you against minmax", Interval(1, 1, 1, 50))], reference=1, unit="%"),
        history_plot([Measured("now", Interval(0.6, 0.6, 0.6, 50))], marks={"needed": 0.6}, unit="%"),
    ],
)
def test_no_number_is_cut_off_and_no_two_ticks_read_alike(plot):
    found = re.findall(
        r"<text x='([-.\d]+)' y='[-.\d]+' text-anchor='(\w+)' fill='([^']+)'>([^<]*)<", plot.svg()
    )
    for x, anchor, _, words in found:
        wide = LETTER * len(words)
        left = float(x) - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        assert left >= 0, words
        assert left + wide <= WIDTH, words
    ticks = [
        words for *_, colour, words in found if re.fullmatch(r"-?[\d.]+%?", words) and colour == "#5b6861"
    ]
    assert len(ticks) == len(set(ticks)) >= 2
