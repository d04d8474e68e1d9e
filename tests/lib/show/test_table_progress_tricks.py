"""The table: the browser says what was chosen, and every message is answered by a new sight."""

import io
import random
import subprocess
import sys
import types
from dataclasses import dataclass

import pytest
from playfunc import Card, FunctionPlayer, Hearts
from playfunc.costs import MovePrice, Prices
from playfunc.games import GAMES
from playfunc.match import Table, play_game, play_games
from playfunc.measure import deal_rng
from playfunc.show import progress
from playfunc.show.progress import counted, in_notebook, status
from playfunc.show.sitting import begin, begin_at
from playfunc.show.table import GameTable
from playfunc.show.tricks import felt_script, felt_style, hands_scene, happened, trick_scene
from playfunc_opponents import opponent, weakest_at

EVERY = sorted(GAMES.usable())


def sitting_of(game, seed=1, person=0):
    rules = GAMES[game].table(2)
    other = opponent(rules, weakest_at(rules))
    return begin(
        rules, rules.deal(random.Random(seed)), [None if seat == person else other for seat in range(2)]
    )


def said(table, message):
    table._on_message(table, message, [])
    return table.sight


def free(record, at, seat):
    """Every legal move costs nothing but the first, which costs one point."""
    table = begin_at(record, at, [None] * len(record.players))
    rules = table.rules
    moves = list(rules.legal(rules.view(table.state, seat)))[:10]
    texts = map(rules.projection.move_text, moves)
    return Prices(tuple(MovePrice(text, float(not place)) for place, text in enumerate(texts)), "point")


def a_move(table):
    seen = table.sight
    return (seen["legal"] or [button["move"] for button in seen["choices"]["buttons"]] or ["1"])[0]


@pytest.mark.parametrize("game", EVERY)
@pytest.mark.parametrize("person", [0, 1])
def test_a_game_is_played_to_its_end_by_messages_and_then_replayed(game, person):
    table = GameTable(sitting_of(game, person=person))
    said(table, {"ready": True})
    while not table.sight["over"]:
        before = table.sight["told"]
        assert said(table, {"move": a_move(table)})["objection"] is None
        assert table.sight["told"] > before
    assert table.record.scores is not None
    assert table.sight["replay"].startswith("<!DOCTYPE html>")
    assert not said(table, {"undo": True})["over"]


def test_a_wrong_choice_names_the_rule_and_changes_nothing():
    table = GameTable(sitting_of("hearts"))
    said(table, {"ready": True})
    wrong = next(c.text for c in table.sitting.state.hands[0] if c.text not in table.sight["legal"])
    before = table.record
    assert said(table, {"move": wrong})["objection"]["rule"] in ("Leading", "Reneging", "Bleeding")
    assert "not a card" in said(table, {"move": "Z1"})["objection"]["reason"]
    assert table.record == before


@pytest.mark.parametrize("message", ["move", {}, {"move": 7}, {"back": "x"}, {"fly": True}, ["C2"], None])
def test_other_messages_do_nothing(message):
    table = GameTable(sitting_of("hearts"))
    before = table.sight
    assert said(table, message) == before


def test_costs_are_shown_on_request_and_are_gone_after_the_move():
    table = GameTable(sitting_of("skullwhist"), prices=free)
    assert table.sight["costs"] is None
    moves = said(table, {"price": True})["costs"]["moves"]
    assert moves["1"]["said"] == "costs 1 point"
    assert said(table, {"move": "2"})["costs"] is None


def test_a_retry_hides_costs_until_a_move_is_chosen_and_then_lets_another_be():
    rules = GAMES["hearts"].table(2)
    players = [opponent(rules, "basic", key=key) for key in (b"one", b"two")]
    record = play_game(rules, rules.deal(random.Random(2)), players)
    at = next(at for at, move in enumerate(record.moves) if move.seat == 0 and at > 10)
    table = GameTable(
        begin_at(record, at, [None, players[1]]),
        prices=free,
        retry=True,
        keep=lambda *given: f"keep {given[1:]}",
    )
    assert not table.sight["can_price"]
    assert said(table, {"price": True})["costs"]  # nobody can ask for it, the button is not there
    move = a_move(table)
    seen = said(table, {"move": move})
    assert seen["chosen"] == move
    assert seen["costs"]["moves"][move]["said"] == "costs 1 point"
    assert len(table.record.moves) == at
    assert said(table, {"keep": True})["code"] == f"keep ({at}, 0)"
    assert said(table, {"back": table.sight["first"]})["chosen"] is None
    said(table, {"move": move})
    assert said(table, {"accept": True})["chosen"] is None
    assert table.record.moves[at].move == move


