"""Counts of SkullWhist's games, so that no page has to count them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COUNTS = ("wins", "losses", "ties", "forfeits", "gifts", "points")

COUNTED = """
    SUM(CASE WHEN own.score > other.score THEN 1 ELSE 0 END),
    SUM(CASE WHEN own.score < other.score THEN 1 ELSE 0 END),
    SUM(CASE WHEN own.score = other.score THEN 1 ELSE 0 END),
    SUM(CASE WHEN own.forfeited THEN 1 ELSE 0 END),
    SUM(CASE WHEN other.forfeited THEN 1 ELSE 0 END),
    SUM(COALESCE(own.score, 0))
    FROM sw_seat own
    JOIN sw_seat other ON other.game_id = own.game_id AND other.seat = 1 - own.seat
    JOIN sw_game game ON game.id = own.game_id
    WHERE game.finished IS NOT NULL
"""

INTO = ", ".join(COUNTS)

FILLED = (
    f"INSERT INTO sw_record (bot_id, {INTO}) SELECT own.bot_id, {COUNTED} GROUP BY own.bot_id",
    f"INSERT INTO sw_pair (bot_id, rival_id, {INTO}) "
    f"SELECT own.bot_id, other.bot_id, {COUNTED} GROUP BY own.bot_id, other.bot_id",
)
"""Games that were played before."""


def upgrade() -> None:
    op.create_table(
        "sw_record",
        sa.Column("bot_id", sa.Integer(), nullable=False),
        *_counts(),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"]),
        sa.PrimaryKeyConstraint("bot_id"),
    )
    op.create_table(
        "sw_pair",
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("rival_id", sa.Integer(), nullable=False),
        *_counts(),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"]),
        sa.ForeignKeyConstraint(["rival_id"], ["bot.id"]),
        sa.PrimaryKeyConstraint("bot_id", "rival_id"),
    )
    with op.batch_alter_table("sw_seat", schema=None) as batch_op:
        batch_op.create_index("sw_seat_score", ["score"], unique=False)
    for statement in FILLED:
        op.execute(statement)


def _counts() -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in COUNTS]
