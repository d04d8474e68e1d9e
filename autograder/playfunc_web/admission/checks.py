"""The checks that a version has to pass: it loads, keeps the rules, and depends on its arguments alone. They are those
of marking without the win checks, on public deals, and by the limits that also hold in the games."""

from __future__ import annotations

import dataclasses
import logging
import math
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playfunc.errors import printable
from playfunc.games import rules_for
from playfunc.record import GameRecord, rules_of, steps
from playfunc.show.face import face_of
from playfunc.source import FILENAME
from playfunc_arena.formats import Format, ladder_format
from playfunc_arena.plan import questions
from playfunc_autograder.asker import Checked, Tell, Upload, counted_checks
from playfunc_autograder.cluster import workers
from playfunc_autograder.executors import HERE, ClusterError, Workers, in_order
from playfunc_autograder.programs import program_tier
from playfunc_autograder.programs.languages import Language
from playfunc_autograder.sandbox import SandboxError
from playfunc_autograder.sandbox.tiers import available_tier
from playfunc_checks.assignment import Assignment
from playfunc_checks.checks.win_rate import STUDENT
from playfunc_checks.extract import ExtractError
from playfunc_checks.find_assignment import default_assignment
from playfunc_checks.results import CheckResult, Verdict
from playfunc_checks.source_lines import in_cells
from playfunc_checks.submitted_player import Program, files_of, plain_files
from sqlalchemy.orm import Session

from playfunc_web.database import now
from playfunc_web.database.tables import Admission, Version
from playfunc_web.jobs import Handler, Work, enqueue
from playfunc_web.ladders.ladders import version_with_source
from playfunc_web.ladders.playing import is_program, load_player
from playfunc_web.site import Site

# What only the owner sees of a check: the position drawn, the traceback, what was printed. All of it comes from a
# stranger's code, so it is cut to size and made fit for any database.

LONGEST = 20_000
"""Characters of a text that are kept."""


def clean(text: str) -> str:
    """The text without what a database or a page cannot take: NULs, lone surrogates, other controls, endless length."""
    kept = "".join(letter for letter in printable(text) if letter in "\n\t" or ord(letter) >= 32)
    return kept if len(kept) <= LONGEST else f"{kept[:LONGEST]}\n… (cut here)"


def private_of(failed: CheckResult | None, printed: str) -> dict[str, Any]:
    """By name, what there is: `position` (HTML), `position_text`, `traceback`, `hint` and `printed`."""
    found: dict[str, Any] = {"printed": clean(printed)}
    if failed is not None:
        found["hint"] = clean(failed.hint)
        found["traceback"] = clean(failed.reason)
        if failed.replay is not None and failed.replay.faults:
            fault = failed.replay.faults[0]
            found["traceback"] = clean(fault.detail)
            found["position_text"] = clean(fault.position)
            found["position"] = drawn_position(failed.replay)
    return {name: text for name, text in found.items() if text}


def drawn_position(record: GameRecord) -> str:
    """What the player at fault saw when it was to move, as HTML with a style of its own and no script."""
    fault = record.faults[0]
    made = 0
    for step in steps(record):
        if fault.seat in step.forfeits or made >= fault.at:
            break
        made += len(step.moves)
    shown = face_of(record.game).position(rules_of(record), step.state, fault.seat, record.players)
    return printable(shown._repr_html_())


log = logging.getLogger("playfunc_web.admission")


@contextmanager
def place_of_work(game: str, scheduler: str) -> Iterator[Workers]:
    """The workers of the site's scheduler. This process where none is named, and where it cannot be used now: nobody
    who uploads waits for it. A scheduler that is lost later raises `ClusterError`, and the job begins anew."""
    with ExitStack() as stack:
        try:
            where = stack.enter_context(workers(game, 1, scheduler))
        except ClusterError as error:
            log.error("scheduler: %s; an upload is worked on here", error)
            where = HERE
        yield where


GATES = {"loads": "It loads", "rules": "It keeps the rules", "purity": "It answers the same when asked again"}
"""The checks in their order, and how a page calls them."""