def test_a_new_deal_and_the_same_deal_again():
    table = GameTable(sitting_of("hearts"), deal=lambda: sitting_of("hearts", seed=9))
    said(table, {"ready": True})
    first = table.sitting.moments[0].state
    said(table, {"move": a_move(table)})
    said(table, {"again": True})
    assert table.sitting.moments[0].state == first
    said(table, {"deal": True})
    assert table.sitting.moments[0].state != first


def test_an_interrupt_leaves_the_game_as_it_was_and_names_who_was_asked():
    stopping = [True]

    def bid(player_id, position, my_points, their_points, previous):
        if stopping[0]:
            raise KeyboardInterrupt
        return 1, None

    rules = GAMES["footsteps"].table(2)
    sitting = begin(
        rules, rules.deal(random.Random(1)), [None, FunctionPlayer({"play": bid}, rules, name="slow")]
    )
    table = GameTable(sitting)
    seen = said(table, {"move": "5"})
    assert (seen["stopped"], seen["moves"], table.asking) == ("slow", [], "")
    stopping[0] = False
    assert len(said(table, {"move": "5"})["moves"]) == 1


def test_the_call_of_ones_own_player_is_shown_as_python():
    table = GameTable(sitting_of("footsteps"), own=(1,))
    said(table, {"move": "5"})
    assert said(table, {"look": 0})["code"].startswith("play(")
    assert said(GameTable(sitting_of("footsteps")), {"look": 0})["code"] == ""


@pytest.mark.parametrize("game", EVERY)
def test_without_a_kernel_a_picture_stands_there(game):
    data, _ = GameTable(sitting_of(game))._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "run this cell in Jupyter" in data["text/html"]
    assert data["text/plain"].startswith("A table to play at")


# Progress: words that are right, silence where nobody looks, and never a sign on stderr.
@pytest.mark.parametrize(
    ("done", "elapsed", "told"),
    [
        (0, 3.0, "Deals: 0 of 40"),
        (10, 3.0, "Deals: 10 of 40, about 9 s left"),
        (1, 10.0, "Deals: 1 of 40, about 6 min 30 s left"),
        (40, 99.4, "Deals: 40 of 40, took 99 s"),
        (40, 125.0, "Deals: 40 of 40, took 2 min 05 s"),
    ],
)
def test_the_state_in_words(done, elapsed, told):
    assert status("Deals", done, 40, elapsed) == told


def test_silent_where_nobody_looks(capsys):
    assert not in_notebook()
    with progress(3, "Deals") as update:
        update(3)
    assert capsys.readouterr() == ("", "")


def test_it_fits_the_match_runner(player):
    rules = Hearts(2)
    tables = [Table(rules.deal(deal_rng("p", n)), (player("sensible"), player("sensible"))) for n in range(2)]
    with progress(104, "Moves") as update:
        play_games(rules, tables, on_round=update)


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_a_bar_on_stdout_alone(monkeypatch, capsys):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    errors = sys.stderr
    with progress(4, "Deals [red]of Ann[/red]") as update:
        assert sys.stderr is errors
        update(2)
        update(4)
    assert "Deals [red]of Ann[/red]" in terminal.getvalue()
    assert "4/4" in terminal.getvalue()
    assert capsys.readouterr().err == ""


@pytest.fixture
def notebook(monkeypatch):
    """A kernel's shell that keeps what is displayed: the first bundle, then its updates."""
    import IPython
    import IPython.display

    shown = []

    def display(bundle, *, raw, display_id):
        assert raw
        assert display_id
        shown.append(bundle)
        return types.SimpleNamespace(update=lambda new, *, raw: shown.append(new))

    monkeypatch.setattr(IPython, "get_ipython", lambda: types.SimpleNamespace(kernel=object()))
    monkeypatch.setattr(IPython.display, "display", display)
    return shown


