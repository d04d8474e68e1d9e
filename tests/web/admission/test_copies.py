"""Copies and near copies are flagged for staff; what is one's own, or merely short, is not."""

import ast
import time
from dataclasses import replace
from pathlib import Path

import playfunc_opponents.hearts
import pytest
from playfunc.errors import IllegalMoveError
from playfunc.games import rules_for
from playfunc.match import play_game
from playfunc.measure import deal_rng
from playfunc_autograder.programs.languages import read_languages
from playfunc_opponents import opponent
from playfunc_web.admission.checks import clean, drawn_position
from playfunc_web.admission.copies import NEAR, flag_copies, likeness, version_texts
from playfunc_web.admission.uploads import Kind, clean_name, kind_of
from playfunc_web.database.tables import Entrant, Version
from playfunc_web.errors import ProblemError
from playfunc_web.site import Site
from site_people import play
from sqlalchemy import select

OURS = (Path(playfunc_opponents.hearts.__file__).parent / "basic.py").read_text(encoding="utf-8")

PLAYER = '''
from playfunc import Card, legal_cards


def play(player_id, hand, trick, previous):
    """Lowest card when following, highest when void."""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken=False)
    led = trick[0][0].suit if trick else None
    following = [card for card in options if card.suit is led]
    if following:
        winning = max((card for card, seat in trick if card.suit is led), key=lambda card: card.rank)
        below = [card for card in following if card.rank < winning.rank]
        return max(below or following, key=lambda card: card.rank), None
    hearts = [card for card in options if card.suit.name == "HEARTS"]
    if led is not None and hearts:
        return max(hearts, key=lambda card: card.rank), None
    counts = {card: sum(other.suit is card.suit for other in hand) for card in options}
    return min(options, key=lambda card: (counts[card], card.rank, card.suit.name)), None
'''


def renamed(source: str) -> str:
    """The same program under other names, without its comments."""
    tree = ast.parse(source)
    names = {"options": "legal", "following": "same", "winning": "best", "below": "under", "hearts": "points"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    return ast.unparse(tree)


@pytest.fixture
def versions(site: Site) -> dict[str, int]:
    """One version each of ada, bob and cyd: the same program, renamed, and another."""
    play(site, "ada", "bob", "cyd")
    sources = {
        "ada": PLAYER,
        "bob": renamed(PLAYER),
        "cyd": "def play(*seen):\n    return seen[1][0], None\n",
    }
    with site.database.writing() as session:
        found = session.scalars(select(Version).order_by(Version.id)).all()
        for version, source in zip(found, sources.values(), strict=True):
            version.source = source.encode()
        return {login: version.id for login, version in zip(sources, found, strict=True)}


def test_other_names_do_not_hide_a_copy(site: Site, versions: dict[str, int]) -> None:
    assert likeness(PLAYER, renamed(PLAYER)) >= NEAR
    with site.database.reading() as session:
        codes = dict(session.execute(select(Version.id, Entrant.code).join(Version.entrant)).all())
    flagged = flag_copies(site.database, versions["bob"])
    assert flagged.endswith(f"like version 1 of {codes[versions['ada']]}")
    assert "ada" not in flagged
    assert flag_copies(site.database, versions["cyd"]) == ""
    with site.database.reading() as session:
        kept = session.scalars(select(Version.flagged).order_by(Version.id)).all()
        assert [bool(text) for text in kept] == [False, True, False]


def test_the_same_file_is_told_as_such(site: Site, versions: dict[str, int]) -> None:
    with site.database.writing() as session:
        bob = session.get_one(Version, versions["bob"])
        bob.digest = session.get_one(Version, versions["ada"]).digest
    assert flag_copies(site.database, versions["bob"]).startswith("the same file as version 1 of ")


def test_a_player_of_ours_is_known(site: Site, versions: dict[str, int]) -> None:
    with site.database.writing() as session:
        session.get_one(Version, versions["cyd"]).source = OURS.encode()
    assert flag_copies(site.database, versions["cyd"]).endswith("like our basic")


def test_ones_own_versions_are_not_compared(site: Site, versions: dict[str, int]) -> None:
    with site.database.writing() as session:
        entrant = session.get_one(Version, versions["ada"]).entrant_id
        bob = session.get_one(Version, versions["bob"])
        bob.entrant_id, bob.number = entrant, 7
    assert flag_copies(site.database, versions["bob"]) == ""


def test_a_forgotten_version_is_flagged_no_more(site: Site, versions: dict[str, int]) -> None:
    with site.database.writing() as session:
        session.get_one(Version, versions["bob"]).source = None
    assert flag_copies(site.database, versions["bob"]) == ""


def test_a_copy_of_an_earlier_version_is_found(site: Site, versions: dict[str, int]) -> None:
    """Whoever was copied may have gone on since."""
    with site.database.writing() as session:
        ada = session.get_one(Version, versions["ada"])
        later = session.get_one(Version, versions["cyd"])
        later.entrant_id, later.number = ada.entrant_id, 2
        code = ada.entrant.code
    assert flag_copies(site.database, versions["bob"]).endswith(f"like version 1 of {code}")


def test_similarity_gets_every_version_and_each_text_of_an_entrant_once(
    site: Site, versions: dict[str, int]
) -> None:
    with site.database.reading() as session:
        texts = version_texts(session, "hearts")
        assert version_texts(session, "blackjack") == []
    assert [(text.student, text.kind) for text in texts] == [
        ("ada", "ladder"),
        ("bob", "ladder"),
        ("cyd", "ladder"),
    ]
    assert texts[0].source == PLAYER
    with site.database.writing() as session:
        ada, bob, cyd = (session.get_one(Version, versions[login]) for login in ("ada", "bob", "cyd"))
        for number, version in enumerate((bob, cyd), 2):
            version.entrant_id, version.number = ada.entrant_id, number
        cyd.digest = bob.digest
        session.flush()
        assert [text.student for text in version_texts(session, "hearts")] == ["ada", "bob"]


def test_a_source_too_long_to_compare_is_told_to_staff_and_costs_nothing(
    site: Site, versions: dict[str, int]
) -> None:
    long = PLAYER + "".join(f"x{number} = {number} + y{number % 99}\n" for number in range(50_000))
    with site.database.writing() as session:
        session.get_one(Version, versions["cyd"]).source = long.encode()
    started = time.process_time()
    assert flag_copies(site.database, versions["cyd"]).startswith("not compared: it has ")
    assert flag_copies(site.database, versions["ada"]).endswith("code2")
    assert time.process_time() - started < 15


@pytest.mark.parametrize("source", ["x = " + "-" * 90_000 + "1", "(" * 90_000, "x = \\", "\0"])
def test_no_source_of_somebody_ends_the_comparison_of_others(source: str) -> None:
    assert likeness(source, PLAYER) == 0.0


LANGUAGES = {
    name: replace(language, compile=None, run="python3 {main}", version="python3 --version")
    for name, language in read_languages().items()
}
"""With the endings of the shipped ones, and installed wherever Python is."""


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("player.py", "player.py"),
        ("../../etc/passwd.py", "passwd.py"),
        ("C:\\Users\\ada\\player.py", "player.py"),
        ("a\0b\r\n.py", "ab.py"),
        ("\ud800\u202e<script>.py", "<script>.py"),
        ("e\u0301.py", "\u00e9.py"),
        ("x" * 500 + ".ipynb", "x" * 74 + ".ipynb"),
        ("", "unnamed"),
        ("/", "unnamed"),
    ],
)
def test_a_name_is_of_one_line_without_folders(sent: str, kept: str) -> None:
    assert clean_name(sent) == kept


