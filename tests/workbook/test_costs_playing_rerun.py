"""What moves cost, in any game: the words and the plot say what the reviews say."""

import random

import nbformat
import pytest
from nbclient import NotebookClient
from playfunc.costs import MovePrice, Prices, total_of
from playfunc.games.hearts import Hearts
from playfunc.match import play_game
from playfunc.record import calls, steps
from playfunc_checks.finding import usual_assignment
from playfunc_opponents import LADDERS, Ladder, opponent, weakest_at
from playfunc_opponents.hearts import basic, reviewer
from playfunc_opponents.reviewer import told
from playfunc_workbook import costly_moves, workbook
from playfunc_workbook import hearts as notebook
from playfunc_workbook.hearts import keep
from playfunc_workbook.regression_test import cell_text
from playfunc_workbook.view import Shown, note
from playfunc_workbook.workbook import Workbook

REVIEWED = [game for game in LADDERS if LADDERS[game].reviewer]


def weakest(game):
    rules = usual_assignment(game).rules()
    return dict(opponent(rules, weakest_at(rules))._functions)


def reviewed(game, games=2):
    assignment = usual_assignment(game)
    found = Workbook(game).reviewed(weakest(game), assignment.tiers[1], games)
    assert isinstance(found, costly_moves.Reviewed), found
    return found


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", REVIEWED)
def test_every_move_of_both_sides_has_a_price(game):
    found = reviewed(game)
    assert [review.record.players[seat] for review, seat in found.mine] == ["you", "you"]
    moves = sum(len(review.record.moves) for review in found.reviews)
    theirs = [cost for review, seat in found.theirs for cost in review.of_seat(seat)]
    assert len(found.costs) + len(theirs) == moves


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", REVIEWED)
def test_the_plot_says_what_the_reviews_of_the_same_games_say(game):
    assignment, found = usual_assignment(game), reviewed(game)
    shown = Workbook(game).cost_plot(weakest(game), assignment.tiers[1], 2, 2)
    text = repr(shown)
    assert f"your moves gave away {total_of(found.costs).per(2)} a " in text
    assert told(found.costs) in text
    worst = found.worst(2)
    assert all(str(cost) in text for _, cost in worst)
    assert shown._repr_html_().count("<iframe") == len(worst) == 2
    assert [cost.lost for _, cost in worst] == sorted((c.lost for c in found.costs if c.sure), reverse=True)[
        :2
    ]


@pytest.mark.broad
def test_the_hands_are_those_of_the_notebook():
    shown = notebook.cost_plot(basic.play, "minmax", hands=2, show=2)
    assert "gave none." in repr(shown)
    assert f"gave away {total_of(reviewed('hearts').costs).per(2)} a hand" in repr(shown)


@pytest.mark.broad
def test_what_is_exact_and_what_is_not_is_said(monkeypatch):
    """Without numba the search of a hand stops early, and leaves the first tricks to estimates."""
    costly_moves._last.clear()
    assert "All 104 moves of both sides were solved exactly." in repr(
        notebook.cost_plot(basic.play, "minmax", hands=2)
    )
    monkeypatch.setattr(reviewer, "STEPS", 500)
    monkeypatch.setitem(reviewer.review.__kwdefaults__, "steps", 500)
    costly_moves._last.clear()
    shown = repr(notebook.cost_plot(basic.play, "minmax", hands=2))
    costly_moves._last.clear()
    assert "Of 104 moves of both sides" in shown
    assert "gave away about" in shown
    assert "pale: estimated, with its 95% interval; solid: exact" in shown
    assert "So few hands show single mistakes, and do not measure strength." in shown


@pytest.mark.broad
def test_the_same_player_is_reviewed_once(monkeypatch):
    first = reviewed("footsteps")
    monkeypatch.setattr(costly_moves, "play_games", lambda *given, **options: pytest.fail("played"))
    assert reviewed("footsteps") is first
    with pytest.raises(pytest.fail.Exception):
        reviewed("footsteps", games=4)


@pytest.mark.broad
def test_games_without_luck_in_the_deal_still_differ():
    found = reviewed("footsteps", games=6)
    assert len({tuple(move.move for move in review.record.moves) for review in found.reviews}) == 6


