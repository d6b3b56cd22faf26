"""Mistakes made on nested lists in plain Python: nothing here knows how the grader undoes or redoes them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from tests.diagnosing.support import block, mapped, table


@dataclass(frozen=True)
class Wrong:
    """Right answers, the mistake made on each, its slug, and what its sentence must say.

    ``inputs`` stand beside each of the answers; ``rounds`` says that it can be told of rounded answers too.
    """

    slug: str
    rights: tuple[Any, ...]
    make: Any
    says: str
    inputs: tuple[dict[str, Any], ...] = ()
    rounds: bool = True
    listed: bool = True
    name: str = field(default="")

    def __str__(self):
        return self.name or self.slug


def rows_of(change):
    """A change made to each row."""
    return lambda nest, **_: [change(row) for row in nest]


def numbers_of(change):
    """A change made to each number."""
    return lambda nest, **_: mapped(change, nest)


def halves(row):
    middle = len(row) // 2
    return row[middle:] + row[:middle]


def in_halves(change):
    """A change made to both halves of a row."""

    def changed(row):
        middle = len(row) // 2
        return change(row[:middle]) + change(row[middle:])

    return changed


def turns(row):
    """What stood in two halves takes turns."""
    middle = len(row) // 2
    return [row[k // 2 + (k % 2) * middle] for k in range(len(row))]


def no_turns(row):
    """What took turns stands in two halves."""
    return [row[k] for k in range(0, len(row), 2)] + [row[k] for k in range(1, len(row), 2)]


def quarters(row):
    size = len(row) // 4
    a, b, c, d = (row[k * size : (k + 1) * size] for k in range(4))
    return c + a + d + b


def columns_first(nest, height, width):
    """The rows of a grid, walked down its columns."""
    return [nest[y * width + x] for x in range(width) for y in range(height)]


def into_other_shape(nest, **_):
    """The same numbers, three in a row."""
    flat = [number for row in nest for number in row]
    return [flat[k : k + 3] for k in range(0, len(flat), 3)]


def of_length_one(row):
    length = math.sqrt(sum(number * number for number in row))
    return [number / length for number in row]


def of_sum_one(row):
    return [number / sum(row) for number in row]


TWO = (table(4, 8), table(6, 12, 1.0))
POSITIVE = mapped(lambda x: abs(x) + 0.21, list(TWO))
LISTS = (table(1, 8)[0], table(1, 12, 1.0)[0])
BLOCKS = (block(3, 4, 6), block(5, 4, 3, 1.0))
SIZES = ({"dim": 8, "xs": [0.0] * 4}, {"dim": 12, "xs": [0.0] * 6})
GRIDS = ({"height": 2, "width": 2}, {"height": 2, "width": 3})


def _layouts():
    yield Wrong(
        "transposed",
        TWO,
        lambda nest, **_: [list(column) for column in zip(*nest, strict=True)],
        "rows and columns",
    )
    yield Wrong(
        "axes_exchanged",
        BLOCKS,
        lambda nest, **_: [
            [[t[i][j] for t in nest] for j in range(len(nest[0][0]))] for i in range(len(nest[0]))
        ],
        "the axes stand in another order",
        listed=False,
    )
    yield Wrong("reshaped", (table(4, 9), table(2, 12)), into_other_shape, "another shape", listed=False)
    yield Wrong("halves_exchanged", TWO, rows_of(halves), "halves of the columns")
    yield Wrong(
        "halves_exchanged", TWO, lambda nest, **_: halves(nest), "halves of the rows", name="halves of rows"
    )
    yield Wrong(
        "halves_exchanged",
        LISTS,
        lambda nest, **_: halves(nest),
        "halves of the entries",
        name="halves of lists",
    )
    yield Wrong("halves_exchanged_within_halves", TWO, rows_of(in_halves(halves)), "each half of the columns")
    yield Wrong("blocks_exchanged", TWO, rows_of(quarters), "quarters of the columns")
    yield Wrong("interleaved", TWO, rows_of(turns), "columns take turns that should")
    yield Wrong(
        "interleaved",
        TWO,
        rows_of(in_halves(turns)),
        "columns take turns that should",
        name="turns in halves",
    )
    yield Wrong(
        "interleaved",
        LISTS,
        lambda nest, **_: turns(nest),
        "entries take turns that should",
        name="turns of lists",
    )
    yield Wrong("not_interleaved", TWO, rows_of(no_turns), "blocks that should take turns")
    yield Wrong("other_grid_axis_first", TWO, columns_first, "other axis first", GRIDS)
    yield Wrong("reversed", TWO, rows_of(lambda row: row[::-1]), "the columns run backwards")
    yield Wrong(
        "reversed",
        (table(3, 4), table(5, 3)),
        lambda nest, **_: nest[::-1],
        "the rows run backwards",
        name="rows reversed",
    )
    yield Wrong(
        "reversed", LISTS, lambda nest, **_: nest[::-1], "the entries run backwards", name="lists reversed"
    )
    yield Wrong(
        "reversed", BLOCKS, lambda nest, **_: nest[::-1], "of the first axis run", name="blocks reversed"
    )
    yield Wrong(
        "reversed",
        (block(3, 5, 6), block(5, 3, 3, 1.0)),
        rows_of(lambda rows: rows[::-1]),
        "second to last axis run backwards",
        name="rows of blocks reversed",
    )
    yield Wrong(
        "reversed_within_blocks", TWO, rows_of(in_halves(lambda row: row[::-1])), "inside blocks of columns"
    )
    yield Wrong("shifted_by_one", TWO, lambda nest, **_: nest[1:] + nest[:1], "the rows are shifted")
    yield Wrong(
        "shifted_by_one",
        TWO,
        rows_of(lambda row: row[-1:] + row[:-1]),
        "the columns are shifted",
        name="columns shifted",
    )


def _values():
    yield Wrong("sign_exchanged", TWO, numbers_of(lambda x: -x), "wrong sign")
    yield Wrong("squared", POSITIVE, numbers_of(lambda x: x * x), "is the square of")
    yield Wrong("root_taken", POSITIVE, numbers_of(math.sqrt), "square root")
    yield Wrong("exponential_taken", TWO, numbers_of(math.exp), "exponential")
    yield Wrong("logarithm_taken", POSITIVE, numbers_of(math.log), "is the logarithm")
    yield Wrong("absolute", TWO, numbers_of(abs), "absolute value")
    yield Wrong("clipped", TWO, numbers_of(lambda x: max(x, 0.0)), "cut off")
    yield Wrong(
        "clipped", TWO, numbers_of(lambda x: min(max(x, -1.0), 1.0)), "cut off", name="clipped at one"
    )
    yield Wrong(
        "clipped", TWO, numbers_of(lambda x: min(max(x, 0.0), 1.0)), "cut off", name="clipped at both"
    )
    yield Wrong("rows_normalised", TWO, rows_of(of_length_one), "and should not be")
    yield Wrong("rows_normalised", POSITIVE, rows_of(of_sum_one), "and should not be", name="rows of sum one")
    yield Wrong("first_for_all", TWO, lambda nest, **_: [nest[0] for _ in nest], "first entry alone")
    yield Wrong("off_by_one", TWO, numbers_of(lambda x: x + 1), "too large by one")
    yield Wrong("off_by_one", TWO, numbers_of(lambda x: x - 1), "too small by one", name="too small by one")
    yield Wrong("offset", TWO, numbers_of(lambda x: x + 0.3125), "one and the same amount")


def _rows_not_normalised():
    """Rounded, the right rows cannot be had from the wrong ones to the last digit."""
    for name, change in (("rows of length one", of_length_one), ("rows of sum one", of_sum_one)):
        rights = tuple([change(row) for row in nest] for nest in POSITIVE)

        def make(nest, **_):
            return [[x * (1.5 + 0.7 * i) for x in row] for i, row in enumerate(nest)]

        yield Wrong(
            "rows_not_normalised", rights, make, "should be normalised", rounds=False, name=f"{name} missing"
        )


FACTORS = {
    "times `dim`": lambda dim, xs: dim,
    "divided by `dim`": lambda dim, xs: 1 / dim,
    "times (`dim` - 1)": lambda dim, xs: dim - 1,
    "divided by (`dim` - 1)": lambda dim, xs: 1 / (dim - 1),
    "times the square root of `dim`": lambda dim, xs: dim**0.5,
    "divided by the square root of `dim`": lambda dim, xs: dim**-0.5,
    "times the length of `xs`": lambda dim, xs: len(xs),
    "divided by (the length of `xs` - 1)": lambda dim, xs: 1 / (len(xs) - 1),
    "divided by the square root of the length of `xs`": lambda dim, xs: len(xs) ** -0.5,
    "twice": lambda dim, xs: 2,
    "half": lambda dim, xs: 0.5,
    "times pi / 180": lambda dim, xs: math.pi / 180,
    "divided by pi / 180": lambda dim, xs: 180 / math.pi,
    "divided by ln 2": lambda dim, xs: 1 / math.log(2),
    "times ln 2": lambda dim, xs: math.log(2),
    "divided by ln 10": lambda dim, xs: 1 / math.log(10),
    "times 2 pi": lambda dim, xs: 2 * math.pi,
    "one and the same factor": lambda dim, xs: 1.37,
}


def _factors():
    for says, factor in FACTORS.items():

        def make(nest, *, factor=factor, **inputs):
            return mapped(lambda x: x * factor(**inputs), nest)

        yield Wrong("factor", TWO, make, says, SIZES, rounds="divided" not in says, name=f"factor {says}")


WRONG = (*_layouts(), *_values(), *_rows_not_normalised(), *_factors())
