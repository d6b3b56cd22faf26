"""The visible check: two examples."""

import numpy as np

from grader.author import Close, case, check


@check(
    "two small tables",
    points=2,
    cases=[
        case(
            "the sample of the statement",
            table=np.array([[1.0, 2.0], [3.0, 4.0]]),
            weights=np.array([10.0, 1.0]),
        ),
        case("a single row", table=np.array([[0.5, -2.0, 8.0]]), weights=np.array([2.0, 1.0, 0.25])),
    ],
    expect={"answer": Close(rtol=1e-9, atol=1e-12)},
)
def small(student, table, weights):
    return {"answer": student.weighted_sum(table, weights)}
