"""The commonest faults, each counted once a submission and shown with a position."""

from made_up_marks import marked
from playfunc.record import GameRecord, RecordedFault
from playfunc_checks.results import HiddenFault, Told, failed, passed
from playfunc_classroom.pages.faults import faults


def game(kind, position):
    fault = RecordedFault(0, 3, "stop", kind, f"it is a {kind}", position=position)
    return GameRecord("hearts", {}, ("a", "b"), None, (), (fault,))


def rules(kind, position="hand: C2"):
    return [passed("loads"), failed("rules", got=kind, replay=game(kind, position))]


def test_a_submission_counts_once_for_each_kind_and_the_commonest_come_first():
    marks = [marked(f"r{n}", gates=rules("Reneging", "")) for n in range(2)]
    marks += [marked("r2", gates=rules("Reneging", "hand: S4")), marked("c", gates=rules("PlayerCrash"))]
    twice = [*rules("Reneging"), failed("memory", got="x", replay=game("Reneging", "hand: H9"))]
    marks.append(marked("twice", gates=twice))
    marks.append(marked("l", gates=[failed("loads", got="SyntaxError: bad\nmore", reason="line 3")]))
    found = faults(marks)
    assert [(fault.kind, fault.count) for fault in found[:1]] == [("Reneging", 4)]
    assert (found[0].student, found[0].position) == ("r2", "hand: S4"), "one with a position is shown"
    others = {fault.kind: fault for fault in found[1:]}
    assert set(others) == {"PlayerCrash", "loads: SyntaxError: bad"}
    assert others["loads: SyntaxError: bad"].position.startswith("No game was played")


def test_at_most_ten_are_shown():
    assert len(faults([marked(f"s{n}", gates=rules(f"Kind{n}")) for n in range(14)])) == 10


def test_a_fault_in_hidden_games_is_shown_with_the_public_game_beside_it():
    told = Told("forfeited", "quick", fault=HiddenFault("Reneging", 5, 7, game("Reneging", "hand: D5")))
    mark = marked("ann", gates=[failed("rules-like", got="x", told=told)])
    (fault,) = faults([mark])
    assert (fault.kind, fault.position) == ("Reneging", "hand: D5")
