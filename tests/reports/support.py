"""A class made by hand: people, results, overrides, and the gradebook that reports are made of."""

import csv
import io

from grader.gradebook import NOT_GRADED, NOT_SUBMITTED, Details, Entry, Gradebook, Override, Told, entry_of
from grader.model import CheckResult, Fingerprint, Person, Result


def check(name="entries", status="passed", points=None, max_points=5.0, visibility="visible", **more):
    """One check of a result; it earns its points if it passed."""
    points = (max_points if status == "passed" else 0.0) if points is None else points
    fields = {"message": "" if status == "passed" else f"{name} is wrong.", "diagnosis": None, "cases": 2}
    fields |= {"failed_cases": 0 if status in ("passed", "not_run") else 1} | more
    return CheckResult(name, status, points, max_points, visibility, **fields)


def result(student, exercise, score=10.0, status=None, *, max_score=10.0, checks=None, **more):
    """A result: passed or failed by its score, with a visible and a hidden check of half the points each."""
    status = status or ("passed" if score == max_score else "failed")
    if checks is None:
        half = max_score / 2
        ends = {"passed": ("passed", "passed"), "failed": ("passed", "failed")}
        first, second = ends.get(status, ("not_run", "not_run"))
        checks = (
            check("small grids", first, max_points=half),
            check("every entry", second, max_points=half, visibility="hidden"),
        )
    fields = {
        "submission": f"{student}/{exercise}.py",
        "diagnosis": None,
        "message": "All checks passed." if status == "passed" else "First to mend: every entry.",
        "seed": 7,
        "duration_s": 0.5,
        "isolation": ("namespaces", "seccomp"),
        "fingerprint": Fingerprint("ab" * 32, "cd" * 32, {"grader": "0.1.0", "python": "3.11.7"}),
    } | more
    return Result(
        schema=1,
        student=student,
        exercise=exercise,
        status=status,
        score=score,
        max_score=max_score,
        checks=tuple(checks),
        **fields,
    )


def override(student, exercise, score=None, comment=None, *, reason="a fair reason", **more):
    """What an instructor set by hand."""
    return Override(1, student, exercise, score, comment, reason, "grace", "2026-11-30T10:00:00Z", **more)


def gradebook(people, results, *, overrides=(), waiting=(), exercises=None, told=(), **more):
    """The gradebook of a class.

    ``waiting`` holds pairs of student and exercise that were handed in and are not graded.
    """
    by_hand = {(each.student, each.exercise): each for each in overrides if each.withdrawn_at is None}
    people = {person.id: person for person in people}
    details = sorted(
        (
            Details(
                each,
                by_hand.get((each.student, each.exercise)),
                ((f"{each.exercise}.py", f"def {each.exercise}(): ...\n"),),
                told,
            )
            for each in results
        ),
        key=lambda each: (each.result.student, each.result.exercise),
    )
    entries = {(e.result.student, e.result.exercise): entry_of(e.result, e.override) for e in details}
    for student, exercise in waiting:
        entries[student, exercise] = Entry(student, exercise, NOT_GRADED, None, 0.0)
    for place, each in by_hand.items():
        if place not in entries:
            entries[place] = Entry(*place, NOT_SUBMITTED, None, 0.0, override=each)
    for student, _ in entries:
        people.setdefault(student, Person(student))
    return Gradebook(
        people=tuple(people[name] for name in sorted(people)),
        exercises=tuple(sorted({exercise for _, exercise in entries}) if exercises is None else exercises),
        titles=more.pop("titles", {}),
        max_scores={each.exercise: each.max_score for each in results if each.max_score},
        entries=entries,
        details=lambda: iter(details),
        **more,
    )


def rows_of(data, delimiter=","):
    """The cells of a CSV file, as other programs read them."""
    text = data.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def changed_cells(before, after, delimiter=","):
    """The places (row, column) whose cells differ, between tables of the same shape."""
    before, after = rows_of(before, delimiter), rows_of(after, delimiter)
    assert [len(row) for row in before] == [len(row) for row in after]
    return {
        (i, j): (old, new)
        for i, (one, other) in enumerate(zip(before, after, strict=True))
        for j, (old, new) in enumerate(zip(one, other, strict=True))
        if old != new
    }


TOLD = (Told("every entry", "On case 3: expected 0.25, got 0.5.", "printed by a hidden case"),)
