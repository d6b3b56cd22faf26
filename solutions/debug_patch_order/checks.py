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
    """Draw whole numbers between -999 and 999, none of them 0 and no two alike."""
    count = shape[0] * shape[1] * shape[2]
    numbers = (rng.permutation(999)[:count] + 1) * rng.choice([-1, 1], count)
    return torch.from_numpy((numbers + fraction(dtype)).reshape(shape).astype(dtype))


def fraction(dtype):
    """In float64 all numbers get a fraction that float32 cannot hold."""
    return 2.0**-30 if dtype == "float64" else 0.0


def grid(rng, label, batch, height, width, dim, dtype="float32"):
    """Draw tokens and tables: rows count in thousands and columns in ones, so that no two sums are alike."""
    rows = (rng.permutation(60)[: height * dim] + 1) * 1000
    columns = rng.permutation(900)[: width * dim] + 1
    return case(
        label,
        patch_tokens=whole_numbers(rng, (batch, height * width, dim), dtype),
        row_table=torch.from_numpy((rows + fraction(dtype)).reshape(height, dim).astype(dtype)),
        col_table=torch.from_numpy((columns + fraction(dtype)).reshape(width, dim).astype(dtype)),
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
        grid(rng, "a grid of hundreds of patches", 1, 17, 19, 2),
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
    for label, batch, height, width, dtype in [
        ("a wide grid", 2, 2, 4, "float32"),
        ("a tall grid", 3, 5, 2, "float32"),
        ("one image, a single row", 1, 1, 4, "float32"),
        ("two images, a single column", 2, 3, 1, "float32"),
        ("a wide grid in float64", 2, 2, 3, "float64"),
    ]:
        drawn = grid(rng, label, batch, height, width, 3, dtype)
        upstream = whole_numbers(rng, (batch, height * width, 3), dtype)
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
    total = (answer * upstream).sum()
    if total.requires_grad:
        total.backward()
    return {
        "answer": answer,
        "the gradient of patch_tokens": patch_tokens.grad,
        # A gradient may be a sparse tensor; where there is none, that is shown.
        "the gradient of row_table": row_table.grad if row_table.grad is None else row_table.grad.to_dense(),
        "the gradient of col_table": col_table.grad if col_table.grad is None else col_table.grad.to_dense(),
    }


def double_cases(rng):
    return [
        grid(rng, "a tall grid in float64", 2, 3, 2, 4, dtype="float64"),
        grid(rng, "a wide grid in float64", 2, 2, 5, 3, dtype="float64"),
    ]


@check("float64 in, float64 out", points=1, cases=double_cases, expect=WHOLE)
def double(student, patch_tokens, row_table, col_table):
    return both_calls(student, patch_tokens, row_table, col_table)


def changed_cases(rng):
    first = grid(rng, "other numbers in the same tensors", 2, 2, 3, 4)
    then = grid(rng, "the numbers to come", 2, 2, 3, 4)
    others = {f"other_{name}": value for name, value in then.inputs.items()}
    return [case(first.label, **first.inputs, **others)]


@check(
    "nothing is kept from an earlier call",
    points=0.5,
    cases=changed_cases,
    expect={
        "the first answer": Equal(),
        "the answer after the tables have changed": Equal(),
        "the answer after the tokens have changed too": Equal(),
    },
)
def changed(
    student, patch_tokens, row_table, col_table, other_patch_tokens, other_row_table, other_col_table
):
    seen = {"the first answer": student.add_axis_positions(patch_tokens, row_table, col_table)}
    row_table.copy_(other_row_table)
    col_table.copy_(other_col_table)
    seen["the answer after the tables have changed"] = student.add_axis_positions(
        patch_tokens, row_table, col_table
    )
    patch_tokens.copy_(other_patch_tokens)
    seen["the answer after the tokens have changed too"] = student.add_axis_positions(
        patch_tokens, row_table, col_table
    )
    return seen


def keyword_cases(rng):
    return [grid(rng, "arguments in another order", 2, 2, 3, 4)]


@check("arguments given by name", points=0.5, cases=keyword_cases, expect=WHOLE)
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
