"""What came of a run, as the page is told: of the redacted result, and a picture of a visible case."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from grader.catalogue import Pack
from grader.errors import KataError
from grader.model import Observation
from grader.practice.progress import Progress
from grader.practice.standing import next_exercise

if TYPE_CHECKING:
    from grader.markup import Markup
    from grader.practice.checking import Checked


def verdict_event(checked: Checked, pack: Pack, progress: Progress) -> dict[str, Any]:
    """The event that ends a run."""
    from grader.fragments.verdict import verdict_html

    result = checked.result
    passed = result.status == "passed"
    return {
        "event": "verdict",
        "html": verdict_html(result, examples_only=checked.examples_only),
        "picture": _picture(checked),
        "output": _output(checked),
        "status": result.status,
        "score": result.score,
        "max_score": result.max_score,
        "first_pass": checked.first_pass,
        "solved": passed and not checked.examples_only,
        "next": _following(result.exercise, pack, progress) if passed else None,
        "note": checked.not_kept,
    }


def _output(checked: Checked) -> list[dict[str, str]]:
    """What was printed in visible checks: in the case that failed, otherwise in all of its cases."""
    from grader.text.redaction import kept_print

    printed = [""] * len(checked.key.checks)
    for seen in checked.evidence.seen:
        if isinstance(seen, Observation) and checked.key.checks[seen.check].visibility == "visible":
            printed[seen.check] += seen.printed
    told = {check.name: check.printed for check in checked.result.checks}
    return [
        {"check": check.name, "printed": told.get(check.name) or kept_print(text)}
        for check, text in zip(checked.key.checks, printed, strict=True)
        if check.visibility == "visible" and text.strip()
    ]


def _picture(checked: Checked) -> Markup | None:
    """Expected, got and their difference, of a visible case that has numbers."""
    from grader.fragments.heatmap import picture_html
    from grader.pictures.compared import choose, compared_picture

    chosen = choose(checked.key, checked.evidence)
    if chosen is None:
        return None
    return picture_html(compared_picture(chosen, checked.result.exercise), "picture")


def _following(exercise: str, pack: Pack, progress: Progress) -> str | None:
    try:
        stand = replace(progress.standings(), current=exercise)
    except KataError:
        return None
    return next_exercise(pack, stand)
