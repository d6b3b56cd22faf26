"""The hidden checks.

The allowance of an entry is 8 machine epsilons of weight's dtype, times its size: what the magnitudes of all
its terms add up to. One number stands for all entries of a case, the allowance of the largest size. The cases
are drawn so that sizes differ little, and in "every entry of one size" they do not differ at all. What the
reference may be off by comes on top, so that no answer is refused that is within the allowance of the truth.
"""

import numpy as np

from grader.author import Close, Raises, Unchanged, attempt, case, check


def merge_case(label, weight, lora_a, lora_b, alpha):
    """Describe a merge, with its allowance."""
    rank = lora_a.shape[0]
    wide = [np.abs(matrix.astype("float64")) for matrix in (weight, lora_a, lora_b)]
    sizes = wide[0] + abs(alpha) / rank * (wide[2] @ wide[1])
    # The reference computes in double precision and rounds once more for a narrower weight; every rounding
    # is half an epsilon at most: one per term, the scale, its product, the sum.
    own = 0.5 * (rank + 3 if weight.dtype == "float64" else 1.01)
    policy = Close(rtol=0.0, atol=(8 + own) * float(np.finfo(weight.dtype).eps) * float(sizes.max()))
    return case(
        label,
        weight=weight,
        lora_a=lora_a,
        lora_b=lora_b,
        alpha=alpha,
        expect={
            "answer": policy,
            "again": policy,
            "weight": Unchanged(),
            "lora_a": Unchanged(),
            "lora_b": Unchanged(),
        },
    )


def between(rng, low, high, *shape):
    """Draw numbers of both signs whose magnitudes lie between two bounds."""
    return rng.uniform(low, high, shape) * rng.choice([-1.0, 1.0], shape)


def ordinary(rng, rows, columns, rank, dtypes=("float32", "float32", "float32")):
    """Draw a weight and its factors, all of them of a size around one."""
    shapes = ((rows, columns), (rank, columns), (rows, rank))
    return [between(rng, 1.0, 2.0, *shape).astype(dtype) for shape, dtype in zip(shapes, dtypes, strict=True)]


def shapes(rng):
    rows, columns = 4 + int(rng.integers(0, 3)), 8 + int(rng.integers(0, 3))
    return [
        merge_case("more columns than rows", *ordinary(rng, rows, columns, 3), 5),
        merge_case("more rows than columns", *ordinary(rng, columns, rows, 3), 5),
        merge_case("a square weight", *ordinary(rng, 5, 5, 3), 5),
        merge_case("a square weight and square factors", *ordinary(rng, 4, 4, 4), 6),
        merge_case("a rank of one", *ordinary(rng, 3, 5, 1), 2),
        merge_case("a rank above both sides", *ordinary(rng, 2, 3, 5), 7),
        merge_case("a single row", *ordinary(rng, 1, 6, 3), 5),
        merge_case("a single column", *ordinary(rng, 6, 1, 3), 5),
        merge_case("a single entry", *ordinary(rng, 1, 1, 3), 5),
    ]


def both_calls(student, weight, lora_a, lora_b, alpha):
    """Call twice and show the arguments after that."""
    answer = student.merge_lora(weight, lora_a, lora_b, alpha)
    return {
        "answer": answer,
        "again": student.merge_lora(weight, lora_a, lora_b, alpha),
        "weight": weight,
        "lora_a": lora_a,
        "lora_b": lora_b,
    }


@check("every entry, for matrices of many shapes", points=2, cases=shapes)
def values(student, weight, lora_a, lora_b, alpha):
    return both_calls(student, weight, lora_a, lora_b, alpha)


