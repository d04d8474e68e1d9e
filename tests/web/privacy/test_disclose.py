import json
from pathlib import Path

from playfunc_web.forget import SECRETS
from playfunc_web.privacy import disclose
from playfunc_web.site import Site
from site_people import WORD, plant, play


def disclosed(site: Site, login: str, folder: Path) -> dict[str, str]:
    with site.database.reading() as session:
        files = disclose(session, login, folder)
    assert files is not None
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_every_planted_text_is_handed_over(site: Site, tmp_path: Path) -> None:
    play(site, "ada", "bob")
    planted = plant(site, "ada", WORD)
    assert len(planted) >= 15
    files = disclosed(site, "ada", tmp_path / "all")
    assert [text for path, text in files.items() if path.startswith("sources/")] == [f"# {WORD}"]
    for column in set(planted) - {"version.source"}:
        table, name = column.split(".")
        assert any(WORD in json.dumps(row[name]) for row in json.loads(files[f"{table}.json"])), column


def test_it_holds_the_games_and_nothing_of_others(site: Site, tmp_path: Path) -> None:
    play(site, "ada", "bob")
    files = disclosed(site, "ada", tmp_path)
    assert json.loads(files["record.json"])[0]["blob"] == '{"bids": []}'
    assert len(json.loads(files["seat.json"])) == 1
    assert "bob" not in "".join(files.values())
    assert json.loads(files["account.json"])[0]["login"] == "ada"
    for table, name in SECRETS:
        assert all(name not in row for row in json.loads(files[f"{table}.json"]))
    assert "account.json        login, name" in files["README.txt"]


def test_only_who_wrote_it_reads_it(site: Site, tmp_path: Path) -> None:
    play(site, "ada", "bob")
    disclosed(site, "ada", tmp_path / "all")
    assert [path for path in (tmp_path / "all").rglob("*.*") if path.stat().st_mode & 0o77] == []


def test_members_of_a_group_get_what_they_share(site: Site, tmp_path: Path) -> None:
    play(site, "ada", "bob", "cyd", group="the pair")
    files = disclosed(site, "ada", tmp_path)
    assert len(json.loads(files["version.json"])) == 2
    assert [row["login"] for row in json.loads(files["account.json"])] == ["ada"]


def test_a_login_that_nobody_has_is_told(site: Site, tmp_path: Path) -> None:
    with site.database.reading() as session:
        assert disclose(session, "nobody", tmp_path / "none") is None
    assert not (tmp_path / "none").exists()
