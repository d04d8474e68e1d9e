"""A home folder with interpreters."""

import shutil

BOT = "$| = 1; while (<STDIN>) { print qq(C2\n) }\n"


def install(folder):
    folder.mkdir(parents=True)
    shutil.copy("/usr/bin/perl", folder / "perl5x")
    return folder


def bot(home, first="", name="bot.pl", text=BOT):
    path = home / "bot" / name
    path.write_text(first + text)
    path.chmod(0o755)
    return path
