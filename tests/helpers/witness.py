"""A witness inside a site's database: triggers that note each verdict and each completed run, whoever writes them, so
that one that was given twice shows."""

from collections import Counter

from playfunc_web.database import Database
from sqlalchemy import text

TABLE = "CREATE TABLE witness (told VARCHAR(9), id INTEGER, state VARCHAR(10))"
NOTE = "INSERT INTO witness VALUES ('{table}', NEW.id, NEW.state)"
CHANGED = "WHEN (NEW.state != OLD.state)"

SQLITE = f"CREATE TRIGGER witness_{{table}} AFTER UPDATE ON {{table}} {CHANGED} BEGIN {NOTE}; END"
POSTGRESQL = (
    "CREATE FUNCTION witness_{table}() RETURNS trigger AS $$ "
    f"BEGIN {NOTE}; RETURN NULL; END $$ LANGUAGE plpgsql",
    f"CREATE TRIGGER witness_{{table}} AFTER UPDATE ON {{table}} FOR EACH ROW {CHANGED} "
    "EXECUTE FUNCTION witness_{table}()",
)


def watch(database: Database) -> None:
    """From now on every change of a version's or a run's state is noted, in the transaction that makes it."""
    made = (SQLITE,) if database.engine.dialect.name == "sqlite" else POSTGRESQL
    with database.writing() as session:
        session.execute(text(TABLE))
        for table in ("version", "run"):
            for each in made:
                session.execute(text(each.format(table=table)))


def verdicts(database: Database) -> Counter[tuple[str, int, str]]:
    """How often each verdict was given: (version or run, its id, the state) → times."""
    over = (
        "SELECT told, id, state FROM witness WHERE state NOT IN ('queued', 'checking', 'planned', 'playing')"
    )
    with database.reading() as session:
        return Counter((told, number, state) for told, number, state in session.execute(text(over)))