def test_a_fault_is_told_instead_of_costs():
    def play(player_id, position, mine, theirs, previous):
        return mine + 1, None

    shown = Workbook("footsteps").cost_plot({"play": play}, "basic", 2, 1)
    assert isinstance(shown, Shown)
    assert "A fault in" in repr(shown)


@pytest.mark.broad
def test_the_state_of_a_costly_move_is_the_one_it_was_made_in():
    for review, cost in reviewed("footsteps").worst(3):
        _, state = costly_moves.position_at(review.record, cost.at)
        assert any(
            step.state == state and review.record.moves[cost.at] in step.moves
            for step in steps(review.record)
        )


@pytest.mark.broad
def test_games_that_repeat_themselves_show_each_question_once():
    """Both players always bid alike, so every game of the two is the same."""

    def play(player_id, position, mine, theirs, previous):
        return min(mine, 12), None

    found = Workbook("footsteps").reviewed({"play": play}, "minmax", 4)
    assert isinstance(found, costly_moves.Reviewed)
    worst = [cost for _, cost in found.worst(3)]
    assert worst
    asked = [
        [call for seat, call, _ in calls(cost.record) if seat == cost.seat][place].arguments
        for cost in worst
        for place in [sum(move.seat == cost.seat for move in cost.record.moves[: cost.at])]
    ]
    assert len({repr(arguments) for arguments in asked}) == len(worst)
    assert len(worst) < sum(len(review.worst(seat, 3)) for review, seat in found.mine)


# Games to watch and to play by hand, and kept tests, as the cells of any game call them.
def test_a_kept_test_with_too_few_functions_says_what_is_missing():
    position = {
        "said": "A bid.",
        "table": {},
        "names": ["you", "basic"],
        "seat": 0,
        "start": "{}",
        "moves": [],
        "costs": {},
        "unit": "win",
    }
    told = Workbook("skullwhist").keep(print, **position)
    assert "2 functions, in this order: bid, play; this was given: print" in repr(told)


def function_of(game):
    """The functions of the weakest opponent, as a student's own."""
    rules = usual_assignment(game).rules()
    return tuple(opponent(rules, weakest_at(rules))._functions.values())


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", LADDERS)
def test_ones_own_functions_are_watched_against_any_opponent(game):
    tier = usual_assignment(game).tiers[1]
    shown = Workbook(game).watch(*function_of(game), tier)
    assert tier in repr(shown)
    assert shown._repr_html_().count("<iframe") == 1


@pytest.mark.broad
def test_a_replay_shows_what_ones_own_players_remembered_and_no_others(monkeypatch):
    shown = []
    monkeypatch.setattr(
        workbook, "replay", lambda *given, **options: shown.append((given, options)) or note("x")
    )
    Workbook("hearts").watch("basic", *function_of("hearts"))
    (((record, start, seat), options),) = shown
    assert (record.players, start, seat, options) == (("basic", "play"), 0, 1, {"owners": (1,)})


def test_what_a_player_prints_while_it_is_watched_is_told_below_the_game():
    def play(player_id, position, mine, theirs, previous):
        print("thinking")
        return min(mine, 8), None

    shown = Workbook("footsteps").watch(play, "basic")
    assert "your code printed" in repr(shown)


def test_who_cannot_be_watched_is_told_in_a_sentence():
    assert "Did you mean 'basic'?" in repr(Workbook("hearts").watch("basc", "basic"))


def played_out(table):
    """The game, with the first legal move of a person wherever one is asked for."""
    while not table.sitting.over:
        sitting = table.sitting.go_on()
        seat = sitting.turn[0]
        legal = sitting.rules.legal(sitting.rules.view(sitting.state, seat))
        table.play(sitting.rules.projection.move_text(next(iter(legal))))
    return table.record


@pytest.mark.hardest("hearts")
@pytest.mark.parametrize("game", LADDERS)
def test_a_person_plays_any_game_against_ones_own_functions(game):
    record = played_out(Workbook(game).play_a_hand(*function_of(game)))
    assert record.scores is not None
    assert record.players[0] == "You"


def test_a_person_takes_the_seat_that_is_asked_for():
    table = Workbook("hearts").play_a_hand("basic", *function_of("hearts"), "basic", seat=1)
    assert table.sitting.names == ("basic-1", "You", "play", "basic-2")
    assert table._own == (2,)


