"""Players are called by what tells them apart."""

from __future__ import annotations

from playfunc_arena.names import names_of


def test_players_are_called_by_what_tells_them_apart(tmp_path):
    for name in ("bot.pl", "bot.php", "ann/bot.py", "bob/bot.py", "eve.py", "dice.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert names_of([f"exec:perl {tmp_path}/bot.pl", f"exec:php {tmp_path}/bot.php"]) == ("bot.pl", "bot.php")
    assert names_of([f"{tmp_path}/ann/bot.py", f"{tmp_path}/bob/bot.py"]) == ("ann/bot.py", "bob/bot.py")
    assert names_of([f"exec:python3 {tmp_path}/dice.py 1", f"exec:python3 {tmp_path}/dice.py 2"]) == (
        "dice.py 1",
        "dice.py 2",
    )
    assert names_of([f"exec:python3 {tmp_path}/dice.py 1", "basic", "basic", f"{tmp_path}/eve.py"]) == (
        "dice",
        "basic-1",
        "basic-2",
        "eve",
    )
    python = tmp_path / "versions" / "bin" / "python"
    assert names_of([f"exec:{python} {tmp_path}/dice.py", f"exec:{tmp_path}/bot.pl"]) == ("dice", "bot")
    assert names_of([f"exec:java -cp {tmp_path} Bot", "basic"]) == ("Bot", "basic")
