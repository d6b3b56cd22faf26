"""Hidden checks."""

import torch

from grader.author import Close, Equal, Raises, Unchanged, attempt, case, check

ALLOWED = {"float32": 5e-6, "float64": 1e-9}


def drawn(rng, patches, width, dtype="float32"):
    """Draw numbers, no two alike: -500 to 500 for patches, 600 to 1000 for the class token.

    They have a fraction that no dtype can hold.
    """
    rows = rng.permutation(1000)[: patches * width].reshape(1, patches, width) - 500 + 1 / 3
    class_row = rng.permutation(400)[:width].reshape(1, 1, width) + 600 + 1 / 3
    table = torch.cat([torch.from_numpy(class_row), torch.from_numpy(rows)], dim=1)
    return table.to(getattr(torch, dtype))


def tolerance(values, dtype="float32"):
    """Allow what arithmetic may lose on numbers as large as the largest of ``values``."""
    return Close(rtol=0.0, atol=ALLOWED[dtype] * float(values.abs().max()))


def everything(policy):
    """Values within the policy, the class token's row exactly, and the argument as it was."""
    return {
        "the class row": Equal(),
        "answer": policy,
        "again": policy,
        "position_embedding": Unchanged(),
    }


def resized(rng, label, old, new, width=3, dtype="float32"):
    """Draw a table for the old grid; the allowance follows its largest entry."""
    table = drawn(rng, old[0] * old[1], width, dtype)
    return case(
        label,
        position_embedding=table,
        old_grid_size=old,
        new_grid_size=new,
        expect=everything(tolerance(table, dtype)),
    )


def both_calls(student, position_embedding, old_grid_size, new_grid_size):
    """Call twice and show the class token's row by itself, and the table after that."""
    answer = student.interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size)
    return {
        "answer": answer,
        "again": student.interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size),
        "the class row": answer[:, :1],
        "position_embedding": position_embedding,
    }


def larger_cases(rng):
    height = 2 + int(rng.integers(0, 3))
    width = height + 1 + int(rng.integers(0, 3))
    return [
        resized(rng, "a wide grid becomes larger", (2, 3), (4, 5)),
        resized(rng, "a tall grid becomes larger", (5, 3), (7, 8), width=4),
        resized(rng, "a square grid becomes wide", (3, 3), (4, 6), width=2),
        resized(rng, "another wide grid becomes larger", (height, width), (height + 3, width + 2), width=5),
        resized(rng, "a small grid becomes several times as large", (2, 3), (9, 11)),
        resized(rng, "grids as large as those of real models", (14, 16), (31, 24), width=2),
        resized(rng, "dozens of channels", (3, 2), (4, 5), width=40),
    ]


@check("a larger grid, every entry", points=1, cases=larger_cases)
def larger(student, position_embedding, old_grid_size, new_grid_size):
    return both_calls(student, position_embedding, old_grid_size, new_grid_size)


def smaller_cases(rng):
    return [
        resized(rng, "a wide grid becomes smaller", (6, 8), (3, 5)),
        resized(rng, "a tall grid becomes a square one", (7, 4), (3, 3), width=2),
        resized(rng, "a grid becomes a single patch", (3, 4), (1, 1), width=4),
        resized(rng, "a tall grid becomes much smaller", (9, 5), (2, 3)),
    ]


@check("a smaller grid, every entry", points=1, cases=smaller_cases)
def smaller(student, position_embedding, old_grid_size, new_grid_size):
    return both_calls(student, position_embedding, old_grid_size, new_grid_size)


def reshaped_cases(rng):
    return [
        resized(rng, "as many patches in another shape", (2, 8), (4, 4)),
        resized(rng, "height and width exchanged", (2, 3), (3, 2), width=4),
        resized(rng, "one axis grows, the other shrinks", (3, 7), (6, 4)),
        resized(rng, "one axis grows, the other stays", (4, 3), (6, 3), width=2),
    ]


@check("a grid of another shape", points=1, cases=reshaped_cases)
def reshaped(student, position_embedding, old_grid_size, new_grid_size):
    return both_calls(student, position_embedding, old_grid_size, new_grid_size)


def special_cases(rng):
    return [
        resized(rng, "the same size in and out", (3, 5), (3, 5)),
        resized(rng, "a single row of patches", (1, 4), (1, 9)),
        resized(rng, "a single column of patches", (5, 1), (3, 1), width=4),
        resized(rng, "a single patch becomes a grid", (1, 1), (3, 2), width=5),
        resized(rng, "a single patch stays one", (1, 1), (1, 1), width=2),
    ]


@check("the same size, single rows and single patches", points=0.5, cases=special_cases)
def special(student, position_embedding, old_grid_size, new_grid_size):
    return both_calls(student, position_embedding, old_grid_size, new_grid_size)


def count_cases(rng):
    # 15 / 11 * 11 and 15 / 13 * 13 fall just below 15 in double precision.
    return [
        resized(rng, "a size that a factor misses, rows", (11, 3), (15, 4)),
        resized(rng, "a size that a factor misses, columns", (3, 13), (5, 15), width=2),
    ]


@check("exactly the size asked for", points=0.5, cases=count_cases)
def exact_count(student, position_embedding, old_grid_size, new_grid_size):
    return both_calls(student, position_embedding, old_grid_size, new_grid_size)


