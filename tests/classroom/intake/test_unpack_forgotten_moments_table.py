"""Archives that were made to do harm, or were harmed: nothing leaves the folder, nothing fills the disk, and what
is whole comes out."""

import csv
import io
import stat
import struct
import tarfile
import zipfile
from datetime import UTC, datetime, timedelta

import pytest
from course_fixture import make_course
from hypothesis import given
from hypothesis import strategies as st
from playfunc_classroom.intake.lms import MONTHS, read_time
from playfunc_classroom.intake.received import (
    FORGOTTEN_FILE,
    digest_of,
    forgotten_digests,
    known_as,
    readmit,
    remember_forgotten,
)
from playfunc_classroom.intake.sheet import read_table
from playfunc_classroom.intake.unpack import Bounds, UnpackError, unpack


def make(path, files, **options):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def tar(path, files):
    """A tar of these files, name or header → content, packed by the ending of its name."""
    with tarfile.open(path, "w" if path.suffix == ".tar" else "w:gz") as archive:
        for name, content in files.items():
            member = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize("name", ["in.tar", "in.tar.gz", "in.tgz", "IN.TAR"])
def test_a_tar_is_unpacked_like_a_zip(tmp_path, name):
    dated = tarfile.TarInfo("a/hearts.ipynb")
    dated.mtime = 1_700_000_000
    archive = (
        tar(tmp_path / "in.tar", {dated: b"x"})
        if "tar" in name.lower()[-3:]
        else tar(tmp_path / name, {dated: b"x"})
    )
    archive = archive.rename(tmp_path / name)
    assert unpack(archive, tmp_path / "out", Bounds(), UTC) == ()
    found = tmp_path / "out/a/hearts.ipynb"
    assert (found.read_bytes(), found.stat().st_mtime) == (b"x", 1_700_000_000)


def test_a_hostile_tar_keeps_within_its_bounds(tmp_path):
    """Links, devices, and paths that lead out are left out alone; bombs end, also where nothing of them is kept."""
    link, device, hard = (tarfile.TarInfo(name) for name in ("link", "device", "hard"))
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    hard.type, hard.linkname = tarfile.LNKTYPE, "fine.txt"
    device.type = tarfile.CHRTYPE
    files = {link: b"", device: b"", hard: b"", "../out.txt": b"bad", "/out.txt": b"bad", "fine.txt": b"good"}
    problems = unpack(tar(tmp_path / "in.tar", files), tmp_path / "deep/er", Bounds(), UTC)
    assert len(problems) == 5
    assert [p.name for p in (tmp_path / "deep").rglob("*") if p.is_file()] == ["fine.txt"]
    bomb = tar(tmp_path / "in.tar.gz", {"bomb": bytes(30 << 20), "fine.txt": b"good"})
    assert bomb.stat().st_size < 1 << 16
    small = Bounds(file=1 << 20, files=1)
    with pytest.raises(UnpackError, match="over 1 files"):
        unpack(bomb, tmp_path / "many", small, UTC)
    with pytest.raises(UnpackError, match="more than 2 MB"):
        unpack(bomb, tmp_path / "all", Bounds(total=2 << 20, files=1), UTC)
    with pytest.raises(UnpackError, match="more than 2 MB"):
        unpack(bomb, tmp_path / "left", Bounds(file=1 << 20, total=2 << 20, files=10), UTC)
    assert sum(p.stat().st_size for p in tmp_path.glob("*/*") if p.is_file()) <= 2 << 20


def test_a_damaged_tar_is_told_and_what_came_before_stays(tmp_path):
    whole = tar(tmp_path / "in.tar.gz", {"a": b"a", "b": bytes(range(256)) * 4000})
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(whole.read_bytes()[:-200])
    with pytest.raises(UnpackError, match=r"cut\.tar\.gz is damaged or no tar file|b was left out") as caught:
        raise UnpackError("; ".join(unpack(cut, tmp_path / "out", Bounds(), UTC)))
    assert "None" not in str(caught.value)
    assert (tmp_path / "out/a").read_bytes() == b"a"
    other = tmp_path / "other.tar"
    other.write_bytes(b"no tar at all")
    with pytest.raises(UnpackError, match="no tar file"):
        unpack(other, tmp_path / "none", Bounds(), UTC)


@pytest.mark.parametrize(
    "name",
    ["../out.txt", "a/../../out.txt", "/out.txt", "..\\out.txt", "C:\\out.txt", "C:/out.txt", "x" * 300],
)
def test_a_path_that_leads_out_is_left_out_alone(tmp_path, name):
    archive = make(tmp_path / "in.zip", {name: "bad", "fine.txt": "good"})
    problems = unpack(archive, tmp_path / "deep/er", Bounds(), UTC)
    assert len(problems) == 1
    assert [p.name for p in tmp_path.rglob("*.txt")] == ["fine.txt"]
    assert {p.name for p in tmp_path.iterdir()} == {"in.zip", "deep"}


def test_links_are_left_out(tmp_path):
    link = zipfile.ZipInfo("hearts.ipynb")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    archive = make(tmp_path / "in.zip", {link: "/etc/passwd"})
    assert "link" in unpack(archive, tmp_path / "out", Bounds(), UTC)[0]
    assert not (tmp_path / "out").exists()


