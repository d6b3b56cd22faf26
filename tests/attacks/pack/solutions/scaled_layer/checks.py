"""The hidden checks."""

import torch

from grader.author import Close, Unchanged, case, check

CANARY = "CANARY-26bf84f8e38618acd63496ee"
CLOSE = Close(rtol=1e-5, atol=1e-6)


def table_of(rng, rows, columns):
    return torch.from_numpy(rng.normal(size=(rows, columns)).astype("float32"))


def drawn(label, rows, columns):
    def draw(rng):
        return case(label, table=table_of(rng, rows, columns), factor=float(rng.normal()))

    return draw


@check(
    "the values on drawn tables",
    points=3,
    cases=[drawn("more rows than columns", 9, 4), drawn("more columns than rows", 2, 7)],
    expect={"answer": CLOSE, "again": CLOSE},
)
def values(student, table, factor):
    return {"answer": student.scale(table, factor), "again": student.scale(table, factor)}


def learning(rng):
    return case(
        "a table of some rows",
        table=table_of(rng, 6, 4),
        weights=table_of(rng, 1, 4)[0],
        upstream=table_of(rng, 6, 4),
    )


@check(
    "the layer with weights of its own, and their gradient",
    points=3,
    cases=[learning],
    expect={"answer": CLOSE, "the gradient of weight": CLOSE},
)
def gradient(student, table, weights, upstream):
    layer = student.Scale(table.shape[1])
    with torch.no_grad():
        layer.weight.copy_(weights)
    answer = layer(table)
    (answer * upstream).sum().backward()
    return {"answer": answer.detach(), "the gradient of weight": layer.weight.grad}


@check(
    "the argument is unchanged",
    points=2,
    cases=[drawn("a table of some rows", 5, 3)],
    expect={"answer": CLOSE, "answer of the layer": CLOSE, "table": Unchanged()},
)
def unchanged(student, table, factor):
    answer = student.scale(table, factor)
    return {
        "answer": answer,
        "answer of the layer": student.Scale(table.shape[1])(table).detach(),
        "table": table,
    }