def alphas(rng):
    return [
        merge_case("an int below the rank", *ordinary(rng, 3, 4, 5), 2),
        merge_case("an int that the rank does not divide", *ordinary(rng, 3, 4, 5), 16),
        merge_case("a float with decimals", *ordinary(rng, 3, 4, 5), 7.75),
        merge_case("a float below one", *ordinary(rng, 4, 3, 2), 0.375),
        merge_case("a negative int", *ordinary(rng, 4, 3, 5), -8),
        merge_case("a negative float", *ordinary(rng, 4, 3, 5), -1.5),
        merge_case("as large as the rank", *ordinary(rng, 3, 4, 5), 5),
        merge_case("zero", *ordinary(rng, 3, 4, 5), 0),
    ]


@check("any kind of alpha", points=1, cases=alphas)
def strengths(student, weight, lora_a, lora_b, alpha):
    return both_calls(student, weight, lora_a, lora_b, alpha)


def wider(rng):
    return [
        merge_case(
            f"weight {names[0]}, lora_a {names[1]}, lora_b {names[2]}", *ordinary(rng, 3, 5, 3, names), 5
        )
        for names in (
            ("float32", "float64", "float64"),
            ("float32", "float64", "float32"),
            ("float32", "float32", "float64"),
            ("float16", "float32", "float32"),
            ("float16", "float64", "float16"),
            ("float16", "float16", "float32"),
        )
    ]


@check("the answer has weight's dtype, also beside wider factors", points=1, cases=wider)
def dtypes(student, weight, lora_a, lora_b, alpha):
    return both_calls(student, weight, lora_a, lora_b, alpha)


def even(rng, label, rows, columns, dtype):
    """Draw a case in which all entries have terms of the same magnitudes, and one allowance."""
    weight = between(rng, 1.0, 1.0, rows, columns) * rng.uniform(1.0, 2.0)
    lora_a = between(rng, 1.0, 1.0, 3, columns) * rng.uniform(1.0, 2.0, (3, 1))
    lora_b = between(rng, 1.0, 1.0, rows, 3) * rng.uniform(1.0, 2.0, (1, 3))
    return merge_case(label, weight.astype(dtype), lora_a.astype(dtype), lora_b.astype(dtype), 5)


def precise(rng):
    return [
        merge_case("float64", *ordinary(rng, 4, 6, 3, ("float64",) * 3), 5),
        merge_case("float64, a negative alpha", *ordinary(rng, 5, 3, 2, ("float64",) * 3), -0.7),
        even(rng, "float64, every entry of one size", 6, 8, "float64"),
        even(rng, "float32, every entry of one size", 8, 6, "float32"),
        even(rng, "float16, every entry of one size", 6, 6, "float16"),
    ]


@check("as precise as weight's dtype", points=1, cases=precise)
def precision(student, weight, lora_a, lora_b, alpha):
    return both_calls(student, weight, lora_a, lora_b, alpha)


def led(rng, rank, first, others, *shape_after):
    """Draw factors whose first row (or column) is of one size and the rest much smaller."""
    rows, columns = shape_after
    lora_a, lora_b = between(rng, *others, rank, columns), between(rng, *others, rows, rank)
    lora_a[0] = between(rng, *first, columns)
    lora_b[:, 0] = between(rng, *first, rows)
    return lora_a, lora_b


