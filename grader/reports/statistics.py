"""What the scores of a class say about its exercises. Pure functions; None where they say nothing."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from grader.gradebook import NOT_SUBMITTED, Gradebook

# A correlation of fewer pairs says more about chance than about the exercise.
MIN_PAIRS = 10
BINS = 10
# Below it an exercise deserves a look.
LOW_DISCRIMINATION = 0.1


@dataclass(frozen=True)
class ExerciseStatistics:
    """One exercise in numbers, among those who have a score in it.

    Attributes
    ----------
    handed_in, scored, passed
        How many handed it in, how many of them have a score, and how many passed every check.
    mean, median
        Of the scores; None if there are none.
    difficulty, discrimination
        See the functions of these names.
    """

    exercise: str
    max_score: float
    handed_in: int
    scored: int
    passed: int
    mean: float | None
    median: float | None
    difficulty: float | None
    discrimination: float | None

    @property
    def low(self) -> bool:
        """Whether those who do well elsewhere hardly do better here."""
        return self.discrimination is not None and self.discrimination < LOW_DISCRIMINATION


def mean(scores: Sequence[float]) -> float | None:
    """The arithmetic mean; None of nothing."""
    return statistics.fmean(scores) if scores else None


def median(scores: Sequence[float]) -> float | None:
    """The middle score, or the mean of the two in the middle; None of nothing."""
    return float(statistics.median(scores)) if scores else None


def difficulty(scores: Sequence[float], max_score: float) -> float | None:
    """The mean share of the points that was reached: 1 is easy, 0 is hard.

    The item difficulty of classical test theory (Crocker and Algina, *Introduction to Classical and
    Modern Test Theory*, 1986, chapter 14): the mean of an item over the most that it gives.
    """
    return statistics.fmean(scores) / max_score if scores and max_score > 0 else None


def discrimination(scores: Sequence[float], rests: Sequence[float]) -> float | None:
    """Whether those who do well elsewhere do well here: the corrected item-total correlation.

    Pearson's correlation of an item with the total of all others, so that an item is not correlated
    with itself (Crocker and Algina, as above; Henrysson, "Correction of item-total correlations in
    item analysis", *Psychometrika* 28, 1963).

    Parameters
    ----------
    scores, rests
        Of each student, the score of the exercise and the sum of the student's other scores.

    Returns
    -------
    float or None
        From -1 to 1; None for fewer than `MIN_PAIRS` students, or if one of the two never varies.
    """
    if len(scores) < MIN_PAIRS:
        return None
    try:
        return statistics.correlation(scores, rests)
    except statistics.StatisticsError:  # one of the two is constant
        return None


def distribution(shares: Sequence[float], bins: int = BINS) -> tuple[int, ...]:
    """How many shares (0 to 1) lie in each of so many equal bins; 1 is in the last, as is what lies above."""
    counts = [0] * bins
    for share in shares:
        # A share such as 0.7 times 10 may come out a hair below the bin that it opens.
        counts[min(max(int(share * bins + 1e-9), 0), bins - 1)] += 1
    return tuple(counts)


def of_exercise(book: Gradebook, exercise: str) -> ExerciseStatistics:
    """The numbers of one exercise."""
    entries = [
        entry
        for person in book.people
        if (entry := book.entry(person.id, exercise)) and entry.status != NOT_SUBMITTED
    ]
    scores = [entry.score for entry in entries if entry.score is not None]
    most = book.max_scores.get(exercise, 0.0)
    pairs = [
        (entry.score, total - entry.score)
        for entry in entries
        if entry.score is not None and (total := book.total(entry.student)) is not None
    ]
    return ExerciseStatistics(
        exercise=exercise,
        max_score=most,
        handed_in=len(entries),
        scored=len(scores),
        passed=sum(entry.status == "passed" for entry in entries),
        mean=mean(scores),
        median=median(scores),
        difficulty=difficulty(scores, most),
        discrimination=discrimination([score for score, _ in pairs], [rest for _, rest in pairs]),
    )


def totals(book: Gradebook) -> list[float]:
    """The totals of all who handed something in, where they are known."""
    active = {entry.student for entry in book.entries.values() if entry.status != NOT_SUBMITTED}
    known = (book.total(person.id) for person in book.people if person.id in active)
    return [total for total in known if total is not None]
