"""A known mistake and a repair, where neither explains a failure alone and both together explain it all."""

from __future__ import annotations

import re

import numpy as np
import pytest

from grader.model import Raises, Rounded
from tests.diagnosing.support import (
    CLOSE,
    FOUR,
    SINGLE,
    Told,
    cause_of,
    key_of,
    mapped,
    rounded,
    slug_of,
    table,
    tensor,
    value,
)
from tests.diagnosing.wrong import halves, in_halves, turns
from tests.judging.support import caught, error
from tests.messages.support import result

RIGHTS = (table(4, 8), table(6, 12, 1.0))
PLACES = [(0, 0), (0, 1)]


def interleaved(nest):
    return [turns(row) for row in nest]


def negative(nest):
    return mapped(lambda x: -x, nest)


def known(change, rights=RIGHTS, slug="known", decimals=None):
    """A known mistake that makes this change on each case."""
    answers = [change(right) for right in rights]
    return slug, [rounded(answer, decimals) if decimals is not None else answer for answer in answers]


def cases(change, rights=RIGHTS):
    return [Told(right, change(right)) for right in rights]


SECOND = {
    "halves_exchanged": lambda nest: [halves(row) for row in nest],
    "halves_exchanged_within_halves": lambda nest: [in_halves(halves)(row) for row in nest],
    "transposed": lambda nest: [list(column) for column in zip(*nest, strict=True)],
    "reversed": lambda nest: nest[::-1],
    "sign_exchanged": negative,
    "factor": lambda nest: mapped(lambda x: x * 2, nest),
    "off_by_one": lambda nest: mapped(lambda x: x + 1, nest),
    "exponential_taken": lambda nest: mapped(lambda x: 2.718281828459045**x, nest),
    "absolute": lambda nest: mapped(abs, nest),
    "clipped": lambda nest: mapped(lambda x: max(x, 0.0), nest),
    "first_for_all": lambda nest: [nest[0] for _ in nest],
    "other_decimals": lambda nest: rounded(nest, 3),
}


def squeezed(nest):
    """A mistake that no repair undoes."""
    return mapped(lambda x: x + 0.2 * x * x * x, nest)


@pytest.mark.parametrize("slug", SECOND)
def test_a_known_mistake_and_a_repair_are_named_together(slug):
    told = cases(lambda nest: SECOND[slug](squeezed(nest)))
    cause = cause_of(CLOSE, *told, mistakes=[known(squeezed, slug="squeezed")])
    assert cause is not None
    assert cause.slug == f"squeezed+{slug}"
    first, second = cause.texts
    assert first == "This is squeezed."
    assert second.startswith("Apart from that, ")
    assert not re.search(r"[{}]", second)


@pytest.mark.parametrize("change", [lambda x: x + 0.3125, lambda x: x * 1.37])
def test_a_factor_or_an_amount_without_a_name_goes_with_no_known_mistake(change):
    """Taken from the answer itself, it would be a second guess."""
    told = cases(lambda nest: mapped(change, squeezed(nest)))
    assert cause_of(CLOSE, *told, mistakes=[known(squeezed, slug="squeezed")]) is None


@pytest.mark.parametrize(
    "change", [lambda nest: nest, lambda nest: rounded(nest, 2), lambda nest: rounded(nest, 6)]
)
def test_a_known_mistake_that_is_not_rounded_either_is_named_with_that(change):
    told = cases(lambda nest: change(squeezed(nest)))
    slug = slug_of(FOUR, *told, mistakes=[known(squeezed, decimals=4, slug="squeezed")])
    assert slug == ("squeezed+unrounded" if change(0.123) == 0.123 else "squeezed+other_decimals")


