import xml.etree.ElementTree as ElementTree

import pytest
from playfunc_web.pages.charts import BINS, Point, bars, binned, histogram, line

HOSTILE = "<script>\"'&"


def elements(markup: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(markup).iter())


def test_bins_hold_every_value_once_and_mark_ones_own() -> None:
    values = [700.0, 912.5, 1000.0, 1000.0, 1391.0]
    bins = binned(values, 912.5)
    assert sum(each.count for each in bins) == len(values)
    assert len(bins) <= BINS
    assert [each.low <= 912.5 < each.high for each in bins] == [each.own for each in bins]
    assert all(each.low % 1 == 0 for each in bins)
    assert binned([]) == []
    assert [each.count for each in binned([5.0, 5.0])] == [2]


def test_a_histogram_has_a_bar_for_each_bin_and_a_line_at_ones_own_place() -> None:
    bins = binned([900.0, 950.0, 1000.0, 1100.0], 950.0)
    drawn = elements(histogram(bins, HOSTILE, 950.0))
    assert sum(each.tag == "rect" for each in drawn) == len(bins)
    assert [each.get("class") for each in drawn].count("mark") == 1
    assert drawn[1].get("aria-label") == HOSTILE


@pytest.mark.parametrize("count", [1, 2, 40])
def test_a_line_has_a_dot_for_each_point_and_keeps_within_its_picture(count: int) -> None:
    points = [Point(f"Run {n}", 1000 + 10 * n, 950 + 10 * n, 1050 + 10 * n) for n in range(count)]
    drawn = elements(line(points, "ratings"))
    dots = [each for each in drawn if each.tag == "circle"]
    assert len(dots) == count
    assert all(0 <= float(each.get("cy", "-1")) <= 230 for each in dots)
    assert sum("Run" in (each.text or "") for each in drawn) <= 11


def test_bars_escape_their_labels() -> None:
    drawn = elements(bars([(HOSTILE, 2.5), ("nothing", 0.0)], "costs"))
    assert HOSTILE in [each.text for each in drawn]


def test_pictures_use_no_attribute_that_the_policy_refuses() -> None:
    pictures = histogram(binned([1.0, 2.0]), "", 1.0) + line([Point("1", 1.0)], "") + bars([("a", 1.0)], "")
    assert "style" not in pictures
    assert " on" not in pictures


@pytest.mark.parametrize("value", [1374.5, 12345.5, -12345.5])
@pytest.mark.parametrize("count", [1, 3])
def test_equal_ratings_are_drawn_on_a_scale_of_points_with_whole_numbers(value: float, count: int) -> None:
    runs = line([Point(f"Run {n}", value) for n in range(count)], "ratings")
    spread = histogram(binned([value] * count, value), "ratings", value)
    ticks = [each for each in elements(runs) if each.get("text-anchor") == "end"]
    bins = [each for each in elements(spread) if each.get("text-anchor") == "middle"]
    assert ticks
    for each in (*ticks, *bins):
        assert (each.text or "").lstrip("−").isdecimal(), "and with its minus"
    for each in ticks:
        assert float(each.get("x", "")) >= 7.3 * len(each.text or ""), (
            "what is left of the picture is cut off"
        )
    numbers = sorted(int((each.text or "").replace("−", "-")) for each in ticks)
    assert numbers[-1] - numbers[0] >= 50
    (bar,) = [each for each in elements(spread) if each.tag == "rect"]
    assert float(bar.get("width", "")) < 200
