"""The readable summary of a class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from grader.causes import Kind, cause_lines
from grader.escape import clean, for_terminal
from grader.gradebook import NOT_GRADED, NOT_SUBMITTED, Entry, Gradebook
from grader.intake.hand_ins import Passed
from grader.reports.standing import number
from grader.text import plural

SUMMARY = "summary.txt"
# So many lines of a kind are shown at once.
MAX_FEW = 6
MAX_FREQUENT = 4


def summary_lines(book: Gradebook, *, interrupted: bool = False) -> list[str]:
    """The lines of summary.txt."""
    graded = [entry for entry in book.entries.values() if entry.status not in (NOT_GRADED, NOT_SUBMITTED)]
    lines = _warnings(book, interrupted=interrupted)
    lines += [
        f"{plural(len(graded), 'result')} of {plural(len(book.people), 'student')} "
        f"on {plural(len(book.exercises), 'exercise')}.",
        f"Layout: {for_terminal(book.layout)}",
        f"Seed: {book.seed}",
        "",
        f"By status: {by_status(entry for entry in book.entries.values() if entry.status != NOT_SUBMITTED)}",
        "",
    ]
    for exercise in book.exercises:
        lines += _about(book, exercise)
    eye = [
        f"    {clean(e.submission)}: {e.status}: {clean(e.message, 160)}"
        for e in book.entries.values()
        if e.needs_eye
    ]
    eye += [f"    {told_passed(each)}" for each in book.unrecognised_files()]
    lines += ["", f"Needing a human's eye: {len(eye)}", *eye]
    return [*lines, *_closed(graded), *_by_hand(book), *_absent(book), *_notes(graded), *_passed_over(book)]


def screen_lines(book: Gradebook, *, interrupted: bool = False, exercises: bool = True) -> list[str]:
    """What of the summary everybody should see at once, in a few lines; each may be cut at the end.

    The lines on exercises may be left out.
    """
    graded = [entry for entry in book.entries.values() if entry.status not in (NOT_GRADED, NOT_SUBMITTED)]
    lines = _warnings(book, interrupted=interrupted)
    lines += [f"Layout: {for_terminal(book.layout)}", f"By status: {by_status(graded)}"]
    if exercises:
        lines += ["", *_few([_standing(book, exercise) for exercise in book.exercises])]
    lines += _frequent(book)
    eye = [f"    {e.status}: {clean(e.submission)}" for e in book.entries.values() if e.needs_eye]
    eye += [f"    not recognised: {clean(each.path)}" for each in book.unrecognised_files()]
    lines += ["", f"Needing a human's eye: {len(eye)}", *_few(eye, "    ")]
    by_hand = sum(entry.override is not None for entry in book.entries.values())
    passed = (by_hand, "set by hand"), (len(book.superseded), "superseded"), (len(book.ignored), "ignored")
    told = [f"{count} {what}" for count, what in passed if count]
    return [*lines, "", f"Also: {', '.join(told)}; see {SUMMARY}."] if told else lines


def _frequent(book: Gradebook) -> list[str]:
    """The causes that several students share, the most frequent first."""
    shared = [group for group in book.groups if group.kind is Kind.CAUSE and group.size > 1]
    shared.sort(key=lambda group: -group.size)
    told = [f"{group.size} x {group.name} ({group.exercise})" for group in shared[:MAX_FREQUENT]]
    return ["", f"Most frequent causes: {', '.join(told)}"] if told else []


def _few(lines: list[str], indent: str = "") -> list[str]:
    """The first of many lines, with a word on where the rest is."""
    if len(lines) <= MAX_FEW:
        return lines
    return [*lines[: MAX_FEW - 1], f"{indent}and {len(lines) - MAX_FEW + 1} more: see {SUMMARY}"]


def by_status(entries: Iterable[Entry]) -> str:
    """How many entries there are of each status, the most frequent first."""
    counts = Counter(entry.status for entry in entries)
    return ", ".join(f"{count} {status}" for status, count in counts.most_common()) or "none"


def _warnings(book: Gradebook, *, interrupted: bool) -> list[str]:
    lines = []
    if interrupted:
        handed_in = sum(entry.status != NOT_SUBMITTED for entry in book.entries.values())
        lines += [f"INTERRUPTED: {book.unfinished} of {plural(handed_in, 'submission')} were not graded.", ""]
    elif book.unfinished:
        lines += [f"{plural(book.unfinished, 'submission')} not graded yet.", ""]
    if book.limits:
        changes = ", ".join(f"{name}={value}" for name, value in book.limits.items())
        lines += [f"Limits changed for this run: {changes}", ""]
    if not all(entry.isolated for entry in book.entries.values()):
        lines += ["GRADED WITHOUT ISOLATION (--unsafe-no-sandbox).", ""]
    return lines


def _about(book: Gradebook, exercise: str) -> list[str]:
    groups = [group for group in book.groups if group.exercise == exercise]
    return [_standing(book, exercise), *cause_lines(groups)]


def _standing(book: Gradebook, exercise: str) -> str:
    """How the class did in an exercise, in one line."""
    entries = [entry for (_, name), entry in book.entries.items() if name == exercise]
    graded = [entry for entry in entries if entry.status not in (NOT_GRADED, NOT_SUBMITTED)]
    scores = [entry.score for entry in graded if entry.score is not None]
    maximum = book.max_scores.get(exercise, 0.0)
    mean = f"mean {sum(scores) / len(scores):.1f} of {maximum:g}" if scores else "no score"
    passed = sum(entry.status == "passed" for entry in graded)
    return f"{exercise}: {plural(len(graded), 'result')}, {passed} passed, {mean}"


def _closed(graded: Sequence[Entry]) -> list[str]:
    closed = [entry for entry in graded if "forbidden" in entry.ends]
    if not closed:
        return []
    told = f"Tried files, processes, threads or the network, which are closed: {len(closed)}"
    return ["", told, *(f"    {clean(entry.submission)}" for entry in closed)]


def _by_hand(book: Gradebook) -> list[str]:
    """What was set by hand, and why."""
    by_hand = [entry for entry in book.entries.values() if entry.override is not None]
    lines = ["", f"Set by hand: {len(by_hand)}"] if by_hand else []
    for entry in by_hand:
        assert entry.override is not None
        score = entry.override.score
        computed = number(entry.computed) or "no score"
        told = "a comment" if score is None else f"{number(score)} in the place of {computed}"
        lines.append(
            f"    {clean(entry.student, 60)}, {entry.exercise}: {told} ({clean(entry.override.reason, 160)})"
        )
    return lines


def _absent(book: Gradebook) -> list[str]:
    present = {student for (student, _), entry in book.entries.items() if entry.status != NOT_SUBMITTED}
    absent = [
        clean(f"{person.id} ({person.name})" if person.name and person.name != person.id else person.id, 80)
        for person in book.people
        if person.id not in present
    ]
    return ["", f"Without any result: {', '.join(absent)}"] if absent else []


def _notes(graded: Sequence[Entry]) -> list[str]:
    noted = [entry for entry in graded if entry.notes]
    lines = ["", f"Notes on {plural(len(noted), 'submission')}:"] if noted else []
    told = ((entry, note) for entry in noted for note in entry.notes)
    return lines + [f"    {clean(entry.submission)}: {clean(note, 160)}" for entry, note in told]


def _passed_over(book: Gradebook) -> list[str]:
    lines = []
    for title, passed in (("Superseded", book.superseded), ("Ignored", book.ignored)):
        lines += ["", f"{title}: {plural(len(passed), 'file')}"] if passed else []
        lines += [f"    {told_passed(each)}" for each in passed]
    return lines


def told_passed(passed: Passed) -> str:
    """A file that was passed over, and why."""
    return f"{clean(passed.path)}: {clean(passed.reason)}"
