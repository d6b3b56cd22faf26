"""The grades as nbgrader exports them, for whatever reads its grades.csv."""

from __future__ import annotations

from collections.abc import Iterator

from grader.escape import clean
from grader.gradebook import Gradebook
from grader.model import Person
from grader.reports.standing import last_and_first
from grader.reports.tables import MAX_NAME, Cells, as_csv

COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
)


def nbgrader_csv(book: Gradebook, *, bom: bool = False) -> bytes:
    """A row per exercise and student under the columns of nbgrader.

    ``raw_score`` is as computed, ``score`` the one that counts; nothing is taken off for a delay. Where
    nbgrader writes 0 for what was not handed in, the scores are empty here: that is no zero.
    """
    return as_csv(_rows(book), bom=bom)


def _rows(book: Gradebook) -> Iterator[Cells]:
    yield COLUMNS
    for exercise in book.exercises:
        for person in book.people:
            yield _row(book, exercise, person)


def _row(book: Gradebook, exercise: str, person: Person) -> Cells:
    entry = book.entry(person.id, exercise)
    score = entry.score if entry is not None else None
    last, first = last_and_first(person)
    who = [clean(text, MAX_NAME) for text in (person.id, last, first, person.email or "")]
    scores = (entry.computed if entry is not None else None, 0.0 if score is not None else None, score)
    return [exercise, "", "", *who, *scores, book.max_scores.get(exercise)]