def double_cases(rng):
    return [
        resized(rng, "a wide grid becomes larger, in float64", (3, 4), (5, 7), dtype="float64"),
        resized(rng, "a tall grid becomes smaller, in float64", (9, 5), (4, 3), dtype="float64"),
        resized(rng, "grids of real models, in float64", (16, 14), (12, 20), width=2, dtype="float64"),
        resized(rng, "the same size in and out, in float64", (4, 2), (4, 2), dtype="float64"),
    ]


@check("a float64 table keeps its precision", points=1, cases=double_cases)
def double(student, position_embedding, old_grid_size, new_grid_size):
    return both_calls(student, position_embedding, old_grid_size, new_grid_size)


def gradient_cases(rng):
    cases = []
    for label, old, new, dtype in [
        ("a larger grid", (2, 3), (4, 5), "float32"),
        ("a smaller grid", (5, 4), (3, 2), "float32"),
        ("one axis grows, the other shrinks", (3, 5), (5, 2), "float32"),
        ("a single row of patches", (1, 4), (1, 7), "float32"),
        ("the same size in and out", (3, 2), (3, 2), "float32"),
        ("a larger grid in float64", (4, 3), (5, 7), "float64"),
    ]:
        table = drawn(rng, old[0] * old[1], 3, dtype)
        # Drawn like a table, so no row of it is zero and the class token's is the largest.
        upstream = drawn(rng, new[0] * new[1], 3, dtype)
        cases.append(
            case(
                label,
                position_embedding=table,
                old_grid_size=old,
                new_grid_size=new,
                upstream=upstream,
                expect={
                    "answer": tolerance(table, dtype),
                    "the gradient of position_embedding": tolerance(upstream, dtype),
                },
            )
        )
    return cases


@check("gradients reach the whole table", points=1, cases=gradient_cases)
def gradient(student, position_embedding, old_grid_size, new_grid_size, upstream):
    position_embedding.requires_grad_()
    answer = student.interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size)
    # Whatever comes back goes through one more node, so that the table itself is a fair answer too.
    total = (answer * upstream).sum()
    if total.requires_grad:
        total.backward()
    return {"answer": answer, "the gradient of position_embedding": position_embedding.grad}


def refused_cases(rng):
    def one(label, length, old, new):
        table, legal = drawn(rng, length - 1, 4), drawn(rng, old[0] * old[1], 4)
        return case(
            label,
            position_embedding=table,
            old_grid_size=old,
            new_grid_size=new,
            legal=legal,
            expect={"refused": Raises("ValueError"), "answer": tolerance(legal)},
        )

    return [
        one("no row for the class token", 6, (2, 3), (4, 5)),
        one("two rows besides the patches", 8, (2, 3), (4, 5)),
        one("one patch short, the class token's row is there", 12, (3, 4), (5, 4)),
        one("twice as many patches as the grid has", 13, (2, 3), (4, 5)),
        one("half as many patches as the grid has", 9, (4, 4), (6, 5)),
        one("as many rows as the new table has", 21, (2, 3), (4, 5)),
        one("no row for the class token, the same size in and out", 6, (2, 3), (2, 3)),
        one("no row for the class token, as many patches in another shape", 8, (2, 4), (4, 2)),
        one("two rows besides the patches, a single patch", 3, (1, 1), (2, 2)),
        one("a square count for a grid that is not square", 10, (2, 3), (4, 4)),
    ]


@check("a table that does not fit its grid is refused", points=1, cases=refused_cases)
def refused(student, position_embedding, old_grid_size, new_grid_size, legal):
    return {
        "refused": attempt(
            student.interpolate_with_class_token, position_embedding, old_grid_size, new_grid_size
        ),
        "answer": student.interpolate_with_class_token(legal, old_grid_size, new_grid_size),
    }


def kept_cases(rng):
    first, changed, other = (drawn(rng, 12, 3) for _ in range(3))
    return [
        case(
            "other numbers in the same tensor, and another tensor",
            position_embedding=first,
            changed=changed,
            other=other,
            old_grid_size=(3, 4),
            new_grid_size=(4, 6),
            expect={
                "the first answer": tolerance(first),
                "the answer after the table has changed": tolerance(changed),
                "the answer for another table": tolerance(other),
            },
        )
    ]


@check("nothing is kept from an earlier call", points=0.5, cases=kept_cases)
def kept(student, position_embedding, changed, other, old_grid_size, new_grid_size):
    first = student.interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size)
    position_embedding.copy_(changed)
    return {
        "the first answer": first,
        "the answer after the table has changed": student.interpolate_with_class_token(
            position_embedding, old_grid_size, new_grid_size
        ),
        "the answer for another table": student.interpolate_with_class_token(
            other, old_grid_size, new_grid_size
        ),
    }


def keyword_cases(rng):
    table = drawn(rng, 12, 3)
    return [
        case(
            "arguments in another order",
            position_embedding=table,
            old_grid_size=(3, 4),
            new_grid_size=(5, 6),
            expect={"answer": tolerance(table), "position_embedding": Unchanged()},
        )
    ]


@check("arguments given by name", points=0.5, cases=keyword_cases)
def keyword(student, position_embedding, old_grid_size, new_grid_size):
    answer = student.interpolate_with_class_token(
        new_grid_size=new_grid_size, old_grid_size=old_grid_size, position_embedding=position_embedding
    )
    return {"answer": answer, "position_embedding": position_embedding}
