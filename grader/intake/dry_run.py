"""What would be graded and what not, as a table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from grader.intake.hand_ins import ClassSubmissions, HandIn

_ORDER = ("to grade", "superseded", "ignored", "nothing recognised", "nothing handed in")


@dataclass(frozen=True)
class DryRunRow:
    """One row of the table; ``student``, ``exercise`` and ``name`` are None where they are not known.

    ``what`` is "to grade", "superseded", "ignored", and for a student with nothing to grade "nothing
    recognised" or "nothing handed in".
    """

    student: str | None
    exercise: str | None
    file: str
    what: str
    reason: str
    name: str | None = None


def dry_run_table(found: ClassSubmissions) -> tuple[DryRunRow, ...]:
    """Return what would become of each file, sorted by student and exercise; files of nobody come last."""
    rows = [
        DryRunRow(each.student, each.exercise, each.path, "to grade", reason)
        for hand_in in found.hand_ins
        for each, reason in _graded(hand_in)
    ]
    for what, passed in (("superseded", found.superseded), ("ignored", found.ignored)):
        rows += [DryRunRow(each.student, each.exercise, each.path, what, each.reason) for each in passed]
    working = {hand_in.student for hand_in in found.hand_ins}
    some = {passed.student for passed in found.ignored}
    rows += [
        DryRunRow(who.id, None, "", "nothing recognised" if who.id in some else "nothing handed in", "")
        for who in found.people
        if who.id not in working
    ]
    names = {who.id: who.name for who in found.people if who.name != who.id}
    return tuple(replace(row, name=names.get(row.student or "")) for row in sorted(rows, key=_order))


def _graded(hand_in: HandIn) -> list[tuple[HandIn, str]]:
    """A hand-in and its rivals, with what is odd about them."""

    def reason(each: HandIn) -> str:
        equal = "one of several equal files, the best counts" if hand_in.rivals else ""
        return "; ".join(filter(None, ("late" if each.late else "", equal, each.problem)))

    return [(each, reason(each)) for each in (hand_in, *hand_in.rivals)]


def _order(row: DryRunRow) -> tuple[bool, str, str, int, str]:
    return row.student is None, row.student or "", row.exercise or "", _ORDER.index(row.what), row.file
