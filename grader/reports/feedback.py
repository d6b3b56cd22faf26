"""What a student is handed back: scores, messages and checks of one student, in HTML or Markdown.

It is made of `Part`, which has no room for anything that is an instructor's: of a result it takes what is
redacted for its student, of what was set by hand the score and the comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

from grader.escape import clean, for_terminal
from grader.gradebook import NOT_GRADED, NOT_SUBMITTED, Details, Entry, Gradebook
from grader.markup import points
from grader.model import CheckResult, Person
from grader.reports.page_class import name_of
from grader.reports.page_files import remove_stale
from grader.reports.rendering import mark_of, render, words
from grader.reports.writing import make_folder, safe_names, write_whole

FeedbackKind = Literal["html", "md"]
# The first line of each file in Markdown; no reader of Markdown shows it.
MARKDOWN_MARK = "[//]: # (kata: feedback)"
MAX_NAME = 200
MAX_CELL = 200
_MARKUP = re.compile(r"[\\`*_{}\[\]()<>#+\-.!|~&:@^$=]")
_NO_MESSAGE = {
    NOT_SUBMITTED: "Nothing was handed in for it, or nothing that was recognised as an answer to it.",
    NOT_GRADED: "It was handed in and has not been graded yet.",
}


@dataclass(frozen=True)
class Remark:
    """A check of a result, as its student may see it; ``message`` is empty if it was told before."""

    name: str
    status: str
    points: float
    max_points: float
    hidden: bool
    message: str


@dataclass(frozen=True)
class Part:
    """What a student is told of one exercise."""

    exercise: str
    title: str
    status: str
    score: float | None
    max_score: float
    late: bool
    by_hand: bool
    comment: str
    message: str
    checks: tuple[Remark, ...]


def feedback_html(
    details: Sequence[Details],
    person: Person,
    *,
    exercises: Sequence[str] = (),
    titles: Mapping[str, str] | None = None,
    max_scores: Mapping[str, float] | None = None,
    entries: Sequence[Entry] = (),
) -> str:
    """The feedback for a student as a page of HTML that loads nothing and runs nothing.

    Parameters
    ----------
    details
        The results of this student.
    person
        The student.
    exercises
        All exercises of the class, in order; what the student did not hand in is told too.
    titles, max_scores
        Of the exercises.
    entries
        Of this student, what has no details: set by hand without a hand-in, or not graded yet.
    """
    parts = _parts(details, exercises, titles or {}, max_scores or {}, entries)
    return render(
        "feedback.html",
        style="feedback.css",
        who=name_of(person),
        parts=parts,
        total=_total(parts),
        max_total=sum(part.max_score for part in parts),
    )


def feedback_markdown(
    details: Sequence[Details],
    person: Person,
    *,
    exercises: Sequence[str] = (),
    titles: Mapping[str, str] | None = None,
    max_scores: Mapping[str, float] | None = None,
    entries: Sequence[Entry] = (),
) -> str:
    """The feedback for a student in Markdown without any HTML; see `feedback_html` for the parameters."""
    parts = _parts(details, exercises, titles or {}, max_scores or {}, entries)
    who = _plain(clean(name_of(person), MAX_NAME))
    most = sum(part.max_score for part in parts)
    lines = [MARKDOWN_MARK, "", f"# Feedback for {who}", "", f"Total: {_of(_total(parts), most)}", ""]
    lines += ["| Exercise | Score | Status |", "| --- | --- | --- |"]
    lines += [
        f"| {_plain(part.exercise)} | {_of(part.score, part.max_score)} | {_status(part)} |" for part in parts
    ]
    for part in parts:
        lines += ["", *_markdown(part)]
    return "\n".join(lines) + "\n"


def write_feedback(book: Gradebook, folder: Path, *, kind: FeedbackKind) -> list[Path]:
    """Write a file for each student into a folder, and remove those of a former class there.

    Nothing that only an instructor may see is in them. Of the details, one student's at a time are kept.

    Raises
    ------
    UsageError
        If they cannot be written there.
    """
    make_folder(folder)
    names = safe_names(person.id for person in book.people)
    mark = mark_of("feedback.html") if kind == "html" else MARKDOWN_MARK
    make = feedback_html if kind == "html" else feedback_markdown
    written = []
    for person, details in _by_person(book):
        there = {each.result.exercise for each in details}
        text = make(
            details,
            person,
            exercises=book.exercises,
            titles=book.titles,
            max_scores=book.max_scores,
            entries=[
                entry
                for exercise in book.exercises
                if exercise not in there and (entry := book.entry(person.id, exercise))
            ],
        )
        path = folder / f"{names[person.id]}.{kind}"
        write_whole(path, text.encode(), durable=False)
        written.append(path)
    remove_stale(folder, {path.name for path in written}, mark)
    return written


def _by_person(book: Gradebook) -> Iterator[tuple[Person, list[Details]]]:
    """Each student with the details, which come in the order of students; then those who have none."""
    waiting = {person.id: person for person in book.people}
    for student, details in groupby(book.details(), key=lambda each: each.result.student or ""):
        person = waiting.pop(student, None)
        if person is not None:
            yield person, list(details)
    for person in waiting.values():
        yield person, []


# --------------------------------------------------------------------------- what is told


def _parts(
    details: Sequence[Details],
    exercises: Sequence[str],
    titles: Mapping[str, str],
    max_scores: Mapping[str, float],
    entries: Sequence[Entry],
) -> list[Part]:
    found = {each.result.exercise: _part(each, titles) for each in details}
    for entry in entries:
        found.setdefault(entry.exercise, _part_of_entry(entry, titles))
    order = dict.fromkeys([*exercises, *sorted(found)])
    return [
        found.get(exercise) or _nothing(exercise, titles, max_scores.get(exercise, 0.0)) for exercise in order
    ]


def _part(details: Details, titles: Mapping[str, str]) -> Part:
    result, override = details.result, details.override
    if override is not None and override.withdrawn_at is not None:
        override = None
    by_hand = override is not None and override.score is not None
    return Part(
        exercise=result.exercise,
        title=titles.get(result.exercise, ""),
        status=result.status,
        score=override.score if override is not None and by_hand else result.score,
        max_score=result.max_score,
        late=result.late,
        by_hand=by_hand,
        comment=(override.comment or "").strip() if override is not None else "",
        message=result.message,
        checks=tuple(_remark(check, result.message) for check in result.checks),
    )


def _remark(check: CheckResult, told: str) -> Remark:
    message = "" if check.status in ("passed", "not_run") or check.message in told else check.message
    hidden = check.visibility == "hidden"
    return Remark(check.name, check.status, check.points, check.max_points, hidden, message)


def _part_of_entry(entry: Entry, titles: Mapping[str, str]) -> Part:
    nothing = _nothing(entry.exercise, titles, entry.max_score)
    override = entry.override
    return Part(
        exercise=entry.exercise,
        title=nothing.title,
        status=entry.status,
        score=entry.score,
        max_score=entry.max_score,
        late=entry.late,
        by_hand=override is not None and override.score is not None,
        comment=(override.comment or "").strip() if override is not None else "",
        message=_NO_MESSAGE.get(entry.status, entry.message),
        checks=(),
    )


def _nothing(exercise: str, titles: Mapping[str, str], most: float) -> Part:
    title = titles.get(exercise, "")
    message = _NO_MESSAGE[NOT_SUBMITTED]
    return Part(exercise, title, NOT_SUBMITTED, None, most, False, False, "", message, ())


def _total(parts: Sequence[Part]) -> float | None:
    """The sum; None while something that was handed in has no score."""
    scores = [part.score for part in parts if part.score is not None or part.status != NOT_SUBMITTED]
    known = [score for score in scores if score is not None]
    return sum(known) if len(known) == len(scores) else None


# --------------------------------------------------------------------------- Markdown


def _markdown(part: Part) -> list[str]:
    title = f": {_plain(part.title)}" if part.title else ""
    lines = [f"## {_plain(part.exercise)}{title}", ""]
    lines += [f"{_of(part.score, part.max_score)}, {_status(part)}", ""]
    if part.comment:
        lines += ["Your instructor writes:", "", *_quoted(part.comment), ""]
    lines += _fenced(part.message)
    if any(check.status != "not_run" for check in part.checks):
        lines += ["", "| Check | Status | Points |", "| --- | --- | --- |"]
        lines += [
            f"| {_plain(clean(check.name, MAX_CELL))}{' (hidden)' if check.hidden else ''} "
            f"| {words(check.status)} | {_of(check.points, check.max_points)} |"
            for check in part.checks
        ]
    for check in part.checks:
        if check.message:
            lines += ["", f"{_plain(clean(check.name, MAX_CELL))}:", "", *_fenced(check.message)]
    return lines


def _of(score: float | None, most: float) -> str:
    return "no score" if score is None else f"{points(score)} of {_points(most)}"


def _points(most: float) -> str:
    return f"{points(most)} point{'' if most == 1 else 's'}"


def _status(part: Part) -> str:
    told = [words(part.status)]
    told += ["late"] if part.late else []
    told += ["set by hand"] if part.by_hand else []
    return ", ".join(told)


def _plain(text: str) -> str:
    """Foreign text as text: whatever can begin or end markup in any of the usual dialects is escaped."""
    return _MARKUP.sub(r"\\\g<0>", for_terminal(text).strip())


def _quoted(text: str) -> list[str]:
    """Foreign text of several lines as a quotation, its lines kept."""
    lines = [_plain(line) for line in for_terminal(text, multiline=True).splitlines()]
    return [
        f"> {line}\\" if line and i + 1 < len(lines) and lines[i + 1] else f"> {line}"
        for i, line in enumerate(lines)
    ]


def _fenced(text: str) -> list[str]:
    """Foreign text as a block of code, whose fence is longer than any in it."""
    text = for_terminal(text, multiline=True)
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence, *text.split("\n"), fence]
