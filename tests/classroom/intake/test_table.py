"""CSV files, in which one cell changes and nothing else does."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playfunc_classroom.intake.table import read_table

ODD = 'a;b;"c;c"\r\n1;"2 ""zwei""";\r\n\r\n"x\ny";ü;3\rlast;;'


def test_every_cell_has_its_value_and_its_place():
    table = read_table(ODD.encode())
    assert table.separator == ";"
    assert table.header == ("a", "b", "c;c")
    assert [[row[n] for n in range(3)] for row in table.rows[1:]] == [
        ["1", '2 "zwei"', ""],
        ["", "", ""],
        ["x\ny", "ü", "3"],
        ["last", "", ""],
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("first", ["", "sep=;\r\n"])
def test_only_the_cell_that_is_given_changes(encoding, first):
    data = (first + ODD).encode(encoding)
    table = read_table(data)
    assert table.with_cells({}) == data
    changed = table.with_cells({(1, 1): "no; more", (4, 1): "new"}).decode(encoding)
    assert changed == first + ODD.replace('"2 ""zwei"""', '"no; more"').replace("last;;", "last;new;")


def test_a_row_goes_with_its_line_end_and_a_short_row_is_filled_up():
    table = read_table(b"a,b,c\r\n1,2,3\n4\r\n")
    assert table.without({1}) == b"a,b,c\r\n4\r\n"
    assert table.with_cells({(2, 2): "x"}) == b"a,b,c\r\n1,2,3\n4,,x\r\n"
    assert table.only([2, 0]).with_cells({}) == b"c,a\r\n3,1\n4\r\n"


def test_a_letter_that_the_encoding_lacks_is_written_as_html():
    table = read_table("Größe,b\n1,2\n".encode("cp1252"))
    assert table.with_cells({(1, 0): "−5 李"}) == "Größe,b\n&#8722;5 &#26446;,2\n".encode("cp1252")


@given(st.lists(st.lists(st.text("ab,;\"'\n\t ü"), min_size=3, max_size=3), min_size=1, max_size=4))
def test_cells_are_read_as_python_reads_them_and_written_so_that_it_reads_them(rows):
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(["p", "q", "r"])
    writer.writerows(rows)
    table = read_table(text.getvalue().encode())
    assert [[cell.value for cell in row.cells] for row in table.rows[1:]] == rows
    changed = table.with_cells({(1, 1): 'new "value", here'}).decode()
    expected = [["p", "q", "r"], [rows[0][0], 'new "value", here', rows[0][2]], *rows[1:]]
    assert list(csv.reader(io.StringIO(changed, newline=""))) == expected
