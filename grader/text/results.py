"""What a result is told with wherever it is shown: in a terminal, a notebook, on a page."""

from __future__ import annotations

from collections.abc import Sequence

from grader.escape import clean
from grader.model import CheckResult, Result

GROUPS = {"visible": "examples", "hidden": "hidden checks"}
EXAMPLES_ONLY = "These are the visible examples. The hidden checks are run by your instructor."


def check_mark(status: str) -> str:
    """The mark before a check."""
    return {"passed": "ok", "not_run": "--"}.get(status, "x")


def failing_checks(result: Result) -> list[CheckResult]:
    """The checks that were run and did not pass."""
    return [check for check in result.checks if check.status not in ("passed", "not_run")]


def printed_where(check: CheckResult, failing: Sequence[CheckResult]) -> str:
    """In which case something was printed: the one that the message tells of, or that of another check."""
    return "In this case" if check is failing[0] else f'In the first failing case of "{clean(check.name)}"'


def other_notes(result: Result) -> list[str]:
    """The notes, without one that the message tells, as it says why nothing could be checked."""
    return [note for note in result.notes if note.rstrip("…") not in result.message]
