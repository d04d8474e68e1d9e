"""The double-dummy solver against plain minimax."""

from __future__ import annotations

import pytest
from playfunc_opponents.skullwhist.solver import (
    EMPTY,
    after,
    beats,
    bit_of,
    can_win,
    lead_tricks,
    leader_tricks,
    leads,
    position_of,
    replies,
    reply_tricks,
    sure_tricks,
    swapped,
)
from skullwhist_positions import hands, plain, plain_lead, plain_trick


@pytest.mark.parametrize("size", range(1, 7))
def test_the_solver_agrees_with_plain_minimax(size, table):
    for seed in range(40 if size < 6 else 15):
        leader, other = hands(seed, size)
        position = position_of(leader, other)
        assert leader_tricks(position, size, table) == plain(leader, other)
        assert sure_tricks(position) <= plain(leader, other)
        held = {*leader, *other}
        for lead in leader:
            assert lead_tricks(position, size, bit_of(lead, held), table) == plain_lead(leader, other, lead)
            for reply in [card for card in other if card // 13 == lead // 13] or other:
                assert reply_tricks(position, size, bit_of(lead, held), bit_of(reply, held), table) == (
                    size - plain_trick(leader, other, lead, reply)
                )


def test_whole_deals_keep_their_word(table):
    """The best lead and the best reply, played out trick by trick, come to what the solver said."""
    for seed in range(12):
        leader, other = hands(3 * seed + 1, 13)
        position, promised = position_of(leader, other), None
        won, mine = 0, True
        for size in range(13, 0, -1):
            value = leader_tricks(position, size, table)
            total = won + (value if mine else size - value)
            assert promised in (None, total)
            promised = total
            options = [bit for bit in range(56) if leads(position) >> bit & 1]
            lead = max(options, key=lambda bit: lead_tricks(position, size, bit, table))
            answers = [bit for bit in range(56) if replies(position, lead // 14) >> bit & 1]
            reply = max(answers, key=lambda bit: reply_tricks(position, size, lead, bit, table))
            lost = bool(beats(lead, reply))
            won += mine != lost
            rest = after(position, lead, reply)
            position, mine = (swapped(rest), not mine) if lost else (rest, mine)
        assert position == EMPTY
        assert won == promised


def test_questions_beyond_the_cards(table):
    position = position_of([0, 1], [2, 15])
    assert can_win(position, 2, 0, table)
    assert not can_win(position, 2, 3, table)


def test_neighbours_are_the_same_card():
    position = position_of([0, 1, 2, 5], [3, 4, 39, 40])
    assert bin(leads(position)).count("1") == 2
    assert bin(replies(position, 0)).count("1") == 1
    assert bin(replies(position, 1)).count("1") == 2
