"""Hidden checks."""

import torch

from grader.author import Equal, Unchanged, case, check

WHOLE = {
    "answer": Equal(),
    "again": Equal(),
    "patch_tokens": Unchanged(),
    "row_table": Unchanged(),
    "col_table": Unchanged(),
}


def whole_numbers(rng, shape, dtype="float32"):
    """Draw whole numbers between -500 and 500, none of them 0 and no two alike.

    In float64 they get a fraction that float32 cannot hold.
    """
    count = shape[0] * shape[1] * shape[2]
    numbers = (rng.permutation(500)[:count] + 1) * rng.choice([-1, 1], count)
    fraction = 2.0**-30 if dtype == "float64" else 0.0
    return torch.from_numpy((numbers + fraction).reshape(shape).astype(dtype))


def grid(rng, label, batch, height, width, dim, dtype="float32"):
    """Draw tokens and tables: rows count in thousands and columns in ones, so that no two sums are alike."""
    rows = (rng.permutation(60)[: height * dim] + 1) * 1000
    columns = rng.permutation(900)[: width * dim] + 1
    return case(
        label,
        patch_tokens=whole_numbers(rng, (batch, height * width, dim), dtype),
        row_table=torch.from_numpy(rows.reshape(height, dim).astype(dtype)),
        col_table=torch.from_numpy(columns.reshape(width, dim).astype(dtype)),
    )


def both_calls(student, patch_tokens, row_table, col_table):
    """Call twice and show the arguments after that."""
    return {
        "answer": student.add_axis_positions(patch_tokens, row_table, col_table),
        "again": student.add_axis_positions(patch_tokens, row_table, col_table),
        "patch_tokens": patch_tokens,
        "row_table": row_table,
        "col_table": col_table,
    }


def other_grids(rng):
    height = 3 + int(rng.integers(0, 3))
    return [
        grid(rng, "a tall grid", 2, 4, 2, 3),
        grid(rng, "height and width of the sample exchanged", 2, 3, 2, 4),
        grid(rng, "a wide grid", 3, 3, 5, 2),
        grid(rng, "a square grid", 2, 3, 3, 5),
        grid(rng, "as many images as patches and features", 4, 2, 2, 4),
        grid(rng, "another wide grid", 2, height, height + 2, 4),
    ]


@check("other grids, every entry", points=3, cases=other_grids, expect=WHOLE)
def other(student, patch_tokens, row_table, col_table):
    return both_calls(student, patch_tokens, row_table, col_table)


def smallest_grids(rng):
    return [
        grid(rng, "two rows and two columns", 2, 2, 2, 3),
        grid(rng, "a single row", 2, 1, 4, 3),
        grid(rng, "a single column", 3, 5, 1, 2),
        grid(rng, "a single patch", 2, 1, 1, 2),
        grid(rng, "a single row, one image", 1, 1, 3, 4),
    ]


@check("the smallest grids", points=1, cases=smallest_grids, expect=WHOLE)
def smallest(student, patch_tokens, row_table, col_table):
    return both_calls(student, patch_tokens, row_table, col_table)


def gradient_cases(rng):
    cases = []
    for label, batch, height, width in [("a wide grid", 2, 2, 4), ("a tall grid", 3, 5, 2)]:
        drawn = grid(rng, label, batch, height, width, 3)
        upstream = whole_numbers(rng, (batch, height * width, 3))
        cases.append(case(label, upstream=upstream, **drawn.inputs))
    return cases


@check(
    "gradients reach tokens and tables",
    points=2,
    cases=gradient_cases,
    expect={
        "answer": Equal(),
        "the gradient of patch_tokens": Equal(),
        "the gradient of row_table": Equal(),
        "the gradient of col_table": Equal(),
    },
)
def gradient(student, patch_tokens, row_table, col_table, upstream):
    patch_tokens.requires_grad_()
    row_table.requires_grad_()
    col_table.requires_grad_()
    answer = student.add_axis_positions(patch_tokens, row_table, col_table)
    # Whatever comes back goes through one more node, so that an argument itself can be looked at, too.
    (answer * upstream).sum().backward()
    return {
        "answer": answer,
        "the gradient of patch_tokens": patch_tokens.grad,
        "the gradient of row_table": row_table.grad,
        "the gradient of col_table": col_table.grad,
    }


def double_cases(rng):
    return [
        grid(rng, "a tall grid in float64", 2, 3, 2, 4, dtype="float64"),
        grid(rng, "a wide grid in float64", 2, 2, 5, 3, dtype="float64"),
    ]


@check("float64 in, float64 out", points=1, cases=double_cases, expect=WHOLE)
def double(student, patch_tokens, row_table, col_table):
    return both_calls(student, patch_tokens, row_table, col_table)


def keyword_cases(rng):
    return [grid(rng, "arguments in another order", 2, 2, 3, 4)]


@check("arguments given by name", points=1, cases=keyword_cases, expect=WHOLE)
def keyword(student, patch_tokens, row_table, col_table):
    return {
        "answer": student.add_axis_positions(
            col_table=col_table, patch_tokens=patch_tokens, row_table=row_table
        ),
        "again": student.add_axis_positions(
            row_table=row_table, col_table=col_table, patch_tokens=patch_tokens
        ),
        "patch_tokens": patch_tokens,
        "row_table": row_table,
        "col_table": col_table,
    }
