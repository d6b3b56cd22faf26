"""The visible check: a sample of the function and of the layer."""

import torch

from grader.author import Close, case, check

CLOSE = Close(rtol=1e-5, atol=1e-6)


@check(
    "two small tables",
    points=2,
    cases=[
        case("the sample of the statement", table=torch.tensor([[1.0, 2.0]]), factor=3.0),
        case("a square table", table=torch.tensor([[0.5, -2.0], [8.0, 4.0]]), factor=-0.25),
    ],
    expect={"answer": CLOSE, "answer of the layer": CLOSE},
)
def small(student, table, factor):
    layer = student.Scale(table.shape[1])
    return {"answer": student.scale(table, factor), "answer of the layer": layer(table).detach()}
