"""SkullWhist's server"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bot",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("party_id", sa.Integer(), nullable=True),
        sa.Column("house", sa.String(length=40), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["party_id"], ["party.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    with op.batch_alter_table("bot", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_bot_party_id"), ["party_id"], unique=False)

    op.create_table(
        "bot_session",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("bot_id"),
    )

    op.create_table(
        "sw_game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("leader", sa.Integer(), nullable=False),
        sa.Column("started", sa.Double(), nullable=False),
        sa.Column("finished", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    with op.batch_alter_table("sw_game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sw_game_finished"), ["finished"], unique=False)

    op.create_table(
        "sw_minute",
        sa.Column("minute", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("minute"),
    )

    op.create_table(
        "sw_round",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("leader", sa.Integer(), nullable=False),
        sa.Column("led", sa.String(length=3), nullable=False),
        sa.Column("followed", sa.String(length=3), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["sw_game.id"]),
        sa.PrimaryKeyConstraint("game_id", "number"),
    )

    op.create_table(
        "sw_seat",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("bid", sa.Integer(), nullable=True),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("tricks", sa.Integer(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("forfeited", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"]),
        sa.ForeignKeyConstraint(["game_id"], ["sw_game.id"]),
        sa.PrimaryKeyConstraint("game_id", "seat"),
    )
    with op.batch_alter_table("sw_seat", schema=None) as batch_op:
        batch_op.create_index("sw_seat_bot", ["bot_id", "game_id"], unique=False)
