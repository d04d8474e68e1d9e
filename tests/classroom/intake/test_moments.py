"""Times in the languages of learning platforms."""

from datetime import datetime

import pytest
from playfunc_classroom.intake.moments import MONTHS, read_time


@pytest.mark.parametrize(
    "text",
    [
        "Monday, 30 November 2026, 11:03 PM",
        "Monday, November 30, 2026, 11:03 PM",
        "Montag, 30. November 2026, 23:03",
        "lunes, 30 de noviembre de 2026, 23:03",
        "lunedì, 30 novembre 2026, 23:03",
        "lundi 30 novembre 2026, 23:03",
        "segunda-feira, 30 de novembro de 2026 às 23:03",
        "maandag, 30 november 2026, 23:03",
        "30.11.2026 23:03",
        "2026-11-30 23:03",
        "2026-11-30T23:03:00",
    ],
)
def test_the_same_moment_in_every_language(text):
    assert read_time(text) == datetime(2026, 11, 30, 23, 3)


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("martes, 3 de junio de 2026, 09:05", 6),
        ("maandag, 2 maart 2026, 9:05", 3),
        ("Dienstag, 3. März 2026, 09:05", 3),
        ("mardi 7 juillet 2026, 09:05", 7),
        ("martedì, 7 luglio 2026, 09:05", 7),
        ("dimarts, 2 juny 2026, 09:05", 6),
    ],
)
def test_a_weekday_is_no_month(text, month):
    assert read_time(text).month == month


def test_midnight_noon_and_offsets():
    assert read_time("Tuesday, 1 December 2026, 12:00 AM").hour == 0
    assert read_time("Tuesday, 1 December 2026, 12:00 PM").hour == 12
    assert read_time("2026-11-30 23:58+01:00").isoformat() == "2026-11-30T23:58:00+01:00"
    assert read_time("2026-11-30 23:58 UTC").isoformat() == "2026-11-30T23:58:00+00:00"


@pytest.mark.parametrize(
    "text", ["", "-", "soon", "2026-12-01", "03/04/2026 10:00", "31 Brumaire 2026, 9:00"]
)
def test_what_names_no_day_and_hour_is_refused(text):
    with pytest.raises(ValueError, match="is no "):
        read_time(text)


def test_no_beginning_stands_for_two_months():
    words = [word for month in MONTHS for word in month]
    assert len(words) == len(set(words))