def test_the_message_tells_both_in_two_lines():
    told = cases(squeezed)
    the_key = key_of(FOUR, told, [known(squeezed, decimals=4, slug="squeezed")])
    graded = result(the_key, {place: case.got for place, case in zip(PLACES, told, strict=True)})
    assert graded.diagnosis == "squeezed+unrounded"
    assert graded.checks[0].diagnosis == "squeezed+unrounded"
    lines = graded.message.splitlines()
    start = lines.index("Likely causes, which act together:")
    assert lines[start + 1 :] == [
        "  - This is squeezed.",
        "  - Apart from that, they have more decimals than the exercise asks for.",
    ]


def test_a_mistake_that_explains_it_all_is_named_alone():
    told = cases(lambda nest: negative(squeezed(nest)))
    both = known(lambda nest: negative(squeezed(nest)), slug="both")
    assert slug_of(CLOSE, *told, mistakes=[known(squeezed), both]) == "both"


def test_a_mistake_that_cannot_be_seen_behind_a_repair_is_not_named():
    """Of numbers cut off after four decimals, then rounded to three, nobody can tell the first."""
    nearly = [[1 - 1e-9, 1e-9, 1 - 1e-8, 1e-8, 1.0, 0.0, 1 - 1e-7, 1e-7], *table(2, 8)]

    def cut(nest):
        return mapped(lambda x: float(int(x * 1e4)) / 1e4, nest)

    for rights in (RIGHTS, (nearly, RIGHTS[1]), ([nearly[0]] * 5 + nearly[1:], RIGHTS[1])):
        told = [Told(right, rounded(right, 3)) for right in rights]
        assert slug_of(FOUR, *told, mistakes=[known(cut, rights, "cut")]) in ("other_decimals", None)
        told = [Told(right, mapped(lambda x: max(x, 0.0), right)) for right in rights]
        small = known(lambda nest: mapped(lambda x: x - 0.5 if x < 0 else x, nest), rights)
        assert slug_of(CLOSE, *told, mistakes=[small]) in ("clipped", None)


def test_a_repair_that_explains_it_all_is_named_alone():
    assert slug_of(CLOSE, *cases(negative), mistakes=[known(squeezed)]) == "sign_exchanged"
    assert slug_of(CLOSE, *cases(negative), mistakes=[known(interleaved)]) == "sign_exchanged"


def test_of_several_mistakes_the_one_that_goes_with_the_repair_is_named():
    told = cases(lambda nest: negative(squeezed(nest)))
    mistakes = [known(interleaved, slug="interleaved"), known(squeezed, slug="squeezed")]
    assert slug_of(CLOSE, *told, mistakes=mistakes) == "squeezed+sign_exchanged"
    told = cases(lambda nest: negative(interleaved(nest)))
    assert slug_of(CLOSE, *told, mistakes=mistakes[::-1]) == "interleaved+sign_exchanged"


@pytest.mark.parametrize("slug", SECOND)
def test_together_they_must_explain_every_failing_case_to_the_last_entry(slug):
    def spoilt(nest):
        wrong = SECOND[slug](squeezed(nest))
        wrong[1][1] += 0.013 if slug != "other_decimals" else 0.03
        return wrong

    for first, second in ((spoilt, None), (None, spoilt)):
        changes = [change or (lambda nest: SECOND[slug](squeezed(nest))) for change in (first, second)]
        told = [Told(right, change(right)) for right, change in zip(RIGHTS, changes, strict=True)]
        assert cause_of(CLOSE, *told, mistakes=[known(squeezed)]) is None


@pytest.mark.parametrize("slug", SECOND)
def test_a_case_that_passes_and_that_the_repair_would_break_speaks_against_both(slug):
    passing = mapped(lambda x: 10.0 * x, table(5, 8))
    told = cases(lambda nest: SECOND[slug](squeezed(nest)))
    harmless = (*known(squeezed)[1], passing)
    assert cause_of(CLOSE, *told, Told(passing, passing), mistakes=[("known", harmless)]) is None


