"""Marks that are made up."""

from course_assignments import HEARTS
from course_fixture import CAUTIOUS
from playfunc_checks.marking import points, suggest_band
from playfunc_checks.results import failed, passed
from playfunc_checks.source_facts import source_facts
from playfunc_classroom.marks import Mark, Stamp


def win(tier, rate, error=0.01, forfeits=0):
    facts = {"win_rate": rate, "standard_error": error, "forfeits": forfeits}
    facts["losses"] = {"by_trick": [rate] * 26}
    return (passed if rate >= 0.6 else failed)(f"beats-{tier}", got=f"{rate:.0%}", facts=facts)


def marked(student, source=CAUTIOUS, wins=(0.9, 0.3, 0.1), gates=None, notes=()):
    gates = gates or [passed("loads"), passed("rules"), passed("purity"), passed("memory")]
    results = (*gates, *(win(t, rate) for t, rate in zip(HEARTS.tiers, wins, strict=True)))
    facts = source_facts(source) if source else None
    band = suggest_band(results, facts.clean if facts else None, HEARTS.bands)
    rest = (points(results, HEARTS), band.name, band.facts, facts, source, "A")
    return Mark(student, Stamp(student, "", ""), "", notes, results, *rest)
