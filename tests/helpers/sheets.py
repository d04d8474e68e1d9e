"""Sheets as Moodle and Canvas write them, in several languages, and with their columns in another order."""

import csv
import io
import random

PEOPLE = (
    ("4711", "Ana Lópes", "s100", "ana@uni.example", "Monday"),
    ("4712", 'Bo, "Bob" O\'Neil', "", "bo.oneil@uni.example", "Monday"),
    ("4713", "Jürgen Größe", "s103", "jg@uni.example", ""),
    ("4714", "Anna Müller", "s200", "am1@uni.example", ""),
    ("4715", "Anna Müller", "s200", "am2@uni.example", ""),
    ("4716", "李雷", "", "", ""),
)
"""Number, name, ID number, address, and whether they handed in. Two share their name and their ID number."""

MOODLE = {
    "English": (
        "Identifier|Full name|ID number|Email address|Status|Grade|Maximum grade|Grade can be changed|"
        "Last modified (submission)|Last modified (grade)|Feedback comments",
        "Participant {}",
        "Monday, 30 November 2026, 11:03 PM",
        "100.00",
    ),
    "German": (
        "ID|Vollständiger Name|ID-Nummer|E-Mail-Adresse|Status|Bewertung|Bestwertung|Bewertung kann geändert werden|"
        "Zuletzt geändert (Abgabe)|Zuletzt geändert (Bewertung)|Feedback als Kommentar",
        "Teilnehmer/in{}",
        "Montag, 30. November 2026, 23:03",
        "100,00",
    ),
    "Spanish": (
        "Identificador|Nombre completo|Número de ID|Dirección de correo|Estado|Calificación|Calificación máxima|"
        "La calificación puede ser cambiada|Última modificación (entrega)|Última modificación (calificación)|"
        "Comentarios de retroalimentación",
        "Participante {}",
        "lunes, 30 de noviembre de 2026, 23:03",
        "100,00",
    ),
    "Italian": (
        "Identificativo|Nome completo|Codice identificativo|Indirizzo email|Stato|Valutazione|Valutazione massima|"
        "È possibile cambiare la valutazione|Ultima modifica (consegna)|Ultima modifica (valutazione)|Commenti",
        "Partecipante {}",
        "lunedì, 30 novembre 2026, 23:03",
        "100,00",
    ),
}
"""Language → header, how a number is written, a time, the maximum. As Moodle's language packs have them."""

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Hearts (5501),Other work (5502),Final Score
    Points Possible,,,,,100,10,(read only)
"Lopes, Ana",815,u815,ana@uni.example,T1,,7,70
"O'Neil, Bo",816,u816,bo,T1,,,0
"Student, Test",817,,,T1,,,0
"""


def moodle_sheet(language: str, end: str = "\r\n") -> str:
    """The sheet as text: quoted as PHP quotes, with a byte order mark."""
    header, numbered, moment, maximum = MOODLE[language]
    lines = [_line(header.split("|"))]
    for number, name, own, mail, handed_in in PEOPLE:
        when = moment if handed_in else "-"
        lines.append(
            _line([numbered.format(number), name, own, mail, "…", "", maximum, "Yes", when, "-", ""])
        )
    return "\ufeff" + "".join(line + end for line in lines)


def shuffled(text: str, seed: int) -> str:
    """The same sheet with its columns in another order."""
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    order = list(range(len(rows[0])))
    random.Random(seed).shuffle(order)
    return "".join(_line([row[n] for n in order]) + "\r\n" for row in rows)


def _line(cells: list[str]) -> str:
    quoted = ('"' + cell.replace('"', '""') + '"' if set(cell) & set(' ",') else cell for cell in cells)
    return ",".join(quoted)