def test_the_ending_says_what_a_file_is() -> None:
    assert kind_of("player.PY", LANGUAGES) == Kind("python")
    assert kind_of("week 3.ipynb", LANGUAGES) == Kind("notebook")
    assert kind_of("Main.java", LANGUAGES) == Kind("program", "java")
    assert kind_of("bot.cc", LANGUAGES) == Kind("program", "cpp")


@pytest.mark.parametrize(
    "name", ["player.zip", "player.tar.gz", "player", "program.txt", "player.py.exe", ".py.zip"]
)
def test_what_holds_no_player_is_refused_with_what_does(name: str) -> None:
    with pytest.raises(ProblemError, match=r"Upload a \.py file, a notebook") as caught:
        kind_of(name, LANGUAGES)
    assert caught.value.status == 415


def test_a_language_that_is_not_installed_is_refused_with_those_that_are() -> None:
    absent = replace(LANGUAGES["d"], compile="no-such-compiler {sources}", run="./{program}")
    here = {name: LANGUAGES[name] for name in ("java", "c", "python")}
    with pytest.raises(ProblemError) as caught:
        kind_of("bot.d", {"d": absent, **here})
    assert (caught.value.status, caught.value.title) == (415, "Not installed here")
    assert caught.value.detail == (
        "This site cannot take programs in D: no-such-compiler is not installed. Write your player in one of C, Java, "
        "Python, or ask the staff to install what is missing."
    )
    assert kind_of("bot.c", {"d": absent, **here}) == Kind("program", "c")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\0b", "ab"),
        ("\ud800", "\\ud800"),
        ("\x1b[31mred", "[31mred"),
        ("line\n\tline", "line\n\tline"),
        ("é🂡", "é🂡"),
    ],
)
def test_text_is_fit_for_databases_and_pages(text: str, kept: str) -> None:
    assert clean(text) == kept
    assert clean(text).encode()


def test_text_has_an_end() -> None:
    assert clean("x" * 10**6).endswith("(cut here)")
    assert len(clean("x" * 10**6)) < 21_000


class Faulty:
    """Plays by the rules until its `number`-th answer."""

    name = "faulty"

    def __init__(self, number: int, other) -> None:
        self.left, self.other = number, other

    def answer(self, calls):
        self.left -= 1
        if self.left < 0:
            return [IllegalMoveError("not that card")]
        return self.other.answer(calls)


@pytest.mark.parametrize("game", ["hearts", "footsteps", "blackjack", "skullwhist"])
@pytest.mark.parametrize("policy", ["stop", "forfeit"])
@pytest.mark.parametrize("number", [0, 2])
def test_the_position_of_a_fault_is_drawn_for_every_game(game: str, policy, number: int) -> None:
    rules = rules_for(game, 2)
    basic = opponent(rules, "basic", key=b"k")
    record = play_game(rules, rules.deal(deal_rng("t", game)), (basic, Faulty(number, basic)), policy)
    assert record.faults
    html = drawn_position(record)
    assert len(html) > 100
    assert "<script" not in html