def test_a_case_that_passes_and_that_the_mistake_fails_speaks_against_both():
    told = cases(lambda nest: negative(squeezed(nest)))
    other, same = table(3, 4), [[0.0, 0.0]]
    assert slug_of(CLOSE, *told, Told(same, same), mistakes=[("m", (*known(squeezed)[1], same))]) is not None
    failing = ("m", (*known(squeezed)[1], [[1.0, 0.0]]))
    assert slug_of(CLOSE, *told, Told(same, same), mistakes=[failing]) is None
    assert slug_of(CLOSE, *told, Told(other, other), mistakes=[("m", (*known(squeezed)[1], other))]) is None


def test_a_mistake_that_raises_where_the_submission_does_goes_with_a_repair_of_the_rest():
    raises = error("IndexError", "out of range")
    told = [*cases(lambda nest: negative(squeezed(nest))), Told(table(2, 2), raises)]
    mistakes = [("known", (*known(squeezed)[1], raises))]
    assert slug_of(CLOSE, *told, mistakes=mistakes) == "known+sign_exchanged"
    other = [*told[:2], Told(table(2, 2), error("TypeError"))]
    assert slug_of(CLOSE, *other, mistakes=mistakes) is None


def test_a_repair_is_made_in_the_part_that_is_wrong_and_no_other():
    policy = {"answer": CLOSE, "again": CLOSE, "refused": Raises("ValueError")}

    def parts(first, second):
        from grader.codec import encode_parts

        refused = encode_parts({"refused": caught("ValueError")}, 1 << 20).items[0][1]
        return {"answer": value(first), "again": value(second), "refused": refused}

    told = [Told(parts(r, r), parts(negative(squeezed(r)), r)) for r in RIGHTS]
    mistakes = [("known", [parts(squeezed(r), r) for r in RIGHTS])]
    assert slug_of(policy, *told, mistakes=mistakes) == "known+sign_exchanged"
    wrong_twice = [("known", [parts(squeezed(r), squeezed(r)) for r in RIGHTS])]
    assert slug_of(policy, *told, mistakes=wrong_twice) is None


def test_too_little_of_a_mistake_is_no_evidence_for_a_repair():
    ones = [mapped(lambda x: 1.0, right) for right in RIGHTS]
    twos = [mapped(lambda x: 2.0, right) for right in RIGHTS]
    told = [Told(right, two) for right, two in zip(RIGHTS, twos, strict=True)]
    assert cause_of(CLOSE, *told, mistakes=[("ones", ones)]) is None


def test_another_type_goes_with_a_known_mistake_or_another_repair():
    double = [Told(tensor(r), tensor(negative(r), "float64")) for r in RIGHTS]
    assert slug_of(SINGLE, *double) == "sign_exchanged+wrong_dtype"
    told = [Told(tensor(r), tensor(squeezed(r), "float64")) for r in RIGHTS]
    mistakes = [("known", [tensor(squeezed(r)) for r in RIGHTS])]
    cause = cause_of(SINGLE, *told, mistakes=mistakes)
    assert cause.slug == "known+wrong_dtype"
    assert cause.texts[1].startswith("Apart from that, ")
    lists = [Told(np.array(r), negative(r)) for r in RIGHTS]
    assert slug_of(CLOSE, *lists) == "sign_exchanged+wrong_container"


def test_a_type_that_the_check_takes_is_no_cause():
    told = [Told([1.0, 2.0, 3.5, 4.0, 5.0, 6.0], [-1, -2, -3.5, -4, -5, -6])]
    assert slug_of(CLOSE, *told) == "sign_exchanged"
    from grader.model import Close

    either = Close(1e-5, 1e-6, dtypes=("float64",))
    told = [Told(tensor(r), tensor(negative(r), "float64")) for r in RIGHTS]
    assert slug_of(either, *told) == "sign_exchanged"


def test_a_mistake_of_rounded_answers_goes_with_a_change_made_before_rounding():
    told = [Told(r, rounded(negative(squeezed(r)), 4)) for r in RIGHTS]
    assert (
        slug_of(Rounded(4, "exact"), *told, mistakes=[known(squeezed, decimals=4)]) == "known+sign_exchanged"
    )
