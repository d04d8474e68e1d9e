"""The language that docs/programs.md adds can be added as it stands there."""

import re
from pathlib import Path

from playfunc_autograder.programs.compiling import CompileLimits
from playfunc_autograder.programs.languages import language_of, read_languages

TEXT = (Path(__file__).parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")


def test_unicon_is_added_as_shown(tmp_path):
    (snippet,) = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "languages.toml").write_text(snippet)
    languages = read_languages(tmp_path / "languages.toml")
    unicon = language_of("bot.icn", languages)
    built = unicon.words(unicon.compile, "bot.icn", ["bot.icn"])
    assert " ".join(built) == "unicon -s -o program bot.icn"
    assert unicon.words(unicon.run, "bot.icn") == ["iconx", "program"]
    assert len(languages) == len(read_languages()) + 1


def test_every_shipped_language_is_named():
    for language in read_languages().values():
        assert re.search(rf"\b{re.escape(language.title)}(?!\w)", TEXT), language.title


def test_the_bounds_are_those_in_force():
    limits = CompileLimits()
    assert f"| {limits.cpu} s, {limits.wall:g} s |" in TEXT
    assert f"| {limits.memory / 2**30:g} GiB |" in TEXT
    assert f"| {limits.processes}, {limits.threads} |" in TEXT
    assert (
        f"| {limits.written >> 20} MiB and {limits.files:,} files; of these, {limits.built >> 20} MiB" in TEXT
    )
