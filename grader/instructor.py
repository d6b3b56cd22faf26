"""What an instructor is told of a submission that fails: hidden cases in full, and maps of wrong entries."""

from __future__ import annotations

import msgspec

from grader.grade import REVEALED, tell
from grader.gradebook import Told, ToldMap
from grader.model import CheckVerdict, Evidence, Key, Result, Status, Submission
from grader.pictures.blocks import block_map
from grader.pictures.compared import check_panel


def told_to_instructor(
    submission: Submission, key: Key, result: Result, evidence: Evidence
) -> tuple[Told, ...]:
    """What may be told of each check that failed, to whoever may see what is hidden; no student may."""
    if result.status != Status.FAILED.value:
        return ()
    verdict = evidence.verdict
    revealed = tell(submission, key, verdict, evidence.cause, (), seen=evidence.seen, reveal=True)
    assert REVEALED in revealed.notes
    return tuple(
        Told(check.name, check.message, check.printed, _map(key, evidence, judged))
        for check, judged in zip(revealed.checks, verdict.checks, strict=True)
        if judged.status not in (Status.PASSED, Status.NOT_RUN)
    )


def _map(key: Key, evidence: Evidence, judged: CheckVerdict) -> ToldMap | None:
    try:
        panel = check_panel(key, evidence, judged)
    except Exception:  # noqa: BLE001 - no fault in a picture may cost a grade
        return None
    if panel is None:
        return None
    found = block_map(panel)
    return msgspec.convert({"head": found.head, "rows": found.rows, "legend": found.legend}, ToldMap)
