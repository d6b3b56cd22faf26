"""The hidden checks."""

from grader.author import Equal, Raises, attempt, case, check

VALUES = {"answer": Equal(), "again": Equal()}
REFUSALS = {"refused": Raises("ValueError"), "answer": Equal()}

# No number of the exercise reaches this one.
LIMIT = 2**53


def places(rng):
    """Draw patches (row, column, width) of all kinds; in each of them row and column differ."""
    width = int(rng.integers(5, 30))
    odd_row = 2 * int(rng.integers(1, 8)) + 1
    narrow = int(rng.integers(3, 7))
    tall_row = int(rng.integers(60, 200))
    wide = 2 * int(rng.integers(500, 900))
    huge_width = 2 * int(rng.integers(500, 2000))
    huge_row = 2 * int(rng.integers(2**37, 2**38)) + 1
    endless_width = 2 * int(rng.integers(2**40, 2**41))
    small_row = 2 * int(rng.integers(1, 100)) + 1
    one_column = int(rng.integers(3, 5000))
    # 1 / 49 is rounded down, so a multiple of 49 times 1 / 49 falls short of the next whole number.
    sevens = 49 * 2 ** int(rng.integers(0, 4))
    # Nearly as many patches as there may be. Beside so large a row a double has no room for an odd column.
    more = int(rng.integers(0, 50))
    many_rows, many_columns = 2**26 + 1 + more, 2**27 - 3 - 2 * more
    return [
        ("an inner patch", int(rng.integers(3, 9)) + width, int(rng.integers(2, width - 1)), width),
        ("the first column of a row", odd_row, 0, width),
        ("the last column of a row", odd_row + width, width - 1, width),
        ("a grid of many rows and few columns", tall_row, int(rng.integers(1, narrow)), narrow),
        ("a grid of few rows and many columns", 1 + odd_row, wide - 1 - int(rng.integers(0, 9)), wide),
        ("the top row", 0, int(rng.integers(2, width)), width),
        ("a grid of a single column", one_column, 0, 1),
        ("a grid of two columns", tall_row, 1, 2),
        ("the first column of a row, far down", 2 ** int(rng.integers(8, 20)), 0, sevens),
        ("more patches than 32 bits can count", 2**17 + odd_row, 2**15 + width, 2**16 + wide),
        ("very many rows", huge_row, 2 * int(rng.integers(0, huge_width // 2)) + 1, huge_width),
        ("very many columns", small_row, 2 * int(rng.integers(0, endless_width // 2)) + 1, endless_width),
        ("very many columns, the first of them", small_row, 0, endless_width),
        ("very many columns, the last of them", small_row, endless_width - 1, endless_width),
        ("very many rows and columns", many_rows, 2 * int(rng.integers(50, 500_000)) + 1, many_columns),
    ]


def numbered(rng):
    return [case(label, row=row, col=col, grid_width=width) for label, row, col, width in places(rng)]


@check("the number of a patch in grids of all sizes", points=2, cases=numbered, expect=VALUES)
def indices(student, row, col, grid_width):
    return {
        "answer": student.patch_index(row, col, grid_width),
        "again": student.patch_index(row, col, grid_width),
    }


def located(rng):
    found = [case(label, index=row * width + col, grid_width=width) for label, row, col, width in places(rng)]
    width = int(rng.choice([3, 5, 6, 7, 9, 11]))
    last = LIMIT - 1 - LIMIT % width  # the largest multiple of the width below the limit, less one
    return [
        *found,
        case("the largest numbers", index=last, grid_width=width),
        case("the largest numbers, in a single column", index=LIMIT - 1, grid_width=1),
    ]


@check("the row and the column of a patch in grids of all sizes", points=2, cases=located, expect=VALUES)
def rows_and_columns(student, index, grid_width):
    return {
        "answer": student.patch_row_col(index, grid_width),
        "again": student.patch_row_col(index, grid_width),
    }


def by_name(rng):
    width = int(rng.integers(5, 30))
    row, col = int(rng.integers(6, 20)), int(rng.integers(1, 4))
    return case("arguments given by name", row=row, col=col, grid_width=width, other_width=width + 3)


@check(
    "the number of a patch: called by keyword, with another width in between",
    points=1,
    cases=[by_name],
    expect={"answer": Equal(), "in a grid of another width": Equal(), "again": Equal()},
)
def index_by_keyword(student, row, col, grid_width, other_width):
    return {
        "answer": student.patch_index(grid_width=grid_width, col=col, row=row),
        "in a grid of another width": student.patch_index(grid_width=other_width, col=col, row=row),
        "again": student.patch_index(col=col, row=row, grid_width=grid_width),
    }


def number_by_name(rng):
    width = int(rng.integers(5, 30))
    index = int(rng.integers(6, 20)) * width + int(rng.integers(1, 4))
    return case("arguments given by name", index=index, grid_width=width, other_width=2 * width + 1)


@check(
    "the row and the column of a patch: called by keyword, with another width in between",
    points=1,
    cases=[number_by_name],
    expect={"answer": Equal(), "in a grid of another width": Equal(), "again": Equal()},
)
def row_col_by_keyword(student, index, grid_width, other_width):
    return {
        "answer": student.patch_row_col(grid_width=grid_width, index=index),
        "in a grid of another width": student.patch_row_col(grid_width=other_width, index=index),
        "again": student.patch_row_col(grid_width=grid_width, index=index),
    }


def misplaced(rng):
    width = int(rng.integers(5, 30))
    row, col = int(rng.integers(2, 20)), int(rng.integers(1, 4))
    wrong = [
        ("a row just below zero", -1, col, width),
        ("a row far below zero", -int(rng.integers(20, 90)), col, width),
        ("a column just below zero", row, -1, width),
        ("a column far below zero", row, -int(rng.integers(40, 90)), width),
        ("a column equal to the width", row, width, width),
        ("a column far beyond the width", row, width + int(rng.integers(20, 90)), width),
        ("a column equal to the width, in the top row", 0, width, width),
        ("a second column in a grid of one", row, 1, 1),
        ("a width of zero", row, 0, 0),
        ("a width of zero, in the top row", 0, 0, 0),
        ("a negative width", row, 0, -width),
        ("a negative width and a column below it", row, -width - 2, -width),
        ("a negative width and a column between it and zero", row, -2, -width),
    ]
    return [
        case(
            label,
            row=wrong_row,
            col=wrong_col,
            grid_width=wrong_width,
            legal_row=row,
            legal_col=col,
            legal_width=width,
        )
        for label, wrong_row, wrong_col, wrong_width in wrong
    ]


@check("a patch that is not in the grid is refused", points=1, cases=misplaced, expect=REFUSALS)
def refused_index(student, row, col, grid_width, legal_row, legal_col, legal_width):
    return {
        "refused": attempt(student.patch_index, row, col, grid_width),
        "answer": student.patch_index(legal_row, legal_col, legal_width),
    }


def unnumbered(rng):
    width = int(rng.integers(5, 30))
    index = int(rng.integers(40, 900))
    wrong = [
        ("a number just below zero", -1, width),
        ("a number far below zero", -index, width),
        ("a number just below zero, in a grid of one column", -1, 1),
        ("a width of zero", index, 0),
        ("a width of zero, and the first patch", 0, 0),
        ("a width just below zero", index, -1),
        ("a width far below zero", index, -width),
        ("a negative number and a negative width", -index, -width),
    ]
    return [
        case(label, index=wrong_index, grid_width=wrong_width, legal_index=index, legal_width=width)
        for label, wrong_index, wrong_width in wrong
    ]


@check("a number or a width that cannot be is refused", points=1, cases=unnumbered, expect=REFUSALS)
def refused_row_col(student, index, grid_width, legal_index, legal_width):
    return {
        "refused": attempt(student.patch_row_col, index, grid_width),
        "answer": student.patch_row_col(legal_index, legal_width),
    }
