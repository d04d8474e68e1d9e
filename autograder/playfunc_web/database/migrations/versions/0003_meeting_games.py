"""games against house players, for their owner to watch"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "meeting_game",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("written", sa.Double(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("against", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("printed", sa.Text(), nullable=False),
        sa.Column("times_ms", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("version_id", "number"),
    )
    with op.batch_alter_table("meeting_game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_meeting_game_written"), ["written"], unique=False)