def half_cases(rng):
    def cast(*matrices, factors="float16"):
        weight, lora_a, lora_b = matrices
        return weight.astype("float16"), lora_a.astype(factors), lora_b.astype(factors)

    cases = [merge_case("small numbers", *ordinary(rng, 4, 3, 3, ("float16",) * 3), 5)]
    for factors in ("float16", "float32"):
        # 300 * 300 is more than float16 holds; scaled by 0.01 it fits well.
        pair = led(rng, 3, (300, 400), (1, 10), 3, 4)
        cases.append(
            merge_case(
                f"a product beyond the range of float16, factors {factors}",
                *cast(between(rng, 500, 1000, 3, 4), *pair, factors=factors),
                0.03,
            )
        )
        # About 60000 times 1.25 is too much for float16, until a weight of the other sign is added.
        lora_a, lora_b = led(rng, 2, (240, 250), (1, 2), 4, 3)
        weight = -np.sign(np.outer(lora_b[:, 0], lora_a[0])) * rng.uniform(40000, 60000, (4, 3))
        cases.append(
            merge_case(
                f"a scaled product beyond the range of float16, factors {factors}",
                *cast(weight, lora_a, lora_b, factors=factors),
                2.5,
            )
        )
        # The scale alone is too large for float16, or too small; it makes ordinary numbers of small or large
        # products.
        for words, first, alpha in (("large", 1e-3, 300_000), ("small", 3e4, 3e-8)):
            pair = [between(rng, first, 1.2 * first, *shape) for shape in ((2, 3), (4, 2))]
            cases.append(
                merge_case(
                    f"a scale too {words} for float16, factors {factors}",
                    *cast(between(rng, 1.0, 2.0, 4, 3), *pair, factors=factors),
                    alpha,
                )
            )
        # 1e-8 is less than half of the smallest float16 above zero; scaled by 30000 it counts.
        pair = led(rng, 2, (1e-4, 1.6e-4), (2e-5, 3e-5), 3, 5)
        cases.append(
            merge_case(
                f"a product too small for float16, factors {factors}",
                *cast(between(rng, 1e-4, 2e-4, 3, 5), *pair, factors=factors),
                60000,
            )
        )
    large, tiny = between(rng, 1e6, 2e6, 4, 3), between(rng, 1e-6, 2e-6, 3, 5)
    cases.append(
        merge_case(
            "factors beyond the range of float16",
            *cast(between(rng, 1.0, 2.0, 4, 5), tiny, large, factors="float32"),
            5,
        )
    )
    return cases


@check("a float16 weight, whatever happens on the way", points=1, cases=half_cases)
def half(student, weight, lora_a, lora_b, alpha):
    return both_calls(student, weight, lora_a, lora_b, alpha)


def keyword_cases(rng):
    return [
        merge_case("arguments given by name", *ordinary(rng, 4, 6, 3), 5),
        merge_case("arguments given by name, a square weight", *ordinary(rng, 5, 5, 5), 8),
    ]


@check("called by keyword", points=0.5, cases=keyword_cases)
def keywords(student, weight, lora_a, lora_b, alpha):
    answer = student.merge_lora(alpha=alpha, lora_b=lora_b, lora_a=lora_a, weight=weight)
    return {
        "answer": answer,
        "again": student.merge_lora(lora_b=lora_b, weight=weight, alpha=alpha, lora_a=lora_a),
        "weight": weight,
        "lora_a": lora_a,
        "lora_b": lora_b,
    }


def refusal(rng, label, weight, lora_a, lora_b, legal=None):
    """Describe a call to be refused, and a legal one after it."""
    legal_weight, legal_a, legal_b = legal or ordinary(rng, 3, 4, 2)
    merge = merge_case("", legal_weight, legal_a, legal_b, 5)
    return case(
        label,
        weight=between(rng, 1.0, 2.0, *weight).astype("float32"),
        lora_a=between(rng, 1.0, 2.0, *lora_a).astype("float32"),
        lora_b=between(rng, 1.0, 2.0, *lora_b).astype("float32"),
        legal_weight=legal_weight,
        legal_a=legal_a,
        legal_b=legal_b,
        expect={"refused": Raises("ValueError"), "answer": dict(merge.expect)["answer"]},
    )