@pytest.mark.broad
def test_a_new_deal_is_another_one_and_the_seed_chooses_the_first():
    def start(table):
        return table.sitting.record.start

    hearts = Workbook("hearts")
    table = hearts.play_a_hand("basic", seed=3)
    assert start(table) == start(hearts.play_a_hand("basic", 3)), "as in the first release"
    table._on_message(None, {"deal": True}, None)
    assert start(table) == start(hearts.play_a_hand("basic", seed=4))


@pytest.mark.broad
@pytest.mark.parametrize(
    ("given", "seat", "told"),
    [(["basic"], 2, "There is no seat 2: choose one from 0 to 1"), (["basc"], 0, "Did you mean 'basic'?")],
)
def test_who_cannot_sit_down_is_told_in_a_sentence(given, seat, told):
    assert told in repr(Workbook("hearts").play_a_hand(*given, seat=seat))


@pytest.mark.broad
def test_the_reviewer_is_asked_once_for_the_same_position(monkeypatch):
    record = played_out(Workbook("footsteps").play_a_hand("minmax"))
    prices = costly_moves.prices_of("footsteps")
    first = prices(record, 2, 0)
    assert first.moves
    assert prices(record, 2, 0) is first
    assert prices(record, 2, 1) is not first


def test_a_game_without_a_reviewer_says_so(monkeypatch):
    table = Workbook("footsteps").play_a_hand("minmax")
    bare = Ladder(game="footsteps", rungs=())
    for module in (workbook, costly_moves):
        monkeypatch.setattr(module, "ladder", lambda game: bare)
    assert "has no reviewer" in costly_moves.prices_of("footsteps")(table.record, 0, 0).unmeasured
    assert Workbook("footsteps").play_a_hand("minmax")._prices is None


# Kept tests in a notebook: a kernel of its own runs the cells.
PLAYER = """
from playfunc import legal_cards

def choose(options):
    return options[{index}]

def play(player_id, hand, trick, previous) -> tuple[object, str]:
    print("thinking")
    gone = previous[1] + "".join(card.text for card, _ in previous[0]) if previous else ""
    options = legal_cards(hand, trick, first_trick=previous is None, hearts_broken="H" in gone)
    return choose(options), gone
"""


def kept_cell():
    """The first position with several legal moves in which the highest costs 3 points, and all others nothing."""
    rules = Hearts(2)
    record = play_game(
        rules, rules.deal(random.Random(5)), [opponent(rules, "basic"), opponent(rules, "basic")]
    )
    from playfunc.record import states

    for at, state in enumerate(states(record)):
        legal = rules.legal(rules.view(state, state.turn))
        if at > 10 and len(legal) > 3:
            prices = Prices(tuple(MovePrice(card.text, 3.0 * (card is legal[-1])) for card in legal), "point")
            return cell_text({"play": basic.play}, record, at, state.turn, prices, "A lead")
    raise AssertionError


jupyter = pytest.mark.filterwarnings("ignore")  # Jupyter's own


@jupyter
def test_a_kept_test_runs_again_when_the_player_changes(tmp_path):
    cells = [
        "from playfunc_workbook.hearts import *",
        PLAYER.format(index=-1),
        kept_cell(),
        "1 + 1",
    ]
    assert shown(cells, tmp_path)[2].startswith("✗ Kept test (A lead): wrong.")
    changed = shown([*cells, "def choose(options):\n    return options[0]"], tmp_path)
    assert changed[2].startswith("✓ Kept test (A lead): right.")
    assert changed[-1] == ""


@pytest.mark.broad
@jupyter
def test_a_test_that_takes_long_says_that_it_has_to_be_run(tmp_path):
    cells = [
        "from playfunc_workbook.hearts import *\nimport playfunc_workbook.regression_test as rerun\nrerun.LONGEST = 0",
        PLAYER.format(index=-1),
        kept_cell(),
        "def choose(options):\n    return options[0]",
    ]
    assert "run its cell again" in shown(cells, tmp_path)[2]


def shown(cells, folder):
    """The text of what each cell shows in the end."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(folder)}}).execute()
    return [
        "\n".join(o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in cell.outputs)
        for cell in notebook.cells
    ]


def test_without_a_notebook_it_runs_once():
    names = {"keep": lambda *given, **described: found.append(keep(*given, **described)), "play": basic.play}
    found = []
    exec(kept_cell(), names)
    assert repr(found[0]).split(":")[0].endswith("Kept test (A lead)")
