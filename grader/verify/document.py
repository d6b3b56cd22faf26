"""The reports of verified exercises as one document of plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grader.verify.findings import Report

SCHEMA = 1


def document(reports: Iterable[Report], misfits: Iterable[str] = ()) -> dict[str, Any]:
    """The kill table of every exercise, with what lives, what is equivalent and what is to be mended.

    ``misfits`` are sentences on the pack as a whole.
    """
    return {
        "schema": SCHEMA,
        "faults": list(misfits),
        "exercises": [_exercise(report) for report in reports],
    }


def _exercise(report: Report) -> dict[str, Any]:
    names = [check.name for check in report.checks]
    return {
        "exercise": report.exercise,
        "ok": report.ok,
        "faults": list(report.faults),
        "seeds": list(report.seeds),
        "checks": [
            {
                "name": check.name,
                "points": check.points,
                "visibility": check.visibility,
                "kills": sum(index in one.killed_by for one in report.tried),
                "kills_alone": sum(one.killed_by == (index,) for one in report.tried),
            }
            for index, check in enumerate(report.checks)
        ],
        "kills": [
            {
                "kind": one.kind,
                "name": one.name,
                "status": one.status,
                "killed": one.killed,
                "killed_by": [names[index] for index in one.killed_by],
                "seed": one.seed,
            }
            for one in report.tried
        ],
        "equivalent": [
            {
                "scope": one.scope,
                "before": one.before,
                "after": one.after,
                "reason": one.reason,
                "draws": one.draws,
            }
            for one in report.equivalents
        ],
        "duration_s": report.duration_s,
    }
