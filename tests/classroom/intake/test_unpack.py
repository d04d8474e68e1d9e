"""Archives that were made to do harm, or were harmed: nothing leaves the folder, and what is whole comes out."""

import io
import stat
import struct
import tarfile
import zipfile
from datetime import UTC

import pytest
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