def test_a_notebook_gets_a_bar_that_leaves_its_end_state(notebook, capsys):
    assert in_notebook()
    with progress(1000, "Deals </div><img>") as update:
        for done in range(1, 1001):
            update(done)
    assert notebook[0]["text/plain"] == "Deals </div><img>: 0 of 1000"
    assert notebook[-1]["text/plain"].startswith("Deals </div><img>: 1000 of 1000, took ")
    assert "width:100.0%" in notebook[-1]["text/html"]
    assert "<img" not in notebook[-1]["text/html"]
    assert len(notebook) < 100
    assert capsys.readouterr() == ("", "")


def break_off():
    with progress(10, "Deals") as update:
        update(4)
        raise KeyError


def test_what_breaks_off_shows_how_far_it_came(notebook):
    with pytest.raises(KeyError):
        break_off()
    assert notebook[-1]["text/plain"].startswith("Deals: 4 of 10")


def test_nothing_to_do_is_done(notebook):
    with progress(0, "Deals"):
        pass
    assert notebook[-1]["text/plain"] == "Deals: 0 of 0, took 0 s"


def test_the_function_is_not_hidden_by_its_module():
    code = "import playfunc.show.progress, playfunc.show.replay\nfrom playfunc.show import progress, replay\n"
    code += "assert callable(progress) and callable(replay)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_count_without_an_end_is_shown_once_it_takes_long(notebook, monkeypatch):
    monkeypatch.setattr("time.monotonic", iter([0.0, 1.9, 2.5, 2.5, 2.6, 4.0, 4.0]).__next__)
    with counted("Calls") as update:
        for done in (10, 1234, 1300, 5000):
            update(done)
    assert notebook == [
        {"text/plain": "Calls: 1,234 so far, 2 s"},
        {"text/plain": "Calls: 5,000 so far, 4 s"},
    ]


def test_a_count_is_silent_where_nobody_looks(capsys):
    with counted("Calls", after=0.0) as update:
        update(3)
    assert capsys.readouterr() == ("", "")


# What the faces of trick games share.
C2, C9, SQ, H3 = map(Card, ("C2", "C9", "SQ", "H3"))
FIRST = ((C2, 0), (C9, 1))


@dataclass(frozen=True)
class Played:
    history: tuple = ()
    trick: tuple = ()


def winner(trick):
    return max(trick)[1]


def told(before, after):
    return list(happened(before, after, ("Ann", "Bob"), winner, lambda trick: ", so"))


def test_a_complete_trick_lies_on_the_table_until_the_next_lead():
    assert trick_scene(Played(), winner) == {"number": 1, "trick": [], "winner": None, "last": None}
    lying = trick_scene(Played((FIRST,)), winner)
    assert lying == {"number": 1, "trick": [["C2", 0], ["C9", 1]], "winner": 1, "last": None}
    led = trick_scene(Played((FIRST,), ((SQ, 1),)), winner)
    assert (led["number"], led["trick"], led["winner"]) == (2, [["SQ", 1]], None)
    assert led["last"] == {"plays": lying["trick"], "winner": 1}


def test_hands_face_down_are_only_counted():
    hands = ((H3,), ())
    shown = hands_scene(hands, (FIRST,), ((SQ, 1),), None)
    assert shown == {"hands": [["H3"], []], "held": [1, 0], "dealt": 2}
    assert hands_scene(hands, (FIRST,), ((SQ, 1),), 0) == {**shown, "hands": [["H3"], None]}


def test_every_play_is_told_once_and_none_that_was_taken_back():
    led, complete = Played((), FIRST[:1]), Played((FIRST,))
    assert told(Played(), led) == ["Ann led C2."]
    assert told(led, complete) == ["Bob played C9.", "Bob won the trick, so."]
    assert told(complete, complete) == told(complete, led) == []


def test_a_face_brings_the_felt_with_its_own_script_and_style():
    package = "playfunc.games.hearts"
    assert "function drawFelt" in felt_script(package)
    assert "function drawScene" in felt_script(package)
    assert ".pf-round" in felt_style(package)
