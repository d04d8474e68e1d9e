"""What `assets/replay.js` draws: a replay as JSON values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playfunc.costs import CostlyMove, quantity, total_of
from playfunc.game import GAMES
from playfunc.record import GameRecord, RecordedFault, calls, rules_of, shown_move
from playfunc.rules import Seat
from playfunc.show.face import face_of
from playfunc.show.frames import Frame, caption, frame_after, frame_of_move, frames, wrong_move
from playfunc.show.markup import shorten
from playfunc.show.seen import call_source

TEXT_LIMIT = 4000
"""How much of one memory or traceback is shown, in characters; a page holds one memory for each move."""

CODE_LIMIT = 20_000
"""How much of one call."""


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
    seen = {
        (chapter, at): call_source(rules_of(record), call)
        for chapter, record in enumerate(records)
        for at, (seat, call, _) in enumerate(calls(record) if owners else ())
        if seat in owners
    }
    said = {(note.chapter, note.at): note for note in _notes(records, costs, notes)}
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
                "seen": [
                    [records[chapter].moves[at].seat, shorten(seen[chapter, at], CODE_LIMIT)]
                    for at in _moves_of(frame)
                    if (chapter, at) in seen
                ],
                **_noted(records[chapter], frame, {at: said.get((chapter, at)) for at in _moves_of(frame)}),
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
    """What there is to say about moves and all of them together, for a reader of the printed game."""
    titles = chapter_titles(records)
    for note in _notes(records, costs, notes):
        if note.costly:
            where = f"{titles[note.chapter]}, move" if len(records) > 1 else "Move"
            yield f"{where} {note.at + 1}: {note.text}"
    for name, played in _by_player(records, costs).items():
        yield f"{name}: {_total([cost for _, cost in played])}"


@dataclass(frozen=True, slots=True)
class _Note:
    """What there is to say about the move after `at` moves of a chapter; whether the move surely cost something, and
    then which moves are better."""

    chapter: int
    at: int
    text: str
    costly: bool = True
    better: tuple[str, ...] = ()


def _notes(
    records: Sequence[GameRecord], costs: Sequence[CostlyMove], notes: Mapping[int, str]
) -> list[_Note]:
    found = {(0, at): _Note(0, at, text) for at, text in notes.items()}
    for cost in costs:
        chapter = _chapter(records, cost)
        found[chapter, cost.at] = _Note(
            chapter, cost.at, str(cost), cost.sure, cost.best if cost.sure else ()
        )
    return [found[place] for place in sorted(found)]


def _moves_of(frame: Frame) -> range:
    """The moves that led to the frame, by the number of moves made before each."""
    return range(frame.played - len(frame.moves), frame.played)


def _noted(record: GameRecord, frame: Frame, notes: Mapping[int, _Note | None]) -> dict[str, Any]:
    """The notes about the moves that led to a frame, with the players' names where they moved together."""
    found = [note for note in notes.values() if note]
    names = [f"{record.players[record.moves[note.at].seat]}: " * (len(frame.moves) > 1) for note in found]
    return {
        "note": " ".join(name + note.text for name, note in zip(names, found, strict=True)),
        "costly": any(note.costly for note in found),
        "better": [move for note in found for move in note.better],
    }


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
        "made": [[move.seat, move.move, shown_move(rules, move.move)] for move in frame.moves],
        "memory": [None if text is None else texts.setdefault(text, len(texts)) for text in memories],
        "wrong": wrong_move(record, frame.fault) if frame.fault else None,
        "fault": _fault(frame.fault) if frame.fault else None,
    }


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
    """The chart: a row of bars for each player, and the costly moves in the order of the game, of `seat` alone where it
    is given: each with its place, and its cost as a share of `top`."""
    if not costs:
        return None
    players = _by_player(records, costs)
    placed = [each for played in players.values() for each in played]
    tops = [max(cost.lost + cost.margin, cost.hindsight or 0) for _, cost in placed if not cost.unmeasured]
    top = max([*tops, 0])
    return {
        "top": top,
        "costly": [
            (firsts[chapter] + frame_of_move(chapters[chapter], cost.at), round(cost.lost / top, 3))
            for chapter, cost in sorted(placed, key=lambda pair: (pair[0], pair[1].at))
            if cost.sure and seat in (None, cost.seat)
        ],
        "said": quantity(top, costs[0].unit),
        "players": [
            {
                "name": name,
                "total": _total([cost for _, cost in played]),
                "bars": [
                    _bar(cost, firsts[chapter] + frame_of_move(chapters[chapter], cost.at))
                    for chapter, cost in played
                ],
            }
            for name, played in players.items()
        ],
    }


def _by_player(
    records: Sequence[GameRecord], costs: Sequence[CostlyMove]
) -> dict[str, list[tuple[int, CostlyMove]]]:
    """The costs of each player's moves with their chapters, in the order played. In a series players change seats."""
    placed = sorted(
        ((_chapter(records, cost), cost) for cost in costs), key=lambda pair: (pair[0], pair[1].at)
    )
    found: dict[str, list[tuple[int, CostlyMove]]] = {
        name: [] for record in records for name in record.players
    }
    for chapter, cost in placed:
        found[records[chapter].players[cost.seat]].append((chapter, cost))
    return {name: played for name, played in found.items() if played}


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
        "sure": cost.sure,
        "cost": cost.unmeasured or cost.cost,
        "better": " or ".join(map(cost.shown, cost.best[:2])) if cost.sure else "",
        "behind": "" if cost.hindsight is None else quantity(cost.hindsight, cost.unit),
        "said": f"{cost.where or f'Move {cost.at + 1}'}: {cost}",
    }


def _total(costs: Sequence[CostlyMove]) -> str:
    """What a player gave away, and in how many of its moves that is known."""
    total = total_of(costs)
    moves = f"{len(costs)} move{'s' * (len(costs) != 1)}"
    if total.unmeasured == len(costs):
        return f"none of {moves} could be measured"
    known = f", {total.unmeasured} of them unmeasured" if total.unmeasured else ""
    return f"gave away {total} in {moves}{known}"