def test_a_bomb_ends_at_the_bound_and_leaves_nothing_of_itself(tmp_path):
    archive = make(tmp_path / "in.zip", {"bomb": bytes(30 << 20), "fine.txt": "good"})
    assert archive.stat().st_size < 1 << 16
    problems = unpack(archive, tmp_path / "out", Bounds(file=1 << 20), UTC)
    assert "more than 1 MB" in problems[0]
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["fine.txt"]
    with pytest.raises(UnpackError, match="more than 2 MB"):
        unpack(archive, tmp_path / "all", Bounds(total=2 << 20), UTC)
    assert sum(p.stat().st_size for p in (tmp_path / "all").iterdir()) <= 2 << 20
    with pytest.raises(UnpackError, match="2 files"):
        unpack(archive, tmp_path / "many", Bounds(files=1), UTC)


def test_a_table_that_lies_about_sizes_fools_nobody(tmp_path):
    """The sizes in both headers say 10 bytes; the content is 30 MB."""
    archive = make(tmp_path / "in.zip", {"bomb": bytes(30 << 20)})
    data = bytearray(archive.read_bytes())
    small = struct.pack("<I", 10)
    data[22:26] = small
    central = data.index(b"PK\x01\x02")
    data[central + 24 : central + 28] = small
    archive.write_bytes(data)
    unpack(archive, tmp_path / "out", Bounds(file=1 << 20), UTC)
    assert sum(p.stat().st_size for p in tmp_path.rglob("bomb")) <= 1 << 20


def test_damage_costs_the_damaged_file_alone(tmp_path):
    archive = tmp_path / "in.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        file.writestr("hurt.ipynb", "A" * 1000)
        file.writestr("whole.ipynb", "B" * 1000)
    archive.write_bytes(archive.read_bytes().replace(b"A" * 1000, b"A" * 999 + b"X"))
    problems = unpack(archive, tmp_path / "out", Bounds(), UTC)
    assert "hurt.ipynb" in problems[0]
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["whole.ipynb"]


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and then nothing", b"a text"])
def test_what_is_no_zip_is_said_in_a_sentence(tmp_path, content):
    path = tmp_path / "submissions.zip"
    path.write_bytes(content)
    with pytest.raises(UnpackError, match=r"submissions\.zip is damaged or no zip file"):
        unpack(path, tmp_path / "out", Bounds(), UTC)


def test_folders_without_end_are_left_out(tmp_path):
    archive = make(tmp_path / "in.zip", {"a/" * 1500 + "deep.txt": "bad", "fine.txt": "good"})
    assert "more than 30 folders" in unpack(archive, tmp_path / "out", Bounds(), UTC)[0]
    assert [p.name for p in (tmp_path / "out").rglob("*")] == ["fine.txt"]


# Digests of people who were forgotten: for how long they count, and that they say nothing by themselves.
NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def course(tmp_path):
    return make_course(tmp_path / "course", release=False).root


def test_a_person_is_known_by_any_name_and_the_file_holds_none(course):
    names = known_as("ann", "hearts", "moodle", "12")
    remember_forgotten(course, names, NOW)
    remember_forgotten(course, ["bob"], NOW)
    digests = forgotten_digests(course, NOW)
    assert all(digest_of(course, name) in digests for name in (*names, "bob"))
    assert digest_of(course, "an") not in digests
    text = (course / FORGOTTEN_FILE).read_text()
    assert not {"ann", "bob", "moodle"} & set(text.split())
    assert (course / FORGOTTEN_FILE).stat().st_mode & 0o077 == 0


def test_another_course_s_secret_gives_other_digests(course):
    remember_forgotten(course, ["ann"], NOW)
    (course / ".playfunc-secret").write_text("another")
    assert digest_of(course, "ann") not in forgotten_digests(course, NOW)


def test_somebody_readmitted_is_known_no_more_by_any_name(course):
    remember_forgotten(course, known_as("ann", "hearts", "moodle", "12"), NOW)
    assert not readmit(course, "eve")
    assert readmit(course, "ann")
    assert forgotten_digests(course, NOW) == frozenset()
    assert not (course / FORGOTTEN_FILE).exists()


def test_they_expire_with_the_course_or_after_a_year(course):
    remember_forgotten(course, ["ann"], NOW)
    later = NOW + timedelta(days=360)
    assert forgotten_digests(course, later)
    settings = course / "playfunc.toml"
    before = settings.read_text()
    settings.write_text("course_end = 2027-03-31T23:59:00\n" + before)
    assert forgotten_digests(course, datetime(2027, 3, 31, 23, 58, tzinfo=UTC))
    assert not forgotten_digests(course, datetime(2027, 4, 1, tzinfo=UTC))
    assert not (course / FORGOTTEN_FILE).exists()
    settings.write_text(before)
    remember_forgotten(course, ["ann"], NOW)
    assert not forgotten_digests(course, NOW + timedelta(days=366))


# Times in the languages of learning platforms.
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


# CSV files, in which one cell changes and nothing else does.
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
