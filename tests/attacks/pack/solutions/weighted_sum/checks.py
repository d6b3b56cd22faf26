"""The hidden checks."""

import numpy as np

from grader.author import Close, Raises, Unchanged, attempt, case, check

CANARY = "CANARY-ccc1266ea38fca5226df3151"
CLOSE = Close(rtol=1e-9, atol=1e-12)


def drawn(label, rows, columns):
    def draw(rng):
        return case(label, table=rng.normal(size=(rows, columns)), weights=rng.normal(size=columns))

    return draw


@check(
    "the values on drawn tables",
    points=3,
    cases=[
        drawn("more rows than columns", 9, 4),
        drawn("more columns than rows", 3, 8),
        drawn("one column", 6, 1),
    ],
    expect={"answer": CLOSE, "again": CLOSE},
)
def values(student, table, weights):
    return {"answer": student.weighted_sum(table, weights), "again": student.weighted_sum(table, weights)}


def without_rows(rng):
    return case(
        "a table without rows",
        table=np.zeros((0, 5)),
        weights=rng.normal(size=5),
        full=rng.normal(size=(2, 5)),
    )


@check("an empty table", points=1, cases=[without_rows], expect={"answer": CLOSE, "for two rows": CLOSE})
def empty(student, table, weights, full):
    return {
        "answer": student.weighted_sum(table, weights),
        "for two rows": student.weighted_sum(full, weights),
    }


def misfit(label, more):
    def draw(rng):
        weights = rng.normal(size=5 + more)
        return case(label, table=rng.normal(size=(3, 5)), weights=weights, legal=rng.normal(size=5))

    return draw


@check(
    "lengths that do not fit are refused",
    points=2,
    cases=[misfit("a weight too many", 1), misfit("a weight too few", -1)],
    expect={"refused": Raises("ValueError"), "answer": CLOSE},
)
def refused(student, table, weights, legal):
    return {
        "refused": attempt(student.weighted_sum, table, weights),
        "answer": student.weighted_sum(table, legal),
    }


@check(
    "the arguments are unchanged",
    points=2,
    cases=[drawn("a table of some rows", 5, 3)],
    expect={"answer": CLOSE, "table": Unchanged(), "weights": Unchanged()},
)
def unchanged(student, table, weights):
    answer = student.weighted_sum(table, weights)
    return {"answer": answer, "table": table, "weights": weights}