def axes(rng):
    return [
        refusal(rng, "weight with one axis", (3,), (3, 3), (3, 3)),
        refusal(rng, "weight with three axes", (3, 3, 3), (3, 3), (3, 3)),
        refusal(rng, "a stack of one weight", (1, 3, 4), (2, 4), (3, 2)),
        refusal(rng, "lora_a with one axis", (3, 3), (3,), (3, 3)),
        refusal(rng, "lora_a with one axis, meant as a rank of one", (3, 4), (4,), (3, 1)),
        refusal(rng, "lora_a with three axes", (3, 3), (3, 3, 3), (3, 3)),
        refusal(rng, "a stack of one lora_a", (3, 4), (1, 2, 4), (3, 2)),
        refusal(rng, "lora_b with one axis", (3, 3), (3, 3), (3,)),
        refusal(rng, "lora_b with one axis, meant as a rank of one", (3, 4), (1, 4), (3,)),
        refusal(rng, "lora_b with three axes", (3, 3), (3, 3), (3, 3, 3)),
        refusal(rng, "a stack of one lora_b", (3, 4), (2, 4), (1, 3, 2)),
        refusal(rng, "weight and lora_a with one axis", (3,), (2,), (3, 2)),
        refusal(rng, "weight and lora_b with one axis", (4,), (2, 4), (2,)),
        refusal(rng, "stacks of two in all places", (2, 3, 4), (2, 2, 4), (2, 3, 2)),
    ]


def sizes_that_differ(rng):
    return [
        refusal(rng, "one column of lora_a for several of weight", (3, 4), (2, 1), (3, 2)),
        refusal(rng, "several columns of lora_a for one of weight", (3, 1), (2, 4), (3, 2)),
        refusal(rng, "a column of lora_a too many", (3, 4), (2, 5), (3, 2)),
        refusal(rng, "a column of lora_a too few", (3, 4), (2, 3), (3, 2)),
        refusal(rng, "one row of lora_b for several of weight", (3, 4), (2, 4), (1, 2)),
        refusal(rng, "several rows of lora_b for one of weight", (1, 4), (2, 4), (3, 2)),
        refusal(rng, "a row of lora_b too many", (3, 4), (2, 4), (4, 2)),
        refusal(rng, "a row of lora_b too few", (3, 4), (2, 4), (2, 2)),
        refusal(rng, "one column of lora_b for several rows of lora_a", (3, 4), (2, 4), (3, 1)),
        refusal(rng, "several columns of lora_b for one row of lora_a", (3, 4), (1, 4), (3, 2)),
        refusal(rng, "a column of lora_b too many", (3, 4), (2, 4), (3, 3)),
        refusal(rng, "a column of lora_b too few", (3, 4), (3, 4), (3, 2)),
        refusal(rng, "the factors in each other's place", (3, 4), (3, 2), (2, 4)),
        refusal(rng, "both factors transposed", (3, 4), (4, 2), (2, 3)),
        refusal(rng, "weight transposed", (4, 3), (2, 4), (3, 2)),
    ]


@check(
    "shapes and ranks that do not fit are refused",
    points=1,
    cases=lambda rng: axes(rng) + sizes_that_differ(rng),
)
def refused_shape(student, weight, lora_a, lora_b, legal_weight, legal_a, legal_b):
    return {
        "refused": attempt(student.merge_lora, weight, lora_a, lora_b, 5),
        "answer": student.merge_lora(legal_weight, legal_a, legal_b, 5),
    }


def no_rank(rng):
    return [
        refusal(rng, "a rank of zero", (3, 4), (0, 4), (3, 0), legal=ordinary(rng, 3, 4, 1)),
        refusal(rng, "a rank of zero, a square weight", (3, 3), (0, 3), (3, 0)),
        refusal(rng, "no rows in lora_a only", (3, 4), (0, 4), (3, 2)),
        refusal(rng, "no columns in lora_b only", (3, 4), (2, 4), (3, 0)),
    ]


@check("a rank of zero is refused", points=0.5, cases=no_rank)
def refused_rank(student, weight, lora_a, lora_b, legal_weight, legal_a, legal_b):
    return {
        "refused": attempt(student.merge_lora, weight, lora_a, lora_b, 5),
        "answer": student.merge_lora(legal_weight, legal_a, legal_b, 5),
    }
