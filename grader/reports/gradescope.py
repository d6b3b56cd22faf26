"""A results.json for each submission, as Gradescope reads it."""

from __future__ import annotations

import json
from collections.abc import Iterator

from grader.escape import clean, for_terminal
from grader.gradebook import Details, Entry, Gradebook, entry_of
from grader.model import CheckResult
from grader.reports.standing import told_words
from grader.reports.tables import override_fields
from grader.reports.writing import safe_names

# A hidden test hides the total of the whole submission from its student. Results are redacted already: of
# a hidden check they hold its name, its status and no input or value, so all tests are shown.
VISIBLE = "visible"


def gradescope_files(book: Gradebook) -> Iterator[tuple[str, bytes]]:
    """What Gradescope is told of each submission.

    Parameters
    ----------
    book
        The class.

    Yields
    ------
    tuple
        The path of the file, ``<student>/<exercise>/results.json`` with names that every system takes, and
        what it holds. What has no score has none in its file either: Gradescope then says that the
        grader failed, and gives no zero. What was not handed in has no file, unless its score was set by
        hand.
    """
    folders = safe_names(person.id for person in book.people)
    names = safe_names(book.exercises)
    told = set()
    for details in book.details():
        entry = entry_of(details.result, details.override)
        place = entry.student, entry.exercise
        told.add(place)
        if place[0] in folders and place[1] in names:
            yield _path(folders[place[0]], names[place[1]]), _encoded(results_of(details))
    for place, entry in book.entries.items():
        if place not in told and entry.score is not None:
            document = _frame(entry, book.max_scores.get(entry.exercise))
            yield _path(folders[place[0]], names[place[1]]), _encoded(document)


def _path(student: str, exercise: str) -> str:
    return f"{student}/{exercise}/results.json"


def _encoded(document: dict[str, object]) -> bytes:
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def results_of(details: Details) -> dict[str, object]:
    """The document of one submission."""
    result = details.result
    document = _frame(entry_of(result, details.override), result.max_score)
    document["execution_time"] = round(result.duration_s, 3)
    document["tests"] = [_test(check, place) for place, check in enumerate(result.checks, start=1)]
    if result.score is None and "score" not in document:
        document["tests"] = []  # their points would add up to a zero that nobody gave
    assert isinstance(document["extra_data"], dict)
    document["extra_data"] |= {"diagnosis": result.diagnosis, "seed": result.seed, "schema": result.schema}
    return document


def _frame(entry: Entry, maximum: float | None) -> dict[str, object]:
    """All of a document but its tests."""
    said = entry.override.comment if entry.override is not None else None
    lines = [f"{told_words(entry)}.", *([said] if said else []), entry.message]
    document: dict[str, object] = {} if entry.score is None else {"score": entry.score}
    document |= {
        "output": "\n\n".join(for_terminal(line, multiline=True) for line in lines if line),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": VISIBLE,
        "stdout_visibility": "hidden",
        "tests": [],
        "extra_data": {
            "student": entry.student,
            "exercise": entry.exercise,
            "status": entry.status,
            "computed_score": entry.computed,
            "max_score": maximum,
            "late": entry.late,
            "isolated": entry.isolated,
            "override": override_fields(entry.override) if entry.override is not None else None,
        },
    }
    return document


def _test(check: CheckResult, place: int) -> dict[str, object]:
    """One check as a test. Gradescope knows two statuses; the name of ours stands among the tags."""
    return {
        "score": check.points,
        "max_score": check.max_points,
        "status": "passed" if check.status == "passed" else "failed",
        "name": clean(check.name),
        "name_format": "text",
        "number": str(place),
        "output": for_terminal(check.message, multiline=True),
        "output_format": "text",
        "tags": [check.visibility, check.status],
        "visibility": VISIBLE,
        "extra_data": {
            "status": check.status,
            "cases": check.cases,
            "failed_cases": check.failed_cases,
            "diagnosis": check.diagnosis,
        },
    }
