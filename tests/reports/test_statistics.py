"""What scores say about exercises, against numbers worked out by hand."""

from dataclasses import replace

import pytest

from grader.gradebook import Details, Override, entry_of
from grader.model import Person
from grader.reports import statistics
from tests.reports.page_support import book_of, result


def test_mean_median_and_difficulty():
    scores = [0.0, 4.0, 10.0, 10.0]
    assert statistics.mean(scores) == 6.0
    assert statistics.median(scores) == 7.0
    assert statistics.median([10.0, 0.0, 4.0]) == 4.0
    assert statistics.difficulty(scores, 10.0) == 0.6


def test_nothing_says_nothing():
    assert statistics.mean([]) is None
    assert statistics.median([]) is None
    assert statistics.difficulty([], 10.0) is None
    assert statistics.difficulty([0.0], 0.0) is None
    assert statistics.discrimination([], []) is None


def test_discrimination_is_the_correlation_with_the_other_scores():
    # Five fail and five pass; of each five, four do likewise elsewhere: (4 * 4 - 1 * 1) / (5 * 5).
    scores = [0.0] * 5 + [10.0] * 5
    rests = [2.0] * 4 + [8.0] + [2.0] + [8.0] * 4
    assert statistics.discrimination(scores, rests) == pytest.approx(0.6)
    assert statistics.discrimination(scores, [10 - rest for rest in rests]) == pytest.approx(-0.6)


def test_discrimination_needs_ten_students_and_differences():
    varied = [0.0, 10.0] * 5
    assert statistics.discrimination(varied, varied) == pytest.approx(1.0)
    assert statistics.discrimination(varied[:9], varied[:9]) is None
    assert statistics.discrimination([10.0] * 10, varied) is None
    assert statistics.discrimination(varied, [30.0] * 10) is None


def test_a_share_is_in_the_bin_that_it_opens_and_the_full_score_in_the_last():
    assert statistics.distribution([0.0, 0.09, 0.1, 0.3, 0.7, 0.999, 1.0]) == (2, 1, 0, 1, 0, 0, 0, 1, 0, 2)
    assert statistics.distribution([1.2, -0.5], bins=4) == (1, 0, 0, 1)
    assert statistics.distribution([], bins=3) == (0, 0, 0)


def test_an_exercise_counts_those_who_handed_it_in_and_have_a_score():
    by_hand = Override(1, "cy", "f", 7.0, None, "seen in class", "prof", "2026-11-30")
    details = [
        Details(result("ada", "f")),
        Details(result("bo", "f", "failed", score=2)),
        Details(result("cy", "f", "failed", score=0), by_hand),
        Details(result("dee", "f", "harness_error")),
        Details(result("eve", "g")),
    ]
    numbers = statistics.of_exercise(book_of(details), "f")
    assert (numbers.handed_in, numbers.scored, numbers.passed) == (4, 3, 1)
    two = entry_of(details[1].result).score
    assert numbers.mean == pytest.approx((10 + two + 7) / 3)
    assert numbers.median == 7.0
    assert numbers.difficulty == pytest.approx((10 + two + 7) / 30)
    assert numbers.discrimination is None


def test_the_rest_holds_no_part_of_the_score_itself():
    # With its own score in the total the first exercise would seem to go along with the others; it does not.
    students = [f"s{n:02}" for n in range(12)]
    details = [
        Details(result(student, "f", "passed" if n % 2 else "failed", score=0))
        for n, student in enumerate(students)
    ]
    details += [
        Details(result(student, "g", "passed" if n % 4 < 2 else "failed", score=0))
        for n, student in enumerate(students)
    ]
    numbers = statistics.of_exercise(book_of(details), "f")
    assert numbers.discrimination == pytest.approx(0.0)
    assert numbers.low


def test_the_totals_are_those_of_who_handed_something_in():
    details = [Details(result("ada", "f")), Details(result("bo", "f", "harness_error"))]
    book = book_of(details, tuple(Person(name) for name in ("ada", "bo", "cy")))
    assert statistics.totals(book) == [10.0]
    nothing = replace(book, entries={})
    assert statistics.totals(nothing) == []
