"""What `assets/replay.js` draws: a replay as JSON values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from playfunc.costs import CostlyMove
from playfunc.installed import GAMES
from playfunc.record import GameRecord, RecordedFault, RecordedMove, rules_of
from playfunc.rules import Seat
from playfunc.show.face import face_of
from playfunc.show.frames import Frame, caption, frame_after, frame_of_move, frames, wrong_move
from playfunc.show.markup import shorten

__all__ = ["chapter_titles", "replay_data", "sentences"]

TEXT_LIMIT = 4000
"""How much of one memory or traceback is shown, in characters; a page holds one memory for each move."""


def replay_data(
    records: Sequence[GameRecord],
    start: int,
    seat: Seat | None,
    costs: Sequence[CostlyMove],
    notes: Mapping[int, str],
    owners: Collection[Seat],
) -> dict[str, Any]:
    """The chapters (one for each record) and their frames, all in one row; `at` of a cost is a place in that row."""
    chapters = [frames(record) for record in records]
    firsts = [sum(map(len, chapters[:number])) for number in range(len(chapters))]
    texts: dict[str, int] = {}
    said = {(chapter, at): note for chapter, at, note in _notes(records, costs, notes)}
    return {
        "bottom": seat or 0,
        "start": _start(chapters, start),
        "chapters": [
            {"title": title, "names": record.players, "first": first, "scores": _scores(record)}
            for title, record, first in zip(chapter_titles(records), records, firsts, strict=True)
        ],
        "frames": [
            {
                **_frame(records[chapter], frame, texts, owners),
                "chapter": chapter,
                "note": " ".join(
                    said[chapter, at]
                    for at in range(frame.played - len(frame.moves), frame.played)
                    if (chapter, at) in said
                ),
            }
            for chapter, sequence in enumerate(chapters)
            for frame in sequence
        ],
        "texts": [shorten(text, TEXT_LIMIT) for text in texts],
        "noted": bool(said),
        "costs": _costs(records, chapters, firsts, costs, seat),
    }


def _start(chapters: Sequence[Sequence[Frame]], start: int) -> int:
    """Where the replay is opened. Moves are counted through all chapters."""
    if start < 0:
        return max(0, sum(map(len, chapters)) + start)
    first = 0
    for sequence in chapters[:-1]:
        if start <= sequence[-1].played:
            return first + frame_after(sequence, start)
        first, start = first + len(sequence), start - sequence[-1].played
    return first + frame_after(chapters[-1], start)


def chapter_titles(records: Sequence[GameRecord]) -> list[str]:
    """ "Hand 1", "Hand 2" and so on."""
    played = GAMES[records[0].game].played.capitalize()
    return [f"{played} {number}" for number in range(1, len(records) + 1)]


def sentences(
    records: Sequence[GameRecord], costs: Sequence[CostlyMove], notes: Mapping[int, str]
) -> Iterator[str]:
    """What there is to say about moves, for a reader of the printed game."""
    titles = chapter_titles(records)
    for chapter, at, note in _notes(records, costs, notes):
        yield f"{titles[chapter] + ', move' if len(records) > 1 else 'Move'} {at + 1}: {note}"


def _notes(
    records: Sequence[GameRecord], costs: Sequence[CostlyMove], notes: Mapping[int, str]
) -> Iterator[tuple[int, int, str]]:
    """The chapter, the number of moves before in there, the sentence."""
    told = {(0, at): note for at, note in notes.items()}
    told |= {
        (_chapter(records, cost), cost.at): _told(cost) for cost in costs if cost.sure or cost.unmeasured
    }
    yield from ((chapter, at, note) for (chapter, at), note in sorted(told.items()))


def _told(cost: CostlyMove) -> str:
    hindsight = "" if cost.hindsight is None else f" {_in_hindsight(cost)}."
    return f"{cost}{hindsight}"


def _in_hindsight(cost: CostlyMove) -> str:
    assert cost.hindsight is not None
    return f"In hindsight, cards face up: {replace(cost, lost=cost.hindsight, exact=True, margin=0).cost}"


def _chapter(records: Sequence[GameRecord], cost: CostlyMove) -> int:
    """Which of the records a cost belongs to."""
    if len(records) == 1:
        return 0
    same = (place for place, record in enumerate(records) if record is cost.record or record == cost.record)
    chapter = next(same, None)
    if chapter is None:
        raise ValueError("a cost belongs to none of the games to replay: give the costs of these records")
    return chapter


def _scores(record: GameRecord) -> str:
    if record.scores is None:
        return "not finished"
    return ", ".join(f"{name} {score:g}" for name, score in zip(record.players, record.scores, strict=True))


def _frame(
    record: GameRecord, frame: Frame, texts: dict[str, int], owners: Collection[Seat]
) -> dict[str, Any]:
    rules, face = rules_of(record), face_of(record.game)
    memories = [text if seat in owners else None for seat, text in enumerate(frame.memories)]
    return {
        "scene": face.scene(rules, frame.state, None, record.players),
        "caption": caption(record, frame),
        "part": frame.part,
        "turn": frame.turn,
        "legal": frame.legal,
        "made": [[move.seat, move.move, _shown(record, move)] for move in frame.moves],
        "memory": [None if text is None else texts.setdefault(text, len(texts)) for text in memories],
        "wrong": wrong_move(record, frame.fault) if frame.fault else None,
        "fault": _fault(frame.fault) if frame.fault else None,
    }


def _shown(record: GameRecord, move: RecordedMove) -> str:
    rules = rules_of(record)
    return rules.storyteller.move(rules.projection.parse_move(move.move))


def _fault(fault: RecordedFault) -> dict[str, Any]:
    error = fault.as_error()
    who = f"{error.player}: " if error.player else ""
    return {
        "seat": fault.seat,
        "rule": error.rule,
        "reason": who + shorten(error.reason, TEXT_LIMIT),
        "position": error.position,
        "detail": shorten(error.detail, TEXT_LIMIT),
    }


def _costs(
    records: Sequence[GameRecord],
    chapters: Sequence[Sequence[Frame]],
    firsts: Sequence[int],
    costs: Sequence[CostlyMove],
    seat: Seat | None,
) -> dict[str, Any] | None:
    """The chart: a row of bars for each player, and the costliest moves, of `seat` alone where it is given."""
    if not costs:
        return None
    placed = [(_chapter(records, cost), cost) for cost in costs]
    names = dict.fromkeys(name for record in records for name in record.players)
    bars = {
        name: [
            _bar(cost, firsts[chapter] + frame_of_move(chapters[chapter], cost.at))
            for chapter, cost in placed
            if records[chapter].players[cost.seat] == name
        ]
        for name in names
    }
    tops = [max(cost.lost + cost.margin, cost.hindsight or 0) for _, cost in placed if not cost.unmeasured]
    top = max([*tops, 0])
    return {
        "top": top,
        "worst": [
            firsts[chapter] + frame_of_move(chapters[chapter], cost.at)
            for chapter, cost in sorted(placed, key=lambda pair: -pair[1].lost)
            if cost.sure and seat in (None, cost.seat)
        ],
        "said": replace(costs[0], lost=top, exact=True, margin=0).cost,
        "players": [
            {
                "name": name,
                "total": _total([c for k, c in placed if records[k].players[c.seat] == name]),
                "bars": row,
            }
            for name, row in bars.items()
            if row
        ],
    }


def _bar(cost: CostlyMove, at: int) -> dict[str, Any]:
    return {
        "at": at,
        "where": cost.where or f"Move {cost.at + 1}",
        "text": cost.move,
        "move": cost.shown(cost.move),
        "lost": cost.lost,
        "margin": cost.margin,
        "hindsight": cost.hindsight,
        "kind": "unmeasured" if cost.unmeasured else "exact" if cost.exact else "estimate",
        "sure": cost.sure and not cost.unmeasured,
        "cost": cost.unmeasured or cost.cost,
        "better": " or ".join(map(cost.shown, cost.best[:2])) if cost.sure else "",
        "behind": "" if cost.hindsight is None else _in_hindsight(cost),
        "said": f"{cost.where or f'Move {cost.at + 1}'}: {_told(cost)}",
    }


def _total(costs: Sequence[CostlyMove]) -> str:
    """What a player gave away, and in how many of its moves that is known."""
    measured = [cost for cost in costs if not cost.unmeasured]
    if not measured:
        return "not measured"
    exact = all(cost.exact for cost in measured)
    whole = replace(measured[0], lost=fsum(cost.lost for cost in measured), exact=exact, margin=0)
    known = (
        f"{len(costs)} moves"
        if len(measured) == len(costs)
        else f"{len(measured)} of {len(costs)} moves, the others unmeasured"
    )
    return f"{whole.cost} given away in {known}"
