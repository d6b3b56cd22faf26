"""The report of causes in words: lines of the summary, rows of a table."""

from __future__ import annotations

from collections.abc import Sequence

from grader.causes.failing import Kind
from grader.causes.groups import Group
from grader.escape import clean
from grader.text import plural

CAUSES_HEADER = (
    "exercise",
    "cause",
    "alike",
    "students",
    "share_of_failed",
    "checks",
    "told",
    "who",
    "submissions",
)
MAX_NAMES = 5
MAX_NAMES_IN_A_LINE = 3
MAX_CHECKS = 2
MAX_GROUPS = 5
MAX_SEEN = 240


def cause_lines(groups: Sequence[Group]) -> list[str]:
    """What the summary tells of the groups of one exercise."""
    lines = []
    for group in groups:
        if group.kind is Kind.CAUSE:
            lines.append(f"    {group.size} x {clean(group.name)}, {_where(group)}")
    unexplained = [group for group in groups if group.kind is Kind.ALIKE]
    if unexplained:
        answers = plural(sum(group.size for group in unexplained), "answer")
        lines.append(f"    Failing without a known cause: {answers}")
        lines += [f"        {line}" for line in _unexplained(unexplained)]
    for group in groups:
        names = _names(group.who, MAX_NAMES)
        if group.kind is Kind.NOT_STARTED:
            lines.append(f"    {group.size} not started: {names}")
        elif group.kind is Kind.STOPPED:
            lines.append(f"    {group.size} stopped ({group.name}), with no wrong answer: {names}")
    return lines


def _unexplained(groups: Sequence[Group]) -> list[str]:
    """Groups of several with what was seen, and in a line together those who stand alone."""
    several = [group for group in groups if group.size > 1]
    lines = []
    for group in several[:MAX_GROUPS]:
        first = "the next mistake to write down: " if group is several[0] else ""
        lines.append(f"{first}{group.size} answers alike: {_names(group.who, MAX_NAMES)}")
        lines.append(f"    {clean(_seen(group), MAX_SEEN)}")
    more = several[MAX_GROUPS:]
    if more:
        answers = sum(group.size for group in more)
        lines.append(f"{plural(len(more), 'more group')} of answers alike, {answers} in all: see causes.csv")
    alone = [group for group in groups if group.size == 1 and group.compared]
    if len(groups) == len(alone) == 1:
        lines += [_of_many(alone), f"    {clean(_seen(alone[0]), MAX_SEEN)}"]
    elif alone:
        lines.append(f"{plural(len(alone), 'answer')} unlike any other: {_of_many(alone)}")
    rest = [group for group in groups if group.size == 1 and not group.compared]
    if rest:
        told = f"{plural(len(rest), 'answer')} equal to no other"
        lines.append(f"{told}, too many to compare closely: {_of_many(rest)}")
    return lines


def _where(group: Group) -> str:
    """Which checks fail, in a few words."""
    checks, every = list(group.checks), group.members[0].all_checks
    if sum(group.checks.values()) == every * group.size:
        return "in every check"
    told = "; ".join(clean(name, 80) for name in checks[:MAX_CHECKS])
    more = f" and {len(checks) - MAX_CHECKS} more" if len(checks) > MAX_CHECKS else ""
    return f"in {len(checks)} of {plural(every, 'check')}: {told}{more}"


def _seen(group: Group) -> str:
    first = group.members[0]
    return f"{first.checks[0]}: {first.told}" if first.checks else first.told


def _of_many(groups: Sequence[Group]) -> str:
    return _names([name for group in groups for name in group.who], MAX_NAMES_IN_A_LINE)


def _names(names: Sequence[str], most: int) -> str:
    shown = ", ".join(clean(name, 60) for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def cause_rows(groups: Sequence[Group]) -> list[tuple[str | float, ...]]:
    """A row for each group under `CAUSES_HEADER`. It holds what students are told, and no hidden value."""
    return [
        (
            group.exercise,
            group.name if group.kind is Kind.CAUSE else "",
            int(group.name) if group.kind is Kind.ALIKE else "",
            group.size,
            round(group.size / group.failed, 3),
            "; ".join(f"{name} ({count})" for name, count in group.checks.items()),
            _seen(group) if group.kind is Kind.ALIKE else group.members[0].told,
            "; ".join(clean(name, 200) for name in group.who),
            "; ".join(clean(member.submission, 200) for member in group.members),
        )
        for group in groups
    ]