def check_gates(upload: Upload, game: str, scheduler: str, tell: Tell) -> Checked:
    """Check where `place_of_work` says. Raises `RuntimeError` where the workers died of this upload each time."""
    with place_of_work(game, scheduler) as where:
        check = partial(counted_checks, only=tuple(GATES))
        check = check if where.elsewhere else partial(check, tell=tell)
        (checked,) = in_order(check, [upload], where.executor)
    return checked


DEALS = 8
"""Deals of the rules check: one that needs its whole share of time in every game of a run stays within the limit of
admission, and a quick one is through in seconds."""

QUESTIONS = 1000
"""In the rules check, about, where games are so long that fewer deals will do: two bidders of 8 points each are asked
125,000 times a game on the big board, and all games are in memory together."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the checks found. `findings` are rows of (check, verdict, sentence); `private` is for the owner alone."""

    state: str
    verdict: str
    findings: list[list[str]]
    private: dict[str, Any] = field(default_factory=dict)
    cpu_seconds: float = 0.0


def admission_assignment(form: Format, cpu_seconds: float) -> Assignment:
    """The game's usual assignment at the ladder's tables; rules and purity take `cpu_seconds` together."""
    usual = default_assignment(form.game)
    total = min(usual.published.total_seconds, cpu_seconds / 2)
    rules = rules_for(form.game, form.least, **form.parameters)
    return dataclasses.replace(
        usual,
        tables=(form.least,),
        parameters={**usual.parameters, **form.parameters},
        opponents=(),
        rules_deals=min(DEALS, math.ceil(QUESTIONS / questions(rules))),
        leniency=1.0,
        published=dataclasses.replace(usual.published, total_seconds=total),
    )


def check_upload(
    version: Version,
    form: Format,
    cpu_seconds: float,
    languages: Mapping[str, Language],
    on_progress: Tell = lambda check, done, total: None,
    scheduler: str = "",
) -> Found:
    """Check a version's file in confinement. Whatever it does, there is a verdict. A program is built here, and then
    checked like all others: here, or by a worker of the `scheduler`. Raises as `check_gates`."""
    unfit = _unconfined(version)
    if unfit:
        return Found("broken", unfit, [])
    assignment = admission_assignment(form, cpu_seconds)
    with TemporaryDirectory(prefix="playfunc-") as folder:
        try:
            player = load_player(version, form.game, Path(folder), languages)
        except ExtractError as error:
            return _unreadable(clean(str(error)))
        except SandboxError as error:
            ours = f"Broken, ours: {clean(str(error))}. Staff are told; you need do nothing."
            return Found("broken", ours, [])
        program = Program(player.name, files_of(plain_files(player.base))) if player.base else None
    source = player.source or (program.source if program else "")
    checked = check_gates(Upload(source, program, assignment), form.game, scheduler, on_progress)
    return _found(checked, source, player.notes)


def _unreadable(message: str) -> Found:
    reason, _, said = message.partition("\n")
    findings = [["loads", "failed", reason], ["rules", "skipped", ""], ["purity", "skipped", ""]]
    return Found("refused", reason, findings, {"traceback": said} if said else {})


def _found(checked: Checked, source: str, notes: tuple[str, ...]) -> Found:
    """`notes` are told with the first check, whether it loads."""
    results, cpu = checked.results, checked.cpu_seconds
    findings = [[each.check, each.verdict.value, clean(_sentence(each, source))] for each in results]
    if notes and findings:
        findings[0][2] = clean(" ".join(filter(None, (_ended(findings[0][2]), *notes))))
    broken = next((each for each in results if each.verdict is Verdict.BROKEN), None)
    failed = next((each for each in results if each.verdict is Verdict.FAILED), None)
    if broken is not None:
        verdict = "Broken, ours: a check stopped on an error of ours. Staff are told; you need do nothing."
        return Found("broken", verdict, findings, {"ours": clean(broken.detail)}, cpu)
    private = private_of(failed, checked.printed)
    if failed is not None:
        return Found("refused", clean(_sentence(failed, source)), findings, private, cpu)
    verdict = "Admitted: it loads, keeps the rules, and answers the same when asked again."
    return Found("admitted", verdict, findings, private, cpu)


