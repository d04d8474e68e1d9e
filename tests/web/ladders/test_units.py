from playfunc_autograder.programs.languages import read_languages
from playfunc_web.ladders.ladders import kind_words, unit_of


def test_a_unit_says_what_counts_and_which_way() -> None:
    hearts, footsteps = unit_of("hearts-four"), unit_of("footsteps")
    assert (hearts.game, hearts.words, hearts.better) == ("hearts", "points a hand", "lower is better")
    assert (footsteps.sign, footsteps.better) == (1, "higher is better")


def test_a_ladder_whose_game_is_not_installed_is_still_shown() -> None:
    assert unit_of("kuhn").title == "kuhn"
    assert unit_of("kuhn").game == ""


def test_kinds_of_players_have_their_languages_titles() -> None:
    said = [
        ("program", "cpp"),
        ("program", "unicon"),
        ("program", ""),
        ("python", "python"),
        ("notebook", "python"),
        ("house", ""),
    ]
    assert [kind_words(*each, read_languages()) for each in said] == [
        "C++ program",
        "unicon program",
        "program",
        "Python",
        "notebook",
        "built-in player",
    ]
