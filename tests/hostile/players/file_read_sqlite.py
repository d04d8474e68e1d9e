# expects: escape=C rules=passed
"""Has SQLite, which opens files by itself, read and write the gradebook."""
import sqlite3

PATH = OUTSIDE["database"]


def reads():
    return sqlite3.connect(f"file:{PATH}?mode=ro", uri=True).execute("select * from marks").fetchall()


def attaches():
    memory = sqlite3.connect(":memory:")
    memory.execute("attach database ? as book", (PATH,))
    return memory.execute("select * from book.marks").fetchall()


def writes():
    book = sqlite3.connect(PATH, timeout=0)
    book.execute("update marks set points = 99")
    book.commit()
    return True


play = after(reads, attaches, writes)