def _ended(sentence: str) -> str:
    return f"{sentence}." if sentence and sentence[-1] not in ".!?" else sentence


def _sentence(result: CheckResult, source: str) -> str:
    if result.verdict is Verdict.FAILED:
        first = result.reason.partition("\n")[0].removeprefix(f"{STUDENT}: ")
        return ". ".join(part for part in (result.got, first, _own_line(result, source)) if part)
    return result.got or result.reason


def _own_line(result: CheckResult, source: str) -> str:
    """Where in the player's text a fault came from; empty where no line of it is known."""
    faults = result.replay.faults if result.replay else ()
    text = faults[0].detail if faults else result.reason
    found = re.findall(rf'File "{re.escape(FILENAME)}", line \d+', text)
    return in_cells(source)(found[-1]) if found else ""


def _unconfined(version: Version) -> str:
    """Why nothing of strangers may run here; empty where it may."""
    for probe in (available_tier(), *([program_tier()] if is_program(version) else [])):
        if not probe.tier.confined:
            why = "; ".join(f"tier {tier.value}: {reason}" for tier, reason in probe.refusals.items())
            return (
                f"Broken, ours: this site cannot confine players ({why}), so it runs none. Staff are told: "
                "`playfunc doctor` says what to install; then the upload is checked."
            )
    return ""


def admit(site: Site, work: Work) -> None:
    """Check a version, and write the verdict; an admitted one plays from now on and meets the baselines."""
    version = _begin(site, work.target)
    if version is None or version.source is None:
        with work.verdict():
            return  # forgotten or withdrawn meanwhile: there is nothing to check
    form = ladder_format(version.entrant.ladder.contest)
    limit = site.settings.limits.check_cpu_seconds
    places = list(GATES)

    def tell(check: str, done: int, total: int) -> None:
        part = 100 * done // max(total, 1)
        work.progress(100 * places.index(check) + part, 100 * len(places), check)

    found = check_upload(version, form, limit, site.languages, tell, site.settings.scheduler)
    ours = (found.private.get("ours") or found.verdict) if found.state == "broken" else ""
    with work.verdict(ours) as session:
        _write(session, work.target, found)


def _begin(site: Site, version_id: int) -> Version | None:
    with site.database.writing() as session:
        version = version_with_source(session, version_id)
        if version is None or version.state not in ("queued", "checking"):
            return None
        version.state = "checking"
        admission = session.get(Admission, version_id) or Admission(version_id=version_id)
        admission.started, admission.finished = now(), None
        session.add(admission)
    return version


def _write(session: Session, version_id: int, found: Found) -> None:
    version = session.get(Version, version_id, with_for_update=True)
    if version is None or version.state != "checking":
        return
    admission = session.get_one(Admission, version_id)
    version.state, admission.verdict, admission.findings = found.state, found.verdict, found.findings
    admission.private, admission.cpu_seconds, admission.finished = found.private, found.cpu_seconds, now()
    if found.state == "admitted":
        entrant = version.entrant  # it plays from now on, unless a later one does already or its owner left
        if entrant.party.withdrawn is None and (
            entrant.active is None or entrant.active.number < version.number
        ):
            entrant.active = version
        enqueue(session, "meeting", f"meeting/{version.id}", version.id)


def _give_up(session: Session, version_id: int, note: str) -> None:
    version = session.get(Version, version_id)
    if version is None or version.state not in ("queued", "checking"):
        return
    version.state = "broken"
    admission = session.get(Admission, version_id) or Admission(version_id=version_id)
    admission.verdict = (
        "Broken, ours: the check of this upload failed three times. Staff are told. Upload the same file again to have "
        "it checked once more."
    )
    admission.finished, admission.private = now(), {"ours": clean(note)}
    session.add(admission)


ADMISSION = Handler(admit, _give_up)
